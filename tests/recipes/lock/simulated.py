"""What the simulation has to know of a lock; see `tests/simulation/parts.py`."""

from __future__ import annotations

from typing import Any

from app.recipes.lock import process as process_module
from tests.recipes.lock.judge import FILE, LockJudge
from tests.recipes.lock.mistakes import MISTAKES
from tests.simulation.disk import File
from tests.simulation.parts import Share, Simulated
from tests.simulation.process import Process
from tests.simulation.truth import Scene
from tests.simulation.world import World

TASKS = (0.3, 0.6)
LIMITS = (None, None, 0.05, 0.5, 2.0)
"""Seconds that a task under a lock takes, and for which it is waited."""


def settings_of(world: World, process: Process) -> dict[str, Any]:
    """Return what the work under a lock is told: its file is on the judge's disk."""
    chance = world.plan.stream(f"{process.name} settings")
    limits = {"task": chance.choice(TASKS), "within": chance.choice(LIMITS)}
    return {**limits, "directory": world.judge.disk, "file": FILE, "locking": True}


SIMULATED = {
    "lock": Simulated(
        scene=Scene("/lock", "/lock"),
        judge=LockJudge,
        share=Share(2, 5),
        settings=settings_of,
        outside={process_module: {"Path": File}},
        unfit={"multi", "a version"},
        mistakes=MISTAKES,
        unentered={"writing", "asking", "checking"},
    )
}
