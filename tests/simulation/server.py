"""The server's end: the real core, driven by frames and by virtual time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.sandbox.core.core import Core
from app.sandbox.core.messages import Limits, Outputs, Reply, Request
from app.sandbox.core.sessions import Link, Session
from app.sandbox.core.tree import Tree, Znode
from app.zookeeper.wire.codes import Op, Permission
from app.zookeeper.wire.records import (
    Acl,
    ConnectRequest,
    CreateRequest,
    Id,
    PathVersion,
    PathWatch,
    SetAclRequest,
)
from tests.simulation import frames
from tests.simulation.network import Wire
from tests.simulation.plan import Plan
from tests.simulation.truth import scene_of

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

TICK_MS = 200
EPOCH_MS = 1_700_000_000_000
FIRST_SESSION = 0x1000_0000_0000_0000
RESTART_TAKES = 0.3
WRITES = {"create": Op.CREATE, "delete": Op.DELETE, "multi": Op.MULTI}


class Port:
    """The server's end of one connection."""

    def __init__(self, process: Process, wire: Wire) -> None:
        self.process, self.wire = process, wire
        self.link: Link | None = None
        self.is_open = True


class Server:
    """One sandbox server. It may stall, and restart with the znodes that outlive sessions."""

    def __init__(self, world: World, plan: Plan) -> None:
        self.world = world
        self.scene = scene_of(plan.recipe)
        self._chance = plan.stream("server")
        self._ports: dict[Link, Port] = {}
        self._open: dict[Wire, Port] = {}
        self._stalled: list[tuple[Port, bytes | None]] = []
        self.is_stalled = self.is_down = False
        self._operator = Link("127.0.0.1")
        self._lives = 0
        self.core = self._new_core(Tree(), 0)
        world.after(TICK_MS / 1000, self._tick)

    @property
    def now_ms(self) -> int:
        """The server's clock, milliseconds since the epoch."""
        return EPOCH_MS + int(self.world.now * 1000)

    def _new_core(self, tree: Tree, zxid: int) -> Core:
        self._lives += 1
        first = FIRST_SESSION + (self._lives << 24)
        return Core(secret=b"s", first_session=first, limits=Limits(TICK_MS), tree=tree, zxid=zxid)

    # -- connections --------------------------------------------------------------------------

    def accept(self, process: Process) -> Wire | None:
        """A new connection; None while the server is down."""
        if self.is_down:
            return None
        wire = Wire(self.world, process.weather)
        process.wires.append(wire)
        self.world.judge.connected(process)
        port = Port(process, wire)
        self._open[wire] = port
        wire.out.receiver = lambda frame: self._arrived(port, frame)
        return wire

    def _arrived(self, port: Port, frame: bytes | None) -> None:
        if self.is_stalled:
            self._stalled.append((port, frame))
        elif port.is_open:
            self._handle(port, frame)

    def _handle(self, port: Port, frame: bytes | None) -> None:
        if frame is None:
            self.hang_up(port)
        elif port.link is None:
            port.link = Link("127.0.0.1")
            self._ports[port.link] = port
            self._tell(self.core.connect(port.link, frames.read_connect(frame), self.now_ms))
            if port.link.session is not None:
                port.process.sessions.add(port.link.session.id)
        else:
            self._carry_out(port, port.link, frames.read_request(frame))

    def _carry_out(self, port: Port, link: Link, request: Request) -> None:
        fault = self._awaited_fault(port.process, request)
        if fault == "lose request":
            self.break_wire(port.process, server_hears_in=0.0)
            return
        if fault == "forestall":
            self._forestall(port.process, request)
        self.world.judge.asked(port.process, request)
        outputs = self.core.receive(link, request, self.now_ms)
        if fault == "lose reply":
            self.break_wire(port.process, server_hears_in=0.0)
        self._tell(outputs)
        self.world.judge.served()

    def _awaited_fault(self, process: Process, request: Request) -> str:
        """A fault that has waited for just this request."""
        kind, word = process.awaited or ("", "")
        if not kind or not self._is_meant(word, process, request):
            return ""
        process.awaited = None
        self.world.struck(kind, word)
        self.world.happened(kind, process.name, Op(request.op).name)
        return kind

    def _forestall(self, process: Process, request: Request) -> None:
        """The znode that it is about has just been deleted by an operator."""
        parent = self.scene.parent
        path = process.znode if request.op == Op.MULTI else request.body.path
        if path in self.scene.parents:
            path = f"{parent}/{next((place.name for place in self.world.judge.places), '')}"
        with self.world.judge.meddled():
            self.operate(Op.DELETE, PathVersion(path, -1))

    def _is_meant(self, word: str, process: Process, request: Request) -> bool:
        """`word` is an operation that writes, "any" of those, or "read": of whatever it watches
        beside its own znode.
        """
        if word == "read":
            watched = isinstance(request.body, PathWatch) and request.body.watch
            return watched and request.body.path != process.znode
        return request.op == WRITES[word] if word in WRITES else request.op in WRITES.values()

    def _tell(self, outputs: Outputs) -> None:
        for link, message in outputs:
            port = self._ports.get(link)
            if port is None or not port.is_open:
                continue
            self.world.judge.said(port.process, message)
            frame = frames.write_message(message)
            port.wire.back.send(frame)
            if frame is None:
                self._forget(port)

    def hang_up(self, port: Port) -> None:
        """The connection is gone."""
        if port.is_open:
            self._forget(port)
            if port.link is not None:
                self.core.disconnect(port.link)

    def _forget(self, port: Port) -> None:
        port.is_open = False
        self._open.pop(port.wire, None)
        if port.link is not None:
            self._ports.pop(port.link, None)

    def break_wire(self, process: Process, server_hears_in: float) -> bool:
        """Cut the candidate's connection, if it has one; its own end hears of it soon."""
        wire = process.connection.wire
        if wire is None or wire.is_broken:
            return False
        wire.cut()
        port = self._open.get(wire)
        if port is not None:
            self.world.after(server_hears_in, lambda: self.hang_up(port))

        def heard() -> None:
            if process.connection.wire is wire:
                process.connection.broken()

        self.world.after(process.weather.delay(), heard)
        return True

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
        self._tell(self.core.tick(self.now_ms))
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
        self._tell(outputs)
        self._tell(self.core.receive(link, Request(2, Op.CLOSE_SESSION, None), self.now_ms))
        self.world.judge.served()
        return error

    def end_session(self, session: Session) -> None:
        """As `app/workers/sessions.py` does it: take the session over and close it."""
        link = Link("127.0.0.1")
        take_over = ConnectRequest(0, 0, session.timeout, session.id, session.password)
        self._tell(self.core.connect(link, take_over, self.now_ms))
        self._tell(self.core.receive(link, Request(1, Op.CLOSE_SESSION, None), self.now_ms))
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


def kept(old: Tree) -> Tree:
    """What a server with a data directory still knows after a restart."""
    tree = Tree()
    for path, znode in old.items():
        if znode.owner == 0:
            tree.restore(path, _without_children(znode))
    return tree


def _without_children(znode: Znode) -> Znode:
    return Znode(
        znode.data, znode.acl, znode.czxid, znode.mzxid, znode.pzxid, znode.ctime, znode.mtime,
        znode.version, znode.creates, znode.aversion, znode.owner,
    )  # fmt: skip
