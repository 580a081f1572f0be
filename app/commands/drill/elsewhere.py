"""Run a drill on a dashboard that serves elsewhere: it is seen on its page."""

from __future__ import annotations

import queue
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...errors import BadRequest, Conflict, HandoffError
from ...recipes.drill.plan import ELECTION, DrillPlan
from ..ending import end_at_a_signal
from ..serve import say
from .conclusion import UNREACHED, conclude, refuse
from .distant import DistantDashboard
from .lines import line_of

_LOOK_UP = 0.5


def drilled_elsewhere(plan: DrillPlan, files: Mapping[str, Path], address: str) -> int:
    """Run a drill on the dashboard at an address, and print each round as it ends; a signal stops
    it. Return the exit code.
    """
    dashboard = DistantDashboard(address)
    signals: queue.SimpleQueue[None] = queue.SimpleQueue()
    end_at_a_signal(lambda: signals.put(None))
    told: list[Any] = []
    asked = {
        "recipe": plan.recipe, "candidates": plan.candidates, "fault": plan.fault,
        "target": plan.target, "rounds": plan.rounds, "session_timeout": plan.session_timeout,
        "seed": plan.seed, "limit": plan.within,
        "limits": [str(one) for one in plan.limits],
        **({"strategy": plan.strategy} if plan.recipe == ELECTION else {}),
        **({"lasts": plan.lasts} if plan.kind.lasts else {}),
        **({} if plan.abort_after is None else {"abort_after": plan.abort_after}),
    }  # fmt: skip
    try:
        planned = dashboard.ask("POST", "drills", asked, has="plan")["plan"]
        while True:
            report = dashboard.ask("GET", "drills/report", has="rounds")
            rounds = report["rounds"]
            if report["plan"] != planned or rounds[: len(told)] != told:
                raise Conflict("this drill was stopped there, and another one was started")
            for one in rounds[len(told) :]:
                say(line_of(one, plan.rounds))
            told = rounds
            if report["cause"] is not None:
                break
            with suppress(queue.Empty):
                signals.get(timeout=_LOOK_UP)
                say("stopping …")
                dashboard.ask("DELETE", "drills")
    except BadRequest as error:
        return refuse(error.message)
    except HandoffError as error:
        return refuse(error.message, UNREACHED)
    return conclude(report, files)
