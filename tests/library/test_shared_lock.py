"""The library's shared lock, on real sessions and on both kinds of server."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from kazoo.client import KazooClient

from app import Lost, Revocable, SharedLock
from app.recipes.sharedlock.znodes import Mode
from tests.library.parts import Heard, Leaving, children, options, program
from tests.support.program import Program
from tests.support.zookeeper import await_until

PATH = "/shared-lock"
WRITER = """
with SharedLock(hosts, "/shared-lock", mode="write", session_timeout=20.0) as held:
    print("holds", held.epoch, flush=True)
    held.revoked.wait()
    print("is asked", flush=True)
print("has left", flush=True)
"""

Make = Callable[..., SharedLock]


@pytest.fixture
def lock(hosts: str, leaving: Leaving) -> Make:
    """Makes shared locks that leave at the end of the test."""

    def one_more(mode: Mode, **others: object) -> SharedLock:
        name = f"l{leaving.number}"
        return leaving(SharedLock(hosts, PATH, name, mode=mode, **options(**others)))

    return one_more


@pytest.fixture
def writer(hosts: str) -> Iterator[Program]:
    """A process that writes until it is asked to give the lock back."""
    one = program(hosts, "SharedLock", WRITER)
    yield one
    one.close()


class Waiter:
    """Asks for a lock on a thread of its own; `held` is what it gets, `lost` what it is told."""

    def __init__(self, one: SharedLock) -> None:
        self._lock = one
        self.held: Revocable | None = None
        self.lost: Lost | None = None
        self._thread = threading.Thread(target=self._wait)
        self._thread.start()

    def _wait(self) -> None:
        try:
            self.held = self._lock.acquire()
        except Lost as error:
            self.lost = error

    def join(self) -> Revocable | None:
        """Wait until it has an answer; what it holds then."""
        self._thread.join(30)
        assert not self._thread.is_alive()
        return self.held


def held_by(one: SharedLock) -> Revocable:
    held = one.acquire(30)
    assert held is not None
    return held


def waiter(one: SharedLock, operator: KazooClient, behind: int) -> Waiter:
    """One more that waits, where so many stand in the line before it."""
    waits = Waiter(one)
    await_until(lambda: len(operator.get_children(PATH)) == behind + 1)
    return waits


def ask_last(operator: KazooClient) -> None:
    """Ask the last in the line to give back what it has."""
    last = max(operator.get_children(PATH), key=lambda name: name[-10:])
    operator.set(f"{PATH}/{last}", b"unlock")


@pytest.mark.on("apache", "embedded")
def test_readers_hold_it_together_and_a_writer_holds_it_alone(
    lock: Make, operator: KazooClient
) -> None:
    first, second = lock("read"), lock("read")
    readers = [held_by(first), held_by(second)]
    assert all(one.is_held() for one in readers)
    writes = waiter(lock("write"), operator, behind=2)
    third = waiter(lock("read"), operator, behind=3)
    first.release()
    assert lock("read").acquire(0.2) is None, "a reader waits for the writer before it"
    assert (writes.held, third.held) == (None, None)
    second.release()
    held = writes.join()
    assert held is not None
    assert held.epoch > max(one.epoch for one in readers)
    held.confirm()
    assert third.held is None
    writes._lock.release()
    assert third.join() is not None


@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_holder_is_told_that_somebody_asks_and_gives_it_back_when_it_likes(
    lock: Make, operator: KazooClient, mode: Mode
) -> None:
    lost = Heard()
    one = lock(mode, lost=lost)
    held = held_by(one)
    operator.set(held.znode, b"something else")
    held.confirm()
    assert not held.revoked.is_set()
    operator.set(held.znode, b"unlock")
    assert held.revoked.wait(30)
    held.confirm()
    one.release()
    again = held_by(one)
    assert not again.revoked.is_set()
    assert again.epoch > held.epoch
    assert lost == []


def test_one_that_waits_gives_its_place_back_and_may_ask_again(
    lock: Make, operator: KazooClient
) -> None:
    writes = held_by(lock("write"))
    second = lock("write")
    asked = waiter(second, operator, behind=1)
    ask_last(operator)
    assert asked.join() is None
    assert str(asked.lost) == "somebody asked for its place in the line"
    await_until(lambda: len(operator.get_children(PATH)) == 1)
    again = Waiter(second)
    await_until(lambda: len(operator.get_children(PATH)) == 2)
    operator.set(writes.znode, b"unlock")
    assert writes.revoked.wait(30)
    assert again.held is None
    operator.delete(writes.znode)
    held = again.join()
    assert held is not None
    assert not held.revoked.is_set()


def test_a_block_that_heeds_the_question_leaves_nothing_behind(
    writer: Program, lock: Make, operator: KazooClient
) -> None:
    epoch = int(writer.await_line(r"holds (\d+)")[1])
    after = waiter(lock("write"), operator, behind=1)
    first = min(operator.get_children(PATH), key=lambda name: name[-10:])
    operator.set(f"{PATH}/{first}", b"unlock")
    writer.await_line("is asked")
    writer.await_line("has left")
    assert writer.wait() == 0
    held = after.join()
    assert held is not None
    assert held.epoch > epoch
    assert children(operator, PATH)() == [held.znode.rpartition("/")[2]]


def test_a_mode_that_makes_no_sense(hosts: str) -> None:
    with pytest.raises(ValueError, match="mode must be 'read' or 'write', not 'share'"):
        SharedLock(hosts, PATH, mode="share")  # type: ignore[arg-type]
