"""An ensemble's ends and beginnings: what it still knows when all its servers come back."""

from __future__ import annotations

from typing import Any

from app.sandbox.core.acl import OPEN
from app.sandbox.core.tree import Tree
from tests.simulation.ensemble.proposal import Committed
from tests.simulation.ensemble.reign import TICK_MS
from tests.simulation.ensemble.servers import ELECTION_TAKES, Servers
from tests.simulation.lives import ELSEWHERE, RESTART_TAKES, Bounds
from tests.simulation.plan import LONGEST_TIMEOUT
from tests.simulation.replica import kept


class Lives(Servers):
    """The lives of an ensemble, whose servers end and come back together."""

    def restart(self) -> None:
        """Go down, and come back with everything, as an ensemble does."""
        self.resume(in_a_new_epoch=True, takes=self.chance.uniform(*ELECTION_TAKES))

    def resume(self, *, in_a_new_epoch: bool, takes: float = RESTART_TAKES) -> None:
        """Go down, and come back with everything; an ensemble has a new epoch each time."""
        for peer in self.peers:
            self.crash(peer, takes)

    def set_up_anew(self) -> None:
        """Go down, and come back with nothing."""
        self.forget_history()
        self._begin_again(Committed(Tree(), 0), 0)

    def back_up(self) -> Committed:
        """What is there now is kept. Much is written elsewhere then: a client that has seen any of
        that will have seen more than the servers that are restored know.
        """
        past = Committed(self.core.tree, self.core.zxid)
        leader = self.leader
        if leader is not None and leader.reign is not None:
            leader.reign.skip(ELSEWHERE)
        return past

    def restore(self, past: Any, how: str) -> None:
        """Go down, and come back as it was, with the epochs of then or with later ones. Sessions
        are over, and ACLs are open.
        """
        self.forget_history()
        then = past.zxid >> 32
        epoch = then if how == "in its epoch" else max(then, self._epoch)
        core = Committed(kept(past.tree), epoch << 32)
        for path, znode in core.tree.items():
            if path.startswith(self.scene.path):
                znode.acl = OPEN
        self._begin_again(core, epoch)

    def _begin_again(self, core: Committed, epoch: int) -> None:
        self._lives += 1
        for peer in self.peers:
            self.end(peer)
        self._begin(core, epoch)
        for peer in self.peers:
            self.crash(peer, RESTART_TAKES)
        self.world.judge.served()

    def bound(self, *, shortest: int | None = None, longest: int | None = None) -> None:
        """Give those who connect from now on session timeouts between these, in milliseconds."""
        longest = longest or round(1000 * LONGEST_TIMEOUT)
        for peer in self.peers:
            peer.limits = Bounds(TICK_MS, longest, shortest=shortest or 2 * TICK_MS)
