"""The faults of `moments.py`, each as it strikes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from app.sandbox.core.messages import ServerRequest
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.records import SetDataRequest
from tests.simulation.judge import READS
from tests.simulation.plan import Fault
from tests.simulation.strike import strike

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

VERSIONED = {Op.SET_DATA, Op.DELETE, Op.CHECK}
LONGEST_TEAR, LONGEST_MEANWHILE, LONGEST_WITHHELD = 0.6, 5.0, 1.0
WAYS = {"behind": "and caught up", "partition": "both ways"}


def is_the_moment(world: World, word: str, request: ServerRequest) -> bool | None:
    """Whether it strikes now; None for the word of another kind of faults. Of the requests that
    are meant it is one of the next few, so that it is not always the first.
    """
    if word == "a version":
        return bool(_counted_on(request))
    if word == "a read":
        return request.op in READS and world.moments.random() < 0.5
    if word == "a znode":
        return request.op == Op.GET_DATA
    if word in ("freeze", "partition"):
        return world.moments.random() < 0.3
    return None


def _counted_on(request: ServerRequest) -> list[str]:
    """The paths of the znodes of which a transaction demands a version."""
    if request.op != Op.MULTI:
        return []
    writes = request.body.operations
    return [one.path for op, one in writes if op in VERSIONED and one.version >= 0]


def _touch(world: World, process: Process, detail: str, request: ServerRequest) -> None:
    server = world.server
    with world.judge.meddled():
        for path in _counted_on(request):
            if path in server.core.tree.nodes:
                data = server.core.tree.nodes[path].data or b""
                server.operate(Op.SET_DATA, SetDataRequest(path, data, -1))


def _tear(world: World, process: Process, detail: str, request: ServerRequest) -> None:
    if process.connection.wire is not None:
        process.connection.wire.out.tear(LONGEST_TEAR * world.moments.random())


def _withhold(world: World, process: Process, detail: str, request: ServerRequest) -> None:
    """Who may not read something tries again until it may: it misses no news of it. One whose
    server has not heard of that yet still reads it, and would miss what comes later.
    """
    server, path = world.server, request.body.path
    server.hide(path, process)
    is_told = server.copy_for(process).zxid == server.core.zxid
    lasts = LONGEST_WITHHELD * world.moments.random()
    if is_told:
        world.after(lasts, partial(server.show, path))
    else:
        server.show(path)


def _meanwhile(world: World, process: Process, detail: str, request: ServerRequest) -> None:
    """Once the request has been carried out. A thread that did not hear of its session's end at
    once takes the answers of the old one for those of the new one.
    """
    lasts = LONGEST_MEANWHILE * world.moments.random()
    if detail == "end session":
        starved = Fault(world.now, "starve", process.name, lasts / 3, "")
        world.after(0.0, partial(strike, world, starved))
    fault = Fault(world.now, detail, process.name, lasts, WAYS.get(detail, ""))
    world.after(0.0, partial(strike, world, fault))


AT_A_MOMENT: dict[str, Callable[[World, Process, str, ServerRequest], None]] = {
    "touch": _touch,
    "tear": _tear,
    "withhold": _withhold,
    "meanwhile": _meanwhile,
    "halt": _meanwhile,
}
