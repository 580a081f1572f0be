"""Stand in many recipes on one session, that of a KazooClient which a program uses anyway.

All that stand on it share two threads besides kazoo's: one on which their machines live, and one
that keeps the time. They share the clock of the session too: one proof in a while does for all.
"""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

from kazoo.client import KazooClient
from kazoo.protocol.states import KazooState, KeeperState

from ..participation import commands as c
from ..participation import inputs as i
from ..participation.messages import Message
from ..participation.phases import Phase
from ..participation.session_clock import PROOFS_PER_TIMEOUT, SessionClock
from ..recipes.lock.machine import Release
from ..system.threads import LastingThread, keep_to_log
from ..zookeeper import operations as q
from ..zookeeper.extension import SharedClient
from ..zookeeper.lane import Lane
from .callbacks import CallbackThread
from .standing import ClientSetting, StandingRuntime, Tell

_NEVER = float("inf")
_sharing = threading.Lock()
_NAME = "_handoff_session"


def session_of(client: KazooClient) -> SharedSession:
    """Return the session of a client with all that stand on it; the same for the same client."""
    with _sharing:
        if not hasattr(client, _NAME):
            setattr(client, _NAME, SharedSession(client))
        session: SharedSession = getattr(client, _NAME)
        return session


class _Clock(SessionClock):
    """The clock of a session that many stand on: the session starts it, once for all of them."""

    _is_over = False

    def begin(self, offered_at: float, timeout: float, is_new: bool) -> None:
        """Start, as that of one alone does."""
        self._is_over = False
        super().start(offered_at, timeout, is_new)

    def start(self, offered_at: float, timeout: float, is_new: bool = True) -> None:
        """Go on: the session has started it."""

    def end(self) -> None:
        """Count the session as over, whatever is answered; from any thread."""
        self._is_over = True

    def deadline(self, leads: bool) -> float:
        """Return when the session counts as over; at once where its program ends it."""
        return float("-inf") if self._is_over else super().deadline(leads)


class _Common(CallbackThread):
    """The thread of all users' functions of one kind. It outlasts each of them."""

    end = CallbackThread.close

    def await_idle(self, timeout: float | None = None) -> bool:
        """Wait for nobody else's functions."""
        return True

    def close(self) -> None:
        """Go on for the others."""


