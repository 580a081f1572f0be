"""Run a recipe on a ZooKeeper session, in any process.

Two threads: kazoo's connection, and a worker. What is queued runs on either, in order and one after
the other (`SerialExecutor`); the one that runs it is called the in-order thread. The recipe lives
on this thread, and every method here runs on it that does not say otherwise: the thread that has
read a notification handles it, and sends what it leads to. The code that runs it keeps the time: it
calls `_keep_time` again and again, on a thread of its own.
"""

from __future__ import annotations

import os
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any

from kazoo.client import KazooClient
from kazoo.protocol.states import KazooState, KeeperState

from ..participation import commands as c
from ..participation import inputs as i
from ..participation.messages import Event, Message
from ..participation.participant import IllegalInput, Participant
from ..participation.phases import HELD
from ..participation.place import Place
from ..participation.session_clock import HEARTBEATS_PER_TIMEOUT, PROOFS_PER_TIMEOUT
from ..zookeeper import operations as q
from ..zookeeper.addresses import own_address
from ..zookeeper.client import connect
from ..zookeeper.handler import InOrderHandler
from .channel import WorkerOrder, WorkerTask
from .executor import Executor
from .work import MakeWork

LINGER = 0.05
"""The seconds between the end of a leadership and the end of the session. Closing a session is a
write, and the successor's read, on which the handoff waits, queues behind it (0.7 ms, measured).
"""


