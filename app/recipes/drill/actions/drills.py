"""Start a drill, stop it, and read its report."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from ....actions.action import Action, ActionAnswer
from ....actions.fields import (
    LIST,
    OPEN,
    TEXT,
    TEXTS,
    OneOrMore,
    SessionTimeout,
    nullable,
    object_of,
    within,
)
from ....actions.schema import Document
from ....actions.service import Context, Service
from ....actions.signature import Bounded, OrLeftOut
from ....errors import BadRequest, Conflict, NotFound, SetupError
from ....readmodels.scenes import sentence
from ....system.undo import UndoLog
from ...bookshelf.actions import MOST_NODES
from ...election.actions import Elections, Strangers
from ...election.strategies import STRATEGIES
from ..compare import AT_LEAST, compared_all
from ..events import SUBJECT, DrillBegan, DrillStopping
from ..faults import FAULTS, FAULTS_OF_SERVERS, TARGETS
from ..kept import ReadReport, as_report
from ..limits import limit_of
from ..page import html_of
from ..plan import (
    ELECTION,
    LASTS,
    LENGTHS,
    MOST_CANDIDATES,
    MOST_ROUNDS,
    RECIPES,
    ROUNDS,
    WITHIN,
    DrillPlan,
    checked,
    checked_length,
)
from ..side_by_side import document_of
from .report import recording_of, report_of
from .run import DrillRun

NUMBER: Document = {"type": "number"}
_BEGAN = object_of(plan=OPEN, seconds=NUMBER)
_COMPARED = object_of(
    schema=TEXT, differs=LIST, unknown=TEXTS, within=NUMBER, at_least=NUMBER, rows=LIST,
    verdict=TEXT,
)  # fmt: skip
LARGEST_REPORT = 10 * 1024 * 1024
_Report = Annotated[
    OrLeftOut[Mapping[str, Any]],
    Bounded(required=["schema", "plan", "where", "rounds"]),
    "a report of at most 10 MB; left out: that of the last drill here",
]
_REPORT = object_of(
    schema=TEXT, plan=OPEN, cause=nullable(TEXT), counts=OPEN, figures=OPEN, limits=LIST,
    rounds=LIST, where=OPEN, window={"type": ["array", "null"]},
)  # fmt: skip


class Drills(Service):
    """The drills of this dashboard, one at a time."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._elections = context.service(Elections)
        self._strangers = Strangers(context)
        self._changing = threading.Lock()
        self.run: DrillRun | None = None

    @Action("POST", "/drills", 202, "Start a drill: many failovers, each measured", _BEGAN)
    def start(
        self,
        recipe: Annotated[str, Bounded(enum=[*RECIPES]), "what is drilled"] = ELECTION,
        strategy: Annotated[
            OrLeftOut[Annotated[str, Bounded(enum=[*STRATEGIES])]],
            "of an election; without it, predecessor",
        ] = None,
        candidates: Annotated[int, within(2, MOST_CANDIDATES)] = 5,
        fault: Annotated[str, Bounded(enum=[*FAULTS, *FAULTS_OF_SERVERS]), "what happens"] = "kill",
        target: Annotated[
            OrLeftOut[Annotated[str, Bounded(enum=[*TARGETS])]],
            "to whom; the leader, or of servers the one that has the leader's session",
        ] = None,
        rounds: Annotated[int, within(1, MOST_ROUNDS)] = ROUNDS,
        session_timeout: SessionTimeout = 4.0,
        seed: Annotated[int, within(0, 2**31), "of the waits before the faults"] = 1,
        limit: Annotated[
            float, within(*LENGTHS), "seconds after which a round counts as not over"
        ] = WITHIN,
        limits: Annotated[
            Sequence[Annotated[str, Bounded(maxLength=64)]],
            Bounded(maxItems=20),
            "what has to hold, such as p95:handoff=6s or failed=0",
        ] = (),
        abort_after: Annotated[
            OrLeftOut[OneOrMore], "failed rounds that end the drill early"
        ] = None,
        lasts: Annotated[
            OrLeftOut[Annotated[float, within(*LENGTHS)]],
            f"seconds of a fault that lasts for a time; without it, {LASTS:g}",
        ] = None,
        *,
        by: str,
    ) -> dict[str, Any]:
        """Start a drill; return its plan, and how many seconds it may take."""
        if strategy is not None and recipe != ELECTION:
            raise BadRequest("a strategy is of elections only", field="strategy")
        plan = checked(
            DrillPlan(
                strategy or DrillPlan.strategy, candidates, fault, target or "", rounds,
                session_timeout, seed, limit, abort_after, tuple(map(limit_of, limits)),
                lasts=checked_length(lasts, [fault]), recipe=recipe,
            )
        )  # fmt: skip
        self.launch(plan, by)
        return {"plan": plan.shown, "seconds": round(plan.seconds(), 1)}

    def launch(self, plan: DrillPlan, by: str, undo: UndoLog | None = None) -> DrillRun:
        """Begin a drill by a plan that was checked. undo: where it is written what mends a fault
        of others' programs. Raise Conflict where it cannot be alone.
        """
        with self._changing:
            self._require_connection()
            if self._is_running():
                raise Conflict("a drill is running: wait for it, or stop it")
            if plan.programs is None:
                if plan.recipe == ELECTION:
                    self._require_alone(plan)
                self._require_room(plan.candidates)
            elif plan.programs.join:
                self._strangers.require_no_key(plan.path)
                self._require_room(plan.programs.join)
            if plan.recipe == "bookshelf" and plan.candidates > MOST_NODES:
                raise BadRequest(f"a bookshelf has at most {MOST_NODES} nodes", field="candidates")
            run = DrillRun(self._context, plan, by, undo)
            run.fault.setup()
            self.run = run
            seconds = round(plan.seconds(), 1)
            began = DrillBegan(SUBJECT, plan=plan.shown, seconds=seconds, by=by)
            self.run.first = self._journal.append(began).seq
            self.run.start()
            return self.run

    @Action("DELETE", "/drills", 202, "Stop the drill", object_of())
    def stop(self, by: str) -> None:
        """Stop the drill; its candidates end too. The state shows when that is done."""
        with self._changing:
            if self.run is None or not self._is_running():
                raise Conflict("no drill is running")
            self._journal.append(DrillStopping(SUBJECT, by=by))
            self.run.stop()

    @Action("GET", "/drills/report", 200, "Read the report of the last drill", _REPORT)
    def report(self) -> dict[str, Any]:
        """Return the report of the last drill, or of the one that runs so far."""
        return report_of(self._last(), self._state)

    @Action(
        "GET", "/drills/report.html", 200, "Get the same report as a page, with its recording", {},
        kinds=("text/html",),
    )  # fmt: skip
    def page(self) -> ActionAnswer:
        """Return the report as a page in one file."""
        headers = {
            "Content-Type": "text/html; charset=utf-8",
            "Content-Disposition": 'attachment; filename="handoff-drill.html"',
        }
        return ActionAnswer(html_of(self.report(), self.recording()), 200, headers)

    def recording(self, since: int | None = None) -> bytes | str:
        """Return the recording of the last drill as its report carries it, or why there is none.
        since: an event from which it has the drills before, too.
        """
        return recording_of(self._last(), self._context, since)

    @Action(
        "POST", "/drills/compare", 200, "Compare the reports of two drills", _COMPARED,
        largest=2 * LARGEST_REPORT + 1024,
    )  # fmt: skip
    def compare(
        self,
        a: _Report = None,
        b: _Report = None,
        at_least: Annotated[
            float, within(0, 10), "of A's median: a smaller difference does not matter"
        ] = AT_LEAST,
    ) -> dict[str, Any]:
        """Compare B with A, as `python -m app drill compare` does."""
        if self._is_running():
            raise Conflict("a drill is running: comparing would disturb what it measures")
        first, second = self._read("a", a), self._read("b", b)
        try:
            (found,) = compared_all([(first, second)], at_least)
            return document_of(found)
        except SetupError as error:
            raise Conflict(sentence(error.message), code="no_scipy") from None

    def _read(self, field: str, report: Mapping[str, Any] | None) -> ReadReport:
        try:
            return as_report(self.report() if report is None else report)
        except BadRequest as error:
            raise BadRequest(f"{field.upper()} {error.message}", field=field) from None

    def _last(self) -> DrillRun:
        if self.run is None:
            raise NotFound("no drill has run here")
        return self.run

    def close(self) -> None:
        """End the drill, if one is running."""
        if self.run is not None:
            self.run.close()

    def _is_running(self) -> bool:
        return self.run is not None and self.run.is_alive()

    def _require_alone(self, plan: DrillPlan) -> None:
        """Require that no other program, and no other strategy, is in the drill's election."""
        found = self._strangers.at(plan.path, plan.strategy)
        if found is not None:
            own = "A drill uses its own paths only: stop the candidates there first."
            raise Conflict(f"{found['who']} {own}", code="strangers")
