"""A program with one of kazoo's recipes: `python -m tests.foreign.program KIND HOSTS PATH MS NAME`.

KIND is `election` (kazoo's own) or `key` (Patroni's: whoever creates the ephemeral `leader` leads,
all others watch it, and each has an ephemeral znode below `members`). It speaks as Foreign.java.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
import time

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException, NodeExistsError
from kazoo.protocol.states import KazooState
from kazoo.recipe.election import Election
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


class AtKey(Member):
    """A race for one znode."""

    def take_part(self) -> None:
        self._be_listed()
        leader = f"{self.path}/leader"
        try:
            self.client.create(leader, self.name.encode(), ephemeral=True, makepath=True)
        except NodeExistsError:
            self.changed.clear()
            if self.client.exists(leader, watch=self._fired) and not self.stopping.is_set():
                self.changed.wait()
            return
        self.lead()
        if self.stopping.is_set():
            self.client.delete(leader)

    def _be_listed(self) -> None:
        with contextlib.suppress(NodeExistsError):
            member = f"{self.path}/members/{self.name}"
            self.client.create(member, b"{}", ephemeral=True, makepath=True)

    def _fired(self, _event: object) -> None:
        self.changed.set()


KINDS: dict[str, type[Member]] = {"election": InElection, "key": AtKey}


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