class Runtime:
    """The runtime of one participant. `data` is that of its znode.

    `work` makes what goes on besides the recipe; `client` replaces the one of `connect`.
    """

    def __init__(
        self,
        task: WorkerTask,
        data: bytes,
        recipe: type[Participant],
        work: MakeWork,
        client: KazooClient | None = None,
    ) -> None:
        self.task = task
        self.recipe = recipe.made_for(task.name, task.settings)
        self._timeout = task.session_timeout
        handler = InOrderHandler(prompt=True, security=task.security)
        self._client = client or connect(task.hosts, task.session_timeout, handler=handler)
        self._client.handler.is_of_version(task.zookeeper)
        self.place = self.recipe.placed(_place_of(task, data, type(self.recipe)))
        self._executor = Executor(self._client, task.makes_chroot)
        self._connection = 0
        self._wake_at = self._work_at = float("inf")
        self._beaten_at = time.monotonic()
        self._left = self._may_join = self._has_led = False
        self._is_connected = False
        self._offered_at = float("-inf")
        self._work = work(self)
        self._client.add_listener(self._overhear)

    # -- for a subclass -------------------------------------------------------------------------

    def _rouse(self) -> None:
        """Wake the thread that keeps the time; any thread may call this."""
        raise NotImplementedError

    def report(self, kind: str, data: dict[str, Any]) -> None:
        """Take a report of the work; any thread may call this."""

    def _connected_as(self, session: int, password: bytes, timeout_ms: int) -> None:
        """Note that a session exists, for the first time or again."""

    def _before(self, given: i.Input) -> None:
        """Act before the recipe is told."""

    def _refused(self, reason: str) -> None:
        """Note that the recipe has refused an input as impossible."""

    def _after(self, commands: list[c.Command], given: i.Input) -> None:
        """Act after the recipe has been told, with its requests under way."""

    def _before_end(self) -> None:
        """Act on the recipe's End, before its other requests are carried out."""

    # -- on the thread that keeps the time ------------------------------------------------------

    def _start(self) -> None:
        self._client.start_async()

    def _end(self) -> None:
        self._work.close()
        if self._has_led:
            time.sleep(LINGER)
        self._client.stop()
        self._client.close()

    def _next(self) -> float:
        """Return the next moment at which `_keep_time` has something to do."""
        return min(self._beat_at, self._wake_at, self._work_at)

    def _keep_time(self) -> None:
        """Post what is due by now."""
        now = time.monotonic()
        if now >= self._beat_at:
            self._beaten_at = now
            self.post(self._beat)
        if now >= self._wake_at:
            self._wake_at = float("inf")
            self.post(self._tick)
        if now >= self._work_at:
            self._work_at = float("inf")
            self.post(self._tick_work)

    @property
    def _beat_at(self) -> float:
        """Return the moment of the next beat; leaders beat faster. Like the session's clock, the
        beats keep to the shortest timeout that any server gave the session.
        """
        beats = PROOFS_PER_TIMEOUT if self.recipe.must_prove else HEARTBEATS_PER_TIMEOUT
        return self._beaten_at + (self.recipe.timeout or self._timeout) / beats

    def obey(self, order: WorkerOrder) -> None:
        """Carry out an order; any thread may call this."""
        self.post(lambda: self._obey(order))

    def post(self, function: Callable[[], object]) -> None:
        """Run `function` on the in-order thread; any thread may call this."""
        self._client.handler.post(function)

    # -- in-order thread ------------------------------------------------------------------------

    def wake_at(self, at: float) -> None:
        """Ask for a tick of the work."""
        self._work_at = min(self._work_at, at)
        self._rouse()

    def _obey(self, order: WorkerOrder) -> None:
        known = self.recipe.orders.get(order.word)
        if order.word == "join":
            self._join()
        elif known is not None:
            self.give(known(time.monotonic(), **(order.value or {})))
        else:
            self._work.order(order.word, order.value)

    def _join(self) -> None:
        self._may_join = True
        if self._is_connected:
            self._restored(time.monotonic())

    def _tick(self) -> None:
        self.give(i.Tick(time.monotonic()))

    def _tick_work(self) -> None:
        """Tick the work, after the recipe has looked at its clock."""
        self._tick()
        self._work.tick(time.monotonic())

    def _beat(self) -> None:
        if self._is_connected:
            self._ask(self.recipe.beat(), self.recipe.generation)

    def _overhear(self, state: str) -> None:
        """Hear a state on kazoo's connection thread, which may be several states ahead."""
        handler = self._client.handler
        connection, offered_at = handler.connection, handler.hand_offered_at
        self.post(lambda: self._state_changed(state, connection, offered_at))

    def _state_changed(self, state: str, connection: int, offered_at: float) -> None:
        now = time.monotonic()
        self._connection, self._offered_at = connection, offered_at
        self._is_connected = state == KazooState.CONNECTED
        if self._is_connected:
            self._connected(now)
        elif state == KazooState.SUSPENDED:
            self.give(i.Suspended(now))
        else:
            self.give(i.SessionLost(now))
            self._revive()

    def _revive(self) -> None:
        """Revive kazoo's connection thread, which ends for good at an unknown error."""
        if self._client.client_state == KeeperState.CLOSED and not self._left:
            threading.Thread(target=self._client.start_async, daemon=True).start()

    def _connected(self, now: float) -> None:
        identity = self._client.client_id
        if identity is None:
            return
        session, password = identity
        negotiated = self._client.handler.negotiated_ms
        self._timeout = negotiated / 1000
        self._connected_as(session, password, negotiated)
        if self._may_join:
            self._restored(now)

    def _restored(self, now: float) -> None:
        """Tell the recipe of the connection, with the latest session and its shortest timeout. The
        connection may be gone, even for good: then nothing is sent, and its end is in the queue.
        """
        identity = self._client.client_id
        if identity is None:
            return
        timeout = self._client.handler.shortest_ms / 1000
        self.give(i.Restored(now, identity[0], uuid.uuid4().hex, timeout, self._offered_at))

    def give(self, given: i.Input) -> None:
        """Give the recipe an input, do what it asks, and report what has changed. A leader or
        holder is woken by its deadline, which is earlier than that of those who wait.
        """
        if self._left:
            return
        self._before(given)
        try:
            commands = self.recipe.receive(given)
        except IllegalInput as refused:
            self._refused(str(refused))
            return
        self._follow(commands)
        if self.recipe.phase in HELD and self.recipe.deadline < self._wake_at:
            self._wake(self.recipe.deadline)
        self._after(commands, given)
        if not self._left:
            self._work.changed()

    def _follow(self, commands: list[c.Command]) -> None:
        """Carry out commands, and each End before anything that lets a successor begin."""
        for command in commands:
            if isinstance(command, c.End):
                self._work.end(command.reason)
                self._before_end()
        generation = self.recipe.generation
        for command in commands:
            self._carry_out(command, generation)

    def _carry_out(self, command: c.Command, generation: int) -> None:
        if isinstance(command, Message):
            self._ask(command, generation)
        elif isinstance(command, c.Begin):
            self._lead(command.epoch)
        elif isinstance(command, c.WakeAt):
            self._wake(command.at)
        elif isinstance(command, c.Leave):
            self._left = True
            self._rouse()
        elif not isinstance(command, c.End):
            self._work.told(command)

    def _ask(self, message: Message, generation: int) -> None:
        """Send a message over the connection that the recipe knows: over the next one, a create of
        an old session would leave a znode behind in a new session.
        """
        sent_at = time.monotonic()

        def heard(answers: tuple[q.Answer, ...]) -> None:
            self._heard(message, generation, sent_at, answers)

        def fired(path: str, event: Event, zxid: int | None) -> None:
            now = time.monotonic()
            self.give(message.fired(now, generation, self.place, path, event, zxid))

        requests = message.requests(self.place)
        asked = (message, generation)
        self._executor.carry_out(requests, self._connection, heard, fired, asked, message.counts)

    def _heard(
        self, message: Message, generation: int, sent_at: float, answers: tuple[q.Answer, ...]
    ) -> None:
        """Take the answers to a message. An error is an answer too; only a broken connection gives
        none.
        """
        now = time.monotonic()
        if not any(isinstance(one, q.Unanswered) for one in answers):
            proven = any(isinstance(one, q.Committed) for one in answers)
            self.give(i.Contact(now, sent_at, proven))
        told = message.hear(now, generation, answers)
        if told is not None:
            self.give(told)

    def _wake(self, at: float) -> None:
        """Let the recipe hear of the time at this moment, or earlier."""
        self._wake_at = min(self._wake_at, at)
        self._rouse()

    def _lead(self, epoch: int) -> None:
        self._has_led = True
        self._work.begin(epoch)
        self._rouse()


class PipedRuntime(Runtime):
    """A runtime whose main thread waits for something else too: a byte in a pipe wakes it."""

    def __init__(self, *arguments: Any, **others: Any) -> None:
        self._wake_reader, self._wake_writer = os.pipe()
        super().__init__(*arguments, **others)

    def _rouse(self) -> None:
        """Wake the main thread; any thread and any signal handler may call this."""
        os.write(self._wake_writer, b"w")


def _place_of(task: WorkerTask, data: bytes, recipe: type[Participant]) -> Place:
    about: dict[str, Any] = {}
    if recipe.registers:
        about = {"address": own_address(task.hosts), "started": round(time.time(), 3)}
    return Place(task.path, data, task.name, task.settings, about)
