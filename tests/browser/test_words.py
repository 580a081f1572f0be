"""What happened, in words: each kind of event is in one group, which the reader would look in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser.view import View

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
    "election": (
        "election", "member", "acknowledgement", "version", "work", "lock", "group", "queue",
        "barrier", "book", "configuration", "value", "name", "comparison",
    ),
    "checks": ("invariants",),
    "znodes": ("znode", "znodes"),
    "workbench": ("workbench", "job", "console"),
    "lists": ("watches",),
    "servers": ("zookeeper", "mirror", "server", "connection", "dashboard", "thread"),
}  # fmt: skip
"""group -> the families of events, or the single kinds, that are in it."""
LINES = """async (events) => {
  const { learnWords, wordsOf } = await import("/static/js/words.js");
  const { VIEWS } = await import("/static/js/views/registry.js");
  VIEWS.forEach(learnWords);
  return events.map((event) =>
    wordsOf(event).map((part) => part.who ?? part.znode ?? part).join(""));
}"""
IN_GROUPS = """async (kinds) => {
  const { GROUPS, groupOf } = await import("/static/js/words.js");
  const groupsWith = (kind) => GROUPS.filter(({ kinds }) => kinds.test(kind));
  return Object.fromEntries(kinds.map((kind) => [
    kind, [groupOf({ kind }), ...groupsWith(kind).map(({ name }) => name)],
  ]));
}"""


def group_of(kind: str) -> str:
    """A kind of its own goes before its family; a family that no group has fails the test."""
    for wanted in (kind, kind.partition(".")[0]):
        for group, members in GROUPS.items():
            if wanted in members:
                return group
    pytest.fail(f"{kind}: in which group of `GROUPS` would a reader look for it?")


def test_every_kind_of_event_is_in_the_one_group_where_it_is_looked_for(view: View) -> None:
    assert len(KINDS) > 100
    found = view.run(IN_GROUPS, KINDS)
    assert found == {kind: [group_of(kind)] * 2 for kind in KINDS}


def test_an_event_of_a_kind_that_the_page_does_not_know_is_in_no_group(view: View) -> None:
    """A filter never hides what it does not name."""
    assert view.run(IN_GROUPS, ["news.come"]) == {"news.come": [None]}


NOON = 43_200_000
"""12:00:00 of the first day, by the server's clock; the page is in UTC."""


def test_a_line_says_that_something_was_read_and_not_that_it_has_just_happened(view: View) -> None:
    """The time beside a line is when the dashboard learned of it."""
    leader = {"znode": "n_0000000001", "candidate": "c1", "epoch": 3, "mtime": NOON}
    member = {"session": "0x1", "ctime": NOON}
    value = {"value": "a", "version": 2, "mtime": NOON}
    found = {"found": True}
    read = {
        "c1 acknowledged as leader, epoch 0x3": ("acknowledgement.read", leader),
        "found: c1 acknowledged as leader, epoch 0x3, written at 12:00:00 by the server's clock": (
            "acknowledgement.read",
            leader | found,
        ),
        "member /e read: session 0x1, created at 12:00:00 by the server's clock": (
            "member.read",
            member,
        ),
        "read: /e has 1 member": ("election.found", {"members": [member]}),
        "the newest data of /e is now version 3": ("version.read", {"newest": 3, "mtime": NOON}),
        "the newest data of /e is version 3, written at 12:00:00 by the server's clock": (
            "version.read",
            {"newest": 3, "mtime": NOON} | found,
        ),
        "/e says now “a”, version 2": ("value.read", value),
        "/e says “a”, version 2, written at 12:00:00 by the server's clock": (
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
    events = [{"kind": kind, "subject": "/e", "data": data} for kind, data in read.values()]
    assert view.run(LINES, events) == list(read)
