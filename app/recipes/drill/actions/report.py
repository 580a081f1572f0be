"""The report of a drill, as JSON with a versioned schema: all raw rounds are in it. Its page also
carries a recording.
"""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from typing import Any

from ....actions.records import Records
from ....actions.service import Context
from ....errors import HandoffError
from ....readmodels.document import State
from ....system.machine import machine
from ....version import VERSION
from ..limits import judge
from ..rounds import books_of, figures_of
from ..state import SCHEMA, verdict_state
from .run import DrillRun

LARGEST = 8 * 1024 * 1024
"""Bytes of a recording, compressed, that a report carries at most."""


def report_of(run: DrillRun, state: State) -> dict[str, Any]:
    """Return the report of a run so far. cause: None while it runs. counts: of rounds, by outcome.
    where: ZooKeeper, as far as it tells; tick and timeout in seconds; evidence: who tells of the
    moments of a round. books: of a bookshelf, how many were acknowledged, and lost.
    """
    rounds = [*run.rounds]
    books = books_of(rounds)
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
            "machine": machine(),
        },
        "window": run.window,
        "counts": counts,
        "figures": figures_of(rounds),
        "limits": [verdict_state(judge(limit, rounds)) for limit in run.plan.limits],
        "books": None if books is None else books._asdict(),
        "rounds": rounds,
    }


def recording_of(run: DrillRun, context: Context, since: int | None = None) -> bytes | str:
    """Return the page of what was recorded of a run so far, gzipped; or why there is none. since:
    an event before the run with which it begins, or the first one that is kept after that.
    """
    if context.standalone is None:
        return "it was made without the dashboard's page"
    first = run.first if since is None else since
    last = {} if run.last is None else {"until": run.last}
    recorded = b""
    try:
        for piece in context.service(Records).recording(since=first, **last).body:
            recorded += piece
            if len(recorded) > LARGEST:
                return f"that would be larger than {LARGEST >> 20} MB"
        return gzip.compress("".join(context.standalone(recorded)).encode())
    except HandoffError as error:
        return error.message
