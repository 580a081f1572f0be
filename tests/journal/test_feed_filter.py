"""What a list of what happened tells one by one, and what it counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from app.journal import feed_filter
from app.journal.checks import TimedChecks
from app.journal.journal import Journal
from app.journal.recorded import Recorded
from app.recipes.registry import MODELS
from tests.recipes.queue.test_model import QUEUE, FlowScript, item_of, queue
from tests.support.zookeeper import await_until

STEPS = {"candidate.put": "put", "candidate.took": "taken", "candidate.finished": "done"}


def passes(script: FlowScript, number: int, pause: float) -> None:
    """An item goes through the queue, and `pause` seconds go by."""
    script.event("candidate.put", "c1", items=[item_of(number)], count=1, total=number)
    script.put(number)
    script.takes(number, "c2", 3000 + number)
    script.event("candidate.reported", "c2", belief="working", counters={})
    script.goes(number)
    script.event("candidate.finished", "c2", item=item_of(number))
    script.at += pause


@pytest.fixture
def script() -> FlowScript:
    return queue()


@pytest.fixture
def events(script: FlowScript) -> list[Recorded]:
    found: list[Recorded] = []
    script.journal.subscribe(found.append)
    return found


def test_a_queue_at_ease_is_told_line_by_line(script: FlowScript, events: list[Recorded]) -> None:
    for number in range(2, 30):
        passes(script, number, pause=1.0)
    assert all(event.told for event in events)
    assert script.journal.sum_up() is None


def test_a_busy_one_is_counted_and_no_step_is_left_out(
    script: FlowScript, events: list[Recorded]
) -> None:
    for number in range(2, 300):
        passes(script, number, pause=0.1)
        script.journal.sum_up()
    script.at += feed_filter.EVERY
    assert script.journal.sum_up() is None
    lines = [event for event in events if event.kind == "queue.passed"]
    assert {event.subject for event in lines} == {QUEUE}
    counted = Counter(STEPS[e.kind] for e in events if e.told and e.kind in STEPS)
    for line in lines:
        counted.update({key: line.data[key] for key in STEPS.values()})
    assert counted == dict.fromkeys(STEPS.values(), 298)
    assert sum(event.told is not None for event in events) < 60
    assert len(events) > 2_000


def test_what_is_no_routine_is_told_however_busy_it_is(
    script: FlowScript, events: list[Recorded]
) -> None:
    for number in range(2, 30):
        passes(script, number, pause=0.0)
    del events[:]
    script.event("candidate.killed", "c3", by="test", session_ends=104.0)
    script.event("candidate.took", "c2", item=item_of(0), times=2, began=1.0, ends=2.0)
    script.event("candidate.dropped", "c2", reason="its session is over")
    script.event("candidate.reported", "c2", belief="suspended", counters={})
    script.event("candidate.reported", "c2", belief="waiting", error="no right", counters={})
    script.event("znode.deleted", f"{QUEUE}/items")
    assert all(event.told for event in events)
    script.event("candidate.reported", "c2", belief="waiting", counters={})
    assert not events[-1].told


def test_another_queue_is_told_as_before(script: FlowScript, events: list[Recorded]) -> None:
    script.event("queue.opened", "/other", by="test")
    script.starts("c9", "/other", "queue", role="producer")
    for number in range(2, 30):
        passes(script, number, pause=0.0)
    script.event("candidate.put", "c9", items=[item_of(0)], count=1, total=1)
    assert events[-1].told


@pytest.fixture
def journal() -> Iterator[Journal]:
    found = Journal(MODELS)
    checks = TimedChecks(found)
    yield found
    checks.close()


def passed(journal: Journal) -> int:
    """How many items were put, by the lines that count them."""
    lines = (event for event in journal.recent(100) if event.kind == "queue.passed")
    return sum(event.data["put"] for event in lines)


def test_the_last_line_comes_although_nothing_else_happens(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_filter, "EVERY", 0.2)
    journal.tell("queue.opened", QUEUE, {"by": "test"})
    made = {"path": QUEUE, "recipe": "queue", "settings": {"role": "producer"}}
    journal.tell("candidate.starting", "c1", {**made, "session_timeout_ms": 4000, "by": "test"})
    for number in range(feed_filter.CALM + 3):
        put = {"items": [item_of(number)], "count": 1, "total": number + 1}
        journal.tell("candidate.put", "c1", put)
    await_until(lambda: passed(journal) == 4)
