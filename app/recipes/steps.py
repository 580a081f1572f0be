"""The recipes as the page shows them: each step with its line and the sentence it carries out."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

SOURCE = "Apache ZooKeeper, Recipes and Solutions: Leader Election"


@dataclass(frozen=True)
class Step:
    """One line of a recipe: `step` is its key, `text` the page's line, `sentence` the source's."""

    step: str
    text: str
    sentence: str


PREDECESSOR = (
    Step(
        "create znode",
        "Create a znode with SEQUENCE and EPHEMERAL",
        'Create znode z with path "ELECTION/guid-n_" with both SEQUENCE and EPHEMERAL flags',
    ),
    Step(
        "list children",
        "Let C be the children, i my own number",
        'Let C be the children of "ELECTION", and i be the sequence number of z',
    ),
    Step(
        "watch predecessor",
        "Watch the largest j < i in C, and only that one",
        'Watch for changes on "ELECTION/guid-n_j", where j is the largest sequence number '
        "such that j < i and n_j is a znode in C",
    ),
    Step(
        "notified",
        "When it is deleted, list C again",
        "Upon receiving a notification of znode deletion: "
        "Let C be the new set of children of ELECTION",
    ),
    Step(
        "lead",
        "Am I the smallest in C? Lead. If not, watch again",
        "If z is the smallest node in C, then execute leader procedure",
    ),
    Step(
        "acknowledge",
        "Write down that I lead, with my epoch",
        "Applications may consider creating a separate znode to acknowledge that the leader "
        "has executed the leader procedure",
    ),
)


def as_document() -> dict[str, Any]:
    """All recipes for the state document: strategy -> {title, source, steps}."""
    return {
        "predecessor": {
            "title": "Leader election, watching the predecessor",
            "source": SOURCE,
            "steps": [asdict(step) for step in PREDECESSOR],
        }
    }
