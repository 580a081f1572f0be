"""Keep what people say that they do to members, and when: a handoff counts from it.

Nobody here sees what befalls a program that is not ours. Who ends it may mark that moment.
"""

from __future__ import annotations

from ....readmodels.document import Entry
from ..document import Election, Mark, Unheard
from ..events import MemberMarked

LONGEST_S = 120.0
"""A mark that is older than this when the znode goes is of something else: a server grants sessions
of forty seconds at most, unless it is told otherwise.
"""
SLACK_S = 10.0
"""What may lie between a mark and the deed, and between a session's end and its znode's."""


def with_mark(election: Election, event: MemberMarked, at: float) -> Election:
    """Mark a member that stands; a later mark of the same one replaces an earlier one."""
    mark: Mark = {"what": event.what, "by": event.by, "session": event.session, "at": at}
    return {**election, "marks": {**election["marks"], event.znode: mark}}


def mark_of(election: Election, gone: Entry, at: float) -> Mark | None:
    """Return the mark with which the end of `gone` began, whose znode went at `at`. None where it
    has no mark, or one that is too old, or one after which a server heard the member.
    """
    mark = election["marks"].get(gone["znode"])
    if mark is None or mark["session"] != gone["session"]:
        return None
    unheard = election["unheard"].get(gone["session"] or "")
    is_old = at - mark["at"] > _longest(gone)
    return None if is_old or _lived_on(mark, unheard) else mark


def _longest(gone: Entry) -> float:
    """Return how long its end may take: of a stranger's session nobody tells the timeout."""
    timeout = gone["timeout_ms"]
    return LONGEST_S if timeout is None else min(LONGEST_S, timeout / 1000 + SLACK_S)


def _lived_on(mark: Mark, unheard: Unheard | None) -> bool:
    heard = unheard["heard"] if unheard else None
    return heard is not None and heard > mark["at"] + SLACK_S
