"""The store of the leaders' work: decides on arrival, answers, and says what is to be journaled."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from app.readmodels.event import Event
from app.recipes.election.actions import Store

PATH = "/election"
OLD, LATER = 8, 9


class Desk:
    """A store, and what it has answered to whom."""

    def __init__(self) -> None:
        self.answers: list[tuple[str, str, Any]] = []
        self.store = Store(lambda *answer: self.answers.append(answer))

    def count(self, name: str, epoch: int, term: int = 1, path: str = PATH) -> Event:
        (fact,) = self.store.count(name, path, {"term": term, "epoch": epoch}, 0.0)
        return fact.event

    def write(self, name: str, epoch: int, number: int, path: str = PATH) -> Event:
        data = {"term": 1, "epoch": epoch, "number": number}
        (fact,) = self.store.write(name, path, data, 0.0)
        return fact.event


@pytest.fixture
def desk() -> Desk:
    """c1 has written 1 and 2; then c2 has asked for the count, and written 3."""
    found = Desk()
    found.count("c1", OLD)
    found.write("c1", OLD, 1)
    found.write("c1", OLD, 2)
    found.count("c2", LATER)
    found.write("c2", LATER, 3)
    return found


def test_a_leader_is_told_the_count_and_the_verdicts(desk: Desk) -> None:
    assert desk.answers == [
        ("c1", "count", {"term": 1, "count": 0}),
        ("c1", "written", {"term": 1, "number": 1, "verdict": "accepted"}),
        ("c1", "written", {"term": 1, "number": 2, "verdict": "accepted"}),
        ("c2", "count", {"term": 1, "count": 2}),
        ("c2", "written", {"term": 1, "number": 3, "verdict": "accepted"}),
    ]


def test_a_write_of_an_earlier_epoch_is_refused(desk: Desk) -> None:
    fact = desk.write("c1", OLD, 3)
    assert (fact.kind, fact.subject) == ("work.refused", PATH)
    assert fact.data == {
        "candidate": "c1", "epoch": OLD, "number": 3, "seen": LATER, "holder": "c2", "count": 3,
    }  # fmt: skip
    assert desk.answers[-1] == ("c1", "written", {"term": 1, "number": 3, "verdict": "refused"})


def test_a_term_begins_with_what_had_been_seen_before_it(desk: Desk) -> None:
    fact = desk.count("c3", LATER + 1)
    assert (fact.kind, fact.data["seen"], fact.data["holder"]) == ("work.begun", LATER, "c2")


def test_it_is_refused_before_the_later_leader_has_written_anything() -> None:
    desk = Desk()
    desk.count("c1", OLD)
    desk.write("c1", OLD, 1)
    desk.count("c2", LATER)
    assert desk.write("c1", OLD, 2).kind == "work.refused"
    assert desk.write("c2", LATER, 2).kind == "work.written"


def test_without_fencing_it_is_taken_and_the_damage_told(desk: Desk) -> None:
    desk.store.fence(PATH, False)
    fact = desk.write("c1", OLD, 3)
    assert (fact.kind, fact.data["count"]) == ("work.damaged", 3)
    assert desk.write("c2", LATER, 4).kind == "work.written"
    desk.store.fence(PATH, True)
    assert desk.write("c1", OLD, 4).kind == "work.refused"


def test_an_earlier_leader_is_not_told_the_count(desk: Desk) -> None:
    told = len(desk.answers)
    fact = desk.count("c1", OLD)
    assert (fact.kind, fact.data["number"], fact.data["seen"]) == ("work.refused", None, LATER)
    assert len(desk.answers) == told
    desk.store.fence(PATH, False)
    assert desk.count("c1", OLD).kind == "work.begun"
    assert desk.answers[-1] == ("c1", "count", {"term": 1, "count": 3})
    assert desk.write("c2", LATER, 4).data["seen"] == LATER


def test_a_store_that_begins_another_history_takes_the_leader_that_it_refused(desk: Desk) -> None:
    desk.count("c1", OLD, term=7)
    ((fact, _),) = desk.store.rebase(PATH)
    assert (fact.kind, fact.data["epoch"], fact.data["count"]) == ("work.begun", OLD, 3)
    assert desk.answers[-1] == ("c1", "count", {"term": 7, "count": 3})
    assert desk.write("c1", OLD, 4).kind == "work.written"


def test_elections_know_nothing_of_each_other(desk: Desk) -> None:
    assert desk.count("c9", 1, path="/other").data["count"] == 0
    assert desk.write("c9", 1, 1, path="/other").kind == "work.written"
    desk.store.fence("/other", False)
    assert desk.write("c1", OLD, 3).kind == "work.refused"


def test_decisions_are_told_in_their_order(desk: Desk) -> None:
    """The moment of the decision, not that of the sending: the journal sorts by it."""
    moments = [
        fact.at
        for number in range(4, 40)
        for fact in desk.store.write("c2", PATH, {"term": 1, "epoch": LATER, "number": number}, 0.0)
    ]
    assert moments == sorted(moments)
    assert len(set(moments)) == len(moments)


def test_two_that_write_at_the_same_time_are_judged_one_after_the_other() -> None:
    desk = Desk()
    facts: list[Event] = []
    start = threading.Barrier(2)

    def hand_out(name: str, epoch: int) -> None:
        start.wait()
        for number in range(1, 500):
            facts.append(desk.write(name, epoch, number))

    threads = [threading.Thread(target=hand_out, args=(f"c{e}", e)) for e in (OLD, LATER)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken = [fact.data["number"] for fact in facts if fact.kind == "work.written"]
    assert len(taken) == len(set(taken))
