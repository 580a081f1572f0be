"""What happened, in words: each kind of event is in one group, which the reader would look in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser.view import View

CONTRACT = (Path(__file__).parents[2] / "docs" / "contract.md").read_text()
EVENTS = CONTRACT.partition("\n## Events\n")[2].partition("\n### ")[0].partition("\n## ")[0]
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
    "servers": ("zookeeper", "mirror", "server", "dashboard", "thread"),
}  # fmt: skip
"""group -> the families of events, or the single kinds, that are in it."""
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
