"""The server's end of all connections: to the leader, and to its follower where it has one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from typing import TYPE_CHECKING

from app.sandbox.core.core import Core
from app.sandbox.core.messages import Close, Message, Outputs, Reply, Request
from app.sandbox.core.sessions import Link, Session
from app.sandbox.core.watches import Watches
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.records import ConnectRequest, ConnectResponse, PathVersion, PathWatch
from tests.simulation import frames
from tests.simulation.follower import Follower
from tests.simulation.network import Wire
from tests.simulation.plan import Plan
from tests.simulation.truth import scene_of

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

LOST = {"lose request": "request", "hold": "request", "lose reply": "reply", "mislead": "reply"}
"""What a fault keeps from its receiver."""
WRITES = {"create": Op.CREATE, "delete": Op.DELETE, "multi": Op.MULTI}


class Port:
    """The server's end of one connection.

    link: what the leader knows it by. follower, local: the server that it is a connection to, where
    that is not the leader itself, and what it is known by there. resumes: a session that there was
    before. waits: for the leader's answer.
    """

    def __init__(self, process: Process, wire: Wire, follower: Follower | None) -> None:
        self.process, self.wire, self.follower = process, wire, follower
        self.link: Link | None = None
        self.local: Link | None = None
        self.requests: deque[Request] = deque()
        self.is_open = True
        self.resumes = self.waits = False

    @property
    def is_held_up(self) -> bool:
        """Whether what is asked next is for a leader that cannot be reached."""
        if self.follower is None or not self.follower.is_cut:
            return False
        return self.requests[0].op in self.follower.ASKED


class Connections(ABC):
    """All connections, and the faults that wait for a request on one of them."""

    core: Core
    follower: Follower | None

    def __init__(self, world: World, plan: Plan) -> None:
        self.world = world
        self.scene = scene_of(plan.recipe)
        self._servers = plan.stream("servers")
        self._ports: dict[Link, Port] = {}
        self._open: dict[Wire, Port] = {}
        self._stalled: list[tuple[Port, bytes | None]] = []
        self.is_stalled = self.is_down = False

    @property
    @abstractmethod
    def now_ms(self) -> int:
        """The server's clock, milliseconds since the epoch."""

    @abstractmethod
    def operate(self, op: Op, body: object) -> int:
        """Carry out somebody else's request; its error code."""

    # -- from the client ----------------------------------------------------------------------

    def accept(self, process: Process) -> Wire | None:
        """A new connection; None while the server is down."""
        if self.is_down:
            return None
        wire = Wire(self.world, process.weather)
        process.wires.append(wire)
        self.world.judge.connected(process)
        port = Port(process, wire, self._follower_for(process))
        self._open[wire] = port
        wire.out.receiver = lambda frame: self._arrived(port, frame)
        return wire

    def _follower_for(self, process: Process) -> Follower | None:
        """The follower, if that is the server that the process finds next."""
        if self.follower is None:
            return None
        found = process.seeks or self._servers.choice(("leader", "follower"))
        return self.follower if found == "follower" else None

    def _arrived(self, port: Port, frame: bytes | None) -> None:
        if self.is_stalled:
            self._stalled.append((port, frame))
        elif port.is_open:
            self._handle(port, frame)

    def _handle(self, port: Port, frame: bytes | None) -> None:
        if frame is None:
            self.hang_up(port)
        elif port.link is None:
            self._shake_hands(port, frames.read_connect(frame))
        else:
            port.requests.append(frames.read_request(frame))
            self.work_off(port)

    def _shake_hands(self, port: Port, asked: ConnectRequest) -> None:
        port.process.seeks = ""
        if port.follower is not None and not port.follower.serves(asked):
            self.say(port, Close("this server knows less than the client, or cannot ask"))
            return
        port.resumes = bool(asked.session)
        port.link = Link("127.0.0.1")
        self._ports[port.link] = port
        self.tell(self.core.connect(port.link, asked, self.now_ms))
        if port.link.session is not None:
            port.process.sessions.add(port.link.session.id)
            if port.follower is not None:
                port.follower.welcome(port.link, port.link.session)

    def _seat(self, port: Port, session: Session) -> None:
        """The follower has a client's session."""
        port.local = Link("127.0.0.1")
        port.local.session = session
        self._ports[port.local] = port

    def work_off_all(self) -> None:
        """Whatever has been held up goes on."""
        for port in list(self._open.values()):
            self.work_off(port)

    def work_off(self, port: Port) -> None:
        """Carry out what has been asked for, until something has to be waited for."""
        while port.requests and port.is_open and not port.waits and not self.is_stalled:
            if port.is_held_up:
                return
            self._carry_out(port, port.requests.popleft())

    def _carry_out(self, port: Port, request: Request) -> None:
        fault = self._awaited_fault(port, request)
        if LOST.get(fault) == "request":
            self.break_wire(port.process, server_hears_in=0.0)
            return
        self.world.judge.asked(port.process, request)
        outputs = self._answer(port, request)
        if LOST.get(fault) == "reply":
            self.break_wire(port.process, server_hears_in=0.0)
        self.tell(outputs)
        self.world.judge.served()

    def _answer(self, port: Port, request: Request) -> Outputs:
        assert port.link is not None
        if port.follower is None or port.local is None:
            return self.core.receive(port.link, request, self.now_ms)
        port.waits = request.op in port.follower.ASKED
        return port.follower.receive(port.link, port.local, request)

    # -- to the client ------------------------------------------------------------------------

    def tell(self, outputs: Outputs) -> None:
        """Whatever the leader says to a follower's client goes by the follower."""
        if self.follower is not None:
            self.follower.replicate()
        for link, message in outputs:
            port = self._ports.get(link)
            if port is None or not port.is_open:
                continue
            if port.follower is not None and link is port.link:
                self._tell_late(port.follower, port, message)
            else:
                self.say(port, message)

    def _tell_late(self, follower: Follower, port: Port, message: Message) -> None:
        """That a session goes on is no news that others have to come before."""
        if isinstance(message, ConnectResponse) and port.resumes:
            self._passed_on(port, message)
        else:
            follower.send(lambda: self._passed_on(port, message))

    def _passed_on(self, port: Port, message: Message) -> None:
        if not port.is_open:
            return
        if isinstance(message, ConnectResponse) and message.session:
            self._seat(port, Session(message.session, message.password or b"", message.timeout))
        self.say(port, message)
        if isinstance(message, Reply):
            port.waits = False
            self.work_off(port)

    def say(self, port: Port, message: Message) -> None:
        """Send a message."""
        self.world.judge.said(port.process, message)
        frame = frames.write_message(message)
        port.wire.back.send(frame)
        if frame is None:
            self._forget(port)

    # -- the end of one -----------------------------------------------------------------------

    def hang_up(self, port: Port) -> None:
        """The connection is gone."""
        if port.is_open:
            self._forget(port)
            if port.link is not None:
                self.core.disconnect(port.link)

    def _forget(self, port: Port) -> None:
        port.is_open = False
        self._open.pop(port.wire, None)
        for link in (port.link, port.local):
            if link is not None:
                self._ports.pop(link, None)
        if port.follower is not None and port.local is not None:
            port.follower.core.disconnect(port.local)

    # -- faults that wait for a request -------------------------------------------------------

    def _awaited_fault(self, port: Port, request: Request) -> str:
        """A fault that has waited for just this request, and strikes."""
        kind, word = port.process.awaited or ("", "")
        if not kind or not self._is_meant(word, port.process, request):
            return ""
        if kind == "hold" and port.follower is None:
            return ""
        port.process.awaited = None
        self.world.struck(kind, word)
        self.world.happened(kind, port.process.name, Op(request.op).name)
        self._strike(kind, port, request)
        return kind

    def _strike(self, kind: str, port: Port, request: Request) -> None:
        if kind == "forestall":
            self._forestall(port.process, request)
        elif kind == "mislead" and self.follower is not None:
            self.follower.mislead(port.process)
        elif kind == "hold" and self.follower is not None and port.link is not None:
            self.follower.hold(port.process, port.link.session, request)

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

    # -- what can be known of them ------------------------------------------------------------

    def watches_of(self, session: Session) -> tuple[Watches, Link] | None:
        """Where the watches of a session's client are kept, and under what; None without one."""
        port = self._ports.get(session.link) if session.link is not None else None
        if port is None or port.link is None:
            return None
        if port.follower is None:
            return self.core.watches, port.link
        return (port.follower.core.watches, port.local) if port.local is not None else None

    def name_for(self, process: Process, op: int | None = None) -> str:
        """What a trace calls the server that a process hears, or that carries this out for it."""
        port = self._port_of(process)
        is_leader = port is None or port.follower is None or op in port.follower.ASKED
        return "server" if is_leader else "follower"

    def copy_for(self, process: Process) -> Core:
        """The server that the process is connected to, or the leader."""
        port = self._port_of(process)
        return self.core if port is None or port.follower is None else port.follower.core

    def has_told(self, process: Process) -> bool:
        """Whether the server that it is connected to knows, and has told, all that there is."""
        port = self._port_of(process)
        return port is None or port.follower is None or not port.follower.is_behind

    def _port_of(self, process: Process) -> Port | None:
        wire = process.connection.wire
        return None if wire is None else self._open.get(wire)
