"""What runs in a candidate's process: a recipe, a ZooKeeper session, and a pipe to the dashboard.

Three threads: kazoo's connection, the in-order thread on which the recipe lives, and the main
thread, which listens to the dashboard and keeps time.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import socket
import sys
import threading
import time
import uuid
from collections.abc import Callable
from multiprocessing import forkserver
from multiprocessing.connection import Connection as Pipe
from multiprocessing.connection import wait
from typing import Any

from kazoo.protocol.states import KazooState, KeeperState

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.phases import Phase
from app.recipes.predecessor import PredecessorElection
from app.recipes.volunteer import IllegalInput
from app.workers.channel import Report, Task
from app.workers.connection import Connection
from app.zookeeper.client import connect, session_hex

HEARTBEATS_PER_TIMEOUT = 4
PR_SET_PDEATHSIG = 1

AWAITING = frozenset(
    {Phase.CREATING, Phase.FINDING, Phase.MAKING_PARENT, Phase.LISTING, Phase.WATCHING}
)
"""Phases in which the next reply decides what happens: a report would wake the dashboard, which
takes its time from the very handoff that it is to show (half a millisecond, measured). They are
kept, with their moments, until the reply has been dealt with, or until the next heartbeat."""

LINGER = 0.05
"""Seconds between the end of a leadership and that of the session. Closing a session is a write,
and the successor's read, on which the handoff waits, queues behind it (0.7 ms, measured)."""


class Candidate:
    """One volunteer. `run` returns when it has left the election."""

    def __init__(self, task: Task, pipe: Pipe) -> None:
        self._task = task
        self._timeout = task.session_timeout
        self._pipe = pipe
        self._recipe = PredecessorElection()
        self._client = connect(task.hosts, task.session_timeout)
        data = {"candidate": task.name, "host": socket.gethostname(), "pid": os.getpid()}
        self._connection = Connection(self._client, task, json.dumps(data).encode(), self.give)
        self._notifications = 0
        self._reported: dict[str, Any] = {}
        self._wake_at = float("inf")
        self._stirred, self._stir = os.pipe()
        self._left = self._may_join = self._has_led = False
        self._outbox: list[Report] = []
        self._contact: float | None = None
        self._states = self._states_heard = 0
        self._is_connected = False
        self._client.add_listener(self._overhear)

    def run(self) -> None:
        """Stand in the election until told to stop, or until the dashboard is gone."""
        self._note("started", {"pid": os.getpid()})
        self._flush()
        self._client.start_async()
        self._listen()
        if self._has_led:
            time.sleep(LINGER)
        self._client.stop()
        self._client.close()

    # -- main thread: the dashboard and the time ----------------------------------------------

    def _listen(self) -> None:
        beat_at = time.monotonic() + self._interval
        while not self._left:
            now = time.monotonic()
            if now >= beat_at:
                beat_at = now + self._interval
                self._client.handler.post(self._beat)
                self._client.handler.post(self._flush)
            if now >= self._wake_at:
                self._wake_at = float("inf")
                self._client.handler.post(lambda: self.give(i.Tick(time.monotonic())))
            self._await(min(beat_at, self._wake_at) - time.monotonic())

    def _await(self, timeout: float) -> None:
        for ready in wait([self._pipe, self._stirred], max(timeout, 0)):
            if ready is self._pipe:
                self._obey(self._pipe.recv())
            else:
                os.read(self._stirred, 1024)

    def _obey(self, word: str) -> None:
        self._client.handler.post(lambda: _ORDERS[word](self))

    def stop(self) -> None:
        """Leave cleanly; may be called from a signal handler."""
        self._obey("stop")

    @property
    def _interval(self) -> float:
        return self._timeout / HEARTBEATS_PER_TIMEOUT

    # -- in-order thread: the recipe ----------------------------------------------------------

    def _join(self) -> None:
        self._may_join = True
        if self._is_connected and not self._is_behind:
            self._restored(time.monotonic())

    def _stop(self) -> None:
        self.give(i.Stop(time.monotonic()))

    def _resign(self) -> None:
        self.give(i.Resign(time.monotonic()))

    def _beat(self) -> None:
        if self._client.state == KazooState.CONNECTED:
            self._connection.heartbeat()

    def _overhear(self, state: str) -> None:
        """On kazoo's connection thread, which may be ahead of this one by several states."""
        self._states += 1
        self._client.handler.post(lambda: self._state_changed(state))

    @property
    def _is_behind(self) -> bool:
        """Whether the connection is another one by now, or none; its news is in the queue."""
        return self._states_heard != self._states

    def _state_changed(self, state: str) -> None:
        now = time.monotonic()
        self._states_heard += 1
        self._is_connected = state == KazooState.CONNECTED
        if self._is_connected:
            self._connected(now)
        elif state == KazooState.SUSPENDED:
            self.give(i.Suspended(now))
        else:
            self.give(i.Lost(now))
            self._revive()

    def _revive(self) -> None:
        """kazoo's connection thread ends for good at an error that it does not know."""
        if self._client.client_state == KeeperState.CLOSED and not self._left:
            threading.Thread(target=self._client.start_async, daemon=True).start()

    def _connected(self, now: float) -> None:
        identity = self._client.client_id
        if identity is None or self._is_behind:
            return
        session, password = identity
        negotiated = self._client.handler.negotiated_ms
        self._timeout = negotiated / 1000
        told = {"session": session, "password": password, "timeout_ms": negotiated}
        self._note("identity", told)
        self._flush()
        if self._may_join:
            self._restored(now)

    def _restored(self, now: float) -> None:
        session, _ = self._client.client_id
        self.give(i.Restored(now, session, str(uuid.uuid4()), self._timeout))

    def give(self, given: i.Input) -> None:
        """Tell the recipe, do what it asks, and say what has changed."""
        if self._left:
            return
        if isinstance(given, i.Contact):
            self._contact = given.sent_at
        notice = self._notice(given)
        try:
            commands = self._recipe.receive(given)
        except IllegalInput as refused:
            self._note_view(error=str(refused))
            return
        if commands or not isinstance(given, i.Contact):
            self._follow(commands, given, notice)
        elif self._recipe.phase not in AWAITING:
            self._flush()

    def _follow(
        self, commands: list[c.Command], given: i.Input, notice: dict[str, Any] | None
    ) -> None:
        """First what others wait for, then what is to be said of it; but stepping down is said
        before the delete that lets a successor lead, so that nobody hears of the two in reverse.
        """
        if any(isinstance(command, c.StepDown) for command in commands):
            self._note_view()
            self._flush()
        generation = self._recipe.generation
        for command in commands:
            self._carry_out(command, generation)
        if notice:
            self._note("notified", notice, given.at)
        self._note_view()
        if self._recipe.phase not in AWAITING or isinstance(given, i.Created):
            self._flush()

    def _notice(self, given: i.Input) -> dict[str, Any] | None:
        """What there is to say of a predecessor's watch, with the counters before what follows;
        saying it can wait until that is on its way.
        """
        if not isinstance(given, i.WatchFired) or given.name != self._recipe.watched:
            return None
        self._notifications += 1
        return {"znode": given.name, "event": given.event, "counters": self._counters()}

    def _carry_out(self, command: c.Command, generation: int) -> None:
        """What is asked for a connection that is gone is not sent: kazoo would send it over the
        next one, and a create of an old session would leave a znode behind in a new one.
        """
        do = _REQUESTS.get(type(command))
        if do and not self._is_behind:
            do(self._connection, command, generation)
        elif isinstance(command, c.Lead):
            self._has_led = True
            self._note_view()
        elif isinstance(command, c.WakeAt):
            self._wake_at = min(self._wake_at, command.at)
            os.write(self._stir, b"w")
        elif isinstance(command, c.Leave):
            self._left = True
            os.write(self._stir, b"l")

    # -- reports: noted with their moment, sent when nobody waits for us -------------------------

    def _counters(self) -> dict[str, int]:
        return {
            "notifications": self._notifications,
            "reads": self._connection.reads,
            "writes": self._connection.writes,
        }

    def _note_view(self, error: str | None = None) -> None:
        news = self._view(error)
        told = {key: value for key, value in news.items() if key != "counters"}
        if told != self._reported:
            self._reported = told
            self._note("reported", news)

    def _view(self, error: str | None) -> dict[str, Any]:
        recipe = self._recipe
        suspended = recipe.belief == "suspended"
        return {
            "belief": recipe.belief,
            "step": recipe.step,
            "znode": self._connection.path(recipe.name) if recipe.name else None,
            "watches": recipe.watched,
            "epoch": recipe.epoch,
            "session": session_hex(recipe.session),
            "timeout_ms": round(self._timeout * 1000),
            "session_ends": recipe.deadline if suspended else None,
            "error": error or recipe.error,
            "counters": self._counters(),
        }

    def _note(self, kind: str, data: dict[str, Any], at: float | None = None) -> None:
        self._outbox.append(Report(kind, time.monotonic() if at is None else at, data))

    def _flush(self) -> None:
        """A dashboard that is gone is no reason to fail here: the main thread sees it too."""
        if self._contact is not None:
            self._note("contact", {"sent_at": self._contact})
            self._contact = None
        reports, self._outbox = self._outbox, []
        if reports:
            try:
                self._pipe.send(reports)
            except OSError:
                self._left = True


