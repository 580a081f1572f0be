"""What the simulation has to know of a configuration; see `tests/simulation/parts.py`."""

from __future__ import annotations

from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.records import PathVersion, SetDataRequest
from tests.recipes.configuration.judge import ConfigurationJudge
from tests.recipes.configuration.mistakes import MISTAKES
from tests.simulation.parts import Kind, Share, Simulated
from tests.simulation.plan import Fault
from tests.simulation.truth import Scene
from tests.simulation.world import World


def _publish(world: World, fault: Fault) -> bool:
    """Write the value, make it anew, or take it away."""
    server, path = world.server, world.server.scene.path
    if server.is_down:
        return False
    data = f"value {world.now:.5f}".encode()
    if fault.detail != "a value":
        server.operate(Op.DELETE, PathVersion(path, -1))
    if fault.detail != "nothing" and server.operate(Op.SET_DATA, SetDataRequest(path, data, -1)):
        server.make(path, data)
    return True


VOID = dict.fromkeys(("listing", "watching", "making parent"), frozenset({"WatchFired"}))
"""Where each look has a watch of its own, which cannot fire before its answer has come."""

SIMULATED = {
    "configuration": Simulated(
        scene=Scene("/config", "/config"),
        judge=ConfigurationJudge,
        share=Share(0.7, 7),
        settings=lambda world, process: {"znode": "config"},
        faults={"write": (0, ()), "delete": (0, ())},
        rare={
            "hide": (0, ()),
            "set up anew": (4, ()),
            "restore": (4, ("in its epoch", "in a new epoch")),
        },
        kinds={
            "publish": Kind(
                _publish,
                8,
                ("a value", "a value", "anew", "nothing"),
                "somebody writes the configuration",
                at_nobody=True,
            )
        },
        unfit={
            "multi", "everything", "create", "delete", "any", "changes", "a version", "stop",
            "end session",
        },
        mistakes=MISTAKES,
        unentered={
            "writing", "asking", "checking", "creating", "finding", "holding",
            "making parent", "withdrawing",
        },
        seldom=VOID,
    )
}  # fmt: skip
