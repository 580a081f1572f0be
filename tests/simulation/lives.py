"""A lone server's ends and beginnings: what it still knows when it comes back.

It may restart with the znodes that no session owns, as the sandbox does; with its sessions too, as
Apache's server does; with nothing, as one that was set up anew; or as it was at an earlier time, as
one that was restored. Then its zxids go back too, but where an ensemble begins a new epoch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from app.sandbox.core.acl import OPEN
from app.sandbox.core.core import Core
from app.sandbox.core.messages import Limits
from app.sandbox.core.sessions import Session, Sessions
from app.sandbox.core.tree import Tree
from tests.simulation.connections import Connections
from tests.simulation.moments import granted, tick_ms
from tests.simulation.plan import LONGEST_TIMEOUT, Plan
from tests.simulation.replica import copied, kept

if TYPE_CHECKING:
    from tests.simulation.world import World

TICK_MS = 200
FIRST_SESSION = 0x1000_0000_0000_0000
FIRST_ZXID = 2 << 32
"""There were epochs before, to one of which a server that is set up anew goes back."""
ZXIDS_OF_THE_NEW = (0, 1 << 32)
RESTART_TAKES = 0.3
ELSEWHERE = 1 << 20


@dataclass(frozen=True)
class Bounds(Limits):
    """Limits with a shortest session timeout, in milliseconds."""

    shortest: int = 2 * TICK_MS

    def timeout(self, asked: int) -> int:
        """As Apache's `minSessionTimeout` has it."""
        return max(self.shortest, super().timeout(asked))


class Past(NamedTuple):
    """What a server knows at some moment. sessions: (id, password, timeout in milliseconds)."""

    tree: Tree
    zxid: int
    sessions: tuple[tuple[int, bytes, int], ...]


class Lives(Connections):
    """The lives of a server that stands alone."""

    core: Core

    def __init__(self, world: World, plan: Plan) -> None:
        super().__init__(world, plan)
        self._chance = plan.stream("server")
        self._tick_ms, granted_ms = tick_ms(plan.seed), round(1000 * granted(plan.seed))
        self._limits: Limits = Limits(self._tick_ms, granted_ms)
        self._is_down = False
        self.core = self._new_core(Tree(), FIRST_ZXID)

    def _new_core(self, tree: Tree, zxid: int) -> Core:
        self._lives += 1
        first = FIRST_SESSION + (self._lives << 24)
        return Core(secret=b"s", first_session=first, limits=self._limits, tree=tree, zxid=zxid)

    # -- the end of one life, and the next ----------------------------------------------------

    def restart(self) -> None:
        """Go down, and come back as with --data: with the znodes that no session owns, and zxids
        greater than all before.
        """
        self._begin(Past(kept(self.core.tree), _next_epoch(self.core.zxid), ()))

    def resume(self, *, in_a_new_epoch: bool, takes: float = RESTART_TAKES) -> None:
        """Go down, and come back with everything; the time of each session begins again."""
        past = self.past()
        self._begin(
            past._replace(zxid=_next_epoch(self.core.zxid)) if in_a_new_epoch else past, takes
        )

    def set_up_anew(self) -> None:
        """Go down, and come back with nothing."""
        self.forget_history()
        self._begin(Past(Tree(), self._chance.choice(ZXIDS_OF_THE_NEW), ()))

    def back_up(self) -> Past:
        """What is there now is kept. Much is written elsewhere then: a client that has seen any of
        that will have seen more than the server that is restored knows.
        """
        past = self.past()
        self.core.zxid += ELSEWHERE
        return past

    def restore(self, past: Any, how: str) -> None:
        """Go down, and come back as it was: with the sessions of then, in the epoch of then or in a
        new one, or without them in a new one. ACLs are open.
        """
        self.forget_history()
        tree = kept(past.tree) if how == "in a new epoch" else copied(past.tree)
        for path, znode in tree.items():
            if path.startswith(self.scene.path):
                znode.acl = OPEN
        sessions = () if how == "in a new epoch" else past.sessions
        zxid = past.zxid if how == "in its epoch" else _next_epoch(max(past.zxid, self.core.zxid))
        self._begin(Past(tree, zxid, sessions))

    def past(self) -> Past:
        """All that it knows now."""
        sessions = tuple((one.id, one.password, one.timeout) for one in self.core.sessions)
        return Past(copied(self.core.tree), self.core.zxid, sessions)

    def _begin(self, past: Past, takes: float = RESTART_TAKES) -> None:
        """Be down for a while, and know this from then on."""
        self._is_down = True
        for port in list(self._open.values()):
            self.break_wire(port.process, server_hears_in=0.0)
            self.hang_up(port)
        self.core = self._new_core(past.tree, past.zxid)
        for session in past.sessions:
            self._know(self.core.sessions, Session(*session), takes)
        self.world.judge.served()
        self._lives += 1
        self.world.after(takes, self._come_back)

    def _know(self, sessions: Sessions, session: Session, takes: float) -> None:
        """It was open before; its time begins when the server is there again."""
        sessions._by_id[session.id] = session
        sessions.touch(session, self.now_ms + round(takes * 1000))

    def _come_back(self) -> None:
        self._is_down = False

    # -- how it welcomes its clients ----------------------------------------------------------

    def bound(self, *, shortest: int | None = None, longest: int | None = None) -> None:
        """Give those who connect from now on session timeouts between these, in milliseconds."""
        longest = longest or round(1000 * LONGEST_TIMEOUT)
        self._limits = Bounds(self._tick_ms, longest, shortest=shortest or 2 * TICK_MS)
        self.core.limits = self._limits


def _next_epoch(zxid: int) -> int:
    return ((zxid >> 32) + 1) << 32
