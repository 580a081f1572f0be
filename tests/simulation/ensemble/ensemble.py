"""Three servers as their clients, an operator and the judges see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.sandbox.core.core import Core
from app.sandbox.core.messages import ServerReply, ServerRequest
from app.sandbox.core.sessions import Session
from app.zookeeper.wire.codes import Code, Op
from app.zookeeper.wire.records import ConnectRequest
from tests.simulation.connections import Port
from tests.simulation.ensemble.lives import Lives
from tests.simulation.ensemble.peer import AGREED, FORWARDED, Peer
from tests.simulation.ensemble.proposal import Committed
from tests.simulation.ensemble.reign import Reign
from tests.simulation.replica import copied

if TYPE_CHECKING:
    from tests.simulation.plan import Plan
    from tests.simulation.process import Process
    from tests.simulation.world import World

BACK_IN, HELD_FOR, LOST_TOO = (0.3, 1.0), (0.3, 1.6), 0.5
"""Seconds after which a client comes back, and a request is let go; and how often what it asks for
next is lost.
"""
ELECTED_IN = 3.0
"""Seconds that it takes until servers serve again, at most."""


class Ensemble(Lives):
    """Three servers, one of which leads. _holding: who keeps back what a process has asked for."""

    def __init__(self, world: World, plan: Plan) -> None:
        self._holding: dict[Process, Peer] = {}
        super().__init__(world, plan)

    # -- clients ------------------------------------------------------------------------------

    @property
    def is_down(self) -> bool:
        return self._agreeing() is None

    @property
    def copies(self) -> list[Core]:
        return [peer.core for peer in self.peers]

    def server_for(self, process: Process) -> Peer | None:
        leader = self.leader
        followers = [peer for peer in self.peers if peer is not leader]
        chosen = {
            "leader": [leader or self.peers[0]],
            "follower": followers,
            **{peer.name: [peer] for peer in self.peers},
        }
        peer = self.chance.choice(chosen.get(process.seeks, self.peers))
        return None if peer.is_down else peer

    def is_frozen(self, port: Port) -> bool:
        return bool(port.server.is_frozen)

    def must_wait(self, port: Port, request: ServerRequest) -> bool:
        """Before its session is settled nothing is read of a client (NIOServerCnxn.disableRecv).
        Then reads wait for writes, which wait for nothing.
        """
        if port.link is None or port.server.is_frozen:
            return True
        passes = AGREED if port.server.leads else FORWARDED
        return request.op not in passes and bool(port.server.is_waiting(port.session))

    def hear(self, port: Port) -> None:
        if port.link is not None:
            port.server.hear(port.session, port.timeout)

    def life_of(self, port: Port) -> object:
        return self._lives, port.server.lives

    def greet(self, port: Port, asked: ConnectRequest) -> None:
        port.server.greet(port, asked)

    def answer(self, port: Port, request: ServerRequest) -> None:
        port.server.answer(port, request)

    def forget(self, port: Port) -> None:
        port.server.forget(port)

    def strike(self, kind: str, detail: str, port: Port, request: ServerRequest) -> bool:
        if kind == "mislead":
            self._mislead(port)
        elif kind == "hold":
            return self._hold(port, request, detail)
        elif kind == "lose request" and port.process in self._holding:
            port.process.seeks = self._holding.pop(port.process).name
        return super().strike(kind, detail, port, request)

    def _mislead(self, port: Port) -> None:
        """The reply is lost, and the process is about to find a server that lags."""
        lagging = [peer for peer in self.peers if not peer.leads and peer is not port.server]
        found = self.chance.choice(lagging or self.peers)
        found.applying.lag(self.chance.choice((0.3, 1.0, 3.0)) * self.chance.random())
        port.process.seeks = found.name

    def _hold(self, port: Port, request: ServerRequest, detail: str) -> bool:
        """A follower keeps a request back. Its client goes elsewhere, and comes back, by which the
        session is the follower's again; then the request passes (ZOOKEEPER-2886).
        """
        peer, process = port.server, port.process
        if peer.leads or peer.line is None:
            return False
        process.seeks = "leader"
        self.world.after(self.chance.uniform(*BACK_IN), lambda: self._bring_back(process, peer))
        peer.hold(port, request, self.chance.uniform(*HELD_FOR))
        if self.world.moments.random() < LOST_TOO:
            self.world.after(0.0, lambda: self._lose_the_next(process, detail, peer))
        return True

    def _lose_the_next(self, process: Process, detail: str, peer: Peer) -> None:
        """What it asks for elsewhere meanwhile is lost, and it comes back right then."""
        process.awaited = ("lose request", detail)
        self._holding[process] = peer

    def _bring_back(self, process: Process, peer: Peer) -> None:
        process.seeks = peer.name
        self.break_wire(process, server_hears_in=0.0)

    # -- an operator --------------------------------------------------------------------------

    def _agreeing(self) -> Reign | None:
        """Whose proposals are agreed on at once."""
        leader = self.leader
        if leader is None or not leader.is_awake or leader.reign is None:
            return None
        lines = [one for one in leader.reign.lines.values() if self._is_open(one.follower, leader)]
        return leader.reign if self.is_quorum(1 + len(lines)) else None

    def _is_open(self, follower: Peer, leader: Peer) -> bool:
        line = follower.line
        is_heard = line is not None and not line.is_closed and follower.reign is leader.reign
        return is_heard and follower.is_awake and not self.is_cut(follower, leader)

    def _hurry(self, reign: Reign) -> None:
        """Let all be agreed on that is proposed, by the network's leave."""
        for follower, line in list(reign.lines.items()):
            if self._is_open(follower, reign.leader):
                line.hurry()

    def operate(self, op: Op, body: object) -> int:
        """At the leader; what was asked before has been answered before."""
        self.show_before(op, body)
        reign = self._agreeing()
        if reign is None:
            return Code.CONNECTION_LOSS
        with self.world.judge.undisturbed():
            self._hurry(reign)
        proposal = reign.operate(ServerRequest(1, op, body))
        self._hurry(reign)
        return next(one.error for one in proposal.answers if isinstance(one, ServerReply))

    def end_session(self, session: Session) -> None:
        reign = self._agreeing()
        if reign is None:
            return
        with self.world.judge.undisturbed():
            self._hurry(reign)
        if reign.touch(session.id, session.timeout):
            reign.close(session)
            self._hurry(reign)

    def prepare(self, counter: int) -> None:
        """Let the scene's parent stand everywhere; at the beginning its counter has this value."""
        for path in dict.fromkeys((self.scene.path, *self.scene.parents)):
            self.make(path)
        if self.world.now > 0:
            return
        tree = copied(self.core.tree)
        for path in self.scene.parents:
            tree.nodes[path].creates = counter
        self._begin(Committed(tree, self.core.zxid), self._epoch)
        self._crown(self.peers[0], self.peers[1:])

    @property
    def patience(self) -> float:
        """Seconds more until order is back: a leader has to be elected first."""
        return super().patience + ELECTED_IN

    # -- what can be known of them ------------------------------------------------------------

    def name_of(self, port: Port) -> str:
        name: str = port.server.name
        return name

    def copy_for(self, process: Process) -> Core:
        port = self.port_of(process)
        core: Core = self.core if port is None else port.server.core  # type: ignore[assignment]
        return core

    def misleads(self, process: Process) -> bool:
        session, port = process.recipe.session or 0, self.port_of(process)
        late_at = port.server.late_at if port else float("-inf")
        was_late = late_at > self.world.now - process.recipe.timeout
        return was_late or self.latest.timeout_of(session) < process.granted_ms.get(session, 0)

    def has_told(self, process: Process) -> bool:
        port = self.port_of(process)
        return port is None or not port.server.is_behind
