"""Tell of candidates that sit out because their data is old, and of those that are back."""

from __future__ import annotations

from ....readmodels.document import Candidates, CandidateState
from ....readmodels.story_parts import several
from ....readmodels.zookeeper import Story
from ..document import Election
from .handoff import began


def sitting_out(candidates: Candidates) -> Story:
    """Tell who does not volunteer, and why; nothing where everybody may."""
    behind = [name for name, one in candidates.items() if _sits_out(one)]
    if not behind:
        return []
    first = candidates[behind[0]]["data"]
    version, newest = (first["version"], first["newest"]) if first else (None, None)
    parts: Story = [" ", {"who": behind[0], "tone": "behind"}]
    if len(behind) > 1:
        parts.append(f" and {several(len(behind) - 1, 'other')} sit out: their data is older")
        return [*parts, f" than the newest version, {newest}."]
    return [
        *parts,
        f" sits out: it has data version {version}, the newest is {newest}.",
    ]


def _sits_out(one: CandidateState) -> bool:
    return one["process"] != "exited" and one["belief"] == "behind"


def caught_up(election: Election, candidates: Candidates) -> Story:
    """Tell who came back last, until the next handoff."""
    back = {name: at for name, one in candidates.items() if _is_back(one) and (at := one["back"])}
    if not back:
        return []
    name = max(back, key=lambda one: back[one])
    last = election["last_handoff"]
    if last and began(last) > back[name]:
        return []
    where = "races again" if election["strategy"] == "single" else "joins the end of the queue"
    return [" ", {"who": name, "tone": "new"}, " caught up ", {"ago": back[name]}, f": it {where}."]


def _is_back(one: CandidateState) -> bool:
    return one.get("back") is not None and one["belief"] == "waiting" and not one["fault"]
