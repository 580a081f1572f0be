"""Three elections side by side: started together, struck together, measured one after the other."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from typing import Any

from app.control.compared import IDLE, Start, alive, leader_of, struck
from app.control.followed import Followed
from app.control.measuring import Measurement, Plan
from app.control.part import Part, Rooms
from app.control.strangers import Strangers
from app.errors import BadRequest, Conflict, NotFound
from app.insight.comparison import (
    FAULTS,
    MEASURED_FAULTS,
    PATHS,
    STRATEGIES,
    estimate,
    standing_at,
)

SUBJECT = "comparison"
LEAST = 2
"""Of fewer, a death leaves nobody to be woken."""

_NOBODY_STARTED = (
    "A comparison has its own three paths and no others: end whoever stands there first. Nobody "
    "was started."
)


class Comparisons(Part):
    """The elections below `/compare`, one for each strategy."""

    def __init__(self, rooms: Rooms, start: Start, starting: threading.RLock) -> None:
        """starting: held while nobody else may start where `start` does."""
        super().__init__(rooms)
        self._start, self._starting = start, starting
        self._followed, self._strangers = Followed(rooms), Strangers(rooms)
        self._changing = threading.Lock()
        self._measurement: Measurement | None = None

    def start(self, count: int, session_timeout: float, by: str) -> dict[str, list[str]]:
        """Fill each election up to `count` candidates; strategy -> the names of those started."""
        with self._changing:
            self._require_connection()
            self._refuse_while_measuring()
            self._require_no_strangers()
            missing = {strategy: count - self._alive(strategy) for strategy in STRATEGIES}
            too_many = [strategy for strategy, number in missing.items() if number < 0]
            if too_many:
                raise Conflict(
                    f"more than {count} candidates stand in {PATHS[too_many[0]]}: stop them first",
                    field="count",
                )
            self._require_room(sum(missing.values()))
            with self._starting:
                self._require_strategies()
                self._append("started", {"count": count, "by": by})
                return {
                    strategy: self._start(number, path, strategy, session_timeout, by, IDLE)
                    for strategy, path in PATHS.items()
                    if (number := missing[strategy])
                }

    def strike(self, action: str, by: str) -> dict[str, str]:
        """Do `action` to all leaders at once; strategy -> the name of its leader."""
        if action not in FAULTS:
            raise BadRequest(
                f"there is no fault {action!r}; there are {', '.join(FAULTS)}", field="action"
            )
        with self._changing:
            self._refuse_while_measuring()
            leaders = self._leaders(action)
            if not leaders:
                raise Conflict(
                    f"none of the three leaders can be told to {action} now", field="action"
                )
            self._append("struck", struck(self._state, leaders, action, by))
            for name in leaders.values():
                self._supervisor.act(name, action, by)
            return leaders

    def stop(self, by: str) -> list[str]:
        """Stop the candidates of the three elections, frozen ones included; returns their names."""
        with self._changing:
            self._refuse_while_measuring()
            names = alive(self._state)
            self._append("stopped", {"by": by})
            for name in names:
                for action in ("resume", "stop"):
                    with contextlib.suppress(Conflict, NotFound):
                        self._supervisor.act(name, action, by)
            return names

    def measure(
        self, sizes: Sequence[int], deaths: int, fault: str, session_timeout: float, by: str
    ) -> dict[str, Any]:
        """Begin to measure what a death costs with each number of candidates; returns the plan."""
        self._check_plan(sizes, fault)
        with self._changing:
            self._require_connection()
            self._refuse_while_measuring()
            self._require_no_strangers()
            self._require_strategies()
            self._require_room(max(sizes) - sum(map(self._alive, STRATEGIES)))
            plan = Plan(
                tuple(sorted({int(size) for size in sizes})), deaths, fault, session_timeout, by
            )
            seconds = estimate(plan.sizes, deaths, fault, session_timeout)
            self._measurement = Measurement(self._rooms, self._start, plan)
            self._append("measuring", {**plan.as_json(), "seconds": seconds})
            self._measurement.start()
            return {**plan.as_json(), "seconds": seconds}

    def cancel(self, by: str) -> None:
        """Stop measuring; its candidates end too. The state shows when that is done."""
        if self._measurement is None or not self._measurement.is_alive():
            raise Conflict("nothing is being measured")
        self._append("cancelling", {"by": by})
        self._measurement.cancel(by)

    def close(self) -> None:
        """End the measurement, if one goes on."""
        if self._measurement is not None:
            self._measurement.close()

    # -- what must hold -------------------------------------------------------------------------

    def _check_plan(self, sizes: Sequence[int], fault: str) -> None:
        if not sizes or min(sizes) < LEAST:
            raise BadRequest(f"each size must be at least {LEAST}", field="sizes")
        if fault not in MEASURED_FAULTS:
            raise BadRequest(
                f"deaths are measured by {', '.join(MEASURED_FAULTS)}, not by {fault!r}",
                field="fault",
            )

    def _require_no_strangers(self) -> None:
        for path in PATHS.values():
            found = self._strangers.at(path)
            if found is not None:
                raise Conflict(f"{found['who']} {_NOBODY_STARTED}", code="strangers")

    def _require_strategies(self) -> None:
        for strategy, path in PATHS.items():
            other = self._followed.other_than(strategy, path)
            if other is not None:
                stands = f"{path} follows the strategy {other}, and somebody stands in it."
                raise Conflict(f"{stands} {_NOBODY_STARTED}")

    def _refuse_while_measuring(self) -> None:
        if self._measurement is not None and self._measurement.is_alive():
            raise Conflict("a measurement goes on: wait for it, or cancel it")

    def _alive(self, strategy: str) -> int:
        return int(standing_at(self._state, strategy)["n"])

    def _leaders(self, action: str) -> dict[str, str]:
        """Strategy -> its leader in truth, where it is ours and can be struck so now."""
        state = self._state
        found = {strategy: leader_of(state, strategy) for strategy in STRATEGIES}
        return {
            strategy: name
            for strategy, name in found.items()
            if name and action in state["candidates"][name]["allowed"]
        }

    def _append(self, what: str, data: dict[str, Any]) -> None:
        self._journal.append(f"comparison.{what}", SUBJECT, data)
