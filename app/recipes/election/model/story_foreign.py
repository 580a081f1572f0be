"""Tell of leaders that report nothing: only what ZooKeeper shows of them."""

from __future__ import annotations

from ....readmodels.chain_counts import is_anybodys
from ....readmodels.document import Entry
from ....readmodels.story_parts import who
from ....readmodels.zookeeper import Story, Who
from ..document import Handoff
from .story_parts import deed, heir_of


def unheard(leader: Entry) -> Story:
    """Tell that a foreign leader's connection is gone, while its session has yet to end."""
    if leader["candidate"] or leader["unheard"] is None:
        return []
    return [
        who(leader, "dead"),
        " has no connection to ZooKeeper, which was first seen ",
        {"ago": leader["unheard"]},
        ": its session ends unless it connects again. Its znode stays until then.",
    ]


def unread(leader: Entry, holds: str) -> Story:
    """Tell that somebody came whose znode was not read yet."""
    if not is_anybodys(leader):
        return []
    return [who(leader, "lead"), f" has {holds}. Handoff has not read yet whose it is. "]


def vacant(handoff: Handoff | None, *, races: bool) -> Story:
    """Tell that a foreign leader's znode is gone. races: who waits for it is in no list."""
    if handoff is None or handoff["from"]:
        return []
    who_waits = " Who waits for it is not known." if races else ""
    return [*_end(handoff), f", and nobody has taken its place.{who_waits}"]


def passed(handoff: Handoff | None) -> Story:
    """Tell how leadership came to a foreign leader; nothing where a candidate of ours has it."""
    if handoff is None or handoff["to"]:
        return []
    return [*_end(handoff), ", and leadership passed to ", heir_of(handoff), ". ", *_why(handoff)]


def followed(handoff: Handoff | None) -> Story:
    """Tell who came first where nobody knows whether that means to lead."""
    if handoff is None or handoff["to"]:
        return []
    return [*_end(handoff), ", and ", heir_of(handoff), " came first. ", *_why(handoff)]


def _end(handoff: Handoff) -> Story:
    if handoff["fault"]:
        return deed(handoff)
    how = "was found gone" if handoff["found_gone"] else "went"
    ended: Who = {"who": handoff["from_name"], "tone": "dead"}
    return ["The znode of ", ended, f" {how} ", {"ago": handoff["at"]["deleted"] or 0.0}]


def _why(handoff: Handoff) -> Story:
    """Tell what somebody had marked; else that nobody here saw the cause, and when a server had
    last heard from the old leader.
    """
    if handoff["fault"]:
        return []
    if handoff["mark"]:
        return [f"Somebody had marked it: {handoff['mark']['what']}. "]
    if handoff["heard_ms"] is None:
        return ["Nobody here saw why. "]
    name: Who = {"who": handoff["from_name"], "tone": "dead"}
    listed: Story = ["Nobody here saw why; a server had listed ", name, " as heard "]
    return [*listed, {"ms": handoff["heard_ms"]}, " before. "]
