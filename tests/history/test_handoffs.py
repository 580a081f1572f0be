"""Handoffs as a list, and the figures of their phases."""

from __future__ import annotations

from typing import Any

import pytest

from app.history.handoffs import (
    PHASES,
    figures_of,
    groups_of,
    handoffs_of,
    rows_of,
    searched,
    with_words,
)
from app.history.past import KeptMoment


def moment(seq: int, **record: Any) -> KeptMoment:
    subject = "/election"
    return KeptMoment(seq=seq, wall=1.0 * seq, what="handoff", subject=subject, data=record)


def passing(seq: int, ms: float, phases_from: str = "fault") -> KeptMoment:
    phases = {"deleted": ms, "notified": None, "leading": ms + 1}
    names = {"from": "c1", "to": "c2", "fault": "kill"}
    return moment(seq, **names, phases_ms=phases, phases_from=phases_from)


def test_what_nobody_observed_is_left_out() -> None:
    (one,) = handoffs_of([passing(7, 5.0)])
    assert (one["path"], one["from"], one["to"], one["seq"]) == ("/election", "c1", "c2", 7)
    assert one["led_ms"] is None
    assert one["phases_ms"] == {"deleted": 5.0, "leading": 6.0}
    assert one["observed"] == ["deleted", "leading"]


def test_a_stranger_has_its_name() -> None:
    names = {"from": None, "from_name": "n_1", "to": None, "to_name": "n_2"}
    (one,) = handoffs_of([moment(1, **names)])
    assert (one["from"], one["to"]) == ("n_1", "n_2")


def test_every_word_of_a_search_stands_somewhere() -> None:
    killed = moment(2, **{"from": "c1", "to": "c2", "fault": "kill"})
    unseen = moment(3, **{"from": None, "to": None, "fault": None})
    found = handoffs_of([killed, unseen])
    assert [one["seq"] for one in with_words(found, "/ELECTION")] == [2, 3]
    assert [one["seq"] for one in with_words(found, " c2  kill ")] == [2]
    assert with_words(found, "none") == []
    assert with_words(found, "") == found


def test_a_search_goes_on_to_the_oldest_that_is_kept() -> None:
    often = [passing(seq, 1.0) for seq in range(10, 60)]
    rare: list[KeptMoment] = [
        {**passing(seq, 1.0), "subject": path} for seq, path in ((2, "/a"), (30, "/a"))
    ]
    kept = sorted([*often, *rare, passing(2, 1.0)], key=lambda one: one["seq"])

    def read(until: int, count: int) -> list[KeptMoment]:
        return [one for one in kept if one["seq"] <= until][-count:]

    def seqs(text: str, limit: int) -> list[int]:
        return [one["seq"] for one in searched(read, text, 2**53, limit, piece=7)]

    assert seqs("/a", 9) == [2, 30]
    assert seqs("/a", 1) == [30]
    assert seqs("kill", 90) == [one["seq"] for one in kept]
    assert seqs("none", 9) == []


def test_the_figures_are_nearest_ranks() -> None:
    found = figures_of(handoffs_of(passing(number, float(number)) for number in range(1, 201)))
    ranks = {"p50": 100.0, "p95": 190.0, "p99": 198.0, "max": 200.0, "count": 200}
    assert found["deleted"] == ranks
    assert found.keys() == {"deleted", "leading"}


@pytest.mark.parametrize(("phases_from", "count"), [("deleted", 1), ("lost", 2)])
def test_a_phase_counted_from_elsewhere_than_a_fault_or_a_loss_is_not_compared(
    phases_from: str, count: int
) -> None:
    both = handoffs_of([passing(1, 4.0), passing(2, 1.0, phases_from)])
    assert figures_of(both)["deleted"]["count"] == count


def test_a_lock_is_handed_over_in_one_phase() -> None:
    passed = {"from": "c1", "to": "c2", "fault": "release", "last_ms": 2.5}
    (one,) = handoffs_of([moment(3, **passed)])
    assert one["phases_ms"] == {"held": 2.5}
    assert figures_of([one])["held"]["p50"] == 2.5


def test_a_table_has_a_head_and_a_row_for_each() -> None:
    head, row = rows_of(handoffs_of([passing(7, 5.0)]))
    assert head[-6:] == tuple(f"{phase}_ms" for phase in PHASES)
    told = dict(zip(head, row, strict=True))
    assert (told["leading_ms"], told["notified_ms"], told["phases_from"]) == (6.0, None, "fault")


def test_faults_of_another_kind_have_figures_of_their_own() -> None:
    stops = [moment(at, fault="stop", phases_ms={"deleted": 2.0}) for at in (1, 2)]
    kill, stop = sorted(groups_of(handoffs_of([*stops, passing(3, 4_000.0)])), key=str)
    assert (stop["fault"], stop["count"], stop["figures"]["deleted"]["max"]) == ("stop", 2, 2.0)
    assert (kill["fault"], kill["count"], kill["figures"]["deleted"]["max"]) == ("kill", 1, 4000.0)
