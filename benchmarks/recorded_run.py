"""A seeded run of an election, as a dashboard records it, fed to a history as fast as it goes.

`python -m benchmarks.recorded_run FILE EVENTS` keeps so many events in a file, in a process that
has loaded what a dashboard has, and prints `{"events", "seconds", "hours", "peak"}`: how long that
took, how much time the run covers, and the most memory that the process had, in bytes.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path
from typing import Any

import app.processes.supervisor
import app.services
import app.web
import app.zookeeper.mirror  # noqa: F401
from app.history.history import History
from app.journal.document import initial_state
from app.journal.journal import Journal
from app.recipes.registry import MODELS
from tests.journal.script import ELECTION, Script, session_of

WRITES_PER_SECOND = 4
SERVERS_EVERY = 2.5
HANDOFF_EVERY = 60.0
AHEAD = 1_000
"""Events that may wait for the disk: a real run is never faster than that."""


class Run(Script):
    """Five candidates, whose leader works, and dies once a minute; another one comes for it."""

    def __init__(self, journal: Journal, seed: int) -> None:
        self._journal = journal
        self._random = random.Random(seed)
        self._alive: list[tuple[str, int]] = []
        self._count = self._written = 0
        super().__init__()
        self.configured("s1")
        for _ in range(5):
            self._join()

    def event(self, kind: str, subject: str, **data: Any) -> None:
        self._journal.tell(kind, subject, data, self.at)
        self.state = self._journal.state

    def go_on(self) -> None:
        """One second of it."""
        for _ in range(WRITES_PER_SECOND):
            self.at += self._random.uniform(0.2, 0.3)
            self._write()
        if self._random.random() < 1 / SERVERS_EVERY:
            self._look()
        if self._random.random() < 1 / HANDOFF_EVERY:
            self._lose_the_leader()

    def _join(self) -> None:
        self._count += 1
        name = f"c{self._count}"
        self.joins(name, self._count)
        self._alive.append((name, self._count))

    def _write(self) -> None:
        self._written += 1
        leader, epoch = self._alive[0]
        told = {"number": self._written, "count": self._written, "seen": epoch, "holder": leader}
        self.event("work.written", ELECTION, candidate=leader, epoch=epoch, **told)

    def _look(self) -> None:
        self.servers(s1="standalone")
        watched = {session_of(name): [f"{ELECTION}/{number}"] for name, number in self._alive}
        at = self.at - self._random.uniform(0.001, 0.01)
        told = {"source": "wchp", "asked_at": at, "complete": True, "sessions": watched}
        self.event("watches.listed", "zookeeper", **told)

    def _lose_the_leader(self) -> None:
        (name, number), (heir, next_number) = self._alive[:2]
        del self._alive[0]
        self.event("candidate.killed", name, by="a person", session_ends=self.at + 4)
        self.event("candidate.exited", name, code=-9, signal="SIGKILL", session_ends=self.at + 4)
        self.at += self._random.uniform(3.5, 4.5)
        self.deleted(name, number, zxid=1_000 + self._written)
        self.notified(heir, f"{ELECTION}/{name}", zxid=1_000 + self._written)
        znode = self.chain[0]["znode"]
        self.reports(heir, "leading", znode=f"{ELECTION}/{znode}", epoch=next_number)
        acknowledged = {"znode": znode, "epoch": next_number, "candidate": heir, "believed": True}
        self.event("acknowledgement.read", ELECTION, **acknowledged, mtime=0)
        self._join()


def main(file: Path, count: int) -> dict[str, float]:
    """Keep so many events in the file."""
    history = History(file)
    journal = Journal(MODELS, initial_state(MODELS))
    history.follow(journal)
    run, begun, base = Run(journal, seed=1), time.monotonic(), journal.state["seq"]
    began = run.at
    while journal.state["seq"] < count:
        run.go_on()
        history.await_kept(journal.state["seq"] - AHEAD)
    history.await_kept(journal.state["seq"])
    seconds = time.monotonic() - begun
    history.close()
    if history.stopped:
        raise RuntimeError(history.stopped)
    kept = journal.state["seq"] - base
    return {
        "events": kept,
        "seconds": seconds,
        "hours": (run.at - began) / 3_600,
        "peak": most_memory(),
    }


def most_memory() -> int:
    """The most bytes that this program has had, without what its parent had."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1_024 for line in lines if line.startswith("VmHWM:"))


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]))))
