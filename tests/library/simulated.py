"""What the simulation has to know of the library's candidates; see `tests/simulation/parts.py`."""

from __future__ import annotations

import sys
from typing import Any, cast

from app.library import callbacks as callbacks_module
from app.library import candidate as election_module
from app.library import client as library_module
from app.library import leadership as leadership_module
from app.library import standing as standing_module
from app.library import term as term_module
from app.library.standing import ClientSetting, StandingRuntime, Tell
from app.recipes.election.strategies import STRATEGIES
from tests.library.judge import LibraryJudge, LibraryQueueJudge, Terms
from tests.library.mistakes import MISTAKES
from tests.library.program import LibraryProcess
from tests.library.user import DEPOSED, ELECTED
from tests.recipes.election import simulated as election
from tests.simulation.machine import RECIPES, machine, threads
from tests.simulation.parts import Kind, Share, Simulated
from tests.simulation.plan import Fault, Plan
from tests.simulation.process import DashboardProcess, Process
from tests.simulation.truth import Scene
from tests.simulation.world import World

DRAWN, BY_LIBRARY = 0.25, 0.75
"""How often an election has the library's candidates too, and how many of its candidates they are
then; the others are the dashboard's.
"""


# -- what stands for the world outside ------------------------------------------------------------


def _acting() -> LibraryProcess:
    return cast("LibraryProcess", machine.acting)


class _Log:
    """What the library logs of the user's functions."""

    def exception(self, words: str, *of: object) -> None:
        """Something was raised."""
        _acting().logged(sys.exc_info()[1])

    def warning(self, words: str, *of: object) -> None:
        """Some function has not returned in time: a user may be that slow."""


_LOG = _Log()


def _standing(setting: ClientSetting, tell: Tell) -> StandingRuntime:
    return _acting().stand(setting, tell)


OUTSIDE: dict[Any, dict[str, Any]] = {
    term_module: {"threading": threads.module},
    callbacks_module: {
        "threading": threads.module,
        "SimpleQueue": threads.queue,
        "log": _LOG,
    },
    library_module: {"threading": threads.module, "StandingRuntime": _standing},
    leadership_module: {"threading": threads.module, "log": _LOG},
    election_module: {"ELECTIONS": RECIPES},
    standing_module: {
        "SimpleQueue": threads.queue,
        "close": lambda client: _acting().close_session(),
    },
}


# -- what is played -------------------------------------------------------------------------------


def _program(plan: Plan, name: str) -> type[Process]:
    is_by_library = plan.stream(f"{name} kind").random() < BY_LIBRARY
    return LibraryProcess if is_by_library else DashboardProcess


def _judge(world: World) -> Terms:
    is_queue = world.plan.played == "predecessor"
    return LibraryQueueJudge(world) if is_queue else LibraryJudge(world)


def _misbehave(world: World, process: Process, fault: Fault) -> bool:
    """Have the functions of a user do something wrong."""
    return isinstance(process, LibraryProcess) and process.misbehave(fault.detail, fault.lasts)


SIMULATED = {
    "library": Simulated(
        scene=Scene("/election", "/election"),
        judge=_judge,
        share=Share(DRAWN, of=frozenset(STRATEGIES)),
        played=lambda plan: plan.stream("strategy").choice([*STRATEGIES]),
        program=_program,
        outside=OUTSIDE,
        versions=True,
        faults=election.FAULTS,
        rare=election.RARE,
        kinds={
            "user": Kind(
                _misbehave,
                12,
                (*ELECTED, *DEPOSED, "gets no processor", "resigns aside"),
                "the functions of the library's user do something wrong",
                lasts=True,
            )
        },
        unfit={"everything"},
        mistakes=MISTAKES,
        machines=(),
    )
}
