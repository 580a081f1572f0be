"""The store of the leaders' work: it takes or refuses their writes, in the order of arrival.

One serves all elections of a dashboard. It represents any store outside ZooKeeper that a leader
writes to: a database, a bucket, a disk. The rule is `app.recipes.election.model.work.judge`; here
is the lock that makes reading the epoch, judging and writing one step.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from ....journal.state import JournalFact
from ..events import StoreEvent, WorkBegun, WorkDamaged, WorkRefused, WorkWritten
from ..model.work import ElectionLedger, entered, is_stale, judge, opened
from ..state import Verdict

Tell = Callable[[str, str, Any], object]

EVENTS: Mapping[Verdict, type[StoreEvent]] = {
    "accepted": WorkWritten,
    "refused": WorkRefused,
    "damage": WorkDamaged,
}


class Store:
    """The store. `count` and `write` take the reports of these kinds and return what will be
    journaled.

    answer(candidate, word, value): the way back to the process that asked.
    """

    def __init__(self, answer: Tell) -> None:
        self._answer = answer
        self._lock = threading.Lock()
        self._ledgers: defaultdict[str, ElectionLedger] = defaultdict(ElectionLedger)
        self._unfenced: set[str] = set()
        self._barred: dict[str, tuple[str, Mapping[str, Any]]] = {}

    def fence(self, path: str, on: bool) -> None:
        """Set whether writes of an earlier epoch are refused in the election at `path`."""
        with self._lock:
            (self._unfenced.discard if on else self._unfenced.add)(path)

    def count(
        self, candidate: str, path: str, data: Mapping[str, Any], at: float
    ) -> list[JournalFact]:
        """Begin a leader's term: data is {"term", "epoch"}. It is told {"term", "count"}; with
        fencing, a leader of an earlier epoch is told nothing, and so cannot begin.
        """
        epoch = data["epoch"]
        with self._lock:
            ledger, fencing = self._ledgers[path], path not in self._unfenced
            if fencing and is_stale(ledger, epoch):
                self._barred[path] = (candidate, data)
                return [_fact(WorkRefused, path, candidate, epoch, None, ledger, ledger)]
            after = self._ledgers[path] = opened(ledger, epoch, candidate)
            fact = _fact(WorkBegun, path, candidate, epoch, None, ledger, after)
        self._answer(candidate, "count", {"term": data["term"], "count": after.count})
        return [fact]

    def rebase(self, path: str) -> list[JournalFact]:
        """Forget which epochs were seen, and tell the count to the leader that was refused last:
        ZooKeeper has another history than it had. The numbers go on.
        """
        with self._lock:
            candidate, data = self._barred.pop(path)
            self._ledgers[path] = ElectionLedger(count=self._ledgers[path].count)
        return self.count(candidate, path, data, time.monotonic())

    def write(
        self, candidate: str, path: str, data: Mapping[str, Any], at: float
    ) -> list[JournalFact]:
        """Take or refuse a number: data is {"term", "epoch", "number"}. The leader is told {"term",
        "number", "verdict"}.
        """
        epoch, number = data["epoch"], data["number"]
        with self._lock:
            ledger = self._ledgers[path]
            verdict = judge(ledger, epoch, number, fencing=path not in self._unfenced)
            after = self._ledgers[path] = entered(ledger, epoch, number, candidate, verdict)
            fact = _fact(EVENTS[verdict], path, candidate, epoch, number, ledger, after)
        told = {"term": data["term"], "number": number, "verdict": verdict}
        self._answer(candidate, "written", told)
        return [fact]


def _fact(
    kind: type[StoreEvent],
    path: str,
    candidate: str,
    epoch: int,
    number: int | None,
    before: ElectionLedger,
    after: ElectionLedger,
) -> JournalFact:
    """Return the fact with the moment of the decision: the journal keeps decisions in their order.

    `seen` is the latest epoch the store had seen until then, and `holder` who brought it.
    """
    event = kind(
        path,
        candidate=candidate,
        epoch=epoch,
        number=number,
        seen=before.epoch,
        holder=before.holder,
        count=after.count,
    )
    return JournalFact(event, time.monotonic())
