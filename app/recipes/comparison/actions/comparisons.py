"""Compare three elections: started together, struck together, measured one after the other."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Annotated

from ....actions.action import Action
from ....actions.fields import COUNT, TEXT, TEXTS, SessionTimeout, object_of, within
from ....actions.service import Context, Service
from ....actions.signature import Bounded
from ....errors import Conflict
from ....readmodels.document import Data
from ...election.actions.elections import Elections
from ...election.actions.strangers import Strangers
from ...election.actions.volunteers import Volunteers
from ..events import (
    SUBJECT,
    ComparisonStarted,
    ComparisonStopped,
    MeasuringBegan,
    MeasuringCancelled,
)
from ..model import (
    DEATHS,
    FAULTS,
    MEASURED_FAULTS,
    PATHS,
    SIZES,
    STRATEGIES,
    estimate,
    standing_at,
)
from .compared import IDLE, leader_of, stop_all, struck
from .measuring import Measurement, MeasuringPlan

_NOBODY_STARTED = (
    "A comparison uses its own three paths only: stop the candidates there first. "
    "Nobody was started."
)


_LARGEST = 1_000
_NAMES = {"type": "object", "description": "by strategy", "additionalProperties": TEXTS}
_LEADERS = {"type": "object", "description": "by strategy", "additionalProperties": TEXT}
_SIZES = {"type": "array", "items": COUNT}


class Comparisons(Service):
    """The elections below `/compare`, one for each strategy."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._candidates = context.service(Volunteers)
        self._elections = context.service(Elections)
        self._strangers = Strangers(context)
        self._changing = threading.Lock()
        self._measurement: Measurement | None = None

    @Action(
        "POST", "/comparisons", 201, "Start three elections, or fill them up again",
        object_of(candidates=_NAMES), gives="candidates",
    )  # fmt: skip
    def start(
        self,
        count: Annotated[
            int,
            within(1, _LARGEST),
            "candidates in each of the three elections; existing ones count",
        ] = 5,
        session_timeout: SessionTimeout = 4.0,
        *,
        by: str,
    ) -> dict[str, list[str]]:
        """Fill each election up to `count` candidates; return strategy -> the names of those
        started.
        """
        with self._changing:
            self._require_connection()
            self._refuse_while_measuring()
            self._require_no_strangers()
            missing = {strategy: count - self._alive(strategy) for strategy in STRATEGIES}
            too_many = [strategy for strategy, number in missing.items() if number < 0]
            if too_many:
                raise Conflict(
                    f"more than {count} candidates are in {PATHS[too_many[0]]}: stop them first",
                    field="count",
                )
            self._require_room(sum(missing.values()))
            with self._candidates.starting:
                self._require_strategies()
                self._journal.append(ComparisonStarted(SUBJECT, count=count, by=by))
                return {
                    strategy: self._candidates.start(
                        number, path, strategy, session_timeout, work=IDLE, by=by
                    )
                    for strategy, path in PATHS.items()
                    if (number := missing[strategy])
                }

    @Action(
        "POST", "/comparisons/strike", 202, "End all three leaders",
        object_of(struck=_LEADERS), gives="struck",
    )  # fmt: skip
    def strike(
        self,
        action: Annotated[
            str, Bounded(enum=list(FAULTS)), "what happens to all three leaders"
        ] = "kill",
        *,
        by: str,
    ) -> dict[str, str]:
        """Do `action` to all leaders at once; return strategy -> the name of its leader."""
        with self._changing:
            self._refuse_while_measuring()
            leaders = self._leaders(action)
            if not leaders:
                raise Conflict(
                    f"none of the three leaders can be told to {action} now", field="action"
                )
            self._journal.append(struck(self._state, leaders, action, by))
            for name in leaders.values():
                self._supervisor.act(name, action, by)
            return leaders

    @Action(
        "DELETE", "/comparisons", 202, "Stop the candidates of the three elections",
        object_of(candidates=TEXTS), gives="candidates",
    )  # fmt: skip
    def stop(self, by: str) -> list[str]:
        """Stop the candidates of the three elections, frozen ones included; return their names."""
        with self._changing:
            self._refuse_while_measuring()
            self._journal.append(ComparisonStopped(SUBJECT, by=by))
            return stop_all(self._state, self._supervisor, by)

    @Action(
        "POST", "/comparisons/measure", 202,
        "Measure what a death costs with each number of candidates",
        object_of(sizes=_SIZES, deaths=COUNT, fault=TEXT, of=COUNT, seconds=COUNT),
    )  # fmt: skip
    def measure(
        self,
        sizes: Annotated[
            Sequence[Annotated[int, within(2, _LARGEST)]],
            Bounded(minItems=1, maxItems=40),
            "numbers of candidates; with one candidate, nobody is left to be woken",
        ] = SIZES,
        deaths: Annotated[int, within(1, 50)] = DEATHS,
        fault: Annotated[str, Bounded(enum=list(MEASURED_FAULTS)), "how the leaders end"] = "stop",
        session_timeout: SessionTimeout = 10.0,
        *,
        by: str,
    ) -> Data:
        """Begin to measure what a death costs with each number of candidates; return the plan."""
        with self._changing:
            self._require_connection()
            self._refuse_while_measuring()
            self._require_no_strangers()
            self._require_strategies()
            self._require_room(max(sizes) - sum(map(self._alive, STRATEGIES)))
            plan = MeasuringPlan(
                tuple(sorted({int(size) for size in sizes})), deaths, fault, session_timeout, by
            )
            seconds = estimate(plan.sizes, deaths, fault, session_timeout)
            self._measurement = Measurement(self._context, self._candidates, plan)
            began = MeasuringBegan(
                SUBJECT,
                sizes=list(plan.sizes),
                deaths=deaths,
                fault=fault,
                by=by,
                of=plan.of,
                seconds=seconds,
            )
            self._journal.append(began)
            self._measurement.start()
            return began.data

    @Action("DELETE", "/comparisons/measure", 202, "Stop measuring", object_of())
    def cancel(self, by: str) -> None:
        """Stop measuring; its candidates end too. The state shows when that is done."""
        if self._measurement is None or not self._measurement.is_alive():
            raise Conflict("nothing is being measured")
        self._journal.append(MeasuringCancelled(SUBJECT, by=by))
        self._measurement.cancel(by)

    def close(self) -> None:
        """End the measurement, if one is running."""
        if self._measurement is not None:
            self._measurement.close()

    # -- what must hold -------------------------------------------------------------------------

    def _require_no_strangers(self) -> None:
        for strategy, path in PATHS.items():
            found = self._strangers.at(path, strategy)
            if found is not None:
                raise Conflict(f"{found['who']} {_NOBODY_STARTED}", code="strangers")

    def _require_strategies(self) -> None:
        for strategy, path in PATHS.items():
            other = self._elections.other_than(strategy, path)
            if other is not None:
                stands = f"{path} follows the strategy {other}, and has candidates."
                raise Conflict(f"{stands} {_NOBODY_STARTED}")

    def _refuse_while_measuring(self) -> None:
        if self._measurement is not None and self._measurement.is_alive():
            raise Conflict("a measurement is running: wait for it, or cancel it")

    def _alive(self, strategy: str) -> int:
        return int(standing_at(self._state, strategy)["n"])

    def _leaders(self, action: str) -> dict[str, str]:
        """Return strategy -> its leader in truth, if it is ours and can be struck now."""
        state = self._state
        found = {strategy: leader_of(state, strategy) for strategy in STRATEGIES}
        return {
            strategy: name
            for strategy, name in found.items()
            if name and action in state["candidates"][name]["allowed"]
        }