class SharedSession:
    """A session of a program's own, with all that stand on it.

    lost, news: the threads that call the users' functions.
    """

    def __init__(self, client: KazooClient) -> None:
        self.client = SharedClient(client, self._closing)
        self._handler, self._lane = self.client.handler, Lane(self.client)
        self.hosts = ",".join(f"{host}:{port}" for host, port in client.hosts) + client.chroot
        self.clock = _Clock()
        self.lost, self.news = _Common("handoff: lost"), _Common("handoff: on_news")
        self._standing: list[SharedRuntime] = []
        self._connection, self._offered_at = 0, float("-inf")
        self._is_connected = False
        self._session: int | None = None
        self._states = self._states_heard = 0
        self._beat_at = _NEVER
        self._turn = 0
        self._roused: SimpleQueue[SharedRuntime | bool] = SimpleQueue()
        self._due: list[tuple[float, int, SharedRuntime]] = []
        self._opening = threading.Lock()
        self._is_open = False
        self._count = 0
        client.add_listener(self._overhear)
        self._open()
        if client.connected:
            self._overhear(KazooState.CONNECTED)

    def _open(self) -> None:
        """Start the threads, unless they run."""
        with self._opening:
            if self._is_open:
                return
            self._is_open, self._roused = True, SimpleQueue()
            self._handler.start()
            does = "keeps the time of the locks on a KazooClient"
            keep_time = partial(self._keep_time, self._roused)
            LastingThread("handoff: time", does, keep_time, keep_to_log).start()

    def _close(self) -> None:
        """End the threads where nobody stands on the session, and the client is closed."""
        with self._opening:
            if self._is_open and not self._count and self.client.client_state == KeeperState.CLOSED:
                self._is_open = False
                self._roused.put(False)
                self._handler.stop()

    def made(self, setting: ClientSetting, tell: Tell, finish: Callable[[], None]) -> SharedRuntime:
        """Make what stands on it; it begins with `take`."""
        return SharedRuntime(setting, tell, finish, self)

    def take(self, one: SharedRuntime) -> None:
        """Let it begin."""
        with self._opening:
            self._count += 1
        self._open()
        self._handler.post(lambda: self._taken(one))
        self.rouse(one)

    def rouse(self, one: SharedRuntime) -> None:
        """Have the time of this one looked at; from any thread, and from a signal handler."""
        self._roused.put(one)

    @property
    def is_behind(self) -> bool:
        """Tell whether the connection has changed, and that is still to be heard."""
        return self._states_heard != self._states

    # -- the thread that keeps the time ---------------------------------------------------------

    def _keep_time(self, roused: SimpleQueue[SharedRuntime | bool]) -> None:
        """Keep it until there is a False among those that are roused: all before it have left."""
        one: SharedRuntime | bool = True
        while one is not False:
            earliest = min(self._due[0][0] if self._due else _NEVER, self._beat_at)
            left = None if earliest == _NEVER else max(earliest - time.monotonic(), 0)
            with suppress(Empty):
                one = roused.get(timeout=left)
                if isinstance(one, SharedRuntime):
                    self._look_at(one)
            now = time.monotonic()
            while self._due and self._due[0][0] <= now:
                at, _, one = heapq.heappop(self._due)
                if at == one.due:
                    one.due = _NEVER
                    self._look_at(one)
            if now >= self._beat_at:
                self._beat_at = now + self.clock.timeout / PROOFS_PER_TIMEOUT
                self._handler.post(self._beat)
        self.lost.end()
        self.news.end()

    def _look_at(self, one: SharedRuntime) -> None:
        due = one.turn()
        if due < one.due:
            one.due = due
            heapq.heappush(self._due, (due, id(one), one))

    # -- kazoo's connection thread --------------------------------------------------------------

    def _closing(self) -> None:
        """Count the session as over before its end is sent, for then all locks are somebody else's
        before that is answered.
        """
        self._overhear(KazooState.SUSPENDED)
        self.clock.end()

    def _overhear(self, state: str) -> None:
        self._states += 1
        self._open()
        connection, offered_at = self._handler.connection, self._handler.hand_offered_at
        self._handler.post(lambda: self._changed(state, connection, offered_at))

    # -- in-order thread ------------------------------------------------------------------------

    def _changed(self, state: str, connection: int, offered_at: float) -> None:
        self._states_heard += 1
        self._connection, self._offered_at = connection, offered_at
        self._is_connected = False
        if state != KazooState.CONNECTED:
            self._tell(state)
        elif self._handler.negotiated_ms is None:
            self._ask()
        elif not self.is_behind:
            self._begin()
        self._close()

    def _begin(self, sent_at: float | None = None) -> None:
        """Begin a connection. Of one that was there before, nobody here knows when its handshake
        was: a request that was sent at `sent_at` is answered, and the clock waits for proofs.
        """
        session, shortest = self.client.client_id[0], self._handler.shortest_ms
        assert shortest is not None
        self.clock.begin(self._offered_at, shortest / 1000, session != self._session)
        if sent_at is not None:
            self.clock.contact(sent_at, time.monotonic())
        self._session, self._is_connected = session, True
        self._beat_at = time.monotonic()
        self._roused.put(True)
        self._tell(KazooState.CONNECTED)

    def _tell(self, state: str) -> None:
        for one in [*self._standing]:
            one.hear(state, self._connection, self._offered_at)

    def _taken(self, one: SharedRuntime) -> None:
        self._standing.append(one)
        if self._is_connected:
            one.hear(KazooState.CONNECTED, self._connection, self._offered_at)

    def leave(self, one: SharedRuntime) -> None:
        """Forget one that has left."""
        self._standing.remove(one)
        with self._opening:
            self._count -= 1
        self._close()

    def _beat(self) -> None:
        """Have one that needs a proof ask for it, each in its turn; else ask for anything."""
        if not self._is_connected:
            return
        proving = [one for one in self._standing if one.recipe.must_prove]
        if proving:
            self._turn += 1
            proving[self._turn % len(proving)].beat()
        else:
            self._ask()

    def _ask(self) -> None:
        sent_at = time.monotonic()

        def answered(answers: tuple[q.Answer, ...]) -> None:
            if not isinstance(answers[0], q.Unanswered):
                self._answered(sent_at)

        self._lane.send((q.Exists("/"),), answered, self._connection)

    def _answered(self, sent_at: float) -> None:
        if not self._is_connected and not self.is_behind:
            self._begin(sent_at)
        else:
            self.clock.contact(sent_at, time.monotonic())
            self.was_answered(sent_at)

    def was_answered(self, sent_at: float) -> None:
        """Let those go on who have waited for a sign of the session."""
        for one in [*self._standing]:
            if one.recipe.phase is Phase.APART:
                one.give(i.Contact(time.monotonic(), sent_at))


