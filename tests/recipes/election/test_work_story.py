"""The leader's work: what the store's rule says, and what the state keeps of it."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from app.journal.patch import apply, difference
from app.readmodels.event import event_of
from app.recipes.election import ledger
from app.recipes.election.ledger import (
    GAPS_KEPT,
    RING,
    STALE_KEPT,
    ElectionLedger,
    entered,
    is_stale,
    judge,
    opened,
)
from app.recipes.election.model import ElectionModel
from app.recipes.election.state import new_work

OLD, LATER = 8, 9


# -- the rule ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("epoch", "number", "fenced", "unfenced"),
    [
        (LATER, 42, "accepted", "accepted"),
        (LATER + 1, 42, "accepted", "accepted"),
        (LATER, 41, "damage", "damage"),
        (OLD, 41, "refused", "damage"),
        (OLD, 42, "refused", "accepted"),
        (OLD, 1, "refused", "damage"),
    ],
)
def test_what_becomes_of_a_write(epoch: int, number: int, fenced: str, unfenced: str) -> None:
    """41 numbers have been handed out, and epoch 9 was seen."""
    ledger = ElectionLedger(LATER, "c2", 41)
    assert judge(ledger, epoch, number, fencing=True) == fenced
    assert judge(ledger, epoch, number, fencing=False) == unfenced


def test_an_epoch_is_seen_when_the_count_is_asked_for() -> None:
    """Else a stale write could come between the new leader's reading and its first write."""
    ledger = opened(ElectionLedger(OLD, "c1", 41), LATER, "c2")
    assert ledger == ElectionLedger(LATER, "c2", 41)
    assert judge(ledger, OLD, 42, fencing=True) == "refused"


def test_an_earlier_epoch_opens_nothing() -> None:
    ledger = ElectionLedger(LATER, "c2", 41)
    assert opened(ledger, OLD, "c1") == ledger


def test_a_refused_write_leaves_no_trace_in_the_store() -> None:
    ledger = ElectionLedger(LATER, "c2", 41)
    assert entered(ledger, OLD, 42, "c1", "refused") == ledger


def test_a_damaging_write_neither_lowers_the_count_nor_the_epoch() -> None:
    assert entered(ElectionLedger(LATER, "c2", 50), OLD, 42, "c1", "damage") == ElectionLedger(
        LATER, "c2", 50
    )


def played(order: tuple[int, ...], *, fencing: bool) -> list[tuple[str, int]]:
    """Leaders 1 and 2 each ask for the count and then write three times, counting on from it; who
    is told nothing writes nothing. `order`: whose turn it is. The verdicts, with their numbers.
    """
    ledger, counts = ElectionLedger(), dict[int, int]()
    verdicts: list[tuple[str, int]] = []
    asked = set[int]()
    for leader in order:
        if leader not in asked:
            asked.add(leader)
            if not (fencing and is_stale(ledger, leader)):
                ledger = opened(ledger, leader, f"c{leader}")
                counts[leader] = ledger.count
        elif leader in counts:
            counts[leader] += 1
            verdict = judge(ledger, leader, counts[leader], fencing=fencing)
            ledger = entered(ledger, leader, counts[leader], f"c{leader}", verdict)
            verdicts.append((verdict, counts[leader]))
    return verdicts


ORDERS = sorted(set(permutations([1] * 4 + [2] * 4)))


def test_with_fencing_every_number_is_handed_out_once_in_whatever_order_writes_arrive() -> None:
    for order in ORDERS:
        verdicts = played(order, fencing=True)
        taken = [number for verdict, number in verdicts if verdict == "accepted"]
        assert taken == list(range(1, len(taken) + 1)), order
        assert all(verdict != "damage" for verdict, _ in verdicts), order


def test_without_fencing_it_is_not() -> None:
    damaged = [order for order in ORDERS if "damage" in dict(played(order, fencing=False))]
    assert (1, 1, 1, 2, 2, 1, 2, 2) in damaged
    assert (1, 1, 1, 1, 2, 2, 2, 2) not in damaged


# -- the fold ---------------------------------------------------------------------------------


