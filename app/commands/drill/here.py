"""Run a drill on a ZooKeeper from this command."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import Conflict, HandoffError, ZooKeeperUnavailable
from ...recipes.drill.plan import RECIPES, DrillPlan
from ...system.undo import UndoLog, undo_left
from ..ending import end_at_a_signal
from ..serve import say
from .conclusion import conclude
from .lines import line_of
from .options import DrillOptions

if TYPE_CHECKING:
    from ...assembly import Handoff
    from ...recipes.drill.actions.drills import Drills

_CONNECTS_WITHIN = 20.0
_LOOK_UP = 0.5
_AT_HAND = 1_000
"""Events: nobody looks back in a drill, and each round has some twenty."""


class FaultsLeft(HandoffError):
    """A drill that was killed has left something broken."""


class DrillPlace(NamedTuple):
    """Where the drills of a command run. told: the events, and None for a signal."""

    handoff: Handoff
    drills: Drills
    undo: UndoLog
    told: queue.SimpleQueue[Any]

    def run(self, plan: DrillPlan, hear: Callable[[Any], None]) -> dict[str, Any]:
        """Run a drill to its end, or until a signal stops it; return its report. hear: is called
        with each event. Raise HandoffError where it cannot begin.
        """
        from ...recipes.drill.actions.report import report_of

        run = self.drills.launch(plan, "script", self.undo)
        while (event := self.told.get()) is None or event.kind != "drill.ended":
            if event is not None:
                hear(event)
                continue
            with suppress(Conflict):
                self.drills.stop("script")
            say("stopping …")
        run.join()
        return report_of(run, self.handoff.journal.state)

    def clear(self, plan: DrillPlan) -> None:
        """Delete what drills have left in a ZooKeeper that goes on, and tell what stays."""
        from ...recipes.clearing import Clearing

        try:
            clearing, section = self.handoff.context.service(Clearing), RECIPES[plan.recipe]
            left = clearing.clear(plan.path, section, by="script")
        except HandoffError as error:
            say(f"what the drill has left at {plan.path} is not cleared: {error.message}")
            return
        for one in left["kept"]:
            say(f"{one['path']} stays: it {one['why']}")


def drilled_here(options: DrillOptions, stack: ExitStack) -> int:
    """Run one drill; return the exit code. Raise HandoffError where it cannot begin."""
    (plan,) = options.matrix.plans

    def hear(event: Any) -> None:
        if event.kind == "drill.stood":
            say(f"all are in their places, with sessions of {event.timeout:g} s")
        if event.kind == "drill.round":
            say(line_of(event.round, plan.rounds))

    place = place_of(options, stack)
    report = place.run(plan, hear)
    code = conclude(report, options.files, place.drills.recording)
    if options.settings.zookeeper is not None and plan.programs is None:
        place.clear(plan)
    return code


def place_of(options: DrillOptions, stack: ExitStack) -> DrillPlace:
    """Return a place for drills, which ends with the stack. Raise FaultsLeft where an earlier drill
    has not mended its faults, Conflict where one is running, SetupError, ZooKeeperUnavailable.
    """
    from ...assembly import create_app
    from ...ensemble.sources import zookeeper_of
    from ...history.history import History
    from ...recipes.drill.actions.drills import Drills
    from ...system.folders import live_in_own_folder

    settings = options.settings
    if left := undo_left():
        raise FaultsLeft(
            f"a drill that was killed has left {sum(len(one.entries) for one in left)} faults as "
            "they are. Mend them first: python -m app undo"
        )
    paths = ", ".join(dict.fromkeys(plan.path for plan in options.matrix.plans))
    undo = UndoLog({"zookeeper": settings.zookeeper, "election": paths})
    stack.callback(undo.close)
    stack.enter_context(live_in_own_folder())
    zookeeper = stack.enter_context(zookeeper_of(settings, say))
    history = stack.enter_context(closing(History(None))) if "html" in options.files else None
    app = create_app(
        settings, hosts=zookeeper.hosts, source=settings.source, servers=zookeeper.servers,
        at_hand=_AT_HAND, history=history,
    )  # fmt: skip
    handoff: Handoff = app.extensions["handoff"]
    stack.callback(handoff.close)
    told: queue.SimpleQueue[Any] = queue.SimpleQueue()
    stack.callback(handoff.journal.subscribe(lambda recorded: told.put(recorded.event)))
    end_at_a_signal(lambda: told.put(None))
    if not _is_connected(handoff, told):
        raise ZooKeeperUnavailable(f"ZooKeeper at {zookeeper.hosts} does not answer")
    return DrillPlace(handoff, handoff.context.service(Drills), undo, told)


def _is_connected(handoff: Handoff, told: queue.SimpleQueue[Any]) -> bool:
    deadline = time.monotonic() + _CONNECTS_WITHIN
    while handoff.journal.state["zookeeper"]["state"] != "connected":
        if time.monotonic() > deadline:
            return False
        with suppress(queue.Empty):
            if told.get(timeout=_LOOK_UP) is None:
                return False
    return True
