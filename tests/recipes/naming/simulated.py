"""What the simulation has to know of a name service; see `tests/simulation/parts.py`."""

from __future__ import annotations

from typing import Any

from app.processes.work import Work
from app.recipes.naming.machine import Lookup, Provider
from tests.recipes.configuration.simulated import VOID
from tests.recipes.naming.addresses import Addressed
from tests.recipes.naming.judge import NamingJudge
from tests.recipes.naming.mistakes import MISTAKES
from tests.simulation.parts import Kind, Share, Simulated
from tests.simulation.process import Process
from tests.simulation.strike import order
from tests.simulation.truth import Scene
from tests.simulation.world import World

NAMES = ("alpha", "beta")


def _procedure(process: Process) -> str:
    """Every other process is a client."""
    return "lookup" if process.number % 2 == 0 else "naming"


def _settings(world: World, process: Process) -> dict[str, Any]:
    name = world.plan.stream(f"{process.node} settings").choice(NAMES)
    return {"name": name, "incarnation": process.name}


SIMULATED = {
    "naming": Simulated(
        scene=Scene("/names", "/names"),
        judge=NamingJudge,
        share=Share(1.5, 8),
        procedure=_procedure,
        settings=_settings,
        works={"naming": Addressed, "lookup": Work},
        faults={"write": (0, ())},
        rare={"set up anew": (2, ()), "restore": (2, ("in its epoch", "in a new epoch"))},
        kinds={"move": Kind(order, 3, explained="the provider's address changes")},
        unfit={"multi", "predecessor"},
        mistakes=MISTAKES,
        unentered={"writing", "asking", "checking", "finding", "holding"},
        seldom={**VOID, "creating": {"WriteRefused"}, "withdrawing": {"Failed", "WriteRefused"}},
        machines=(Lookup, Provider),
    )
}
