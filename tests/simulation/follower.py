"""A server that follows the leader: it answers reads, and fires watches, from a copy of the tree.

The copy is late. Writes, `sync` and the ends of sessions are the leader's to carry out, and their
answers come behind the transactions before them, in one stream; so whoever is answered finds what
it has written, and after a `sync` all that there was. What a client asks for behind a write waits
for the write's answer. A session is taken up again by the leader's word alone, which does not wait
for the stream: its first reads may come from the tree before a write that was never answered. Only
on a client that has seen more than this server knows it hangs up.

Sessions are the leader's: it hears of their clients every half tick. Cut off from it, a follower
goes on answering reads and pings, and the leader ends the sessions.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from app.sandbox.core.core import Core
from app.sandbox.core.messages import Message, Notification, Outputs, Request
from app.sandbox.core.sessions import Link, Session
from app.sandbox.core.tree import Tree
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.records import ConnectRequest
from tests.simulation.replica import Transaction, repeated, written

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.server import Server

MISLED_FOR = (0.3, 1.0, 3.0)
BACK_IN = (0.3, 1.0)
"""Seconds: for how long it misleads at most, and when who was held back comes again."""


class Follower:
    """One follower. `tree`: what it knows from the start, and shares with nobody; delay: up to how
    many seconds a transaction takes to it, where nothing holds it up.

    ASKED: the operations that it leaves to its leader.
    """

    ASKED: ClassVar[frozenset[int]] = frozenset({
        Op.CREATE, Op.CREATE2, Op.DELETE, Op.SET_DATA, Op.SET_ACL, Op.CHECK, Op.MULTI, Op.SYNC,
        Op.CLOSE_SESSION,
    })  # fmt: skip

    def __init__(self, server: Server, tree: Tree, chance: random.Random, delay: float) -> None:
        self._server, self._world = server, server.world
        self._chance, self._delay = chance, delay
        self.core = Core(secret=b"", first_session=0, tree=tree, zxid=server.core.zxid)
        self._changed: dict[str, None] = {}
        self._told_zxid = server.core.zxid
        self._stream: deque[tuple[float, Callable[[], None]]] = deque()
        self._comes_at = self._lags_until = self._cut_until = 0.0
        self._heard: dict[int, Session] = {}
        self._touched: dict[int, int] = {}
        self._held: tuple[Session | None, Request | None] = None, None
        self._world.after(0.0, self._touch)

    # -- the stream ---------------------------------------------------------------------------

    @property
    def is_behind(self) -> bool:
        """Whether something is under way to it."""
        return bool(self._stream)

    def note(self, path: str) -> None:
        """The leader has changed a znode."""
        self._changed[path] = None

    def replicate(self) -> None:
        """The leader has finished a step."""
        core = self._server.core
        if core.zxid == self._told_zxid:
            return
        self._told_zxid = core.zxid
        changed, self._changed = self._changed, {}
        transaction = written(core.tree, core.zxid, changed)
        self.send(lambda: self._commit(transaction))

    def lag(self, lasts: float) -> None:
        """What the leader says from now on comes when this is over, at the earliest."""
        self._lags_until = max(self._lags_until, self._world.now + lasts)

    def catch_up(self) -> None:
        """Get all that is under way at once, where it can."""
        while self._stream and not self.is_cut:
            self._stream.popleft()[1]()

    def send(self, action: Callable[[], None]) -> None:
        """Let this be done behind all that the leader has said so far."""
        comes_at = self._world.now + self._delay * self._chance.random()
        self._comes_at = max(self._comes_at, comes_at, self._lags_until)
        self._stream.append((self._comes_at, action))
        self._world.at(self._comes_at, self._arrive)

    def _arrive(self) -> None:
        while self._stream and self._stream[0][0] <= self._world.now:
            self._stream.popleft()[1]()

    def _commit(self, transaction: Transaction) -> None:
        core, told = self.core, list[tuple[Link, Message]]()
        core.zxid = transaction.zxid
        for change in repeated(core.tree, transaction):
            for link, event, path in core.watches.told(change):
                told.append((link, Notification(event, path, transaction.zxid)))
        if self._world.trace is not None:
            self._world.trace.copied(self._world.now, transaction.znodes)
        self._server.tell(told)

    # -- its clients --------------------------------------------------------------------------

    @property
    def is_cut(self) -> bool:
        """Whether it cannot reach its leader."""
        return self._world.now < self._cut_until

    def cut_off(self, lasts: float) -> None:
        """Neither hear the leader nor be heard, and not notice it."""
        self._cut_until = max(self._cut_until, self._world.now + lasts)
        self.lag(lasts)
        self._world.at(self._cut_until, self._server.work_off_all)

    def serves(self, asked: ConnectRequest) -> bool:
        """Whether it knows all that the client has seen, and its leader can tell of the session."""
        return asked.last_zxid_seen <= self.core.zxid and not self.is_cut

    def welcome(self, link: Link, session: Session) -> None:
        """The leader has said that the session is this server's from now on."""
        self._touched[session.id] = self._server.now_ms
        self._let_go(link, session)

    def receive(self, link: Link, local: Link, request: Request) -> Outputs:
        """Answer a request, or have the leader carry it out."""
        session = link.session
        if session is not None:
            self._heard[session.id] = session
        if request.op not in self.ASKED:
            return self.core.receive(local, request, self._server.now_ms)
        outputs = self._server.core.receive(link, request, self._server.now_ms)
        if session is not None and self._server.core.sessions.get(session.id) is session:
            self._server.core.sessions.touch(session, self._touched[session.id])
        return outputs

    def _touch(self) -> None:
        """That clients live, the leader hears with each answer to a ping of its own, every half
        tick; what it carries out for them tells it nothing.
        """
        self._world.after(self._server.core.limits.tick / 2000, self._touch)
        if self.is_cut or self._server.is_stalled:
            return
        heard, self._heard = self._heard, {}
        sessions = self._server.core.sessions
        for session in heard.values():
            if sessions.get(session.id) is session:
                self._touched[session.id] = self._server.now_ms
                sessions.touch(session, self._server.now_ms)

    # -- what befalls a request ---------------------------------------------------------------

    def mislead(self, process: Process) -> None:
        """What is carried out next comes late, and the process is about to come here."""
        self.catch_up()
        self.lag(self._chance.choice(MISLED_FOR) * self._chance.random())
        process.seeks = "follower"

    def hold(self, process: Process, session: Session | None, request: Request) -> None:
        """Keep a request back. Its client goes elsewhere, and comes back to find it let go."""
        self._held = session, request
        process.seeks = "leader"
        self._world.after(self._chance.uniform(*BACK_IN), lambda: self._bring_back(process))

    def _bring_back(self, process: Process) -> None:
        process.seeks = "follower"
        self._server.break_wire(process, server_hears_in=0.0)

    def _let_go(self, link: Link, session: Session) -> None:
        """Its client's session is this server's again, so the leader takes what was held back
        (ZOOKEEPER-2886). Nobody waits for the answer.
        """
        held, request = self._held
        if held is not session or request is None:
            return
        self._held = None, None
        self._world.happened("let go")
        self._world.judge.comes_late(session)
        outputs = self._server.core.receive(link, request, self._server.now_ms)
        self._server.tell([one for one in outputs if one[0] is not link])
        self._world.judge.served()
