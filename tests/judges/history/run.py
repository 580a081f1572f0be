"""One run: start all recipes, strike them while clients work, heal them, look, and judge."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.measure import tell
from tests.judges.history import checkers, observed
from tests.judges.history.account import Account
from tests.judges.history.clients import NODES, Clients
from tests.judges.history.operation import Operation
from tests.judges.history.rest import Rest
from tests.judges.history.rooms import BARRIER, BARRIER_SIZE, ELECTION, LOCK, QUEUE, ROOMS, SHELF
from tests.judges.history.strikes import Strikes

State = Mapping[str, Any]

BEGINS_WITHIN = 120.0
HEALED_WITHIN = 240.0
EVENTS_AT_ONCE = 5_000
AT_WORK = (LOCK, ELECTION, QUEUE, BARRIER)


def account_of(url: str, seconds: float, seed: int) -> Account:
    """Run for so many seconds, and judge what has happened on the dashboard at `url`."""
    run = Run(Rest(url), seed)
    run.begin()
    tell(f"histories, seed {seed}: faults for {seconds:g} s …")
    run.strike(seconds)
    tell("the last items, the last looks …")
    run.stop()
    return run.judged(seconds)


class Run:
    """One run on a dashboard that has servers of its own, and nothing at work."""

    def __init__(self, rest: Rest, seed: int) -> None:
        self._rest = rest
        self._seed = seed
        self._clients = Clients(rest, seed)
        self._events: list[dict[str, Any]] = []
        self._next = 0
        self._trouble: list[str] = []
        self._faults: Mapping[str, int] = {}
        self._file = Path()

    def begin(self) -> None:
        """Start all processes, and wait for them."""
        for room in ROOMS:
            room.open(self._rest)
        self._rest.await_("the beginning", _is_whole, BEGINS_WITHIN)
        self._file = _file_of(self._rest.state())

    def strike(self, seconds: float) -> None:
        """Have clients work, strike for so many seconds, and wait until all is as it was before."""
        strikes = Strikes(self._rest, self._seed, time.monotonic() + seconds)
        self._faults = strikes.faults
        with self._at_work(), ThreadPoolExecutor(1 + len(ROOMS)) as pool:
            struck = [pool.submit(strikes.of_servers)]
            struck += [pool.submit(strikes.of_processes, room) for room in ROOMS]
            for one in struck:
                with self._noting_trouble():
                    one.result()
            tell("all faults are undone: until all is as before …")
            with self._noting_trouble():
                self._await_order()

    def stop(self) -> None:
        """Wait until the queue is empty, and end all processes but the nodes of the bookshelf."""
        with self._noting_trouble():
            self._rest.await_("the last item's end", _is_drained, HEALED_WITHIN)
        for room in AT_WORK:
            self._rest.delete("candidates", {"path": room.path, "section": room.section})
        with self._noting_trouble():
            self._rest.await_("the processes' end", _has_ended, HEALED_WITHIN)

    def judged(self, seconds: float) -> Account:
        """Take the last looks, and judge all histories."""
        for node in NODES:
            if not self._clients.look("last", node):
                self._trouble.append(f"{node} of the bookshelf does not answer")
        self._catch_up()
        state, events = self._rest.state(), self._events
        queue = [*observed.queue_items(events, QUEUE.path), self._left(events)]
        number = _last("the file", int(self._file.read_text()))
        count = _last("the store", ELECTION.found(state)["work"]["count"])
        return Account(
            self._seed,
            seconds,
            str(state["zookeeper"]["version"]),
            self._trouble,
            self._faults,
            checkers.set_full(self._clients.operations),
            checkers.counter([*observed.lock_updates(events, LOCK.path), number]),
            checkers.counter([*observed.leaders_numbers(events, ELECTION.path), count]),
            checkers.total_queue(queue),
            checkers.barrier(observed.barrier_rounds(events, BARRIER.path), BARRIER_SIZE),
        )

    # -- how ----------------------------------------------------------------------------------

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Have the clients work during the block, and collect the events."""
        clients = [self._listen, *self._clients.all()]
        with ThreadPoolExecutor(len(clients)) as pool:
            working = [pool.submit(one) for one in clients]
            try:
                yield
            finally:
                self._clients.over.set()
            for one in working:
                one.result()

    @contextmanager
    def _noting_trouble(self) -> Iterator[None]:
        try:
            yield
        except TimeoutError as error:
            self._trouble.append(str(error))

    def _await_order(self) -> None:
        """Wait until everybody is back, and every recipe has gone on since then."""
        self._rest.await_("the end of all trouble", _is_whole, HEALED_WITHIN)
        before = _progress(self._rest.state())
        self._rest.await_(
            "that all go on",
            lambda state: all(map(int.__lt__, before, _progress(state))),
            HEALED_WITHIN,
        )

    def _listen(self) -> None:
        while not self._clients.over.wait(0.3):
            self._catch_up()

    def _catch_up(self) -> None:
        """Take all events that there are by now, without their patches. Raise RuntimeError if some
        are not at hand any more.
        """
        count = EVENTS_AT_ONCE
        while count == EVENTS_AT_ONCE:
            status, answer = self._rest.get("events", since=self._next, limit=EVENTS_AT_ONCE)
            if status != 200:
                raise RuntimeError(f"GET events was answered with {status}: {answer}")
            count, self._next = len(answer["events"]), answer["next"]
            self._events += [{**one, "patch": None} for one in answer["events"]]

    def _left(self, events: list[dict[str, Any]]) -> Operation:
        """Return which items are in the queue now."""
        status, answer = self._rest.get("znodes", path=f"{QUEUE.path}/items", limit=1_000)
        if status != 200:
            raise RuntimeError(f"GET znodes was answered with {status}: {answer}")
        there = answer["children"]["names"]
        items = observed.asked_by(events, QUEUE.path, there)
        return Operation("the queue", "left", 0.0, frozenset(items), time.monotonic(), "ok")


def _last(what: str, value: int) -> Operation:
    now = time.monotonic()
    return Operation(what, "read", now, value, now, "ok")


# -- what the state document says ---------------------------------------------------------------


def _is_whole(state: State) -> bool:
    """Tell whether all servers and processes are there, and the bookshelf's nodes in sync."""
    zookeeper = state["zookeeper"]
    if zookeeper["state"] != "connected" or not all(one["up"] for one in zookeeper["servers"]):
        return False
    if any(len(room.running(state)) != room.count for room in ROOMS):
        return False
    nodes = SHELF.found(state)["nodes"].values()
    return sorted(one["state"] for one in nodes) == ["in sync", "in sync", "leading"]


def _progress(state: State) -> tuple[int, ...]:
    """Return how far each recipe is."""
    return (
        LOCK.found(state)["file"]["value"],
        ELECTION.found(state)["work"]["count"],
        QUEUE.found(state)["done"],
        max((one["round"] for one in BARRIER.found(state)["rounds"]), default=0),
    )


def _is_drained(state: State) -> bool:
    queue = QUEUE.found(state)
    return not queue["waiting"] and not queue["in_hand"]


def _has_ended(state: State) -> bool:
    paths = {room.path for room in AT_WORK}
    there = (one for one in state["candidates"].values() if one["path"] in paths)
    return all(one["process"] == "exited" for one in there)


def _file_of(state: State) -> Path:
    """Return the file that the lock guards, by what its clients were told."""
    clients = (one for one in state["candidates"].values() if one["path"] == LOCK.path)
    told = next(clients)["settings"]
    return Path(told["directory"], told["file"])
