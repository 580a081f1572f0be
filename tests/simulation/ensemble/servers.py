"""Three servers, of which a majority has to agree: who leads them, and what befalls them.

The vote itself is left out: whose log is the longest is elected, by a majority that can reach it,
after a drawn time (FastLeaderElection.totalOrderPredicate says whom). A new leader begins every
session's time again, commits what its log holds, and nobody else's; clients have to connect again
(LeaderZooKeeperServer, Leader.lead, QuorumPeer.run).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from app.sandbox.core.messages import Limits
from app.sandbox.core.tree import Tree
from tests.simulation.connections import Connections
from tests.simulation.ensemble.peer import Peer
from tests.simulation.ensemble.proposal import Committed, Proposal
from tests.simulation.ensemble.reign import SYNC_LIMIT, TICK_MS, Reign
from tests.simulation.lives import FIRST_SESSION
from tests.simulation.plan import SHORTEST_GRANTED, Plan

if TYPE_CHECKING:
    from tests.simulation.world import World

FIRST_EPOCH = 2
"""There were epochs before, to one of which servers that are set up anew go back."""
HALF_TICK = TICK_MS / 2000
PATIENCE = SYNC_LIMIT * TICK_MS / 1000
"""Seconds after which a follower gives its leader up (Learner's read timeout)."""
ELECTION_TAKES = (0.05, 0.6)
LONGEST_TIMEOUTS = (None, None, None, round(SHORTEST_GRANTED * 1000), 2000)
"""Milliseconds; None is twenty ticks."""


class Servers(Connections):
    """The servers, who leads them, and what is true. latest: what its leader, who may have ended
    since, knows of the sessions.
    """

    core: Committed
    latest: Reign

    def __init__(self, world: World, plan: Plan) -> None:
        super().__init__(world, plan)
        self.chance = plan.stream("servers")
        self.delay = plan.jitter / 4
        self.passwords: dict[int, bytes] = {}
        self._reigns = 0
        self.is_stalled = False
        self._cuts: Counter[frozenset[str]] = Counter()
        self._begin(Committed(Tree(), FIRST_EPOCH << 32), FIRST_EPOCH)
        self._crown(self.peers[0], self.peers[1:])
        world.after(HALF_TICK, self._beat)

    def _begin(self, core: Committed, epoch: int) -> None:
        """All servers know this, and nobody leads them."""
        self.core = core
        self._epoch = epoch
        self._elects_at = float("inf")
        names = [f"s{number}" for number in range(1, self.world.plan.servers + 1)]
        self.peers = [Peer(self, name, Limits(TICK_MS, self._longest())) for name in names]

    def _longest(self) -> int | None:
        return self.chance.choice(LONGEST_TIMEOUTS)

    # -- who leads ----------------------------------------------------------------------------

    @property
    def leader(self) -> Peer | None:
        """Who leads, by the latest epoch."""
        leading = [peer for peer in self.peers if peer.leads]
        return max(leading, key=lambda peer: peer.epoch, default=None)

    def is_quorum(self, count: int) -> bool:
        """Whether these are a majority."""
        return 2 * count > len(self.peers)

    def first_session(self) -> int:
        """The id of the first session that begins under the next leader."""
        self._reigns += 1
        return FIRST_SESSION + (self._reigns << 24)

    def _beat(self) -> None:
        """Half a tick has passed."""
        self.world.after(HALF_TICK, self._beat)
        for peer in self.peers:
            if peer.is_awake and peer.reign is not None:
                self._look_after(peer, peer.reign)
        self._look_for_leaders()

    def _look_after(self, peer: Peer, reign: Reign) -> None:
        if reign.leader is peer:
            reign.beat()
            return
        silent = self.world.now - peer.heard_at > PATIENCE
        is_hung_up = peer.line is not None and peer.line.is_closed
        if silent or (is_hung_up and not self.is_cut(peer, reign.leader)):
            peer.look("its leader is gone")

    def _look_for_leaders(self) -> None:
        for peer in self.peers:
            leader = self.leader
            if peer.is_awake and peer.reign is None and leader is not None and leader.is_awake:
                self._join(peer, leader)
        self._elect()

    def _join(self, peer: Peer, leader: Peer) -> None:
        """Nobody follows a leader of an earlier epoch (Learner.registerWithLeader)."""
        reign, is_ready = leader.reign, self.world.now >= peer.looks_since + peer.joins_in
        is_late = leader.epoch < peer.epoch or self.is_cut(peer, leader)
        if reign is not None and is_ready and not is_late:
            peer.epoch = leader.epoch
            reign.admit(peer, self.delay)

    def _elect(self) -> None:
        """When a majority looks for a leader, and can reach each other."""
        looking = [peer for peer in self.peers if peer.is_awake and peer.reign is None]
        for peer in sorted(looking, key=lambda one: (*one.last, one.name), reverse=True):
            others = [one for one in looking if one is not peer and not self.is_cut(one, peer)]
            if self.is_quorum(1 + len(others)):
                self._elect_soon(peer, others)
                return
        self._elects_at = float("inf")

    def _elect_soon(self, leader: Peer, others: list[Peer]) -> None:
        now = self.world.now
        if self._elects_at > now + max(ELECTION_TAKES):
            self._elects_at = now + self.chance.uniform(*ELECTION_TAKES)
        if now >= self._elects_at:
            self._elects_at = float("inf")
            self._crown(leader, others)
            self.count("leader change")
            self.world.happened("new leader", leader.name)

    def _crown(self, leader: Peer, followers: list[Peer]) -> None:
        """Begin a reign. What is in the leader's log is true from now on, and nothing else that
        was only proposed.
        """
        for proposal in list(leader.accepted):
            if proposal.zxid > self.core.zxid:
                self.commit(proposal)
            leader.apply(proposal)
        self._epoch += 1
        leader.reign = self.latest = Reign(self, leader, self._epoch)
        leader.epoch = self._epoch
        for follower in followers:
            follower.epoch = self._epoch
            leader.reign.admit(follower, self.delay)

    def commit(self, proposal: Proposal) -> None:
        """A quorum has agreed: from now on it is true, under any leader."""
        if proposal.zxid <= self.core.zxid:
            return
        judge, asker = self.world.judge, proposal.asker
        if asker is not None and asker.request is not None and not proposal.refused:
            judge.asked(asker.port.process, asker.request)
        if proposal.is_due and proposal.closes is not None:
            judge.expiring(proposal.closes)
        self.core.add(proposal)
        judge.served()

    def tell_applied(self, peer: Peer, proposal: Proposal) -> None:
        """Write down what a server has come to know."""
        if self.world.trace is not None:
            self.world.trace.copied(self.world.now, peer.name, proposal.transaction.znodes)

    def count(self, what: str) -> None:
        """Count what only an ensemble does."""
        self.world.seen["ensemble", what] += 1

    # -- what befalls them --------------------------------------------------------------------

    def is_cut(self, one: Peer, other: Peer) -> bool:
        """Whether these two do not hear each other."""
        return self._cuts[frozenset((one.name, other.name))] > 0

    def cut(self, one: Peer, other: Peer, lasts: float) -> None:
        """Keep two servers from hearing each other; neither notices it at once."""
        pair = frozenset((one.name, other.name))
        self._cuts[pair] += 1
        self.count("cut off")

        def heal() -> None:
            self._cuts[pair] -= 1
            self._go_on()

        self.world.after(lasts, heal)

    def stall(self) -> None:
        """Freeze all of them."""
        self.is_stalled = True

    def go_on(self) -> None:
        """Let all go on."""
        self.is_stalled = False
        for peer in self.peers:
            self._wake(peer)

    def freeze(self, peer: Peer, lasts: float) -> None:
        """Stop a server's process for a while."""
        peer.frozen_until = max(peer.frozen_until, self.world.now + lasts)
        self.world.at(peer.frozen_until, lambda: self._wake(peer))

    def _wake(self, peer: Peer) -> None:
        """Let it go on. It may answer its clients before it hears its leader: threads race."""
        if not peer.is_awake:
            return
        if peer.leads and peer.reign is not None:
            peer.reign.wake()
        for does in self.chance.sample((self._go_on, self.release), 2):
            does()

    def crash(self, peer: Peer, lasts: float) -> None:
        """End a server, and start it again; its disk keeps all that it has accepted."""
        until = max(peer.down_until, self.world.now + lasts)
        self.end(peer)
        peer.down_until = peer.looks_since = until

    def end(self, peer: Peer) -> None:
        """End a server."""
        if peer.reign is not None and peer.leads:
            peer.reign.end("the server has ended")
        elif not peer.is_down:
            peer.look("the server has ended")
        peer.close_ports("the server has ended")
        peer.lives += 1
        peer.frozen_until, peer.down_until = 0.0, float("inf")

    def _go_on(self) -> None:
        for peer in self.peers:
            if peer.leads and peer.reign is not None:
                for line in list(peer.reign.lines.values()):
                    line.go_on()
            peer.go_on()
