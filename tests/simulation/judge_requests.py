"""What is judged of a request before it is carried out: whose znodes it changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from app.sandbox.core.messages import ServerRequest
from app.sandbox.core.tree import Tree
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.multi import Operations
from tests.simulation.judge import Violation

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World


def evicts_nobody(world: World, process: Process, request: ServerRequest, *ops: Op) -> None:
    """Only one's own znode may be changed by these operations, or one whose process is over."""
    server = world.server
    for path in changed_by(request, server.core.tree, *ops):
        world.judge.judged("evicts_nobody")
        owner = server.core.tree.nodes[path].owner
        others = (one for one in world.living if one is not process)
        robbed = next((one for one in others if owner in one.sessions), None)
        if robbed is not None:
            raise Violation("evicts_nobody", f"{process.name} changes {path} of {robbed.name}")


def is_bound(request: ServerRequest, path: str) -> bool:
    """Whether a transaction is refused once somebody has written this znode, or made it."""
    on_it = [(op, one) for op, one in writes_in(request) if getattr(one, "path", None) == path]
    return any(op == Op.CREATE or getattr(one, "version", -1) >= 0 for op, one in on_it)


def writes_in(request: ServerRequest) -> Sequence[tuple[int, Any]]:
    """What a request asks to write, alone or in a transaction."""
    whole = request.body
    return whole.operations if isinstance(whole, Operations) else ((request.op, whole),)


def changed_by(request: ServerRequest, tree: Tree, *ops: Op) -> list[str]:
    """The paths that a request changes by one of these operations, alone or in a transaction; none
    where a version in it is not what stands there, for then it is refused.
    """
    writes = writes_in(request)
    for op, body in writes:
        if op in (Op.CHECK, Op.DELETE, Op.SET_DATA):
            znode = tree.nodes.get(body.path)
            if znode is None or body.version not in (-1, znode.version):
                return []
    return [body.path for op, body in writes if op in ops]
