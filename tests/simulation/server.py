"""One server that stands alone: the real core, driven by frames and by virtual time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.sandbox.core.core import Core
from app.sandbox.core.messages import Outputs, ServerReply, ServerRequest
from app.sandbox.core.sessions import Link, Session
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.records import ConnectRequest
from tests.simulation.connections import Port
from tests.simulation.lives import TICK_MS, Lives
from tests.simulation.operated import OPERATOR
from tests.simulation.plan import Plan

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World


class Server(Lives):
    """One sandbox server. It may stall; how it ends and begins again is in `Lives`."""

    def __init__(self, world: World, plan: Plan) -> None:
        super().__init__(world, plan)
        self._links: dict[Link, Port] = {}
        self.is_stalled = False
        world.after(self._tick_ms / 1000, self._tick)

    @property
    def is_down(self) -> bool:
        return self._is_down

    @property
    def copies(self) -> list[Core]:
        return [self.core]

    # -- clients ------------------------------------------------------------------------------

    def server_for(self, process: Process) -> Server | None:
        return None if self._is_down else self

    def is_frozen(self, port: Port) -> bool:
        return self.is_stalled

    def greet(self, port: Port, asked: ConnectRequest) -> None:
        port.link = Link(self.address_of(port.process))
        self._links[port.link] = port
        self.tell(self.core.connect(port.link, asked, self.now_ms))
        if port.link.session is not None:
            port.process.sessions.add(port.link.session.id)

    def answer(self, port: Port, request: ServerRequest) -> None:
        assert port.link is not None
        self.world.judge.asked(port.process, request)
        self.tell(self.core.receive(port.link, request, self.now_ms))
        self.world.judge.served()

    def tell(self, outputs: Outputs) -> None:
        """Send what the core says."""
        for link, message in outputs:
            port = self._links.get(link)
            if port is not None and port.is_open:
                self.say(port, message)

    def forget(self, port: Port) -> None:
        if port.link is not None:
            self._links.pop(port.link, None)
            self.core.disconnect(port.link)

    # -- time ---------------------------------------------------------------------------------

    def _tick(self) -> None:
        self.world.after(self._tick_ms / 1000, self._tick)
        if self.is_stalled or self._is_down:
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
        self.release()

    # -- an operator --------------------------------------------------------------------------

    def operate(self, op: Op, body: object) -> int:
        self.show_before(op, body)
        link = Link(OPERATOR)
        opening = ConnectRequest(0, 0, TICK_MS * 20, 0, bytes(16))
        self.core.connect(link, opening, self.now_ms)
        outputs = self.core.receive(link, ServerRequest(1, op, body), self.now_ms)
        error = next(one.error for _, one in outputs if isinstance(one, ServerReply))
        self.tell(outputs)
        self.tell(self.core.receive(link, ServerRequest(2, Op.CLOSE_SESSION, None), self.now_ms))
        self.world.judge.served()
        return error

    def end_session(self, session: Session) -> None:
        """As `app/processes/sessions.py` does it: take the session over and close it."""
        link = Link(OPERATOR)
        take_over = ConnectRequest(0, 0, session.timeout, session.id, session.password)
        self.tell(self.core.connect(link, take_over, self.now_ms))
        self.tell(self.core.receive(link, ServerRequest(1, Op.CLOSE_SESSION, None), self.now_ms))
        self.world.judge.served()

    def prepare(self, counter: int) -> None:
        """Let the scene's parent stand, with its counter at some value."""
        for path in dict.fromkeys((self.scene.path, *self.scene.parents)):
            self.make(path)
        for path in self.scene.parents:
            self.core.tree.nodes[path].creates = counter

    # -- what can be known of it --------------------------------------------------------------

    def name_of(self, port: Port) -> str:
        return "server"

    def copy_for(self, process: Process) -> Core:
        return self.core

    def has_told(self, process: Process) -> bool:
        return True
