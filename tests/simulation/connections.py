"""The servers' end of all connections."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from typing import TYPE_CHECKING, Any

from app.sandbox.core.core import Core
from app.sandbox.core.messages import Message, ServerRequest
from app.sandbox.core.sessions import Link
from app.sandbox.core.watches import Watches
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.records import ConnectRequest, PathVersion, PathWatch
from tests.simulation import frames
from tests.simulation.awaited import AT_A_MOMENT, is_the_moment
from tests.simulation.network import Wire
from tests.simulation.operated import AGAIN, Operated
from tests.simulation.plan import Plan

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

EPOCH_MS = 1_700_000_000_000
LOST = {"lose request": "request", "hold": "request", "lose reply": "reply", "mislead": "reply"}
"""What a fault keeps from its receiver."""
WRITES = {"create": Op.CREATE, "delete": Op.DELETE, "multi": Op.MULTI}


class Port:
    """A server's end of one connection.

    server: which of an ensemble. link: what the server knows the client by, once it has a session;
    session: that one. timeout: in milliseconds, as negotiated.
    """

    def __init__(self, process: Process, wire: Wire, server: Any) -> None:
        self.process, self.wire, self.server = process, wire, server
        self.link: Link | None = None
        self.session = self.timeout = 0
        self.requests: deque[ServerRequest] = deque()
        self.is_open, self.is_greeted = True, False


class Connections(Operated):
    """All connections, and the faults that wait for a request on one of them.

    slowness: seconds that a handshake takes at most.
    """

    def __init__(self, world: World, plan: Plan) -> None:
        super().__init__(world, plan)
        self._open: dict[Wire, Port] = {}
        self._held: list[tuple[Port, bytes | None]] = []
        self._slow = plan.stream("slow handshakes")
        self._lives = 0
        self.slowness = 0.0

    @property
    def now_ms(self) -> int:
        """The servers' clock, milliseconds since the epoch."""
        return EPOCH_MS + int(self.world.now * 1000)

    # -- what servers differ in ---------------------------------------------------------------

    @property
    @abstractmethod
    def copies(self) -> list[Core]:
        """Where clients' watches are kept."""

    @abstractmethod
    def server_for(self, process: Process) -> Any:
        """Return the server that the process finds next; None where it is refused."""

    @abstractmethod
    def is_frozen(self, port: Port) -> bool:
        """Whether the server of a connection handles nothing at the moment."""

    def must_wait(self, port: Port, request: ServerRequest) -> bool:
        """Whether what a client asks next waits for what it has asked before."""
        return self.is_frozen(port)

    def hear(self, port: Port) -> None:
        """A client has said something, whenever that is answered."""

    def life_of(self, port: Port) -> object:
        """Tell the lives of a connection's server apart."""
        return self._lives

    @abstractmethod
    def greet(self, port: Port, asked: ConnectRequest) -> None:
        """Take up a session."""

    @abstractmethod
    def answer(self, port: Port, request: ServerRequest) -> None:
        """Answer a request."""

    @abstractmethod
    def forget(self, port: Port) -> None:
        """A connection is gone."""

    @abstractmethod
    def name_of(self, port: Port) -> str:
        """What a trace calls the server of a connection."""

    @abstractmethod
    def copy_for(self, process: Process) -> Core:
        """The server that the process is connected to, or what is true."""

    def misleads(self, process: Process) -> bool:
        """Whether it cannot know how long its session lasts: its server has just told of a change
        that it had heard of long before, or one that it has left without an answer has granted it a
        shorter time.
        """
        return False

    @abstractmethod
    def has_told(self, process: Process) -> bool:
        """Whether the server that it is connected to knows, and has told, all that there is."""

    # -- from the client ----------------------------------------------------------------------

    def accept(self, process: Process) -> Wire | None:
        """A new connection; None where it is refused."""
        server = self.server_for(process)
        if server is None:
            return None
        wire = Wire(self.world, process.weather)
        process.wires.append(wire)
        self.world.judge.connected(process)
        port = Port(process, wire, server)
        self._open[wire] = port
        wire.out.receiver = lambda frame: self._arrived(port, frame)
        return wire

    def _arrived(self, port: Port, frame: bytes | None) -> None:
        if self.is_frozen(port):
            self._held.append((port, frame))
        elif port.is_open:
            self._handle(port, frame)

    def _handle(self, port: Port, frame: bytes | None) -> None:
        if frame is None:
            self.hang_up(port)
        elif not port.is_greeted:
            port.is_greeted = True
            port.process.seeks = ""
            self._welcome(port, frames.read_connect(frame))
        else:
            port.requests.append(frames.read_request(frame))
            self.hear(port)
            self.work_off(port)

    def _welcome(self, port: Port, asked: ConnectRequest) -> None:
        """A slow server reads a handshake late, and may answer who has hung up by then."""
        takes, life = self.slowness * self._slow.random(), self.life_of(port)
        if not takes:
            self.greet(port, asked)
            return

        def late() -> None:
            if life == self.life_of(port) and self.is_frozen(port):
                self.world.after(AGAIN, late)
            elif life == self.life_of(port):
                self.greet(port, asked)
                if not port.is_open:
                    self.forget(port)

        self.world.after(takes, late)

    def release(self) -> None:
        """Handle what has waited for its server."""
        waiting, self._held = self._held, []
        for port, frame in waiting:
            self._arrived(port, frame)
        for port in list(self._open.values()):
            self.work_off(port)

    def work_off(self, port: Port) -> None:
        """Carry out what has been asked for, until something has to be waited for."""
        while port.requests and port.is_open and not self.must_wait(port, port.requests[0]):
            self._carry_out(port, port.requests.popleft())

    def _carry_out(self, port: Port, request: ServerRequest) -> None:
        fault = self._awaited_fault(port, request)
        if fault in LOST:
            self.break_wire(port.process, server_hears_in=0.0)
        if LOST.get(fault) != "request":
            self.answer(port, request)

    # -- to the client ------------------------------------------------------------------------

    def say(self, port: Port, message: Message) -> None:
        """Send a message."""
        self.world.judge.said(port.process, message)
        frame = frames.write_message(message)
        port.wire.back.send(frame)
        if frame is None:
            self.forget(port)
            self._shut(port)

    # -- the end of one -----------------------------------------------------------------------

    def hang_up(self, port: Port) -> None:
        """The connection is gone."""
        if port.is_open:
            self.forget(port)
            self._shut(port)

    def _shut(self, port: Port) -> None:
        port.is_open = False
        self._open.pop(port.wire, None)

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

    # -- faults that wait for a request -------------------------------------------------------

    def _awaited_fault(self, port: Port, request: ServerRequest) -> str:
        """A fault that has waited for just this request, and strikes."""
        kind, word = port.process.awaited or ("", "")
        if not kind or not self._is_meant(word, port.process, request):
            return ""
        if not self.strike(kind, word, port, request):
            return ""
        port.process.awaited = None
        self.world.struck(kind, word)
        self.world.happened(kind, port.process.name, Op(request.op).name)
        return kind

    def strike(self, kind: str, detail: str, port: Port, request: ServerRequest) -> bool:
        """Let it strike; False where it has to wait on."""
        if kind in AT_A_MOMENT:
            AT_A_MOMENT[kind](self.world, port.process, detail, request)
        elif kind == "forestall":
            self._forestall(port.process, request)
        return True

    def _forestall(self, process: Process, request: ServerRequest) -> None:
        """The znode that it is about has just been deleted by an operator."""
        parent = self.scene.parent
        path = process.znode if request.op == Op.MULTI else request.body.path
        if path in self.scene.parents:
            path = f"{parent}/{next((place.name for place in self.world.judge.places), '')}"
        with self.world.judge.meddled():
            self.operate(Op.DELETE, PathVersion(path, -1))

    def _is_meant(self, word: str, process: Process, request: ServerRequest) -> bool:
        """`word` is an operation that writes, "any" of those, or "read": of whatever it watches
        beside its own znode; or as `is_the_moment` says.
        """
        is_now = is_the_moment(self.world, word, request)
        if is_now is not None:
            return is_now
        if word == "read":
            watched = isinstance(request.body, PathWatch) and request.body.watch
            return watched and request.body.path != process.znode
        return request.op == WRITES[word] if word in WRITES else request.op in WRITES.values()

    # -- what can be known of them ------------------------------------------------------------

    def name_for(self, process: Process) -> str:
        """What a trace calls the server that a process is connected to."""
        port = self.port_of(process)
        return "server" if port is None else self.name_of(port)

    def watches_of(self, process: Process) -> tuple[Watches, Link] | None:
        """Where the watches of a process are kept, and under what; None without a connection."""
        port = self.port_of(process)
        if port is None or port.link is None:
            return None
        return self.copy_for(process).watches, port.link

    def ports_of(self, server: Any) -> list[Port]:
        """The connections of one server."""
        return [port for port in self._open.values() if port.server is server]

    def port_of(self, process: Process) -> Port | None:
        """The servers' end of the connection that a process has."""
        wire = process.connection.wire
        return None if wire is None else self._open.get(wire)
