"""What belongs to the history of one znode."""

from __future__ import annotations

from typing import Any

from app.journal.recorded import Recorded
from app.readmodels.event import event_of
from app.znodes.workbench.history import history_of

CANDIDATES: Any = {"c1": {"path": "/a"}, "c2": {"path": "/b"}, "s1": {"path": "/config"}}


def event(seq: int, kind: str, subject: str, **data: Any) -> Recorded:
    return Recorded(seq, float(seq), 1000.0 + seq, event_of(kind, subject, data), {}, None)


def told(path: str, *events: Recorded) -> list[tuple[str, str]]:
    found = history_of(path, events, 100, CANDIDATES)["events"]
    return [(one["kind"], one["subject"]) for one in found]


def notified(seq: int, who: str, znode: str, zxid: int | None) -> Recorded:
    return event(seq, "candidate.notified", who, znode=znode, event="deleted", zxid=zxid)


def test_a_notification_belongs_to_the_znode_whose_change_fired_it() -> None:
    """One transaction may delete two znodes of one name."""
    events = (
        event(1, "znode.deleted", "/a/leader", zxid=7),
        event(2, "znode.deleted", "/b/leader", zxid=7),
        notified(3, "c1", "leader", 7),
        notified(4, "c2", "leader", 7),
        notified(5, "c1", "leader", 8),
    )
    assert told("/a/leader", *events) == [
        ("znode.deleted", "/a/leader"), ("candidate.notified", "c1"),
    ]  # fmt: skip
    assert told("/b/leader", *events) == [
        ("znode.deleted", "/b/leader"), ("candidate.notified", "c2"),
    ]  # fmt: skip


def test_a_znode_that_is_followed_itself_has_its_notifications() -> None:
    events = (event(1, "znode.changed", "/config", zxid=9), notified(2, "s1", "config", 9))
    assert told("/config", *events)[-1] == ("candidate.notified", "s1")


def test_what_tells_no_zxid_is_of_no_znodes_history() -> None:
    events = (event(1, "znode.deleted", "/a/leader", zxid=None), notified(2, "c1", "leader", None))
    assert told("/a/leader", *events) == [("znode.deleted", "/a/leader")]
