"""The story of leaders that report nothing: what ZooKeeper shows of them, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.insight.story_parts import Story, deed, heir_of, who

Entry = Mapping[str, Any]


def unheard(leader: Entry) -> Story:
    """The connection of a foreign leader is gone, while its session has yet to end."""
    if leader["candidate"] or leader["unheard"] is None:
        return []
    return [
        who(leader, "dead"),
        " has no connection to ZooKeeper, which was first seen ",
        {"ago": leader["unheard"]},
        ": its session ends unless it connects again. Its znode stays until then.",
    ]


def vacant(handoff: Entry | None, *, races: bool) -> Story:
    """A foreign leader's znode is gone. races: who waits for it is in no list."""
    if handoff is None or handoff["from"]:
        return []
    who_waits = " Who waits for it is not known." if races else ""
    return [*_end(handoff), f", and nobody has taken its place.{who_waits}"]


def passed(handoff: Entry | None) -> Story:
    """How leadership came to a foreign leader; nothing where ours has it."""
    if handoff is None or handoff["to"]:
        return []
    return [*_end(handoff), ", and leadership passed to ", heir_of(handoff), ". ", *_why(handoff)]


def followed(handoff: Entry | None) -> Story:
    """The same where nobody knows whether to be first means to lead."""
    if handoff is None or handoff["to"]:
        return []
    return [*_end(handoff), ", and ", heir_of(handoff), " came first. ", *_why(handoff)]


def _end(handoff: Entry) -> Story:
    if handoff["fault"]:
        return deed(handoff)
    how = "was found gone" if handoff["found_gone"] else "went"
    ended = {"who": handoff["from_name"], "tone": "dead"}
    return ["The znode of ", ended, f" {how} ", {"ago": handoff["at"]["deleted"]}]


def _why(handoff: Entry) -> Story:
    """Why nobody else knows more, and when a server had last heard the one that went."""
    if handoff["fault"]:
        return []
    if handoff["heard_ms"] is None:
        return ["Nobody here saw why. "]
    name = {"who": handoff["from_name"], "tone": "dead"}
    listed: Story = ["Nobody here saw why; a server had listed ", name, " as heard "]
    return [*listed, {"ms": handoff["heard_ms"]}, " before. "]