class Page:
    """An election whose events are folded, and the same by patches."""

    def __init__(self) -> None:
        self.election: Any = {
            "chain": [], "handoff": None, "last_handoff": None,
            "fencing": True, "work": new_work(),
        }  # fmt: skip
        self.folded = self.election
        self.at = 100.0
        self.patch: dict[str, Any] = {}

    def _take(self, after: Any) -> None:
        self.patch = difference(self.election, after)
        self.folded = apply(self.folded, self.patch)
        self.election = after

    def event(self, what: str, **data: Any) -> None:
        event = event_of(f"work.{what}", "/election", data)
        self._take(ElectionModel().folded(self.election, event, self.at))

    def write(self, number: int, epoch: int = OLD, by: str = "c1", what: str = "written") -> None:
        known = {"seen": max(epoch, self.work["epoch"] or 0), "holder": self.work["term"]}
        count = self.work["count"] if what == "refused" else max(number, self.work["count"])
        self.event(what, candidate=by, epoch=epoch, number=number, count=count, **known)

    def candidate(self, name: str, kind: str, belief: str, epoch: int | None = None) -> None:
        one: Any = {"belief": belief, "epoch": epoch}
        event = event_of(f"candidate.{kind}", name)
        self._take(ledger.with_process_event(self.election, event, one, self.at))

    def lead(self, name: str, epoch: int) -> None:
        self.election = {**self.election, "chain": [{"candidate": name, "czxid": epoch}]}

    @property
    def work(self) -> dict[str, Any]:
        found: dict[str, Any] = self.election["work"]
        return found


@pytest.fixture
def page() -> Page:
    """c1 has handed out 1, 2 and 3, one each quarter of a second."""
    found = Page()
    found.lead("c1", OLD)
    for number in (1, 2, 3):
        found.write(number)
        found.at += 0.25
    return found


def handed_over(page: Page, fault: str = "kill", epoch: int | None = LATER) -> None:
    """c2 leads two seconds after c1's last write, and has written 4. epoch: of the last handoff."""
    last = {"fault": fault, "to": "c2", "to_epoch": epoch}
    page.election = {**page.election, "last_handoff": last}
    page.lead("c2", LATER)
    page.at += 1.75
    page.event("begun", candidate="c2", epoch=LATER, number=None, count=3)
    page.write(4, LATER, "c2")


def test_a_patch_is_one_place_of_the_ring(page: Page) -> None:
    page.write(4)
    assert page.patch == {
        "work": {
            "count": 4,
            "accepted": 4,
            "at": page.at,
            "writes": {"3": {
                "at": page.at, "candidate": "c1", "epoch": OLD, "number": 4, "verdict": "accepted",
            }},
        }
    }  # fmt: skip


def test_the_ring_keeps_the_latest(page: Page) -> None:
    for number in range(4, RING + 3):
        page.write(number)
    assert len(page.work["writes"]) == RING
    assert page.work["writes"]["0"]["number"] == RING + 1
    assert page.work["writes"]["1"]["number"] == RING + 2
    assert page.work["writes"]["2"]["number"] == 3


@pytest.mark.parametrize("fault", ["stop", "kill", "pause"])
def test_a_gap_is_from_the_last_write_of_a_term_to_the_first_of_the_next(
    page: Page, fault: str
) -> None:
    handed_over(page, fault)
    assert page.work["gap_ms"] == 2000.0
    assert page.work["gaps"] == [
        {"from": "c1", "to": "c2", "began": 100.5, "ended": 102.5, "ms": 2000.0, "fault": fault}
    ]
    page.at += 0.25
    page.write(5, LATER, "c2")
    assert len(page.work["gaps"]) == 1


def test_a_gap_without_a_handoff_has_no_fault(page: Page) -> None:
    page.election = {**page.election, "last_handoff": {"fault": "kill", "to": "c9", "to_epoch": 7}}
    page.write(4, LATER, "c2")
    assert page.work["gaps"][0]["fault"] is None


def test_the_fault_of_an_earlier_term_of_the_same_one_is_not_this_ones(page: Page) -> None:
    handed_over(page, "stop", epoch=OLD - 1)
    assert page.work["gaps"][0]["fault"] is None


def test_few_gaps_are_kept(page: Page) -> None:
    for epoch in range(LATER, LATER + 2 * GAPS_KEPT):
        page.write(page.work["count"] + 1, epoch, "c2")
    assert len(page.work["gaps"]) == GAPS_KEPT
    assert page.work["term_epoch"] == LATER + 2 * GAPS_KEPT - 1


def test_a_refused_write_is_counted_and_kept_with_what_had_been_seen(page: Page) -> None:
    handed_over(page)
    page.write(4, OLD, "c1", "refused")
    assert (page.work["accepted"], page.work["refused"], page.work["count"]) == (4, 1, 4)
    assert page.work["writes"]["4"]["verdict"] == "refused"
    (stale,) = page.work["stale"]
    assert (stale["candidate"], stale["epoch"], stale["number"]) == ("c1", OLD, 4)
    assert (stale["seen"], stale["leader"], stale["verdict"]) == (LATER, "c2", "refused")
    assert (page.work["term"], len(page.work["gaps"])) == ("c2", 1)


