"""What the simulation has to know of a shared lock; see `tests/simulation/parts.py`."""

from __future__ import annotations

from app.recipes.sharedlock import process as process_module
from app.recipes.sharedlock.machine import Reader, Writer
from app.recipes.sharedlock.znodes import UNLOCK
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.records import SetDataRequest
from tests.recipes.lock import simulated as lock
from tests.recipes.sharedlock.judge import SharedLockJudge
from tests.recipes.sharedlock.mistakes import MISTAKES
from tests.simulation.parts import Kind, Simulated
from tests.simulation.plan import Fault
from tests.simulation.process import Process
from tests.simulation.truth import Scene
from tests.simulation.world import World

WRITERS = 0.4


def _procedure(process: Process) -> str:
    """The first one writes; of the others some do."""
    chance = process.plan.stream(f"{process.node} mode").random()
    return "writer" if process.node == "c1" or chance < WRITERS else "reader"


def _revoke(world: World, process: Process, fault: Fault) -> bool:
    """Somebody writes into its znode: the word that asks for it, or another one."""
    server, name = world.server, process.recipe.name
    if server.is_down or name is None:
        return False
    judge = world.judge
    assert isinstance(judge, SharedLockJudge)
    data = UNLOCK if fault.detail == UNLOCK.decode() else b"unlocked"
    done = server.operate(Op.SET_DATA, SetDataRequest(process.znode, data, -1)) == 0
    if done and data == UNLOCK:
        judge.asked_for.add(name)
    return done


SIMULATED = {
    "sharedlock": Simulated(
        scene=Scene("/shared-lock", "/shared-lock"),
        judge=SharedLockJudge,
        procedure=_procedure,
        settings=lock.settings_of,
        outside={process_module: {}},
        kinds={
            "revoke": Kind(
                _revoke,
                5,
                ("unlock", "unlock", "another word"),
                "somebody asks for the lock, or writes another word into the znode",
            )
        },
        unfit={"multi", "a version"},
        mistakes=MISTAKES,
        unentered={"writing", "asking", "checking"},
        machines=(Reader, Writer),
    )
}
