"""Start a drill, stop it, and read its report."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Annotated, Any

from ....actions.action import Action
from ....actions.fields import (
    LIST,
    OPEN,
    TEXT,
    OneOrMore,
    SessionTimeout,
    nullable,
    object_of,
    within,
)
from ....actions.service import Context, Service
from ....actions.signature import Bounded, OrLeftOut
from ....errors import Conflict, NotFound
from ....system.undo import UndoLog
from ...election.actions import Elections, Strangers
from ...election.strategies import STRATEGIES
from ..events import SUBJECT, DrillBegan, DrillStopping
from ..faults import FAULTS, FAULTS_OF_SERVERS, TARGETS
from ..limits import limit_of
from ..plan import (
    LASTS,
    MOST_CANDIDATES,
    MOST_ROUNDS,
    ROUNDS,
    WITHIN,
    DrillPlan,
    checked,
)
from .report import report_of
from .run import DrillRun

_BEGAN = object_of(plan=OPEN, seconds={"type": "number"})
_REPORT = object_of(
    schema=TEXT, plan=OPEN, cause=nullable(TEXT), counts=OPEN, figures=OPEN, limits=LIST,
    rounds=LIST, window=nullable(LIST),
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
        strategy: Annotated[str, Bounded(enum=[*STRATEGIES])] = "predecessor",
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
            float, within(0.1, 600), "seconds after which a round counts as not over"
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
            float, within(0.1, 600), "seconds of a fault that lasts for a time"
        ] = LASTS,
        *,
        by: str,
    ) -> dict[str, Any]:
        """Start a drill; return its plan, and how many seconds it may take."""
        plan = checked(
            DrillPlan(
                strategy, candidates, fault, target or "", rounds,
                session_timeout, seed, limit, abort_after, tuple(map(limit_of, limits)),
                lasts=lasts,
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
                self._require_alone(plan)
                self._require_room(plan.candidates)
            run = DrillRun(self._context, plan, by, undo)
            run.fault.setup()
            self.run = run
            seconds = round(plan.seconds(), 1)
            self._journal.append(DrillBegan(SUBJECT, plan=plan.shown, seconds=seconds, by=by))
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
        if self.run is None:
            raise NotFound("no drill has run here")
        return report_of(self.run, self._state)

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
