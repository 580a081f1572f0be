"""Run a matrix of drills, one cell after another on one ZooKeeper."""

from __future__ import annotations

import time
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

from ...errors import Conflict, HandoffError, SetupError
from ...recipes.drill.matrix import SAME, DrillMatrix, same_sessions
from ...recipes.drill.page import verdict_of
from ...recipes.drill.plan import DrillPlan
from ...version import VERSION
from ..serve import say
from .conclusion import conclude
from .here import DrillPlace, place_of
from .lines import line_of, time_of
from .options import DrillOptions

GOES_ON = ("done", "aborted", "unsettled")
"""How a cell may end, and the next one runs nevertheless."""


def drilled_matrix(options: DrillOptions, stack: ExitStack) -> int:
    """Run all cells; return the exit code. Raise HandoffError where none can begin, SetupError
    where two of them are known to be the same.
    """
    matrix, place = options.matrix, place_of(options, stack)
    if same := same_sessions(matrix, _granted_by(place, matrix)):
        raise SetupError(same)
    run = _MatrixRun(matrix, place)
    cause, error = run.run()
    at = datetime.now(UTC).isoformat(timespec="seconds")
    report = matrix.report(run.cells, cause, error, handoff=VERSION, at=at)
    recording = partial(place.drills.recording, since=0) if run.cells else None
    code = conclude(report, options.files, recording)
    if options.settings.zookeeper is not None:
        for plan in {plan.path: plan for plan in matrix.plans}.values():
            place.clear(plan)
    return code


class _MatrixRun:
    """One run of a matrix. cells: the reports of those that have ended."""

    def __init__(self, matrix: DrillMatrix, place: DrillPlace) -> None:
        self._matrix, self._place = matrix, place
        self.cells: list[dict[str, Any]] = []
        self._granted: dict[float, float] = {}
        self._same: str | None = None
        self._began = self._ended = self._stood = time.monotonic()

    def run(self) -> tuple[str, str | None]:
        """Run all cells; return how that ended, and why where it ended early."""
        plans = self._matrix.plans
        for number, plan in enumerate(plans, 1):
            name = self._matrix.name(plan)
            say(f"cell {number} of {len(plans)}, {name}: about {time_of(self._left(number))} left")
            try:
                report = self._place.run(plan, self._hear)
            except HandoffError as error:
                return "unsettled", f"{name}: {error.message}"
            if self._same is not None:
                return SAME, self._same
            self.cells.append(report)
            self._ended = time.monotonic()
            say(": ".join(verdict_of(report)))
            if report["cause"] not in GOES_ON:
                return report["cause"], f"{name}: {report['error']}"
        return "done", None

    def _hear(self, event: Any) -> None:
        number = len(self.cells) + 1
        plan = self._matrix.plans[number - 1]
        if event.kind == "drill.stood":
            self._stand(plan, event.timeout)
        if event.kind == "drill.round":
            done = event.round["number"]
            of_cell = (time.monotonic() - self._stood) / done * (plan.rounds - done)
            left = time_of(of_cell + self._left(number + 1))
            line = line_of(event.round, plan.rounds)
            say(f"{number}/{len(self._matrix.plans)}  {line}  ({left} left)")

    def _stand(self, plan: DrillPlan, granted: float) -> None:
        """Note which sessions a cell has, and end it where another one has had the same."""
        self._granted[plan.session_timeout] = granted
        self._stood = time.monotonic()
        self._same = same_sessions(self._matrix, self._granted)
        if self._same is not None:
            with suppress(Conflict):  # A short one may be over.
                self._place.drills.stop("script")

    def _left(self, number: int) -> float:
        """Return the seconds that the cells from this one on need, by the pace of those before."""
        expected = [plan.seconds() for plan in self._matrix.plans]
        done = sum(expected[: len(self.cells)])
        pace = (self._ended - self._began) / done if done else 1.0
        return pace * sum(expected[number - 1 :])


def _granted_by(place: DrillPlace, matrix: DrillMatrix) -> dict[float, float]:
    """Return the session timeout that is asked for -> what ZooKeeper will grant: none where its
    servers do not tell.
    """
    from ...recipes.drill.actions.conf import conf_of

    conf = conf_of(place.handoff.context)
    least, most = conf.get("minSessionTimeout"), conf.get("maxSessionTimeout")
    if least is None or most is None:
        return {}
    asked = {plan.session_timeout for plan in matrix.plans}
    return {one: min(max(one * 1000, least), most) / 1000 for one in asked}
