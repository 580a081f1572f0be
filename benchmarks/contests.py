"""What is compared in a clean handoff. Each is a context manager with `round() -> seconds`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from multiprocessing.connection import Connection as Pipe
from types import TracebackType
from typing import Any, NamedTuple

from benchmarks.dashboard import Dashboard
from benchmarks.measure import await_
from benchmarks.processes import Peer

SESSION_TIMEOUT = 10.0
CANDIDATES = 3
ELECTION = "/election"
# Long enough for all that the last round left to do, so that each begins on a quiet machine.
_QUIET = 0.08


class _Closing:
    """A context manager that ends everything it has entered."""

    def __init__(self) -> None:
        self._stack = ExitStack()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()


# -- Handoff ----------------------------------------------------------------------------------


class Said(NamedTuple):
    """What is used of an event of the journal."""

    kind: str
    subject: str
    at: float
    data: dict[str, Any]


def took(events: Iterable[Said], leader: str, successor: str) -> float | None:
    """Seconds from the leader's stepping down to the successor's leading, by their own clocks."""
    began = ended = None
    for said in events:
        if said.kind == "candidate.reported" and said.subject == leader and began is None:
            began = said.at
        if said.kind == "candidate.reported" and said.subject == successor and ended is None:
            ended = said.at if said.data["belief"] == "leading" else None
    return ended - began if began is not None and ended is not None else None


class _Candidates(_Closing):
    """A queue of candidates; each round stops the first and lets a new one join at its end."""

    def __init__(self) -> None:
        super().__init__()
        self._queue: list[str] = []

    def __enter__(self) -> Any:
        for _ in range(CANDIDATES):
            self._join()
        return self

    def round(self) -> float:
        """One handoff."""
        leader, successor = self._queue[:2]
        seen = self._begin()
        time.sleep(_QUIET)
        self._stop(leader)
        time.sleep(_QUIET)
        await_("a handoff", lambda: took(seen(), leader, successor) is not None)
        seconds = took(seen(), leader, successor)
        assert seconds is not None
        self._queue.pop(0)
        self._join()
        return seconds

    def _join(self) -> None:
        name = self._start()
        self._queue.append(name)
        step = "watch predecessor" if len(self._queue) > 1 else "lead"
        await_(f"{name}'s joining", lambda: self._is_at(name, step))

    def _is_at(self, name: str, step: str) -> bool:
        candidate = self._candidates()[name]
        settled = candidate["belief"] in ("waiting", "leading")
        return bool(settled and candidate["step"] == step)

    def _begin(self) -> Callable[[], list[Said]]:
        """From now on: a function that returns what has been said since."""
        raise NotImplementedError

    def _start(self) -> str:
        raise NotImplementedError

    def _stop(self, name: str) -> None:
        raise NotImplementedError

    def _candidates(self) -> dict[str, Any]:
        raise NotImplementedError


class DashboardCandidates(_Candidates):
    """Candidates of a running dashboard, over REST; nothing is asked of it during a handoff."""

    def __init__(self, dashboard: Dashboard) -> None:
        super().__init__()
        self._dashboard = dashboard

    def _begin(self) -> Callable[[], list[Said]]:
        seq = self._dashboard.state()["seq"]
        return lambda: [_said(event) for event in self._dashboard.events(seq)]

    def _start(self) -> str:
        wishes = {"election": ELECTION, "session_timeout": SESSION_TIMEOUT}
        return self._dashboard.start_candidates(1, **wishes)[0]

    def _stop(self, name: str) -> None:
        self._dashboard.act(name, "stop")

    def _candidates(self) -> dict[str, Any]:
        candidates: dict[str, Any] = self._dashboard.state()["candidates"]
        return candidates


class LoneCandidates(_Candidates):
    """Candidates of this process, without mirror and page: their reports are noted as they come."""

    def __init__(self, hosts: str) -> None:
        super().__init__()
        from app.journal.journal import Journal
        from app.workers.supervisor import Supervisor

        self._journal = Journal()
        self._supervisor = Supervisor(hosts, self._journal, lambda done: done(), 2 * CANDIDATES)
        self._stack.callback(self._supervisor.close)

    def _begin(self) -> Callable[[], list[Said]]:
        seq = self._journal.snapshot()[0]
        return lambda: [_said(event.as_json()) for event in self._journal.since(seq) or ()]

    def _start(self) -> str:
        return self._supervisor.start(1, ELECTION, "predecessor", SESSION_TIMEOUT, "benchmark")[0]

    def _stop(self, name: str) -> None:
        self._supervisor.act(name, "stop", "benchmark")

    def _candidates(self) -> dict[str, Any]:
        candidates: dict[str, Any] = self._journal.snapshot()[1]["candidates"]
        return candidates


def _said(event: dict[str, Any]) -> Said:
    return Said(event["kind"], event["subject"], event["at"], event["data"])


# -- bare kazoo -------------------------------------------------------------------------------


class BareKazoo(_Closing):
    """Delete in one process; watch, then children read in another."""

    def __init__(self, hosts: str) -> None:
        super().__init__()
        self._deleter = Peer(_delete_on_demand, hosts)
        self._watcher = Peer(_watch_and_read, hosts)

    def __enter__(self) -> BareKazoo:
        for peer in (self._deleter, self._watcher):
            self._stack.enter_context(peer)
            peer.hear()
        return self

    def round(self) -> float:
        """One delete."""
        self._watcher.ask(self._deleter.ask("create"))
        time.sleep(2 * _QUIET)
        deleted: float = self._deleter.ask("delete")
        read: float = self._watcher.hear()
        return read - deleted


def _delete_on_demand(pipe: Pipe, hosts: str) -> None:
    """Answers "create" with the path of its znode, "delete" with the moment before the delete."""
    client = _connected(hosts)
    client.ensure_path("/bare")
    pipe.send("ready")
    while pipe.recv() == "create":
        path = client.create("/bare/n_", ephemeral=True, sequence=True)
        pipe.send(path)
        pipe.recv()
        began = time.monotonic()
        client.delete(path)
        pipe.send(began)


def _watch_and_read(pipe: Pipe, hosts: str) -> None:
    """Watches each path that it is sent; says "armed", and later when the children were read.

    The read is made in the watch's callback: nothing in kazoo is quicker.
    """
    client = _connected(hosts)
    client.ensure_path("/bare")
    for _ in range(CANDIDATES - 1):
        client.create("/bare/n_", ephemeral=True, sequence=True)

    def fired(event: object) -> None:
        client.get_children("/bare")
        pipe.send(time.monotonic())

    pipe.send("ready")
    while True:
        client.get(pipe.recv(), watch=fired)
        pipe.send("armed")


# -- kazoo's Election -------------------------------------------------------------------------


class KazooElection(_Closing):
    """A queue of processes; each round the first one leaves and ends, and a new one joins."""

    def __init__(self, hosts: str) -> None:
        super().__init__()
        self._hosts = hosts
        self._queue: list[Peer] = []

    def __enter__(self) -> KazooElection:
        for _ in range(CANDIDATES):
            self._join()
        self._queue[0].hear()
        return self

    def round(self) -> float:
        """One handoff."""
        time.sleep(2 * _QUIET)
        leader, successor = self._queue[:2]
        returned: float = leader.ask("return")
        entered: float = successor.hear()
        self._queue.pop(0).end()
        self._join()
        return entered - returned

    def _join(self) -> None:
        volunteer = self._stack.enter_context(Peer(_stand, self._hosts, forked=True))
        volunteer.hear()
        self._queue.append(volunteer)


def _stand(pipe: Pipe, hosts: str) -> None:
    """Stand in the election; say when its function was entered; on "return" leave it, close the
    session, and say when the function ended.
    """
    client = _connected(hosts)
    returned = 0.0

    def lead() -> None:
        nonlocal returned
        pipe.send(time.monotonic())
        pipe.recv()
        returned = time.monotonic()

    pipe.send("ready")
    client.Election("/kazoo/election").run(lead)
    client.stop()
    client.close()
    pipe.send(returned)


def _connected(hosts: str) -> Any:
    from kazoo.client import KazooClient

    client = KazooClient(hosts, timeout=SESSION_TIMEOUT)
    client.start()
    return client