class SharedRuntime(StandingRuntime):
    """A lock's machine on a shared session. The session outlasts it, and takes nothing away: it
    stands until its znode is confirmed gone, though nobody waits for that any longer.

    due: when the session will look at its time.
    """

    def __init__(
        self, setting: ClientSetting, tell: Tell, finish: Callable[[], None], session: SharedSession
    ) -> None:
        self._session, self._finish = session, finish
        self._ended = threading.Event()
        self.due = _NEVER
        super().__init__(setting, tell, session.client)
        self.recipe.share_clock(session.clock)
        self._may_join = True

    # -- as a thread ----------------------------------------------------------------------------

    def join(self, timeout: float | None = None) -> None:
        """Wait for its end."""
        self._ended.wait(timeout)

    def is_alive(self) -> bool:
        """Tell whether it has not ended."""
        return not self._ended.is_set()

    # -- the thread that keeps the time ---------------------------------------------------------

    def turn(self) -> float:
        """Do what is due; return when there is something next."""
        self.leave_if_asked()
        self._keep_time()
        if self._left or time.monotonic() >= self._leave_by:
            self._end()
        if self._left:
            return _NEVER
        return self._next() if self._ended.is_set() else min(self._next(), self._leave_by)

    def _end(self) -> None:
        if not self._ended.is_set():
            self._work.close()
            self.tell("left", {"clean": self.recipe.phase is Phase.LEFT})
            self._finish()
            self._ended.set()

    def _rouse(self) -> None:
        self._session.rouse(self)

    @property
    def _beat_at(self) -> float:
        """Return that it never beats: the session does."""
        return _NEVER

    def _take_leave(self) -> None:
        self.post(self._give_back)

    # -- in-order thread ------------------------------------------------------------------------

    def hear(self, state: str, connection: int, offered_at: float) -> None:
        """Hear a state of the session."""
        self._state_changed(state, connection, offered_at)

    def beat(self) -> None:
        """Ask for a proof that the session lives."""
        self._beat()

    def _revive(self) -> None:
        """Leave the client to its program."""

    def _give_back(self) -> None:
        """Release, as often as it takes; then leave."""
        self._work.close()
        self.give(Release(time.monotonic()))

    def _heard(self, message: Message, generation: int, sent_at: float, answers: Any) -> None:
        super()._heard(message, generation, sent_at, answers)
        is_answered = not any(isinstance(one, q.Unanswered) for one in answers)
        if is_answered and message.is_of(c.beat):
            self._session.was_answered(sent_at)

    def _after(self, commands: list[c.Command], given: i.Input) -> None:
        super()._after(commands, given)
        recipe = self.recipe
        if not self.is_leaving or self._left:
            return
        if recipe.phase is Phase.RESTING or (recipe.phase is Phase.APART and not recipe.session):
            self.give(i.Stop(time.monotonic()))
            self._session.leave(self)
