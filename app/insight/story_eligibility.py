"""What the story says of those who sit out, because their data is old, and of who is back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.insight.chain import Candidates
from app.insight.handoff import began
from app.insight.story_parts import Story, several

Election = Mapping[str, Any]


def sitting_out(candidates: Candidates) -> Story:
    """Who does not volunteer, and why; nothing where everybody may."""
    behind = [name for name, one in candidates.items() if _sits_out(one)]
    if not behind:
        return []
    first = candidates[behind[0]]["data"] or {}
    parts: Story = [" ", {"who": behind[0], "tone": "behind"}]
    if len(behind) > 1:
        parts.append(f" and {several(len(behind) - 1, 'other')} sit out: their data is older")
        return [*parts, f" than the newest version, {first.get('newest')}."]
    return [
        *parts,
        f" sits out: it has data version {first.get('version')}, "
        f"the newest is {first.get('newest')}.",
    ]


def _sits_out(one: Mapping[str, Any]) -> bool:
    return bool(one["process"] != "exited" and one["belief"] == "behind")


def caught_up(election: Election, candidates: Candidates) -> Story:
    """Who came back last, until the next handoff."""
    back = {name: one["back"] for name, one in candidates.items() if _is_back(one)}
    if not back:
        return []
    name = max(back, key=lambda one: back[one])
    last = election["last_handoff"]
    if last and began(last) > back[name]:
        return []
    where = "races again" if election["strategy"] == "single" else "stands at the end of the queue"
    return [" ", {"who": name, "tone": "new"}, " caught up ", {"ago": back[name]}, f": it {where}."]


def _is_back(one: Mapping[str, Any]) -> bool:
    return one.get("back") is not None and one["belief"] == "waiting" and not one["fault"]
