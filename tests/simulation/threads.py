"""The threads of a program, in virtual time.

They are real ones, but one alone runs at a time: it goes on until it has to wait, and then gives
the turn back to the scheduler. So the program's own code runs as it is, its workers and its main
thread too. A thread may lose its turn wherever it gives a lock back and holds no other one; a
thread that holds a lock never waits, so nobody ever waits for a lock.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from queue import Empty
from types import SimpleNamespace
from typing import Any, Protocol

Action = Callable[[], None]

MOMENT = 1e-5


class Ended(BaseException):
    """The schedule is over, and with it this thread."""


class Host(Protocol):
    """The process that a thread belongs to."""

    def lets_run(self, thread: Thread, later: Action) -> bool:
        """Whether its threads run now; if not, `later` comes when they do."""

    def soon(self, action: Action, at: float | None = None) -> None:
        """Run the action when a thread gets its turn; `at`: not before its clock shows this."""

    def loses_turn(self, thread: Thread) -> float | None:
        """For how many seconds it does, where a thread may lose its turn."""


class Machine(Protocol):
    """Whose turn it is, and what its clock shows."""

    acting: Any

    def monotonic(self) -> float:
        """time.monotonic."""


class Thread:
    """One thread. `error` is raised to the scheduler when the turn comes back to it. `stalls` is
    how many seconds it is to wait for its next turn once it has given back a lock.
    """

    def __init__(
        self, threads: Threads, target: Action, name: str = "", daemon: bool = True
    ) -> None:
        self._threads, self._target = threads, target
        self.host: Host = threads.machine.acting
        self.error: BaseException | None = None
        self.stalls: float | None = None
        self.locks = 0
        self.is_ending = False
        self._number = 0
        self._real: threading.Thread | None = None
        self._go, self._back = threading.Semaphore(0), threading.Semaphore(0)

    def start(self) -> None:
        """As threading.Thread's."""
        self.wake()

    def wake(self) -> None:
        """What it waits for may have come; one that has ended waits for nothing."""
        self.host.soon(partial(self._turn, self._number))

    def pause(self, until: float = float("inf")) -> None:
        """On the thread itself: wait until somebody wakes it, or its clock shows `until`."""
        assert not self.locks
        if self.is_ending:
            raise Ended
        self._number += 1
        if until < float("inf"):
            self.host.soon(partial(self._turn, self._number), until)
        self._back.release()
        self._go.acquire()
        if self.is_ending:
            raise Ended

    def switch(self) -> None:
        """Let it run until it waits, or ends."""
        self._threads.running = self
        if self._real is None:
            self._real = threading.Thread(target=self._run, daemon=True)
            self._threads.begun.append(self)
            self._real.start()
        self._go.release()
        self._back.acquire()
        self._threads.running = None
        if self.error is not None and not self.is_ending:
            raise self.error

    def end(self) -> None:
        """Let it return, wherever it is."""
        self.is_ending = True
        if self._number >= 0:
            self.switch()
        if self._real is not None:
            self._real.join()

    def _turn(self, number: int) -> None:
        if number == self._number >= 0 and self.host.lets_run(self, partial(self._turn, number)):
            self.switch()

    def _run(self) -> None:
        self._go.acquire()
        try:
            self._target()
        except Ended:
            pass
        except BaseException as error:
            self.error = error
        self._number = -1
        self._back.release()


class Lock:
    """Of threading; a reentrant one as well."""

    def __init__(self, threads: Threads) -> None:
        self._threads = threads
        self._is_held = False

    def acquire(self, blocking: bool = True) -> bool:
        """Whether it was free."""
        was_held, self._is_held = self._is_held, True
        return not was_held

    def __enter__(self) -> None:
        if self._threads.running is not None:
            self._threads.running.locks += 1

    def __exit__(self, *error: object) -> None:
        thread = self._threads.running
        if thread is None:
            return
        thread.locks -= 1
        if thread.locks or thread.is_ending:
            return
        seconds = thread.host.loses_turn(thread)
        if seconds is not None:
            thread.pause(self._threads.machine.monotonic() + seconds)


class Signal(Lock):
    """What threads wait for; stands for threading.Condition."""

    def __init__(self, threads: Threads) -> None:
        super().__init__(threads)
        self._waiting: list[Thread] = []

    def notify_all(self) -> None:
        """Look again, all who wait."""
        waiting, self._waiting = self._waiting, []
        for thread in waiting:
            thread.wake()

    def wait_for(self, is_so: Callable[[], object], timeout: float | None = None) -> bool:
        """Wait until it is so, or for `timeout` seconds; whether it is. It takes a moment to find
        that there is no time left.
        """
        thread, clock = self._threads.running, self._threads.machine.monotonic
        if thread is None:
            raise AssertionError("what must not block waits")
        until = float("inf") if timeout is None else clock() + max(timeout, MOMENT)
        held, thread.locks = thread.locks, 0
        while not is_so() and clock() < until:
            self._waiting.append(thread)
            thread.pause(until)
        thread.locks = held
        return bool(is_so())


class Event(Signal):
    """Of threading."""

    def __init__(self, threads: Threads) -> None:
        super().__init__(threads)
        self._is_set = False

    def is_set(self) -> bool:
        """As threading's."""
        return self._is_set

    def set(self) -> None:
        """As threading's."""
        self._is_set = True
        self.notify_all()

    def wait(self, timeout: float | None = None) -> bool:
        """As threading's."""
        return self.wait_for(self.is_set, timeout)


class Queue(Signal):
    """Of the module queue: a SimpleQueue."""

    def __init__(self, threads: Threads) -> None:
        super().__init__(threads)
        self._items: deque[Any] = deque()

    def put(self, item: Any) -> None:
        """As queue's."""
        self._items.append(item)
        self.notify_all()

    def get(self, timeout: float | None = None) -> Any:
        """As queue's."""
        if not self.wait_for(lambda: self._items, timeout):
            raise Empty
        return self._items.popleft()


class Threads:
    """All threads of a schedule. running: the one that has the turn."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.running: Thread | None = None
        self.begun: list[Thread] = []
        self.module = SimpleNamespace(
            Thread=partial(Thread, self),
            Lock=partial(Lock, self),
            RLock=partial(Lock, self),
            Condition=partial(Signal, self),
            Event=partial(Event, self),
            current_thread=lambda: self.running or self,
        )

    def queue(self) -> Queue:
        """SimpleQueue."""
        return Queue(self)

    def sleep(self, seconds: float) -> None:
        """time.sleep."""
        Signal(self).wait_for(lambda: False, seconds)

    @property
    def are_ending(self) -> bool:
        """Whether the schedule is over."""
        return self.running is not None and self.running.is_ending

    def end(self) -> None:
        """Let all that have begun return."""
        begun, self.begun = self.begun, []
        for thread in begun:
            thread.end()
