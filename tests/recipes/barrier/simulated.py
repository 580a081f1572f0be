"""What the simulation has to know of a barrier; see `tests/simulation/parts.py`."""

from __future__ import annotations

from typing import Any

from app.recipes.barrier import process as process_module
from app.recipes.barrier.znodes import ready_name
from tests.recipes.barrier.judge import BarrierJudge
from tests.recipes.barrier.mistakes import MISTAKES
from tests.simulation.parts import Share, Simulated
from tests.simulation.process import Process
from tests.simulation.truth import Scene
from tests.simulation.world import World

TASKS = (0.3, 0.6)


def _settings(world: World, process: Process) -> dict[str, Any]:
    chance = world.plan.stream(f"{process.name} settings")
    size = world.plan.stream("size").randint(2, max(2, len(world.plan.members)))
    task, pause = chance.choice(TASKS), chance.choice(TASKS)
    return {"size": size, "task": task, "pause": pause, "rounds": None}


def _ready(process: Process) -> str:
    return process.server.scene.of(ready_name(process.recipe.epoch or 0))


SIMULATED = {
    "barrier": Simulated(
        scene=Scene("/barrier", "/barrier/processes", ("/barrier/ready",)),
        judge=BarrierJudge,
        share=Share(1.5, 10),
        settings=_settings,
        outside={process_module: {}},
        faults={
            "delete": (3.5, ("znode", "predecessor", "election", "ready", "ready")),
        },
        rare={"hide": (3, ("own znode", "own znode", "ready"))},
        znodes={"ready": _ready},
        unfit={"everything", "read", "a version"},
        mistakes=MISTAKES,
        unentered={"writing", "checking"},
        seldom={
            "creating": {"ParentMissing"},
            "resting": {"WatchFired"},
            "watching": {"WatchFired"},
            "making parent": {"WatchFired"},
        },
    )
}
