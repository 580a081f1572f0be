"""Handoff's candidates in a clean handoff, with a dashboard and without: `round() -> seconds`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from app.journal.journal import Journal
from app.processes.supervisor import Supervisor
from app.readmodels.document import Candidates
from app.recipes.registry import MODELS, ROLES
from benchmarks.dashboard import Dashboard
from benchmarks.measure import await_
from benchmarks.processes import Ending
from benchmarks.rivals import QUIET, SESSION_TIMEOUT, STANDING

ELECTION = "/election"
BY = "benchmark"


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
        if said.kind != "candidate.reported":
            continue
        leads = said.data["belief"] == "leading"
        if said.subject == leader and not leads and began is None:
            began = said.at
        if said.subject == successor and leads and ended is None:
            ended = said.at
    return ended - began if began is not None and ended is not None else None


class _Candidates(Ending):
    """A queue of candidates; each round stops the first and lets a new one join at its end."""

    def __init__(self) -> None:
        super().__init__()
        self._queue: list[str] = []

    def __enter__(self) -> Any:
        for _ in range(STANDING):
            self._join()
        return self

    def round(self) -> float:
        """One handoff."""
        leader, successor = self._queue[:2]
        seen = self._begin()
        time.sleep(QUIET)
        self._stop(leader)
        time.sleep(QUIET)
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

    def _candidates(self) -> Candidates:
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

    def _candidates(self) -> Candidates:
        candidates: Candidates = self._dashboard.state()["candidates"]
        return candidates


class LoneCandidates(_Candidates):
    """Candidates of this process, without mirror and page: their reports are noted as they come."""

    def __init__(self, hosts: str) -> None:
        super().__init__()
        self._journal = Journal(MODELS)
        self._supervisor = Supervisor(
            hosts, self._journal, lambda done: done(), ROLES, 2 * STANDING
        )
        self.stack.callback(self._supervisor.close)

    def _begin(self) -> Callable[[], list[Said]]:
        seq = self._journal.snapshot()[0]
        return lambda: [_said(event.as_json()) for event in self._journal.since(seq) or ()]

    def _start(self) -> str:
        idle = {"work": False}
        return self._supervisor.start(1, ELECTION, "predecessor", SESSION_TIMEOUT, BY, idle)[0]

    def _stop(self, name: str) -> None:
        self._supervisor.act(name, "stop", BY)

    def _candidates(self) -> Candidates:
        return self._journal.state["candidates"]


def _said(event: Mapping[str, Any]) -> Said:
    return Said(event["kind"], event["subject"], event["at"], event["data"])
