"""A program as others write them: `python -m tests.foreign.program KIND HOSTS PATH MS NAME`.

KIND is `election` (kazoo's own), `busy` or `quick` (kazoo's Lock for 150 or 2 ms, again and again),
`key` (Patroni's: whoever creates the ephemeral `leader` leads, all others watch it, and each has an
ephemeral znode below `members`), `hbase` (a region server that races to be the master) or `dubbo`
(a provider): the numbers at the end of these two's names are times. It speaks as Foreign.java.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from functools import partial

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException, NodeExistsError
from kazoo.protocol.states import KazooState
from kazoo.recipe.election import Election
from kazoo.recipe.lock import Lock
from kazoo.retry import KazooRetry

AGAIN = 0.2
"""Seconds before another attempt."""


class Member:
    """One member; `work` returns once it was told to stop and has left."""

    def __init__(self, client: KazooClient, path: str, name: str) -> None:
        self.client, self.path, self.name = client, path, name
        self.stopping, self.changed = threading.Event(), threading.Event()
        client.add_listener(self._listen)

    def stop(self) -> None:
        """Have it leave."""
        self.stopping.set()
        self.changed.set()

    def work(self) -> None:
        """Take part, again and again."""
        while not self.stopping.is_set():
            try:
                self.take_part()
            except KazooException:
                self.stopping.wait(AGAIN)

    def take_part(self) -> None:
        """Take part once."""
        raise NotImplementedError

    def lead(self) -> None:
        """Lead until it was told to stop or its session is over."""
        session = self.client.client_id
        say("leading")
        while not self.stopping.is_set() and self.client.client_id == session:
            self.changed.wait()
            self.changed.clear()
        say("ended")

    def _listen(self, state: str) -> None:
        if state == KazooState.CONNECTED and self.client.client_id:
            say("session", hex(self.client.client_id[0] & (1 << 64) - 1))
        if state != KazooState.SUSPENDED:
            self.changed.set()


class InElection(Member):
    """kazoo's Election."""

    election: Election | None = None

    def take_part(self) -> None:
        self.election = self.client.Election(self.path, self.name)
        if not self.stopping.is_set():
            self.election.run(self.lead)

    def stop(self) -> None:
        super().stop()
        if self.election:
            self.election.cancel()


class ToldLock(Lock):  # type: ignore[misc]
    """kazoo's Lock, which says when its znode stands, and when it is about to go."""

    _node: str | None = None

    @property
    def node(self) -> str | None:
        """The name of its znode, which it keeps as soon as this stands."""
        return self._node

    @node.setter
    def node(self, name: str | None) -> None:
        self._node = name
        if name:
            say("stands")

    def _delete_node(self, node: str) -> None:
        say("leaves")
        super()._delete_node(node)


class AtLock(Member):
    """kazoo's Lock, held for a term of so many seconds, again and again."""

    def __init__(self, client: KazooClient, path: str, name: str, term: float) -> None:
        super().__init__(client, path, name)
        self.term = term
        self.lock: ToldLock | None = None

    def take_part(self) -> None:
        self.lock = ToldLock(self.client, self.path, self.name)
        while not self.stopping.is_set():
            with self.lock:
                say("leading")
                self.stopping.wait(self.term)
                say("ended")

    def stop(self) -> None:
        super().stop()
        if self.lock:
            self.lock.cancel()


class AtKey(Member):
    """A race for one znode."""

    def __init__(self, client: KazooClient, path: str, name: str) -> None:
        super().__init__(client, path, name)
        self.key, self.listed = f"{path}/leader", f"{path}/members/{name}"

    def take_part(self) -> None:
        with contextlib.suppress(NodeExistsError):
            self.client.create(self.listed, b"{}", ephemeral=True, makepath=True)
        try:
            self.client.create(self.key, self.name.encode(), ephemeral=True, makepath=True)
        except NodeExistsError:
            self.changed.clear()
            if self.client.exists(self.key, watch=self._fired) and not self.stopping.is_set():
                self.changed.wait()
            return
        self.lead()
        if self.stopping.is_set():
            self.client.delete(self.key)

    def _fired(self, _event: object) -> None:
        self.changed.set()


class RegionServer(AtKey):
    """A region server of HBase: `/hbase/rs/HOST,PORT,STARTCODE`, and a race for `/hbase/master`.
    Start codes are milliseconds: those of June 2025 end in what a counter may have given.
    """

    def __init__(self, client: KazooClient, path: str, name: str) -> None:
        super().__init__(client, path, name)
        started = 1_750_000_000_000 + time.time_ns() // 10**6 % 10**9
        self.root = path.rpartition("/")[0]
        self.key, self.listed = f"{self.root}/master", f"{path}/{name},16020,{started}"

    def take_part(self) -> None:
        for table in ("hbase:meta", "orders"):
            self.client.ensure_path(f"{self.root}/table/{table}")
        super().take_part()


class Provider(Member):
    """A provider of a service, which is known by the second at which it started."""

    def take_part(self) -> None:
        znode = f"{self.path}/provider-{self.name}-{int(time.time())}"
        self.client.create(znode, b"", ephemeral=True, makepath=True)
        self.lead()
        if self.stopping.is_set():
            self.client.delete(znode)


KINDS: dict[str, Callable[[KazooClient, str, str], Member]] = {
    "election": InElection,
    "busy": partial(AtLock, term=0.15),
    "quick": partial(AtLock, term=0.002),
    "key": AtKey,
    "hbase": RegionServer,
    "dubbo": Provider,
}


def main(kind: str, hosts: str, path: str, timeout_ms: str, name: str) -> None:
    """Take part until the line `stop` or the end of the input."""
    logging.disable()
    retry = KazooRetry(max_tries=-1, delay=0.1, max_delay=1.0)
    client = KazooClient(hosts, timeout=int(timeout_ms) / 1000, connection_retry=retry)
    member = KINDS[kind](client, path, name)
    client.start(timeout=30)
    work = threading.Thread(target=member.work, daemon=True)
    work.start()
    if sys.stdin.readline() != "stop\n":
        os._exit(0)
    member.stop()
    work.join()
    client.stop()
    say("stopped")


def say(what: str, more: str = "") -> None:
    """One line with the moment, of the one clock of all processes."""
    print(what, time.monotonic_ns(), more, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
