"""The story of what other programs hold at a path: what it is, who holds it, and what is not known.

It says what the names tell, and that they are what tells it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.insight import shapes
from app.insight.chain import Candidates
from app.insight.ensemble_story import out_of_reach
from app.insight.story_foreign import followed, passed
from app.insight.story_parts import Chain, Story, count, several, who
from app.insight.story_single import onlookers
from app.recipes.libraries import HANDOFF

Election = Mapping[str, Any]

_OF_A_SEMAPHORE = "-__lock__"
"""What the path of the lock ends with that kazoo's Semaphore takes while it asks for a lease."""


def leaderless(election: Election, zookeeper: Mapping[str, Any]) -> Story:
    """The story of a thing that has no leader."""
    chain = election["chain"]
    seen: Story = ["What was seen last stands below. "]
    gone = out_of_reach(zookeeper, "nobody can ask for it", [], seen, anybody=bool(chain))
    if gone:
        return gone
    if not chain:
        return [f"Nobody stands here. By the names of the last ones it was a {election['shape']}."]
    ours = [entry for entry in chain if entry["library"] == HANDOFF]
    others = [entry for entry in chain if entry["library"] != HANDOFF]
    tell = {shapes.SHARED: _shared, shapes.SEMAPHORE: _semaphore}.get(election["shape"])
    return [*(tell(others) if tell else _queue(chain)), *_mingled(ours)]


def _mingled(ours: Chain) -> Story:
    """What candidates of Handoff do here, who take for an election what is none."""
    if not ours:
        return []
    if len(ours) > 1:
        return [f"{count(len(ours), 'candidate')} of Handoff stand among them, and go by the "
                "numbers alone: what they believe says nothing of the others. "]  # fmt: skip
    return [
        who(ours[0], "wait"),
        " is a candidate of Handoff's, and goes by the numbers alone: what it believes says "
        "nothing of the others. ",
    ]


def either(election: Election, candidates: Candidates) -> Story:
    """The story of a lock or an election whose first member stands: the names are the same."""
    first, *others = election["chain"]
    behind = f"{count(len(others), 'other')} {_verb(others, 'stands', 'stand')} behind it. "
    what = "This is the lock of a kazoo Semaphore, by its path: who holds it asks for a lease. "
    if not election["path"].endswith(_OF_A_SEMAPHORE):
        what = "Names of this form are those of locks and of elections. "
    return [
        who(first, "lead"),
        " is first: it should hold the lock, or lead. ",
        what,
        behind if others else "Nobody stands behind it. ",
        *followed(election["last_handoff"]),
    ]


def key(election: Election, candidates: Candidates) -> Story:
    """The story of a leader key that a program of somebody else owns."""
    return [
        who(election["chain"][0], "lead"),
        " owns the znode “leader”: by that it leads. Whoever else races for it has no znode here, "
        "so nobody can say how many wait. ",
        *onlookers(election),
        *passed(election["last_handoff"]),
    ]


def _shared(chain: Chain) -> Story:
    holders = [entry for entry in chain if entry["truth"] == "holder"]
    waiting = [entry for entry in chain if entry["truth"] == "waiting"]
    unknown = len(chain) - len(holders) - len(waiting)
    return [
        "This is a shared lock, by the names of its members. ",
        *_holding(holders),
        *_waiting(waiting),
        *([_of_one_session(unknown)] if unknown else []),
    ]


def _holding(holders: Chain) -> Story:
    if shapes.mode_of(holders[0]["znode"]) == "write":
        return [who(holders[0], "lead"), " is first and a writer: it alone holds the lock. "]
    if len(holders) == 1:
        return [who(holders[0], "lead"), ", a reader, holds it. "]
    return [f"{count(len(holders), 'reader')} hold it together: no writer stands before them. "]


def _waiting(waiting: Chain) -> Story:
    writers = sum(shapes.mode_of(one["znode"]) == "write" for one in waiting)
    numbers = {"writer": writers, "reader": len(waiting) - writers}
    parts = [several(number, noun) for noun, number in numbers.items() if number]
    if not parts:
        return ["Nobody waits. "]
    return [
        f"{' and '.join(parts).capitalize()} {_verb(waiting, 'waits', 'wait')}: a writer for all "
        "who stand before it, a reader for the writers before it. "
    ]


def _of_one_session(number: int) -> str:
    return (
        f"{count(number, 'reader')} of the writer's own session {'asks' if number == 1 else 'ask'} "
        "too: whether the same thread asks, and so holds both, is not known. "
    )


def _semaphore(chain: Chain) -> Story:
    *holders, newest = chain
    held = f"{count(len(holders), 'lease')} {_verb(holders, 'is', 'are')} held. " if holders else ""
    return [
        "This is a semaphore of Curator's, by the names of its members. ",
        held,
        "The newest one, ",
        who(newest, "wait"),
        ", is a lease too, or is still waited for: how many may be held at once is not known, for "
        "no znode tells it. ",
    ]


def _queue(chain: Chain) -> Story:
    first = who(chain[0], "wait")
    if len(chain) == 1:
        return [first, " is the only numbered ephemeral znode here. What for, its name does not "
                "tell: nobody is said to lead. "]  # fmt: skip
    return [
        first,
        f" is just the first of {several(len(chain), 'ephemeral znode')} in the order of their "
        "numbers. What they are for, their names do not tell: nobody is said to lead. ",
    ]


def _verb(entries: Chain, one: str, several: str) -> str:
    return one if len(entries) == 1 else several
