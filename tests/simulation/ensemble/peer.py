"""One server of an ensemble: what it has accepted, what it has applied, and whom it serves.

Sources, all of Apache's `org.apache.zookeeper.server`: reads and watches come from what the server
has applied, a prefix of its leader's log (FinalRequestProcessor); what a session asks for behind a
write waits for the write, also over another connection, and at the leader if its write went by
another server (CommitProcessor.pendingRequests); the word on a session overtakes what waits to be
applied (Learner.revalidate); each tells
the leader of a session once more that it has seen beginning (LearnerSessionTracker.commitSession);
who has seen a later zxid is refused before its session is looked at,
and the timeout is negotiated at each connect (ZooKeeperServer.processConnectRequest).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.sandbox.core.core import Core
from app.sandbox.core.messages import (
    Close,
    Limits,
    Message,
    Notification,
    ServerReply,
    ServerRequest,
)
from app.sandbox.core.sessions import Link, Session
from app.zookeeper.wire.codes import Code, Op
from app.zookeeper.wire.records import ConnectRequest, ConnectResponse
from tests.simulation.connections import Port
from tests.simulation.ensemble.proposal import Asker, Proposal
from tests.simulation.ensemble.reign import OVER, Reign
from tests.simulation.ensemble.stream import Line, Stream
from tests.simulation.plan import SHORTEST_GRANTED
from tests.simulation.replica import copied, repeated

if TYPE_CHECKING:
    from tests.simulation.ensemble.servers import Servers

AGREED = frozenset({
    Op.CREATE, Op.CREATE2, Op.CREATE_CONTAINER, Op.CREATE_TTL, Op.DELETE, Op.SET_DATA, Op.SET_ACL,
    Op.CHECK, Op.MULTI, Op.CLOSE_SESSION,
})  # fmt: skip
"""What a quorum has to agree on."""
FORWARDED = AGREED | {Op.SYNC}
"""What a follower leaves to its leader."""
SOON = SHORTEST_GRANTED / 4
"""Seconds within which a server that nothing ails applies what it has heard."""
JOINING_TAKES = (0.02, 0.3)
"""Seconds until a server that looks for a leader follows the one that there is."""


class Peer:
    """One server.

    core: the tree as it has applied it, and the watches of its clients. accepted: what is in its
    log, and not applied yet. knows: the last transaction that it has applied. epoch: of the last
    leader that it has followed. reign: that of the leader whom it follows, or its own; without one
    it serves nobody. late_at: when it last applied something that it had heard long before.
    """

    def __init__(self, ensemble: Servers, name: str, limits: Limits) -> None:
        self.ensemble, self.name, self.limits = ensemble, name, limits
        true = ensemble.core
        tree = copied(true.tree)
        self.core = Core(secret=b"", first_session=0, tree=tree, zxid=true.zxid)
        self.knows, self.epoch = true.zxid, 0
        self.accepted: deque[Proposal] = deque()
        self.reign: Reign | None = None
        self.line: Line | None = None
        self.down_until = self.frozen_until = 0.0
        self.lives = 0
        self.heard_at = self.looks_since = 0.0
        self.late_at = float("-inf")
        self.joins_in = ensemble.chance.uniform(*JOINING_TAKES)
        self._ports: dict[Link, Port] = {}
        self._heard: dict[int, int] = {}
        self._pending: dict[int, list[Asker]] = {}
        parts = ensemble.world, ensemble.chance
        self.applying = Stream(*parts, ensemble.delay, lambda: self.is_frozen)
        self._forwarding = Stream(*parts, 0.0, lambda: self.is_frozen)

    @property
    def leads(self) -> bool:
        """Whether it holds itself for the leader."""
        return self.reign is not None and self.reign.leader is self

    @property
    def last(self) -> tuple[int, int]:
        """What it says of itself when a leader is elected: its epoch, and the end of its log."""
        return self.epoch, self.accepted[-1].zxid if self.accepted else self.knows

    @property
    def is_down(self) -> bool:
        """Whether its process has ended."""
        return self.ensemble.world.now < self.down_until

    @property
    def is_frozen(self) -> bool:
        """Whether its process does nothing."""
        return self.ensemble.is_stalled or self.ensemble.world.now < self.frozen_until

    @property
    def is_awake(self) -> bool:
        """Whether it runs."""
        return not (self.is_down or self.is_frozen)

    @property
    def is_behind(self) -> bool:
        """Whether it has not applied all that is true."""
        return self.knows < self.ensemble.core.zxid

    # -- its clients --------------------------------------------------------------------------

    def greet(self, port: Port, asked: ConnectRequest) -> None:
        """Begin a session, or take one up, or refuse the client."""
        if self.reign is None:
            self.say(port, Close("this server serves nobody"))
        elif asked.last_zxid_seen > self.core.zxid:
            self.say(port, Close("the client has seen a later zxid"))
        else:
            port.timeout = self.limits.timeout(asked.timeout)
            self._open(port, asked)

    def _open(self, port: Port, asked: ConnectRequest) -> None:
        if not asked.session:
            self.ask(lambda reign: reign.open(Asker(self, port)))
        elif asked.password != self.ensemble.passwords.get(asked.session):
            self.greeted(port, OVER)
        else:
            self._close_ports_of(asked.session, "the client has connected again")
            port.session = asked.session
            self.ask(lambda reign: reign.revalidate(Asker(self, port), asked.session))

    def greeted(self, port: Port, answer: ConnectResponse) -> None:
        """Tell the client of its session, if it has one."""
        if not port.is_open:
            return
        if answer.session:
            port.link = Link(self.ensemble.address_of(port.process))
            port.link.session = Session(answer.session, answer.password or b"", answer.timeout)
            port.session = answer.session
            self._ports[port.link] = port
            self._heard[answer.session] = answer.timeout
        self.say(port, answer)
        if not answer.session:
            self.say(port, Close("the session is over"))
        self.ensemble.work_off(port)

    def answer(self, port: Port, request: ServerRequest) -> None:
        """Answer from what it has applied, or let the leader see to it. What comes of a session
        that is over for the leader is dropped there (ZooKeeperServer.submitRequestNow).
        """
        if self.leads and self.reign is not None and self.reign.is_over(port.session):
            return
        if request.op in (AGREED if self.leads else FORWARDED):
            self.forward(port, request)
        else:
            self._read(port, request)

    def forward(self, port: Port, request: ServerRequest) -> None:
        """Let the leader see to a request."""
        asker = Asker(self, port, request)
        self.await_answer(asker)
        if self._forwarding.lags:
            self.ensemble.world.judge.comes_late(port.session)
        does = Reign.sync if request.op == Op.SYNC else Reign.prepare
        self._forwarding.send(lambda: self.ask(lambda reign: does(reign, asker)))

    def hold(self, port: Port, request: ServerRequest, lasts: float) -> None:
        """Keep a request back, and what is forwarded after it."""
        self._forwarding.lag(lasts)
        self.forward(port, request)

    def await_answer(self, asker: Asker) -> None:
        """Let all that the session asks here wait, over whichever connection."""
        self._pending.setdefault(asker.port.session, []).append(asker)

    def is_waiting(self, session: int) -> bool:
        """Whether something that the session has asked for is not answered yet."""
        return bool(self._pending.get(session))

    def _go_on_with(self, asker: Asker) -> None:
        waiting = self._pending.get(asker.port.session, [])
        if asker in waiting:
            waiting.remove(asker)
            for port in list(self._ports.values()):
                if port.session == asker.port.session:
                    self.ensemble.work_off(port)

    def hear(self, session: int, timeout: int) -> None:
        """A leader hears its own clients itself; of all others it is told at its pings. Whatever a
        client says counts as it comes, whenever it is answered (ZooKeeperServer.submitRequestNow).
        """
        self._heard[session] = timeout
        if self.leads and self.reign is not None:
            self.reign.touch(session, timeout)

    def _read(self, port: Port, request: ServerRequest) -> None:
        assert port.link is not None
        self.ensemble.world.judge.asked(port.process, request)
        if self.is_behind and request.op != Op.PING:
            self.ensemble.count("stale read")
        refused = self.reign.refusal(self, port.session) if self.leads and self.reign else 0
        if refused:
            self._reply(port, [ServerReply(request.xid, self.core.zxid, refused, None)])
        else:
            outputs = self.core.receive(port.link, request, self.ensemble.now_ms)
            self._reply(port, [message for _, message in outputs])

    def ask(self, question: Callable[[Reign], None]) -> None:
        """Ask the leader; by the line to it, or at once where it is this one."""
        reign = self.reign
        if reign is None:
            return
        if reign.leader is self:
            question(reign)
        elif self.line is not None:
            self.line.tell_leader(lambda: question(reign))

    def _reply(self, port: Port, answers: list[Message]) -> None:
        """Pass these on. That a session has moved ends its old connection without an answer
        (ZOOKEEPER-710); what was asked behind may be answered before that.
        """
        for message in answers:
            if isinstance(message, ConnectResponse):
                self.greeted(port, message)
            elif isinstance(message, ServerReply) and message.error == Code.SESSION_MOVED:
                self._leave_soon(port)
            elif port.is_open:
                self.say(port, message)

    def _leave_soon(self, port: Port) -> None:
        moved = Close("the session has moved to another server")
        delay = self.ensemble.delay * self.ensemble.chance.random()
        self.ensemble.world.after(delay, lambda: self.say(port, moved))

    def say(self, port: Port, message: Message) -> None:
        """Send a message to a client."""
        if port.is_open:
            self.ensemble.say(port, message)

    def forget(self, port: Port) -> None:
        """A client's connection is gone, and its watches with it."""
        if port.link is not None:
            self._ports.pop(port.link, None)
            self.core.disconnect(port.link)

    def _close_ports_of(self, session: int, reason: str) -> None:
        for port in self.ensemble.ports_of(self):
            if port.session == session:
                self.say(port, Close(reason))

    def close_ports(self, reason: str) -> None:
        """Hang up on all clients."""
        for port in self.ensemble.ports_of(self):
            self.say(port, Close(reason))

    # -- what its leader says -----------------------------------------------------------------

    def accept(self, proposal: Proposal, line: Line) -> None:
        """Write a proposal into its log, and say so."""
        self.heard_at = self.ensemble.world.now
        self.accepted.append(proposal)
        line.tell_leader(lambda: line.reign.acknowledged(proposal, line))

    def commit(self, proposal: Proposal) -> None:
        """Apply a proposal in its turn."""
        heard_at = self.heard_at = self.ensemble.world.now
        self.applying.send(lambda: self._apply_heard(proposal, heard_at))

    def pinged(self, line: Line) -> None:
        """Tell the leader which clients were heard since its last ping (Learner.ping)."""
        self.heard_at = self.ensemble.world.now
        heard, self._heard = self._heard, {}
        line.tell_leader(lambda: line.reign.told_of(line, heard))

    def synced(self, asker: Asker) -> None:
        """Answer a `sync` behind all that was committed before it."""
        self.heard_at = self.ensemble.world.now
        self.applying.send(lambda: self._read_synced(asker))

    def _read_synced(self, asker: Asker) -> None:
        port, request = asker.port, asker.request
        if port.is_open and port.link is not None and request is not None:
            outputs = self.core.receive(port.link, request, self.ensemble.now_ms)
            self._reply(port, [message for _, message in outputs])
        self._go_on_with(asker)

    def _apply_heard(self, proposal: Proposal, heard_at: float) -> None:
        now = self.ensemble.world.now
        if now - heard_at > SOON:
            self.late_at = now
        self.apply(proposal)

    def apply(self, proposal: Proposal) -> None:
        """Change the tree, tell who watches, and answer who has asked."""
        if self.accepted and self.accepted[0] is proposal:
            self.accepted.popleft()
        self.knows = self.core.zxid = proposal.zxid
        for change in repeated(self.core.tree, proposal.transaction):
            for link, event, path in self.core.watches.told(change):
                self.say(self._ports[link], Notification(event, path, proposal.zxid))
        self.ensemble.tell_applied(self, proposal)
        if proposal.asker is not None:
            self._answered(proposal.asker, proposal)
        if proposal.closes is not None:
            self._close_ports_of(proposal.closes.id, "the session is over")
        if proposal.opens is not None:
            self._heard[proposal.opens.id] = proposal.opens.timeout

    def _answered(self, asker: Asker, proposal: Proposal) -> None:
        if asker.peer is self:
            self._reply(asker.port, list(proposal.answers))
        self._go_on_with(asker)

    def catch_up(self) -> None:
        """Take over all that is true, as who joins a leader does; what was only proposed goes."""
        self.applying.clear()
        self.accepted.clear()
        log = self.ensemble.core.log
        for proposal in (one for one in log if one.zxid > self.knows):
            self.apply(proposal)

    # -- its own fate -------------------------------------------------------------------------

    def look(self, reason: str) -> None:
        """Serve nobody, and look for a leader."""
        self.close_ports(reason)
        self.applying.clear()
        self._forwarding.clear()
        self._heard.clear()
        self._pending.clear()
        if self.line is not None:
            self.line.close(self)
        self.reign = self.line = None
        self.looks_since = self.ensemble.world.now

    def go_on(self) -> None:
        """Do what has waited while it was frozen, or cut off."""
        if self.line is not None:
            self.line.go_on()
        self._forwarding.go_on()
        self.applying.go_on()
