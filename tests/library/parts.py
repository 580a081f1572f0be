"""Parts in a recipe that end with the test, and what befalls them."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from kazoo.client import KazooClient

from app.library import Held, Lock
from app.library.client import RecipeClient
from app.library.holder import Holder
from app.processes.sessions import end_session
from tests.library.standing import TIMEOUT
from tests.support.program import Program
from tests.support.sessions import end_dead
from tests.support.zookeeper import await_until

Part = TypeVar("Part", bound=Holder[Any])
PROGRAM = "import sys; from app import {0}; hosts = sys.argv[1]\n{1}"


class Heard(list[tuple[Any, str]]):
    """A function `lost`, and the calls of it."""

    def __call__(self, held: Any, reason: str) -> None:
        self.append((held, reason))

    def reason(self) -> str:
        """Wait for the first call; its reason."""
        await_until(lambda: self)
        return self[0][1]


class Leaving:
    """Parts that leave when it is closed: all are told to before any is waited for."""

    def __init__(self) -> None:
        self._made: list[Holder[Any]] = []

    def __call__(self, part: Part) -> Part:
        self._made.append(part)
        return part

    @property
    def number(self) -> int:
        """How many it has taken."""
        return len(self._made)

    def close(self) -> None:
        for one in self._made:
            one.stop()
        for one in self._made:
            one._leave()


def held_by(one: Lock, timeout: float | None = 30.0) -> Held:
    held = one.acquire(timeout)
    assert held is not None
    return held


def take_turns(locks: list[Lock]) -> None:
    """Have each take the lock four times, all at once: one at a time holds it, by ever greater
    epochs.
    """
    epochs: list[int] = []
    at_once: list[bool] = []
    inside = threading.Semaphore(1)

    def take(one: Lock) -> None:
        for _ in range(4):
            held = held_by(one)
            at_once.append(inside.acquire(blocking=False))
            epochs.append(held.epoch)
            inside.release()
            one.release()

    turns = [threading.Thread(target=take, args=(one,)) for one in locks]
    for turn in turns:
        turn.start()
    for turn in turns:
        turn.join(60)
    assert at_once == [True] * 4 * len(locks)
    assert epochs == sorted(set(epochs))


def options(**others: Any) -> dict[str, Any]:
    """Those of a part whose session is to last."""
    return {"session_timeout": TIMEOUT, **others}


def expire(part: RecipeClient, hosts: str) -> None:
    """End its session on the server."""
    assert part._standing is not None
    end_session(hosts, part._standing._client.client_id, TIMEOUT)


def program(hosts: str, name: str, code: str) -> Program:
    """A process that uses this class: `code` finds the class, and `hosts`."""
    return Program(sys.executable, "-c", PROGRAM.format(name, code), hosts)


def kill(killed: Program, client: KazooClient, znode: str) -> None:
    """Kill a process; then the session is over that has this znode, as if its time were up."""
    killed.kill()
    host, port = client.hosts[0]
    end_dead(f"{host}:{port}", hex(client.exists(znode).ephemeralOwner))


def children(client: KazooClient, path: str) -> Callable[[], list[str]]:
    """Lists the children of a znode."""
    return lambda: sorted(client.get_children(path))
