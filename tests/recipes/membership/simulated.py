"""What the simulation has to know of a membership; see `tests/simulation/parts.py`."""

from __future__ import annotations

from typing import Any

from app.recipes.membership.znodes import known_name
from tests.recipes.membership.judge import MembershipJudge
from tests.recipes.membership.mistakes import MISTAKES
from tests.simulation.parts import Kind, Share, Simulated
from tests.simulation.plan import Fault, Member
from tests.simulation.process import Process
from tests.simulation.strike_rare import forge
from tests.simulation.truth import Scene
from tests.simulation.world import World


def settings_of(world: World, process: Process) -> dict[str, Any]:
    """Return who it is. Who comes again knows who it was; a twin knows nothing."""
    before = process.name.removesuffix("'")
    over = {} if before == process.name else {"over": before}
    return {"node": process.node, "incarnation": process.name, **over}


def entry_of(process: Process) -> str:
    """Return the path of what says that its node has ever been a member."""
    return process.server.scene.of(known_name(process.node))


def forge_entry(world: World, process: Process, fault: Fault) -> bool:
    """Write to an entry, or to what else is meant. Nobody watches an entry: its node looks when it
    comes back, and of several servers it may look at one that does not know it.
    """
    if fault.detail != "entry":
        return forge(world, process, fault)
    if world.server.is_down or world.plan.servers > 1:
        return False
    is_written = forge(world, process, fault)
    world.server.break_wire(process, server_hears_in=0.0)
    return is_written


def _twin(world: World, process: Process, fault: Fault) -> bool:
    """Start another process for the same node, while this one runs."""
    name = f"{process.name}~"
    if any(one.name == name for one in world.processes):
        return False
    world.start(Member(0.0, process.timeout, process.drift), name)
    return True


SIMULATED = {
    "membership": Simulated(
        scene=Scene("/group", "/group/live_nodes", ("/group/all_nodes",)),
        judge=MembershipJudge,
        share=Share(1.5, 6),
        settings=settings_of,
        faults={
            "delete": (2.5, ("znode", "election", "entry")),
            "kill": (4, ()),
            "start again": (4, ("", "with its first reply lost")),
        },
        rare={"hide": (3, ("own znode", "own znode", "entry")), "forge": (3, ("entry",))},
        kinds={"twin": Kind(_twin, 2, explained="a second process of the same node")},
        strikes={"forge": forge_entry},
        znodes={"entry": entry_of},
        forged={"entry": b"{"},
        unfit={"multi", "everything", "predecessor"},
        mistakes=MISTAKES,
        unentered={"writing", "asking", "finding", "holding", "watching"},
        seldom={
            "checking": {"ParentMissing", "WriteRefused"},
            "waiting": {"ParentMissing", "WriteRefused"},
            "creating": {"ParentMissing", "WriteRefused"},
            "withdrawing": {"Failed", "WatchFired"},
            "making parent": {"WatchFired"},
        },
    )
}
