"""What a leader does, from its election until it has no quorum any more.

Sources, all of Apache's `org.apache.zookeeper.server`: requests are looked at in the light of all
that is proposed (PrepRequestProcessor), and applied when a quorum has them (Leader.tryToCommit);
sessions end by tick, rounded up (ExpiryQueue), by a transaction of their own, and are over for
everybody who asks from the moment in which it is proposed (SessionTrackerImpl.setSessionClosing);
followers tell of their clients in their answers to a ping, every half tick (LearnerHandler, PING);
whose word on a session comes last is its owner, and requests from elsewhere are refused
(LearnerHandler, REVALIDATE; SessionTrackerImpl.checkSession); of a `sync` no quorum is asked, and
whether its session lasts does not matter (ProposalRequestProcessor, Leader.processSync); without a
quorum that was heard in the last `syncLimit` ticks the leader gives up (Leader.lead).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from app.sandbox.core.core import Core
from app.sandbox.core.messages import Limits, Message, ServerReply, ServerRequest
from app.sandbox.core.sessions import Link, Session
from app.zookeeper.wire.codes import Code, Op
from app.zookeeper.wire.multi import Operation, Operations
from app.zookeeper.wire.records import ConnectResponse, Number
from tests.simulation.ensemble.proposal import Asker, Proposal
from tests.simulation.ensemble.stream import Line
from tests.simulation.operated import OPERATOR
from tests.simulation.replica import Transaction, copied, written

if TYPE_CHECKING:
    from tests.simulation.ensemble.peer import Peer
    from tests.simulation.ensemble.servers import Servers

TICK_MS = 200
SYNC_LIMIT = 5
"""Ticks for which servers that lead and follow each other wait for a word."""

OPERATORS_TIMEOUT = 4000
WIDEST = Limits(TICK_MS, longest_timeout=1 << 30)
"""What is negotiated, each server says for itself."""
OVER = ConnectResponse(0, 0, 0, bytes(16))
"""The answer to a client whose session is over."""


class Reign:
    """One leader, and who follows it. ticks: that it has counted. outstanding: what it has
    proposed and not committed.
    """

    def __init__(self, ensemble: Servers, leader: Peer, epoch: int) -> None:
        self.ensemble, self.leader = ensemble, leader
        self.ticks = 0
        self._is_half = False
        self.lines: dict[Peer, Line] = {}
        self.outstanding: deque[Proposal] = deque()
        self._syncs: dict[int, list[Asker]] = {}
        self._owners: dict[int, Peer] = {}
        self._touched: dict[int, int] = {}
        self._changed: dict[str, None] = {}
        first = ensemble.first_session()
        tree = copied(leader.core.tree)
        tree.note = self._note
        self._mind = Core(
            secret=b"s", first_session=first, limits=WIDEST, tree=tree, zxid=epoch << 32
        )
        leader.core.zxid = epoch << 32
        for session in ensemble.core.sessions.values():
            self._adopt(session)

    @property
    def is_on(self) -> bool:
        """Whether it leads still."""
        return self.leader.reign is self

    def _adopt(self, session: Session) -> None:
        """A session goes on, with all of its time before it."""
        same = Session(session.id, session.password, session.timeout)
        self._mind.sessions._by_id[session.id] = same
        self.touch(session.id, session.timeout)

    def _note(self, path: str) -> None:
        self._changed[path] = None

    # -- sessions -----------------------------------------------------------------------------

    def touch(self, session: int, timeout: int) -> bool:
        """Somebody has heard the session's client. False where the session is over."""
        found = self._mind.sessions.get(session)
        if found is None:
            return False
        found.timeout = timeout
        self._touched[session] = self.ensemble.now_ms
        self._mind.sessions.touch(found, self.ensemble.now_ms)
        return True

    def keeps(self, session: int) -> float | None:
        """For how many seconds it keeps a session of which it is told nothing more, but for the
        rest of a tick; None where that is over.
        """
        found, now = self._mind.sessions.get(session), self.ensemble.now_ms - 1
        return (self._touched[session] + found.timeout - now) / 1000 if found else None

    def timeout_of(self, session: int) -> float:
        """Return the milliseconds that it was told last that a session lasts."""
        found = self._mind.sessions.get(session)
        return found.timeout if found else float("inf")

    def open(self, asker: Asker) -> None:
        """Propose a new session."""
        timeout = asker.port.timeout
        self._mind.zxid += 1
        session = self._mind.sessions.open(timeout, self.ensemble.now_ms)
        self._touched[session.id] = self.ensemble.now_ms
        self._owners[session.id] = asker.peer
        self.ensemble.passwords[session.id] = session.password
        asker.port.process.sessions.add(session.id)
        answer = ConnectResponse(0, timeout, session.id, session.password)
        self._propose(Proposal(self._transaction(), session, asker=asker, answers=[answer]))

    def revalidate(self, asker: Asker, session: int) -> None:
        """Tell a server whether a session lasts. It is the session's owner from now on."""
        peer, port = asker.peer, asker.port
        found = self._mind.sessions.get(session)
        answer = OVER
        if found is not None and self.touch(session, port.timeout):
            answer = ConnectResponse(0, port.timeout, session, found.password)
            if self._owners.get(session) is not peer:
                self.ensemble.count("move")
            self._owners[session] = peer
        self._tell(peer, lambda: peer.greeted(port, answer))

    def is_over(self, session: int) -> bool:
        """Whether the session is over, for the leader at least."""
        return self._mind.sessions.get(session) is None

    def refusal(self, peer: Peer, session: int) -> int:
        """The code by which a session's request is refused, 0 where it is not."""
        if self._mind.sessions.get(session) is None:
            return Code.SESSION_EXPIRED
        owner = self._owners.setdefault(session, peer)
        return Code.OK if owner is peer else Code.SESSION_MOVED

    def told_of(self, line: Line, heard: dict[int, int]) -> None:
        """A follower has answered a ping."""
        line.heard_in = self.ticks
        for session, timeout in heard.items():
            self.touch(session, timeout)

    def expire(self) -> None:
        """Propose the end of each session whose time has come."""
        for session in self._mind.sessions.expired(self.ensemble.now_ms):
            self.close(session, is_due=True)

    def close(
        self, session: Session, *, is_due: bool = False, asker: Asker | None = None
    ) -> Proposal:
        """Propose the end of a session; nobody asks whose owner one is."""
        request = (
            asker.request if asker and asker.request else ServerRequest(0, Op.CLOSE_SESSION, None)
        )
        answers = self._execute(session, request, asker)
        return self._propose(
            Proposal(
                self._transaction(), closes=session, is_due=is_due, asker=asker, answers=answers
            )
        )

    # -- requests -----------------------------------------------------------------------------

    def prepare(self, asker: Asker) -> None:
        """Look at a request that changes something, and propose what comes of it."""
        request = asker.request
        assert request is not None
        if asker.peer is not self.leader:
            self.leader.await_answer(asker)
        session = self._mind.sessions.get(asker.port.session)
        if request.op == Op.CLOSE_SESSION and session is not None:
            self.close(session, asker=asker)
            return
        code = self.refusal(asker.peer, asker.port.session)
        if code or session is None:
            self._refuse(asker, request, code)
            return
        answers = self._execute(session, request, asker)
        self._propose(Proposal(self._transaction(), asker=asker, answers=answers))

    def _refuse(self, asker: Asker, request: ServerRequest, code: int) -> None:
        self._mind.zxid += 1
        answer = _refused(request, self._mind.zxid, code)
        proposal = Proposal(self._transaction(), refused=True, asker=asker, answers=[answer])
        self._propose(proposal)

    def _execute(
        self, session: Session, request: ServerRequest, asker: Asker | None = None
    ) -> Sequence[Message]:
        """Change the tree as it will be. That somebody has asked tells nothing of the session:
        its own server does.
        """
        link = Link(self.ensemble.address_of(asker.port.process) if asker else OPERATOR)
        link.session = session
        outputs = self._mind.receive(link, request, self.ensemble.now_ms)
        if self._mind.sessions.get(session.id) is session:
            self._mind.sessions.touch(session, self._touched[session.id])
        return [message for one, message in outputs if one is link]

    def _transaction(self) -> Transaction:
        changed, self._changed = self._changed, {}
        return written(self._mind.tree, self._mind.zxid, changed)

    def sync(self, asker: Asker) -> None:
        """Answer when all is committed that is proposed; of a quorum nobody is asked."""
        if self.outstanding:
            self._syncs.setdefault(self.outstanding[-1].zxid, []).append(asker)
        else:
            self._tell(asker.peer, partial(asker.peer.synced, asker))

    def operate(self, request: ServerRequest) -> Proposal:
        """Propose the request of somebody else."""
        session = self._mind.sessions.open(OPERATORS_TIMEOUT, self.ensemble.now_ms)
        self._touched[session.id] = self.ensemble.now_ms
        answers = self._execute(session, request)
        self._mind.sessions.close(session)
        return self._propose(Proposal(self._transaction(), answers=answers))

    # -- agreement ----------------------------------------------------------------------------

    def _propose(self, proposal: Proposal) -> Proposal:
        self.outstanding.append(proposal)
        self.leader.accepted.append(proposal)
        proposal.acks.add(self.leader)
        for line in self.lines.values():
            line.down.send(partial(line.follower.accept, proposal, line))
        return proposal

    def acknowledged(self, proposal: Proposal, line: Line) -> None:
        """A follower has a proposal in its log."""
        line.heard_in = self.ticks
        proposal.acks.add(line.follower)
        while self.outstanding and self.ensemble.is_quorum(len(self.outstanding[0].acks)):
            self._commit(self.outstanding.popleft())

    def _commit(self, proposal: Proposal) -> None:
        self.ensemble.commit(proposal)
        for line in self.lines.values():
            line.down.send(partial(line.follower.commit, proposal))
        self.leader.commit(proposal)
        for asker in self._syncs.pop(proposal.zxid, ()):
            self._tell(asker.peer, partial(asker.peer.synced, asker))

    def _tell(self, peer: Peer, word: Callable[[], None]) -> None:
        if peer is self.leader:
            word()
        elif peer in self.lines:
            self.lines[peer].down.send(word)

    # -- followers ----------------------------------------------------------------------------

    def admit(self, follower: Peer, delay: float) -> None:
        """A server follows from now on: it gets all that is true, and all that is proposed."""
        follower.catch_up()
        line = self.lines[follower] = follower.line = Line(self, follower, delay)
        follower.reign, follower.heard_at = self, self.ensemble.world.now
        for proposal in self.outstanding:
            line.down.send(partial(follower.accept, proposal, line))

    def beat(self) -> None:
        """Half a tick has passed."""
        self._is_half = not self._is_half
        for line in list(self.lines.values()):
            if self._is_lost(line):
                line.close(self.leader)
                del self.lines[line.follower]
            else:
                line.down.send(partial(line.follower.pinged, line))
        if not self._is_half:
            self.ticks += 1
            if not self._has_quorum():
                self.end("it has no quorum any more")
                return
        self.expire()

    def _is_lost(self, line: Line) -> bool:
        """Whether a follower has hung up, or was silent for longer than its socket waits."""
        hung_up = line.is_closed and not self.ensemble.is_cut(self.leader, line.follower)
        return hung_up or self.ticks > line.heard_in + SYNC_LIMIT

    def skip(self, zxids: int) -> None:
        """Use up some zxids."""
        self._mind.zxid += zxids

    def wake(self) -> None:
        """The leader was frozen: it ends what is overdue before it hears who has called
        (SessionTrackerImpl has a thread of its own), and the pings that it owes leave at once.
        """
        self.expire()
        for line in self.lines.values():
            line.down.send(partial(line.follower.pinged, line))

    def _has_quorum(self) -> bool:
        heard = [one for one in self.lines.values() if self.ticks <= one.heard_in + SYNC_LIMIT]
        return self.ensemble.is_quorum(1 + len(heard))

    def end(self, reason: str) -> None:
        """Give up: nobody is served any more, and what was only proposed may vanish."""
        for line in self.lines.values():
            line.close(self.leader)
        self.leader.look(reason)


def _refused(request: ServerRequest, zxid: int, code: int) -> ServerReply:
    """Return the answer to a request that nobody looked at; of a transaction each part fails."""
    if code == Code.SESSION_MOVED or not isinstance(request.body, Operations):
        return ServerReply(request.xid, zxid, code, None)
    others = [Code.RUNTIME_INCONSISTENCY] * (len(request.body.operations) - 1)
    parts = [Operation(Op.ERROR, Number(int(one))) for one in (code, *others)]
    return ServerReply(request.xid, zxid, Code.OK, Operations(parts))
