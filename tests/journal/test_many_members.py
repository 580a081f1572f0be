"""One who comes or goes costs the journal the same work among 100 members and among 1,600."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from app.journal.journal import Journal
from app.journal.state import JournalFact
from app.readmodels.document import Data
from app.readmodels.events import ZnodeDeleted
from app.recipes.registry import MODELS

PATH, ONE = "/strangers", "0xabc"
CHANGES = 20
FEW, MANY = 100, 1600


class Crowd:
    """A journal with foreign members of one path. of_one: one session has them all; listed: what
    each session watches by the servers' list, of the member before its own, or None without one.
    """

    def __init__(
        self,
        size: int,
        of_one: bool,
        listed: Callable[[str], list[str]] | None,
        form: str = "n_",
    ) -> None:
        self._now, self._of_one, self._form = 1000.0, of_one, form
        self.journal = Journal(MODELS, clock=lambda: self._now)
        connection = {"session": "0x1", "version": "3.9.3", "timeout_ms": 10_000, "server": "a:1"}
        self.journal.tell("zookeeper.connected", "zookeeper", connection)
        loaded = {"znodes": size, "took_ms": 1, "mode": "recursive"}
        self.journal.tell("mirror.loaded", "zookeeper", loaded)
        members = [self.member(number) for number in range(size)]
        self.journal.tell("election.found", PATH, {"members": members})
        self._now += 5
        if listed:
            sessions: dict[str, list[str]] = {}
            for before, own in zip([None, *members], members, strict=False):
                known = sessions.setdefault(own["session"], [])
                known += listed(f"{PATH}/{before['znode']}") if before else []
            told = {"asked_at": self._now, "complete": True, "sessions": sessions,
                    "count": len(sessions), "source": "dump"}  # fmt: skip
            self.journal.tell("watches.listed", "zookeeper", told)

    def member(self, number: int) -> Data:
        session = ONE if self._of_one else hex(number + 0x100)
        stat = {"czxid": 1000 + number, "mzxid": 1000 + number, "ctime": 0}
        return {"znode": f"{self._form}{number:010}", "session": session, "data": "host-1", **stat}

    def goes(self, number: int) -> None:
        self._now += 0.001
        told = {"zxid": 9_000_000 + number}
        self.journal.tell("znode.deleted", f"{PATH}/{self._form}{number:010}", told)

    def comes(self, number: int) -> None:
        self._now += 0.001
        member = self.member(number)
        path = f"{PATH}/{member['znode']}"
        self.journal.tell("znode.created", path, {"zxid": member["czxid"]})
        self.journal.tell("member.read", path, {**member, "election": PATH})

    def lost(self, number: int) -> None:
        self._now += 0.001
        told = {"heard": self._now, "listed": self._now, "missing": self._now}
        self.journal.tell("connection.lost", self.member(number)["session"], told)

    @property
    def election(self) -> Any:
        return self.journal.state["elections"][PATH]  # type: ignore[typeddict-item]


def calls(change: Callable[[int], None], numbers: range) -> int:
    """Return how many functions are called by these changes."""
    counted = 0

    def count(frame: Any, what: str, argument: Any) -> None:
        nonlocal counted
        counted += what in ("call", "c_call")

    for number in numbers:
        sys.setprofile(count)
        try:
            change(number)
        finally:
            sys.setprofile(None)
    return counted


LISTS: dict[str, Callable[[str], list[str]] | None] = {
    "without a list": None,
    "each watches the one before": lambda before: [before],
    "nobody watches": lambda before: [],
}


@pytest.mark.parametrize("listed", LISTS)
@pytest.mark.parametrize("of_one", [True, False], ids=["one session", "own sessions"])
@pytest.mark.parametrize("what", ["the first go", "one in the middle goes", "one comes"])
def test_a_change_costs_the_same_among_many(what: str, of_one: bool, listed: str) -> None:
    few, many = (_cost(Crowd(size, of_one, LISTS[listed]), what, size) for size in (FEW, MANY))
    assert many <= 1.5 * few


@pytest.mark.parametrize("what", ["the first go", "one in the middle goes", "one comes"])
@pytest.mark.parametrize("form", ["a__lock__", "x-"], ids=["kazoo's lock", "a queue"])
def test_it_costs_the_same_among_many_in_other_recipes(form: str, what: str) -> None:
    few, many = (_cost(Crowd(size, False, None, form), what, size) for size in (FEW, MANY))
    assert many <= 1.5 * few


@pytest.mark.parametrize("listed", LISTS)
def test_a_lost_connection_costs_the_same_among_many(listed: str) -> None:
    few, many = (_cost(Crowd(size, False, LISTS[listed]), "is lost", size) for size in (FEW, MANY))
    assert many <= 1.5 * few


def _cost(crowd: Crowd, what: str, size: int) -> int:
    if what == "one comes":
        return calls(crowd.comes, range(size, size + CHANGES))
    change = crowd.lost if what == "is lost" else crowd.goes
    start = 0 if what == "the first go" else size // 2
    return calls(change, range(start, start + CHANGES))


def test_the_first_of_those_that_watch_wrong_are_told_and_how_many_more() -> None:
    crowd = Crowd(30, False, LISTS["nobody watches"])
    told = crowd.election["violations"]
    assert [one["subject"] for one in told] == [*(f"n_{n:010}" for n in range(1, 9)), "others"]
    assert told[-1]["detail"] == "21 others watch another znode than the one before it, or none"
    crowd.goes(29)
    assert crowd.election["violations"][-1]["detail"].startswith("20 others watch")


def test_an_invariant_stays_broken_by_those_that_were_only_counted() -> None:
    crowd = Crowd(30, False, LISTS["nobody watches"])
    crowd.journal.tell("invariants.checked", PATH, at=crowd.journal.clock() + 5)
    since = crowd.election["violations"][-1]["since"]
    assert crowd.election["invariants"]["watches_predecessor"] is False
    for number in range(1, 9):
        crowd.goes(number)
    assert {one["since"] for one in crowd.election["violations"]} == {since}


def test_what_ends_with_one_session_is_one_change() -> None:
    """Each end is an event of its own; no document shows a part of the change, and what comes of
    all is what comes of one after the other.
    """
    together, alone = (Crowd(10, of_one=True, listed=None) for _ in range(2))
    began, seen = together.journal.snapshot()[0], [*together.election["chain"]]
    chains: list[list[Any]] = []
    together.journal.subscribe(lambda _: chains.append([*together.election["chain"]]))
    gone = [0, 3, 4, 9]
    for number in gone:
        alone.goes(number)
    at = together.journal.clock()
    ends = (ZnodeDeleted(f"{PATH}/n_{number:010}", zxid=9_000_000) for number in gone)
    together.journal.append_all([JournalFact(end, at) for end in ends])
    events = together.journal.since(began) or []
    assert [event.seq for event in events[:4]] == [began + n for n in range(1, 5)]
    assert [event.subject[-1] for event in events[:4]] == ["0", "3", "4", "9"]
    assert chains[:3] == [seen] * 3
    assert [event.patch for event in events[:3]] == [{"seq": began + n} for n in range(1, 4)]
    for of in ("chain", "leader", "roles", "violations", "invariants", "doubts"):
        now, then = together.election[of], alone.election[of]
        assert names_in(now) == names_in(then), of


def names_in(part: Any) -> Any:
    """A part of an election without what has its own moment."""
    if isinstance(part, list):
        return [names_in(one) for one in part]
    if isinstance(part, dict):
        return {key: names_in(one) for key, one in part.items() if key not in ("since", "place")}
    return part
