"""The server's end: the real core, driven by frames and by virtual time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.sandbox.core.core import Core
from app.sandbox.core.messages import Limits, Reply, Request
from app.sandbox.core.sessions import Link, Session
from app.sandbox.core.tree import Tree, Znode
from app.zookeeper.wire.codes import Op, Permission
from app.zookeeper.wire.records import Acl, ConnectRequest, CreateRequest, Id, SetAclRequest
from tests.simulation.connections import Connections
from tests.simulation.follower import Follower
from tests.simulation.plan import Plan
from tests.simulation.replica import kept

if TYPE_CHECKING:
    from tests.simulation.world import World

TICK_MS = 200
EPOCH_MS = 1_700_000_000_000
FIRST_SESSION = 0x1000_0000_0000_0000
RESTART_TAKES = 0.3


class Server(Connections):
    """One sandbox server, and its follower where it has one. It may stall, and restart with the
    znodes that outlive sessions.
    """

    def __init__(self, world: World, plan: Plan) -> None:
        super().__init__(world, plan)
        self._chance = plan.stream("server")
        self._lives = 0
        self._delay = plan.jitter / 4
        self.core = self._new_core(Tree(), 0)
        self.follower = self._new_follower(Tree()) if plan.has_follower else None
        world.after(TICK_MS / 1000, self._tick)

    @property
    def now_ms(self) -> int:
        """The server's clock, milliseconds since the epoch."""
        return EPOCH_MS + int(self.world.now * 1000)

    def _new_core(self, tree: Tree, zxid: int) -> Core:
        self._lives += 1
        first = FIRST_SESSION + (self._lives << 24)
        return Core(secret=b"s", first_session=first, limits=Limits(TICK_MS), tree=tree, zxid=zxid)

    def _new_follower(self, tree: Tree) -> Follower:
        follower = Follower(self, tree, self._servers, self._delay)
        self.core.tree.note = follower.note
        return follower

    # -- time ---------------------------------------------------------------------------------

    def _tick(self) -> None:
        self.world.after(TICK_MS / 1000, self._tick)
        if self.is_stalled or self.is_down:
            return
        self.tick()

    def tick(self) -> None:
        """End what has expired."""
        due = self.core.sessions.expired(self.now_ms)
        for session in due:
            self.world.judge.expiring(session)
        self.tell(self.core.tick(self.now_ms))
        if due:
            self.world.judge.served()

    def stall(self) -> None:
        """Handle nothing; what arrives waits."""
        self.is_stalled = True

    def go_on(self) -> None:
        """What has waited is handled, before or after the clock is looked at."""
        self.is_stalled = False
        if self._chance.random() < 0.5:
            self.tick()
        waiting, self._stalled = self._stalled, []
        for port, frame in waiting:
            self._arrived(port, frame)
        self.work_off_all()

    def restart(self) -> None:
        """Go down, and come back as with --data: with the znodes that no session owns, and zxids
        greater than all before.
        """
        self.is_down = True
        for port in list(self._open.values()):
            self.break_wire(port.process, server_hears_in=0.0)
            self.hang_up(port)
        old = self.core
        self.core = self._new_core(kept(old.tree), ((old.zxid >> 32) + 1) << 32)
        if self.follower is not None:
            self.follower = self._new_follower(kept(old.tree))
        self.world.judge.served()
        self.world.after(RESTART_TAKES, self._come_back)

    def _come_back(self) -> None:
        self.is_down = False

    # -- an operator at the same server -------------------------------------------------------

    def operate(self, op: Op, body: object) -> int:
        """Carry out somebody else's request; its error code."""
        link = Link("127.0.0.1")
        opening = ConnectRequest(0, 0, TICK_MS * 20, 0, bytes(16))
        self.core.connect(link, opening, self.now_ms)
        outputs = self.core.receive(link, Request(1, op, body), self.now_ms)
        error = next(one.error for _, one in outputs if isinstance(one, Reply))
        self.tell(outputs)
        self.tell(self.core.receive(link, Request(2, Op.CLOSE_SESSION, None), self.now_ms))
        self.world.judge.served()
        return error

    def end_session(self, session: Session) -> None:
        """As `app/workers/sessions.py` does it: take the session over and close it."""
        link = Link("127.0.0.1")
        take_over = ConnectRequest(0, 0, session.timeout, session.id, session.password)
        self.tell(self.core.connect(link, take_over, self.now_ms))
        self.tell(self.core.receive(link, Request(1, Op.CLOSE_SESSION, None), self.now_ms))
        self.world.judge.served()

    def permit(self, path: str, permissions: int) -> int:
        """Set an ACL for everybody; its error code."""
        return self.operate(Op.SET_ACL, SetAclRequest(path, _for_all(permissions), -1))

    def make(self, path: str, data: bytes = b"") -> None:
        """Create a znode that stays."""
        self.operate(Op.CREATE, CreateRequest(path, data, _for_all(Permission.ALL), 0))

    def prepare(self, counter: int) -> None:
        """Let the scene's parent stand, with its counter at some value."""
        for path in dict.fromkeys((self.scene.path, *self.scene.parents)):
            self.make(path)
        for path in self.scene.parents:
            self.core.tree.nodes[path].creates = counter

    def children(self, path: str) -> Iterable[tuple[str, Znode]]:
        """Names and znodes below `path`; nothing where it is not there."""
        nodes = self.core.tree.nodes
        znode = nodes.get(path)
        return () if znode is None else ((name, nodes[f"{path}/{name}"]) for name in znode.children)


def _for_all(permissions: int) -> list[Acl]:
    return [Acl(int(permissions), Id("world", "anyone"))]
