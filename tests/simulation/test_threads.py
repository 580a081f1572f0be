"""Threads take turns, and wait for each other in virtual time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.simulation.scheduler import Scheduler
from tests.simulation.threads import Action, Thread, Threads


class Room(Scheduler):
    """A process and its machine. `stalls`: for how long a thread loses its turn, each time."""

    def __init__(self, stalls: float | None = None) -> None:
        super().__init__()
        self.acting, self.stalls = self, stalls

    def monotonic(self) -> float:
        return self.now

    def lets_run(self, thread: Thread, later: Action) -> bool:
        return True

    def soon(self, action: Action, at: float | None = None) -> None:
        self.at(self.now if at is None else at, action)

    def loses_turn(self, thread: Thread) -> float | None:
        return self.stalls

    def play(self) -> None:
        while self.step():
            pass


@pytest.fixture
def rooms() -> Iterator[list[Threads]]:
    made: list[Threads] = []
    yield made
    for threads in made:
        threads.end()


def test_threads_wait_for_each_other_in_virtual_time(rooms: list[Threads]) -> None:
    room = Room()
    threads = Threads(room)
    rooms.append(threads)
    queue, event, said = threads.queue(), threads.module.Event(), list[str]()

    def one() -> None:
        said.append(f"{queue.get()} at {room.now:.1f}")
        said.append(f"{event.wait(5.0)} at {room.now:.1f}")

    def other() -> None:
        threads.sleep(1.0)
        queue.put("a job")
        threads.sleep(2.0)
        event.set()

    for target in (one, other):
        threads.module.Thread(target=target).start()
    room.play()
    assert said == ["a job at 1.0", "True at 3.0"]


def test_who_waits_too_long_goes_on_without(rooms: list[Threads]) -> None:
    room = Room()
    threads = Threads(room)
    rooms.append(threads)
    said = list[tuple[bool, float]]()
    condition = threads.module.Condition()
    thread = threads.module.Thread(
        target=lambda: said.append((condition.wait_for(lambda: False, 0.5), room.now))
    )
    thread.start()
    room.play()
    assert said == [(False, 0.5)]


def test_a_thread_loses_its_turn_where_it_holds_no_lock(rooms: list[Threads]) -> None:
    room = Room(stalls=1.0)
    threads = Threads(room)
    rooms.append(threads)
    outer, inner, at = threads.module.RLock(), threads.module.Lock(), list[float]()

    def work() -> None:
        with outer:
            with inner:
                at.append(room.now)
            at.append(room.now)
        at.append(room.now)

    threads.module.Thread(target=work).start()
    room.play()
    assert at == [0.0, 0.0, 1.0]


def test_what_a_thread_raises_is_raised_to_the_scheduler(rooms: list[Threads]) -> None:
    room = Room()
    threads = Threads(room)
    rooms.append(threads)

    def fail() -> None:
        raise ValueError("in a thread")

    threads.module.Thread(target=fail).start()
    with pytest.raises(ValueError, match="in a thread"):
        room.play()


def test_nothing_waits_that_is_no_thread() -> None:
    with pytest.raises(AssertionError, match="must not block"):
        Threads(Room()).sleep(1.0)
