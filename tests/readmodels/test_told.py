"""What happened, in words: each kind of event has its line, in the one group where one looks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from app.journal.feed_filter import FeedFilter
from app.readmodels import event as declared
from app.readmodels.event import Event, event_of
from app.readmodels.servers import ServersNews, new_server
from app.readmodels.wording import Line, duration, nth, plural
from app.readmodels.zookeeper import Server
from app.recipes.registry import MODELS

CONTRACT = (Path(__file__).parents[2] / "docs" / "contract.md").read_text()
EVENTS = CONTRACT.partition("\n## Events\n")[2].partition("\nWhat `at` and `wall`")[0]
KINDS = sorted(
    {
        kind
        for row in re.findall(r"^\| (`[^|]*) \|", EVENTS, re.MULTILINE)
        for kind in re.findall(r"`([a-z]+\.[a-z_]+)`", row)
    }
)
GROUPS = {
    "processes": ("candidate", "candidates"),
    "beliefs": ("candidate.reported",),
    "watches": ("candidate.notified",),
    "checks": ("invariants",),
    "znodes": ("znode", "znodes"),
    "workbench": ("workbench", "job", "console"),
    "lists": ("watches",),
    "servers": ("zookeeper", "mirror", "server", "connection", "dashboard", "history", "thread"),
    "recipes": (
        "election", "member", "value", "acknowledgement", "version", "work", "comparison", "drill",
        *(family for model in MODELS for family in model.families),
    ),
}  # fmt: skip
"""group -> the families of events, or the single kinds, that are in it; of several the first."""
LINES = FeedFilter(MODELS)


def group_of(kind: str) -> str:
    """A kind of its own goes before its family; a family that no group has fails the test."""
    for wanted in (kind, kind.partition(".")[0]):
        for group, members in GROUPS.items():
            if wanted in members:
                return group
    pytest.fail(f"{kind}: in which group would a reader look for it?")


def text(line: Iterable[Any]) -> str:
    """A line as text; a moment is its time of the first day."""
    return "".join(part if isinstance(part, str) else str(*part.values()) for part in line)


def test_every_kind_of_event_is_in_the_one_group_where_it_is_looked_for() -> None:
    assert len(KINDS) > 100
    groups = {kind: declared.KINDS[kind].group for kind in KINDS}
    assert groups == {kind: group_of(kind) for kind in KINDS}


def test_an_event_of_a_kind_that_nobody_knows_is_in_no_group() -> None:
    """A filter never hides what it does not name."""
    assert LINES.worded(event_of("news.come", "/e", {})) == (["news.come /e"], "", None)


def test_every_kind_of_event_that_is_told_has_words_of_its_own() -> None:
    told = {kind: one for kind, one in declared.KINDS.items() if one.is_told}
    without = {kind for kind, one in told.items() if one.line is Event.line}
    assert without == {"zookeeper.servers"}


NOON = 43_200_000
"""12:00:00 of the first day, by the server's clock."""


def test_a_line_says_that_something_was_read_and_not_that_it_has_just_happened() -> None:
    """The time beside a line is when the dashboard learned of it."""
    leader = {"znode": "n_0000000001", "candidate": "c1", "epoch": 3, "mtime": NOON}
    member = {"session": "0x1", "ctime": NOON}
    value = {"value": "a", "version": 2, "mtime": NOON}
    found = {"found": True}
    read: dict[str, tuple[str, dict[str, Any]]] = {
        "c1 acknowledged as leader, epoch 0x3": ("acknowledgement.read", leader),
        "found: c1 acknowledged as leader, epoch 0x3, written at 43200.0 by the server's clock": (
            "acknowledgement.read",
            leader | found,
        ),
        "member /e read: session 0x1, created at 43200.0 by the server's clock": (
            "member.read",
            member,
        ),
        "read: /e has 1 member": ("election.found", {"members": [member]}),
        "the newest data of /e is now version 3": ("version.read", {"newest": 3, "mtime": NOON}),
        "the newest data of /e is version 3, written at 43200.0 by the server's clock": (
            "version.read",
            {"newest": 3, "mtime": NOON} | found,
        ),
        "/e says now “a”, version 2": ("value.read", value),
        "/e says “a”, version 2, written at 43200.0 by the server's clock": (
            "value.read",
            value | found,
        ),
        "znode /e created by zxid 0x5": ("znode.created", {"zxid": 5}),
        "found: znode /e is there": ("znode.created", found),
        "found: znode /e is gone": ("znode.deleted", {"found_gone": True}),
        "found: below /e: 9 created, 0 deleted, 0 changed": (
            "znodes.summary",
            {"created": 9} | found,
        ),
    }
    told = [text(LINES.worded(event_of(kind, "/e", data)).words) for kind, data in read.values()]
    assert told == list(read)


def test_a_list_that_is_watched_has_changed_and_anything_else_is_gone() -> None:
    fired = {"event": "children", "zxid": 7}
    on_list = LINES.worded(event_of("candidate.notified", "c1", {**fired, "znode": "items"}))
    on_member = LINES.worded(event_of("candidate.notified", "c1", {**fired, "znode": "n_1"}))
    assert text(on_list.words) == (
        "NodeChildrenChanged reached c1: items has changed, fired by zxid 0x7"
    )
    assert text(on_member.words) == (
        "NodeChildrenChanged reached c1: n_1 is gone, fired by zxid 0x7"
    )


def test_numbers_are_written_as_people_read_them() -> None:
    assert [nth(n) for n in (1, 2, 3, 4, 11, 13, 21, 112)] == [
        "1st", "2nd", "3rd", "4th", "11th", "13th", "21st", "112th",
    ]  # fmt: skip
    assert plural(100_000, "znode") == "100\u202f000 znodes"
    spans = {0.00001: "< 0.1 ms", 0.0042: "4.2 ms", 0.25: "250 ms", 2.013: "2.01 s", 61: "61.0 s"}
    assert [duration(span) for span in spans] == [*spans.values()]


def servers(**modes: str | None) -> list[Server]:
    """Servers in these modes; None: the process has ended."""
    return [
        {
            **new_server({"id": name, "address": f"{name}:1", "pid": 1}, 0.0),
            "process": "running" if mode else "stopped",
            "answers": bool(mode),
            "mode": mode,
            "sessions": [f"0x{name}"] if mode else None,
        }
        for name, mode in modes.items()
    ]


def news(told: ServersNews, **modes: str | None) -> str:
    line = told.told(servers(**modes), ())
    words: Line = line.words if line else []
    return f"{text(words)} [{line.tone}]" if line else ""


def test_the_servers_are_told_of_where_something_has_changed() -> None:
    told = ServersNews()
    assert news(told, a="leader", b="follower", c="follower") == (
        "ZooKeeper has 3 servers, a is the quorum leader []"
    )
    assert news(told, a="leader", b="follower", c="follower") == ""
    assert news(told, a=None, b="leader", c="follower") == "b is now the quorum leader []"
    assert news(told, a=None, b="leader", c=None) == "no quorum: 1 of 3 servers run [dead]"
    assert news(told, a="follower", b="leader", c=None) == (
        "enough for a quorum: 2 of 3 servers run; a serves, as a follower [new]"
    )


def test_sessions_that_have_moved_are_told_of() -> None:
    told, both = ServersNews(), servers(a="follower", b="leader")
    told.told(both, ())
    line = told.told(both, [{"from": "a", "to": "b", "count": 1}])
    assert line is not None
    assert text(line.words) == "1 session moved from a to b"
