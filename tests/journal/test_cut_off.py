"""ZooKeeper serves nobody while processes of every recipe are at work: each story says what is true
then, in the recipe's own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.journal import script as election_script
from tests.journal.script import ELECTION, address_of, report_of, told_of
from tests.recipes.bookshelf import script as bookshelf_script
from tests.recipes.commit import script as commit_script
from tests.recipes.configuration import script as watching_script
from tests.recipes.lock.script import LOCK, LockScript
from tests.recipes.membership import script as group_script
from tests.recipes.queue import test_model as flow


def lock() -> LockScript:
    """c1 holds it, c2 waits."""
    script = LockScript()
    for number, name in enumerate(("c1", "c2"), start=1):
        script.begins(name)
        script.queues(name, number)
    script.holds("c1", 1)
    return script


def names() -> watching_script.NameScript:
    """c1 provides it, c3 and c4 look it up."""
    return watching_script.found()


RECIPES: dict[str, tuple[Callable[[], Any], str]] = {
    "elections": (election_script.three, ELECTION),
    "locks": (lock, LOCK),
    "groups": (group_script.two, group_script.GROUP),
    "queues": (flow.queue, flow.QUEUE),
    "barriers": (lambda: flow.barrier()[0], flow.BARRIER),
    "configurations": (watching_script.two, watching_script.CONFIG),
    "names": (names, watching_script.NAMES),
    "bookshelves": (bookshelf_script.three, bookshelf_script.SHELF),
    "commits": (commit_script.three, commit_script.PLACE),
}
OWN_WORDS = {
    "elections": "lead",
    "locks": "lock",
    "groups": "live",
    "queues": "item",
    "barriers": "barrier",
    "configurations": "value",
    "names": "address",
    "bookshelves": "write",
    "commits": "decided",
}
UNFINISHED = re.compile(r", ([A-Z]|$)")
OF_ELECTIONS = re.compile(r"\b(election|may lead|led|leader)\b")


def configure(script: Any, count: int) -> None:
    """ZooKeeper servers of ours."""
    ids = [f"s{number}" for number in range(1, count + 1)]
    servers = [{"id": one, "address": address_of(one), "pid": 7} for one in ids]
    where = {"source": "apache", "hosts": address_of("s1"), "chroot": "", "keeps": "everything"}
    script.event("zookeeper.configured", "zookeeper", **where, servers=servers, actions=True)
    modes = ["standalone"] if count == 1 else ["leader", *["follower"] * (count - 1)]
    reports = [report_of(one, mode) for one, mode in zip(ids, modes, strict=True)]
    script.event("zookeeper.servers", "zookeeper", servers=reports)


STRIKES: dict[str, tuple[Any, ...]] = {
    "ZooKeeper is frozen": (1, "paused"),
    "ZooKeeper is down": (1, "killed"),
    "2 of 3 servers are down: no quorum": (3, "killed", "killed"),
    "2 of 3 servers are frozen: no quorum": (3, "paused", "paused"),
    "2 of 3 servers are down or frozen: no quorum": (3, "killed", "paused"),
    "ZooKeeper does not answer the dashboard": (),
}
"""Why nobody is served -> how many servers are ours, and what was done to the first of them."""


def strike(script: Any, count: int = 0, *deeds: str) -> None:
    if not count:
        script.event("zookeeper.suspended", "zookeeper", reason="refused")
        return
    configure(script, count)
    for number, deed in enumerate(deeds, start=1):
        script.event(f"server.{deed}", f"s{number}", by="test")


def freeze(script: Any) -> None:
    strike(script, 1, "paused")


def told(script: Any, section: str) -> str:
    return told_of(script.state[section][RECIPES[section][1]])


@pytest.mark.parametrize("why", STRIKES)
@pytest.mark.parametrize("section", RECIPES)
def test_every_story_says_in_its_own_words_that_its_processes_are_cut_off(
    section: str, why: str
) -> None:
    script = RECIPES[section][0]()
    strike(script, *STRIKES[why])
    story = told(script, section)
    assert story.startswith(why)
    assert "Nobody stands" not in story
    assert OWN_WORDS[section] in story
    assert not UNFINISHED.search(story), story
    if section not in ("elections", "bookshelves"):
        assert not OF_ELECTIONS.search(story), story


def inside() -> Any:
    """c4 and c5 are inside a barrier."""
    script, znodes = flow.barrier()
    flow.opens(script, znodes)
    flow.all_say(script, "entered")
    return script


def fall_out(script: Any) -> None:
    for name in ("c4", "c5"):
        script.event("candidate.fell_out", name, reason="the connection is lost")


def with_an_item() -> Any:
    """c2 has one in its hands."""
    script = flow.queue()
    script.takes(0, "c2", 3000)
    return script


def drop_it(script: Any) -> None:
    """Before, it says that it is cut off: only the end of its item is unanswered then."""
    script.event("candidate.reported", "c2", belief="suspended")
    assert "has not noticed" not in told(script, "queues")
    script.event("candidate.dropped", "c2", reason="the connection is lost")


@pytest.mark.parametrize(
    ("section", "begin", "who", "notice", "then"),
    [
        ("barriers", inside, "c4 and c5 have not noticed yet: each stops", fall_out,
         "ZooKeeper is frozen: nobody passes the barrier until it answers again. Its two processes "
         "are cut off. When ZooKeeper was last heard, two of them had their znodes there. "),
        ("queues", with_an_item, "c2 has not noticed yet: it stops", drop_it,
         "ZooKeeper is frozen: no item goes in or out until it answers again. Its three processes "
         "are cut off. When ZooKeeper was last heard, one item waited, and one was in a "
         "consumer's hands. "),
        ("locks", lock, "c1 has not noticed yet: it stops",
         lambda script: script.says("c1", "suspended"),
         "ZooKeeper is frozen: nobody gets the lock until it answers again. The last holder of the "
         "lock has stopped its work. Its two processes are cut off. When ZooKeeper was last heard, "
         "c1 was first of two. "),
    ],
)  # fmt: skip
def test_who_is_at_work_has_not_noticed_until_it_says_so(
    section: str,
    begin: Callable[[], Any],
    who: str,
    notice: Callable[[Any], None],
    then: str,
) -> None:
    script = begin()
    freeze(script)
    assert told(script, section).endswith(f"{who} its work as soon as its connection breaks.")
    notice(script)
    meanwhile = "Meanwhile no session ends, and no ephemeral znode is deleted."
    assert told(script, section) == f"{then}{meanwhile}"


def test_candidates_that_came_while_it_was_frozen_cannot_join() -> None:
    script = election_script.Script()
    script.starting("c1")
    freeze(script)
    assert told(script, "elections").endswith("One candidate cannot join the election.")


def test_where_nobody_is_at_work_nobody_is_cut_off() -> None:
    script = flow.FlowScript()
    freeze(script)
    assert told(script, "barriers").endswith("Nobody is at this barrier.")
    assert told(script, "queues").endswith("Nobody works on it.")
