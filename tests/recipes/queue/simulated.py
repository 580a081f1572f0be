"""What the simulation has to know of a queue; see `tests/simulation/parts.py`."""

from __future__ import annotations

from typing import Any

from app.recipes.queue import process as process_module
from app.recipes.queue.machine import Consumer, Producer
from app.recipes.queue.znodes import ITEMS, item_name, ledger_name
from tests.recipes.queue.judge import LONGEST_TASK, MOST_ITEMS, QueueJudge
from tests.recipes.queue.mistakes import MISTAKES
from tests.simulation.parts import Kind, Share, Simulated
from tests.simulation.plan import Fault
from tests.simulation.process import Process
from tests.simulation.truth import Scene
from tests.simulation.world import World

TASKS = (LONGEST_TASK / 2, LONGEST_TASK)
PACES = (0.0, 0.0, 0.05, 0.4)
"""Seconds that an item takes, and between two that a producer puts in: half of the producers put
one in as soon as the one before it was answered.
"""


def _settings(world: World, process: Process) -> dict[str, Any]:
    """Every third is a producer, the first one too."""
    chance = world.plan.stream(f"{process.name} settings")
    task, every, items = chance.choice(TASKS), chance.choice(PACES), chance.randint(1, MOST_ITEMS)
    role = "producer" if process.number % 3 == 1 else "consumer"
    return {"role": role, "identity": process.name, "items": items, "every": every, "task": task}


def _ledger(process: Process) -> str:
    return process.server.scene.of(ledger_name(process.name))


def _first_item(process: Process) -> str:
    server = process.server
    items = server.children(server.scene.of(ITEMS))
    return server.scene.of(item_name(min((name for name, _ in items), default="none")))


def _hold_puts(world: World, fault: Fault) -> bool:
    """Keep the producers' next put back. Only a follower can do that."""
    producers = [one for one in world.living if isinstance(one.recipe, Producer)]
    for process in producers:
        process.awaited = ("hold", "multi")
    return world.plan.servers > 1 and bool(producers)


SIMULATED = {
    "queue": Simulated(
        scene=Scene("/queue", "/queue/claims", ("/queue/items", "/queue/line", "/queue/producers")),
        judge=QueueJudge,
        share=Share(2, 9),
        settings=_settings,
        outside={process_module: {}},
        rare={"hide": (3, ("own znode", "own znode", "ledger", "item")), "forge": (3, ("ledger",))},
        kinds={
            "hold puts": Kind(
                _hold_puts, 6, explained="what producers put in next comes late", at_nobody=True
            )
        },
        znodes={"ledger": _ledger, "item": _first_item},
        forged={"ledger": b"-7"},
        unfit={"everything", "predecessor", "delete"},
        mistakes=MISTAKES,
        unentered={"finding"},
        seldom={
            "asking": {"ParentMissing", "WatchFired"},
            "making parent": {"WatchFired"},
            "watching": {"WatchFired"},
            "withdrawing": {"Failed"},
        },
        machines=(Consumer, Producer),
    )
}
