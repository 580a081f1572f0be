"""What a clean handoff is compared with; each is a context manager with `round() -> seconds`.

The processes import this module: it imports nothing that takes long.
"""

from __future__ import annotations

import time
from multiprocessing.connection import Connection as Pipe

from kazoo.client import KazooClient

from benchmarks.processes import Ending, Peer

SESSION_TIMEOUT = 10.0
STANDING = 3
# Long enough for all that the last round left to do, so that each begins on a quiet machine.
QUIET = 0.08


# -- bare kazoo -------------------------------------------------------------------------------


class BareKazoo(Ending):
    """Delete in one process; watch, then children read in another."""

    def __init__(self, hosts: str) -> None:
        super().__init__()
        self._deleter = Peer(_delete_on_demand, hosts)
        self._watcher = Peer(_watch_and_read, hosts)

    def __enter__(self) -> BareKazoo:
        for peer in (self._deleter, self._watcher):
            self.stack.enter_context(peer)
            peer.hear()
        return self

    def round(self) -> float:
        """One delete."""
        self._watcher.ask(self._deleter.ask("create"))
        time.sleep(2 * QUIET)
        deleted: float = self._deleter.ask("delete")
        read: float = self._watcher.hear()
        return read - deleted


def _delete_on_demand(pipe: Pipe, hosts: str) -> None:
    """Answers "create" with the path of its znode, "delete" with the moment before the delete."""
    client = _connected(hosts)
    client.ensure_path("/bare")
    pipe.send("ready")
    while pipe.recv() == "create":
        path = client.create("/bare/n_", ephemeral=True, sequence=True)
        pipe.send(path)
        pipe.recv()
        began = time.monotonic()
        client.delete(path)
        pipe.send(began)


def _watch_and_read(pipe: Pipe, hosts: str) -> None:
    """Watches each path that it is sent; says "armed", and later when the children were read.

    The read is made in the watch's callback: nothing in kazoo is quicker.
    """
    client = _connected(hosts)
    client.ensure_path("/bare")
    for _ in range(STANDING - 1):
        client.create("/bare/n_", ephemeral=True, sequence=True)

    def fired(event: object) -> None:
        client.get_children("/bare")
        pipe.send(time.monotonic())

    pipe.send("ready")
    while True:
        client.get(pipe.recv(), watch=fired)
        pipe.send("armed")


# -- kazoo's Election -------------------------------------------------------------------------


class KazooElection(Ending):
    """A queue of processes; each round the first one leaves and ends, and a new one joins."""

    def __init__(self, hosts: str) -> None:
        super().__init__()
        self._hosts = hosts
        self._queue: list[Peer] = []

    def __enter__(self) -> KazooElection:
        for _ in range(STANDING):
            self._join()
        self._queue[0].hear()
        return self

    def round(self) -> float:
        """One handoff."""
        time.sleep(2 * QUIET)
        leader, successor = self._queue[:2]
        returned: float = leader.ask("return")
        entered: float = successor.hear()
        self._queue.pop(0).end()
        self._join()
        return entered - returned

    def _join(self) -> None:
        volunteer = self.stack.enter_context(Peer(_stand, self._hosts, forked=True))
        volunteer.hear()
        time.sleep(QUIET)
        self._queue.append(volunteer)


def _stand(pipe: Pipe, hosts: str) -> None:
    """Stand in the election; say when its function was entered; on "return" leave it, close the
    session, and say when the function ended.
    """
    client = _connected(hosts)
    returned = 0.0

    def lead() -> None:
        nonlocal returned
        pipe.send(time.monotonic())
        pipe.recv()
        returned = time.monotonic()

    pipe.send("ready")
    client.Election("/kazoo/election").run(lead)
    client.stop()
    client.close()
    pipe.send(returned)


def _connected(hosts: str) -> KazooClient:
    client = KazooClient(hosts, timeout=SESSION_TIMEOUT)
    client.start()
    return client
