"""What is judged alike of all who announce themselves by an ephemeral znode: members, providers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.sandbox.core.messages import Request
from app.sandbox.core.tree import Tree
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.multi import Operations
from tests.simulation.judge import Judge, Violation

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World


class AnnouncedJudge(Judge):
    """Remembers whom somebody has robbed of its znode."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._robbed_sessions: set[int] = set()
        self._owners: set[int] = set()

    def is_robbed(self, process: Process) -> bool:
        return process.recipe.session in self._robbed_sessions

    def changed(self) -> None:
        """Who announces itself again after a robbery is one like any other."""
        owners = {place.owner for place in self.places}
        if self.meddling:
            self._robbed_sessions |= self._owners - owners
        else:
            self._robbed_sessions -= owners - self._owners
        self._owners = owners

    def may_touch(self, process: Process, path: str, does: str) -> None:
        """Only one's own znode, or one whose process is over; `does` is said of a breach."""
        self.judged("evicts_nobody")
        znode = self._world.server.core.tree.nodes.get(path)
        if znode is None:
            return
        owner = next((one for one in self._world.living if znode.owner in one.sessions), process)
        if owner is not process:
            raise Violation("evicts_nobody", f"{process.name} {does} {path} of {owner.name}")


def changed_by(request: Request, tree: Tree, *ops: Op) -> list[str]:
    """The paths that a request changes by one of these operations, alone or in a transaction; none
    where a version in it is not what stands there, for then it is refused.
    """
    whole = request.body
    writes = whole.operations if isinstance(whole, Operations) else ((request.op, whole),)
    for op, body in writes:
        if op in (Op.CHECK, Op.DELETE, Op.SET_DATA):
            znode = tree.nodes.get(body.path)
            if znode is None or body.version not in (-1, znode.version):
                return []
    return [body.path for op, body in writes if op in ops]
