"""The report of a drill, as JSON with a versioned schema: all raw rounds are in it."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from typing import Any

from ....readmodels.document import State
from ....version import VERSION
from ..limits import judge
from ..rounds import figures_of
from ..state import SCHEMA, verdict_state
from .run import DrillRun


def report_of(run: DrillRun, state: State) -> dict[str, Any]:
    """Return the report of a run so far. cause: None while it runs. counts: of rounds, by outcome.
    where: ZooKeeper, as far as it tells; tick and timeout in seconds; evidence: who tells of the
    moments of a round.
    """
    rounds = [*run.rounds]
    counts = {"rounds": len(rounds), "planned": run.plan.rounds}
    for one in rounds:
        counts[one["outcome"]] = counts.get(one["outcome"], 0) + 1
    zookeeper = state["zookeeper"]
    return {
        "schema": SCHEMA,
        "handoff": VERSION,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "cause": run.cause,
        "error": run.error,
        "plan": run.plan.shown,
        "where": {
            "source": zookeeper["source"],
            "version": zookeeper["version"],
            "servers": len(zookeeper["servers"]),
            "timeout": run.setting.timeout,
            "tick": run.setting.tick,
            "evidence": "candidates and znodes"
            if run.plan.programs is None
            else "znodes and commands",
            "machine": {
                "cores": os.cpu_count(),
                "python": platform.python_version(),
                "platform": f"{platform.system()} {platform.machine()}",
            },
        },
        "window": run.window,
        "counts": counts,
        "figures": figures_of(rounds),
        "limits": [verdict_state(judge(limit, rounds)) for limit in run.plan.limits],
        "rounds": rounds,
    }
