"""What the simulation has to know of a bookshelf; see `tests/simulation/parts.py`."""

from __future__ import annotations

from typing import Any

from app.recipes.membership.znodes import live_name
from tests.recipes.bookshelf.books import EVERYTHING, NOTHING, Books
from tests.recipes.bookshelf.judge import BookshelfJudge
from tests.recipes.bookshelf.mistakes import MISTAKES
from tests.recipes.bookshelf.replication.network import Disk
from tests.recipes.election.simulated import FORGED, OF_LEADERS
from tests.recipes.membership import simulated as membership
from tests.simulation.parts import Kind, Share, Simulated
from tests.simulation.plan import Fault
from tests.simulation.process import Process
from tests.simulation.strike import order
from tests.simulation.truth import Scene
from tests.simulation.world import World

WIPED = 0.3
"""How often a node comes again with an empty disk."""


def _settings(world: World, process: Process) -> dict[str, Any]:
    """Who comes again has its disk, or a new one; nobody knows that the one before is over."""
    chance, disks = world.plan.stream(f"{process.name} settings"), world.judge.disks
    store = f"{process.name}-{chance.getrandbits(16):04x}"
    if chance.random() < WIPED:
        disks.pop(process.node, None)
    disk = disks.setdefault(process.node, Disk(store))
    return {**membership.settings_of(world, process), "disk": disk, "patience": 0.5}


def _live_znode(process: Process) -> str:
    return process.server.scene.of(live_name(process.node))


def _isolate(world: World, process: Process, fault: Fault) -> bool:
    """Lose the nodes' messages to it, and its own to them; ZooKeeper it does reach."""
    books = world.judge.books[process.name]
    books.is_isolated += 1

    def over() -> None:
        books.is_isolated -= 1

    world.after(fault.lasts, over)
    return True


def _refuse(world: World, process: Process, fault: Fault) -> bool:
    """A client has a book kept, and this node's disk refuses it. Such a node is out until somebody
    starts it again.
    """
    world.judge.books[process.name].refuses = fault.detail
    process.order("book")
    return True


SIMULATED = {
    "bookshelf": Simulated(
        scene=Scene(
            "/bookshelf", "/bookshelf/election", ("/bookshelf/live_nodes", "/bookshelf/all_nodes")
        ),
        judge=BookshelfJudge,
        share=Share(1.2, 2),
        settings=_settings,
        works={"bookshelf": Books},
        faults={
            **OF_LEADERS,
            "kill": (4, ()),
            "lose request": (4, ("create", "delete", "multi", "any")),
            "start again": (8, ("", "with its first reply lost")),
            "delete": (5, (*OF_LEADERS["delete"][1], "entry", "live znode")),
        },
        rare={
            "hide": (3, ("own znode", "own znode", "acknowledgement", "entry")),
            "forge": (3, (*FORGED, "entry")),
            "set up anew": (0, ()),
            "restore": (0, ()),
        },
        kinds={
            "book": Kind(order, 8, explained="a client has a book kept"),
            "refuse": Kind(
                _refuse, 5, (NOTHING, NOTHING, EVERYTHING), "its disk refuses the next book"
            ),
            "isolate": Kind(_isolate, 6, explained="it hears no other node", lasts=True),
        },
        strikes={"forge": membership.forge_entry},
        znodes={"entry": membership.entry_of, "live znode": _live_znode},
        forged={"entry": b"{"},
        unfit={"read"},
        mistakes=MISTAKES,
        machines=(),
    )
}
