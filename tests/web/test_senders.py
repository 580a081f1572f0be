"""The threads that send, each alone: what can come between two steps of theirs does."""

from __future__ import annotations

import threading
import time
from itertools import pairwise

import pytest

from app.journal.journal import Journal
from app.readmodels.document import Data
from app.recipes.registry import MODELS
from app.system import threads
from app.web.broadcaster import LARGEST_BATCH, Broadcaster
from app.web.throttle import Throttle
from tests.support.zookeeper import await_until


class NotingSender:
    """Keeps what is sent; while a snapshot is on its way, one more thing happens."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.sent: list[tuple[str, Data, list[str]]] = []
        self.behind: set[str] = set()

    def send(self, event: str, payload: Data, sids: list[str]) -> None:
        if event == "snapshot":
            self.journal.tell("dashboard.started", "dashboard")
        if sids:
            self.sent.append((event, payload, sids))

    def is_behind(self, sid: str) -> bool:
        return sid in self.behind

    def seqs(self, sid: str) -> list[int]:
        """The numbers that this client got in batches."""
        batches = [p for name, p, sids in self.sent if name == "events" and sid in sids]
        return [event["seq"] for batch in batches for event in batch["events"]]


def test_what_happens_while_a_snapshot_is_sent_comes_after_it() -> None:
    journal = Journal(MODELS)
    sender = NotingSender(journal)
    broadcaster = Broadcaster(journal, sender)
    broadcaster.start()
    broadcaster.join("a")
    broadcaster.follow("a", None)
    await_until(lambda: sender.seqs("a") == [1])
    broadcaster.close()


def test_clients_at_one_position_share_a_message() -> None:
    journal = Journal(MODELS)
    sender = NotingSender(journal)
    broadcaster = Broadcaster(journal, sender)
    journal.tell("dashboard.started", "dashboard")
    for sid in ("a", "b", "c"):
        broadcaster.join(sid)
        broadcaster.follow(sid, 0)
    broadcaster.start()
    await_until(lambda: sender.seqs("a"))
    broadcaster.close()
    assert [sids for name, _, sids in sender.sent if name == "events"] == [["a", "b", "c"]]


def test_who_is_behind_is_left_out_and_served_later() -> None:
    journal = Journal(MODELS)
    sender = NotingSender(journal)
    broadcaster = Broadcaster(journal, sender)
    sender.behind = {"slow"}
    for sid in ("slow", "quick"):
        broadcaster.join(sid)
        broadcaster.follow(sid, 0)
    broadcaster.start()
    total = 2 * LARGEST_BATCH + 1
    for _ in range(total):
        journal.tell("dashboard.started", "dashboard")
    await_until(lambda: len(sender.seqs("quick")) == total)
    assert sender.seqs("slow") == []
    sender.behind = set()
    await_until(lambda: len(sender.seqs("slow")) == total)
    broadcaster.close()
    assert sender.seqs("slow") == sender.seqs("quick") == list(range(1, total + 1))


def test_who_has_gone_is_sent_nothing_more() -> None:
    journal = Journal(MODELS)
    sender = NotingSender(journal)
    broadcaster = Broadcaster(journal, sender)
    for sid in ("gone", "here"):
        broadcaster.join(sid)
        broadcaster.follow(sid, 0)
    broadcaster.leave("gone")
    broadcaster.follow("gone", 0)
    broadcaster.start()
    journal.tell("dashboard.started", "dashboard")
    await_until(lambda: sender.seqs("here") == [1])
    broadcaster.close()
    assert sender.seqs("gone") == []


def test_a_throttle_serves_at_once_and_then_once_an_interval() -> None:
    calls: list[float] = []

    def work() -> None:
        calls.append(time.monotonic())

    throttle = Throttle("test", "tests", 1.0, work, lambda *_: None)
    throttle.start()
    throttle.wake()
    await_until(lambda: calls)
    for _ in range(5):
        throttle.wake()
    await_until(lambda: len(calls) > 1)
    assert all(late - early > 0.5 for early, late in pairwise(calls))
    throttle.close()
    served = len(calls)
    throttle.wake()
    assert len(calls) == served


def test_a_throttle_survives_a_failure(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "REST", 0.0)
    succeeded = threading.Event()
    failures = [RuntimeError("once")]

    def work() -> None:
        if failures:
            raise failures.pop()
        succeeded.set()

    throttle = Throttle("test", "tests", 0.0, work, lambda *_: None)
    throttle.start()
    throttle.wake()
    assert succeeded.wait(60)
    throttle.close()
    assert "once" in caplog.text