_ORDERS: dict[str, Callable[[Candidate], None]] = {
    "join": Candidate._join,
    "stop": Candidate._stop,
    "resign": Candidate._resign,
}
_REQUESTS: dict[type[c.Command], Callable[[Connection, Any, int], None]] = {
    c.Create: Connection.create,
    c.MakeParent: Connection.make_parent,
    c.List: Connection.list_children,
    c.Read: Connection.read,
    c.Delete: Connection.delete,
    c.Acknowledge: Connection.acknowledge,
}


def main(task: Task, pipe: Pipe) -> None:
    """The process's entry. Ends with code 0 after a clean leave, 1 when the dashboard is gone."""
    gc.freeze()
    _die_with_dashboard()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    candidate = Candidate(task, pipe)
    signal.signal(signal.SIGTERM, lambda *_: candidate.stop())
    try:
        candidate.run()
    except (EOFError, OSError):
        os._exit(1)


def _die_with_dashboard() -> None:
    """A frozen process cannot notice that the dashboard is gone; the kernel can (Linux).

    The kernel kills it when its parent, the fork server, ends; and that one ends when nobody
    holds the pipe any more that the dashboard holds. multiprocessing hands this pipe to every
    child too, for children that fork in turn: ours do not, and must let go of it.
    """
    alive = forkserver._forkserver._forkserver_alive_fd  # type: ignore[attr-defined]
    os.close(alive)
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() == 1:
        sys.exit(1)
