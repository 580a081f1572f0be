"""Histories are made of events: what was reported, and what nobody knows of those that ended."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from tests.judges.history import checkers, observed
from tests.judges.history.operation import Operation

PATH = "/p"
Event = dict[str, Any]


def events(*told: tuple[float, str, str, dict[str, Any]]) -> list[Event]:
    """Return the events (at, subject, kind, data), in this order, and before them the start of
    each process, with a session timeout of four seconds.
    """
    numbers = count(1)
    starting = {"path": PATH, "session_timeout_ms": 4_000}
    whos = dict.fromkeys(who for _, who, kind, _ in told if kind.startswith("candidate."))
    starts = [(0.0, who, "candidate.starting", starting) for who in whos]
    return [
        {"seq": next(numbers), "at": at, "subject": who, "kind": kind, "data": data}
        for at, who, kind, data in [*starts, *told]
    ]


def said(at: float, who: str, what: str, **data: Any) -> tuple[float, str, str, dict[str, Any]]:
    return at, who, f"candidate.{what}", data


def outcomes(history: list[Operation], kind: str) -> list[tuple[str, Any, str]]:
    return sorted((one.process, one.value, one.outcome) for one in history if one.kind == kind)


def test_a_task_under_the_lock_is_done_given_up_or_unknown() -> None:
    found = observed.lock_updates(
        events(
            said(1, "c1", "working", began=1, read=0),
            said(2, "c1", "working", began=1, read=0),
            said(3, "c1", "written", value=1),
            said(4, "c2", "working", began=4, read=1),
            said(5, "c2", "abandoned"),
            said(6, "c3", "working", began=6, read=1),
            said(7, "c3", "exited"),
            said(7, "c4", "working", began=7, read=2),
        ),
        PATH,
    )
    assert outcomes(found, "add") == [
        ("c1", 1, "ok"), ("c2", 2, "fail"), ("c3", 2, "unknown"), ("c4", 3, "unknown"),
    ]  # fmt: skip
    assert [one.completed for one in found if one.process == "c3"] == [7]


def test_a_leaders_number_is_what_the_store_has_judged() -> None:
    given = {"candidate": "c1", "number": 1}
    found = observed.leaders_numbers(
        events(
            (1, PATH, "work.written", given),
            (2, PATH, "work.refused", {"candidate": "c0", "number": 1}),
            (3, "/other", "work.written", given),
            (4, PATH, "work.damaged", given),
        ),
        PATH,
    )
    assert outcomes(found, "add") == [("c0", 1, "fail"), ("c1", 1, "ok"), ("c1", 1, "ok")]
    assert checkers.counter(found).lost == 1


def test_an_item_is_what_it_asks_for_and_its_end_is_told_or_unknown() -> None:
    name = f"{PATH}/items/item-1"
    found = observed.queue_items(
        events(
            (0, PATH, "queue.asked", {"candidate": "c1", "count": 3}),
            (1, name, "member.read", {"znode": "item-1", "data": "c1 #1"}),
            said(1, "c1", "put", items=["item-1", "item-2"], count=2),
            said(2, "c2", "took", item="item-1", times=1),
            said(3, "c2", "took", item="item-1", times=1),
            said(4, "c2", "exited"),
            said(5, "c3", "took", item="item-1", times=2),
            said(6, "c3", "finished", item="item-1"),
            said(7, "c3", "took", item="item-2", times=1),
            said(8, "c3", "dropped"),
        ),
        PATH,
    )
    puts = {(one.value, one.outcome) for one in found if one.kind == "put"}
    assert puts == {("c1 #1", "ok"), ("item-2", "ok"), (None, "unknown")}
    assert outcomes(found, "done") == [
        ("c2", "c1 #1", "unknown"), ("c3", "c1 #1", "ok"), ("c3", "item-2", "fail"),
    ]  # fmt: skip
    judged = checkers.total_queue(found)
    assert (judged.again, judged.lost) == (1, ["item-2"])


def entered(at: float, who: str) -> list[tuple[float, str, str, dict[str, Any]]]:
    return [said(at, who, "enters"), said(at + 1, who, "entered", round=1)]


def left(at: float, who: str) -> list[tuple[float, str, str, dict[str, Any]]]:
    return [said(at, who, "departs", round=1), said(at + 1, who, "left", round=1)]


TOGETHER = [*entered(1, "c1"), *entered(1, "c2"), *left(10, "c1")]


@pytest.mark.parametrize(
    ("of_the_other", "is_kept"),
    [
        (left(10, "c2"), True),
        (left(12, "c2"), False),
        ([said(5, "c2", "killed"), said(5.1, "c2", "exited")], True),
        ([said(10.5, "c2", "killed"), said(10.6, "c2", "exited")], False),
        ([said(10.5, "c2", "expired"), *left(12, "c2")], True),
        ([said(10.5, "c2", "expired"), said(12, "c2", "fell_out")], True),
        ([said(5, "c2", "paused"), said(12, "c2", "fell_out")], True),
        ([said(10.5, "c2", "paused"), *left(12, "c2")], False),
        ([said(12, "c2", "fell_out"), said(12, "c2", "reported", belief="suspended")], False),
        (
            [
                said(12, "c2", "fell_out"),
                said(12, "c2", "reported", belief="suspended", session_ends=10.5),
            ],
            True,
        ),
        ([said(9, "c2", "fell_out"), said(9.5, "c2", "entered", round=1)], False),
    ],
)
def test_one_is_inside_until_it_says_so_or_its_session_may_have_ended(
    of_the_other: list[Any], is_kept: bool
) -> None:
    found = observed.barrier_rounds(events(*TOGETHER, *of_the_other), PATH)
    assert bool(checkers.barrier(found, 2).broken) is not is_kept


def test_one_whose_session_ended_as_it_left_waits_for_the_next_round() -> None:
    told = events(
        *entered(1, "c1"),
        said(3, "c1", "departs", round=1),
        said(4, "c1", "reported", belief="joining"),
        said(5, "c1", "entered", round=2),
    )
    history = observed.barrier_rounds(told, PATH)
    assert outcomes(history, "leave") == [("c1", 1, "unknown")]
    assert outcomes(history, "wait") == [("c1", 1, "ok"), ("c1", 2, "ok")]