def test_damage_names_who_had_handed_the_number_out(page: Page) -> None:
    handed_over(page)
    page.event("fencing", on=False)
    page.write(4, OLD, "c1", "damaged")
    assert (page.election["fencing"], page.work["damage"]) == (False, 1)
    assert page.work["stale"][0]["first"] == "c2"
    assert page.work["term"] == "c2"


def test_a_stale_write_that_is_taken_changes_no_term(page: Page) -> None:
    """Without fencing, before the new leader has written: the harm comes with its own write."""
    page.lead("c2", LATER)
    page.event("begun", candidate="c2", epoch=LATER, number=None, count=3)
    page.write(4, OLD, "c1")
    assert page.work["stale"][0]["verdict"] == "accepted"
    assert page.work["term_epoch"] == OLD
    page.write(4, LATER, "c2", "damaged")
    assert page.work["stale"][-1]["first"] == "c1"


def test_a_woken_leader_believes_until_it_notices(page: Page) -> None:
    handed_over(page, "pause")
    page.candidate("c1", "resumed", "leading", OLD)
    page.candidate("c1", "reported", "leading", OLD)
    (stale,) = page.work["stale"]
    assert stale["noticed"] is None
    assert (stale["candidate"], stale["woke"], stale["leader"]) == ("c1", 102.5, "c2")
    page.at += 0.004
    page.write(4, OLD, "c1", "refused")
    page.at += 0.003
    page.candidate("c1", "reported", "joining")
    (stale,) = page.work["stale"]
    assert (stale["number"], stale["verdict"]) == (4, "refused")
    assert stale["noticed"] - stale["woke"] == pytest.approx(0.007)
    page.candidate("c1", "reported", "waiting")
    assert page.work["stale"] == [stale]


def test_the_write_may_arrive_after_it_has_noticed(page: Page) -> None:
    handed_over(page, "pause")
    page.candidate("c1", "resumed", "leading", OLD)
    page.candidate("c1", "reported", "joining")
    page.write(4, OLD, "c1", "refused")
    (stale,) = page.work["stale"]
    assert stale["woke"] == stale["noticed"] == stale["at"] == page.at


def test_a_leader_woken_in_time_is_nobodys_rival(page: Page) -> None:
    page.candidate("c1", "resumed", "leading", OLD)
    assert page.work["stale"] == []


def test_a_leader_woken_into_an_empty_election_is_deposed_too(page: Page) -> None:
    page.election = {**page.election, "chain": []}
    page.candidate("c1", "resumed", "leading", OLD)
    assert page.work["stale"][0]["leader"] is None


def test_one_that_ends_before_it_notices_has_ended(page: Page) -> None:
    handed_over(page, "pause")
    page.candidate("c1", "resumed", "leading", OLD)
    page.candidate("c1", "exited", "gone")
    assert page.work["stale"][0]["noticed"] is None
    assert page.work["stale"][0]["ended"] == page.at


def test_a_second_freeze_of_the_same_candidate_is_kept_apart(page: Page) -> None:
    handed_over(page, "pause")
    for epoch in (OLD, LATER):
        page.lead("c3", LATER + 1)
        page.candidate("c1", "resumed", "leading", epoch)
        page.write(4, epoch, "c1", "refused")
        page.candidate("c1", "reported", "joining")
    assert [one["epoch"] for one in page.work["stale"]] == [OLD, LATER]


def test_few_stale_leaders_are_kept(page: Page) -> None:
    handed_over(page)
    for _ in range(2 * STALE_KEPT):
        page.write(4, OLD, "c1", "refused")
    assert len(page.work["stale"]) == STALE_KEPT
    assert page.work["refused"] == 2 * STALE_KEPT


def test_a_reset_forgets_what_was_counted_and_goes_on_counting(page: Page) -> None:
    handed_over(page)
    page.write(4, OLD, "c1", "refused")
    page.event("reset", by="test")
    assert {**page.work, "at": None} == {
        **new_work(), "count": 4, "epoch": LATER, "term": "c2", "term_epoch": LATER,
    }  # fmt: skip
    page.write(5, LATER, "c2")
    assert (page.work["accepted"], page.work["gaps"]) == (1, [])
