"""The lock of a drill: one client holds it and does not let go, and the others queue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...lock.actions import Locks
from ..rounds import OF_RECIPES, in_order
from .faults import Given
from .stage import OwnStage, RoundBefore, RoundSeen, RoundShown
from .standing import DrillMember, document_of, standing_in

_TASK = 86_400.0
"""Seconds of a holder's task: longer than any drill, so that nobody releases by itself."""


class DrilledLock(OwnStage):
    """The lock of a drill's own clients."""

    def __init__(self, *given: *Given) -> None:
        super().__init__(*given)
        self._locks = self._context.service(Locks)

    def _start(self, missing: int) -> None:
        plan = self._plan
        self._locks.start(plan.path, missing, plan.session_timeout, _TASK, by=self._by)

    def _is_settled(self) -> bool:
        """Tell whether the first one holds the lock, and each of the others waits and watches."""
        everybody, names = self._state["candidates"], self._in_order()
        if names is None:
            return False
        first, *others = (everybody[name] for name in names)
        return first["belief"] == "holding" and all(
            one["belief"] == "waiting" and one["watches"] for one in others
        )

    def handoffs(self) -> int:
        """Return the epoch of who comes first."""
        lock = document_of(self._state, self._plan)
        return (lock and lock["epoch"]) or 0

    def _passed_on(
        self, victims: Sequence[str], before: RoundBefore, seen: RoundSeen
    ) -> RoundShown:
        """Wait until another one holds the lock."""
        znodes = [
            one.znode for one in standing_in(before.state, self._plan) if one.candidate in victims
        ]
        at: dict[str, float | None] = {}
        heirs: dict[str, float] = {}

        def is_over() -> bool:
            held = document_of(self._state, self._plan)["holds"].items()
            heirs.update({one: at for one, at in held if one not in victims and at >= before.since})
            gone = [seen.deleted.get(znode) for znode in znodes]
            at.update(
                fault=seen.struck.get(victims[0], before.since),
                deleted=_last(gone) if None not in gone else None,
                notified=_last([seen.told.get(znode.rpartition("/")[2]) for znode in znodes]),
                leading=next(iter(heirs.values()), None),
            )
            return None not in at.values()

        done = self._await(is_over)
        found = in_order(at, OF_RECIPES[self._plan.recipe])
        return self._handed_over(done, found, next(iter(heirs), None))

    def _led(self, now: DrillMember, seen: RoundSeen) -> Mapping[str, float | None]:
        return {"leading": document_of(self._state, self._plan)["holds"].get(now.candidate)}


def _last(moments: Sequence[float | None]) -> float | None:
    return max((one for one in moments if one is not None), default=None)
