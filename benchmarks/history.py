"""The history: how fast it is written, what it costs the present, how fast the past is found.

Written are the events of a seeded run (`recorded_run`): five candidates, whose leader works and
dies once a minute. The live path is that of `Journal.append` to the `events` message of a Socket.IO
client, with a history and without one, in turns. A seek is `GET moment?at=` at a random event, over
HTTP, of a dashboard that goes on with the file of a long run. A recording is opened as `replay` and
its dashboard do it: from the file to the first moment that can be asked for.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import requests

from app.ensemble.embedded import SandboxServer
from app.history.file import opened
from app.history.history import History
from app.history.past import Past
from app.history.recording import recorded
from app.journal.document import initial_state
from app.journal.journal import Journal, Listener
from app.journal.recorded import Recorded
from app.readmodels.document import State
from app.readmodels.event import Event
from app.recipes.registry import MODELS
from benchmarks.follower import Follower
from benchmarks.measure import Figure, percentile, tell
from benchmarks.recorded_run import Run
from tests.web.whole import Whole, whole

WRITTEN = 40_000
CHANGES, WARM_UP = 300, 50
SEEKS = 200
NIGHT_HOURS = 8
EVENTS_AN_HOUR = 17_000
MEGABYTE = 1024 * 1024
_WITHIN = 10.0


def measure() -> list[Figure]:
    """All figures; the million takes some minutes to be recorded."""
    with tempfile.TemporaryDirectory(prefix="history-") as folder:
        where = Path(folder)
        return [*_writing(where), *_living(where), *_night(where), *_seeking(where)]


# -- writing ------------------------------------------------------------------------------------


class _Replayed:
    """Stands in for a journal whose events have been folded before."""

    models = MODELS
    clock, wall = staticmethod(time.monotonic), staticmethod(time.time)

    def __init__(self, initial: State) -> None:
        self.state = initial
        self._listener: Listener = lambda event: None

    def append(self, event: Event) -> None:
        """Nothing is added."""

    def subscribe(self, listener: Listener) -> Any:
        self._listener = listener
        return lambda: None

    def tell(self, event: Recorded, state: State) -> None:
        self.state = state
        self._listener(event)


def _writing(folder: Path) -> list[Figure]:
    journal = Journal(MODELS, initial_state(MODELS))
    recorded: list[tuple[Recorded, State]] = []
    journal.subscribe(lambda event: recorded.append((event, journal.state)))
    run = Run(journal, seed=1)
    while len(recorded) < WRITTEN:
        run.go_on()
    rates = [_rate(folder / f"written-{number}.sqlite", recorded) for number in range(3)]
    rate = median(rates)
    return [
        Figure("history: events written", rate, "/s", goal=">= 20,000 /s", holds=rate >= 20_000)
    ]


def _rate(path: Path, recorded: list[tuple[Recorded, State]]) -> float:
    history = History(path)
    replayed: Any = _Replayed(initial_state(MODELS))
    history.follow(replayed)
    begun = time.monotonic()
    for event, state in recorded:
        replayed.tell(event, state)
    history.await_kept(recorded[-1][0].seq)
    seconds = time.monotonic() - begun
    history.close()
    return len(recorded) / seconds


# -- the present --------------------------------------------------------------------------------


class _Heard:
    """Changes of one dashboard, and a client that hears of them."""

    def __init__(self, dashboard: Whole) -> None:
        self._journal = dashboard.journal
        self._seq, self._at, self._came = 0, 0.0, threading.Event()
        self.delays: list[float] = []

    def change(self) -> None:
        self._came.clear()
        time.sleep(random.uniform(0.02, 0.06))
        begun = time.monotonic()
        self._seq = self._journal.tell("znode.changed", "/changing", {"zxid": 1}).seq
        if not self._came.wait(_WITHIN):
            raise TimeoutError("a change was not seen")
        self.delays.append((self._at - begun) * 1_000)

    def on_events(self, at: float, events: list[dict[str, Any]], state: dict[str, Any]) -> None:
        if any(one["kind"] == "znode.changed" for one in events):
            self._at = at
            self._came.set()


def _living(folder: Path) -> list[Figure]:
    with ExitStack() as stack:
        server = SandboxServer()
        server.start()
        stack.callback(server.stop)
        history = History(folder / "living.sqlite")
        stack.callback(history.close)
        heard = []
        for kept in (history, None):
            dashboard = stack.enter_context(whole(server.hosts, history=kept))
            one = _Heard(dashboard)
            stack.enter_context(Follower(f"{dashboard.url}/", one.on_events))
            heard.append(one)
        for _ in range(WARM_UP + CHANGES):
            for one in heard:
                one.change()
    kept_delays, bare = (one.delays[WARM_UP:] for one in heard)
    p50, against = median(kept_delays), median(bare)
    ninth = percentile(kept_delays, 99), percentile(bare, 99)
    return [
        Figure("history: event to client p50", p50, "ms", against,
               "<= 1 ms above none", p50 - against <= 1),
        Figure("history: event to client p99", ninth[0], "ms", ninth[1]),
    ]  # fmt: skip


# -- a night ------------------------------------------------------------------------------------


def _recorded(path: Path, events: int) -> dict[str, float]:
    tell(f"  recording {events:,} events …")
    command = [sys.executable, "-m", "benchmarks.recorded_run", str(path), str(events)]
    told: dict[str, float] = json.loads(subprocess.check_output(command, text=True))
    return told


def _night(folder: Path) -> list[Figure]:
    told = _recorded(folder / "night.sqlite", NIGHT_HOURS * EVENTS_AN_HOUR)
    if told["hours"] < NIGHT_HOURS:
        raise RuntimeError("the recorded night was too short")
    files = sum(file.stat().st_size for file in folder.glob("night.sqlite*")) / MEGABYTE
    peak = told["peak"] / MEGABYTE
    return [
        Figure("history: a night on disk", files, "MB", goal="< 200 MB", holds=files < 200),
        Figure("history: a night's most memory", peak, "MB", goal="< 150 MB", holds=peak < 150),
    ]


# -- seeking ------------------------------------------------------------------------------------


def _seeking(folder: Path) -> list[Figure]:
    few, many = folder / "few.sqlite", folder / "many.sqlite"
    return [*_seeks(few, 100_000, 100), *_opening(few, 100_000), *_seeks(many, 1_000_000, 300)]


def _seeks(path: Path, events: int, goal: float) -> list[Figure]:
    _recorded(path, events)
    chosen = random.Random(1)
    with _continued(path) as dashboard, requests.Session() as http:
        taken = [_seek(http, dashboard.url, chosen.randint(1, events)) for _ in range(SEEKS)]
    name, p95 = f"history: seek in {events:,}", percentile(taken, 95)
    size = path.stat().st_size / MEGABYTE
    return [
        Figure(f"{name} p50", median(taken), "ms"),
        Figure(f"{name} p95", p95, "ms", goal=f"<= {goal:g} ms", holds=p95 <= goal),
        Figure(f"history: {events:,} on disk", size, "MB"),
    ]


def _opening(path: Path, events: int) -> list[Figure]:
    past, file = Past(opened(path), path), path.with_suffix(".jsonl.gz")
    file.write_bytes(b"".join(recorded(past, 1, events, sorted(MODELS.named))))
    past.close()
    taken = median(_opens(file) for _ in range(5))
    name, size = f"history: a recording of {events:,}", file.stat().st_size / MEGABYTE
    return [
        Figure(f"{name}, opened", taken, "s", goal="<= 1 s", holds=taken <= 1),
        Figure(f"{name}, its file", size, "MB"),
    ]


def _opens(file: Path) -> float:
    begun = time.monotonic()
    with closing(History.of_recording(file)) as history:
        history.past.at(history.begins_after)
        return time.monotonic() - begun


@contextmanager
def _continued(path: Path) -> Iterator[Whole]:
    server, history = SandboxServer(), History(path)
    server.start()
    try:
        with whole(server.hosts, history=history) as dashboard:
            yield dashboard
    finally:
        history.close()
        server.stop()


def _seek(http: requests.Session, url: str, seq: int) -> float:
    begun = time.monotonic()
    answer = http.get(f"{url}/api/v1/moment?at={seq}", timeout=30)
    found = answer.json()["seq"]
    taken = (time.monotonic() - begun) * 1_000
    if found != seq:
        raise RuntimeError(f"asked for {seq}, got {found}")
    return taken
