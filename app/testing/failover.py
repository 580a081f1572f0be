"""Run one round of a drill on members that are not ours, and measure what ZooKeeper shows of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from kazoo.client import KazooClient
from kazoo.exceptions import NoNodeError
from kazoo.retry import KazooRetry, RetryFailedError

from ..participation.naming import in_order

_LOOK_AT_LEAST = 0.1
"""Seconds between two looks where no watch tells of a change: those of a lost session do not."""


class Leader(NamedTuple):
    """Who led: the path of its znode, the id of its session, and its epoch (the czxid)."""

    znode: str
    session: int
    epoch: int


class Failover(NamedTuple):
    """One round, in seconds. detect: from the fault until the leader's znode was gone. passed: from
    then until another one led: 0 where one waited in a queue.
    """

    before: Leader
    after: Leader
    detect: float
    passed: float

    @property
    def whole(self) -> float:
        """Return the time without anybody who led and was well: all phases together."""
        return self.detect + self.passed


def run_failover(
    client: KazooClient, path: str, strike: Callable[[Leader], object], within: float
) -> Failover:
    """Strike who leads at `path`, and return the phases until another one led.

    Who leads is the ephemeral znode with the lowest sequence number below `path`, or the one that
    `path` itself is. All is measured as `client`, a session of ours, hears of it: up to a round
    trip late. When the members themselves heard of it, and what they made of it, cannot be seen
    from here. The fault is the moment at which `strike` is called, however long that takes.

    Raise LookupError where nobody leads, and TimeoutError where nobody else does `within` seconds.
    """
    look = _Look(client, path, within)
    before = look.leader()
    if before is None:
        raise LookupError(
            f"nobody leads at {path}: it is no ephemeral znode, and has no ephemeral one below it"
            " with a sequence number"
        )
    with ThreadPoolExecutor(1) as pool:
        observed = pool.submit(look.await_next, before, time.monotonic())
        try:
            strike(before)
        except BaseException:
            look.is_over = True
            raise
        return observed.result()


class _Look:
    """What a session sees of a path."""

    is_over = False

    def __init__(self, client: KazooClient, path: str, within: float) -> None:
        self._client, self._path, self._within = client, path.rstrip("/"), within
        self._retry = KazooRetry(max_tries=-1, delay=0.02, max_delay=0.1, deadline=within)
        self._changed = threading.Event()

    def await_next(self, before: Leader, since: float) -> Failover:
        """Return the round that began at `since`."""
        gone: float | None = None
        while not self.is_over:
            self._changed.clear()
            found = self._leader_in_time()
            now = time.monotonic() - since
            if found != before and gone is None:
                gone = now
            if gone is not None and found is not None:
                return Failover(before, found, gone, now - gone)
            if now > self._within:
                break
            self._changed.wait(_LOOK_AT_LEAST)
        how = f"{before.znode} still leads" if gone is None else "nobody leads"
        raise TimeoutError(f"{how} at {self._path}, {self._within:g} s after the fault")

    def _leader_in_time(self) -> Leader | None:
        try:
            return self.leader()
        except RetryFailedError:
            raise TimeoutError(f"no server answers, {self._within:g} s after the fault") from None

    def leader(self) -> Leader | None:
        """Return who leads now, and watch for a change."""
        found: Leader | None = self._retry(self._read)
        return found

    def _read(self) -> Leader | None:
        while True:
            try:
                names = in_order(self._client.get_children(self._path, watch=self._note))
            except NoNodeError:
                names = []
            znode = f"{self._path}/{names[0]}" if names else self._path
            stat = self._client.exists(znode, watch=self._note)
            if stat is not None and stat.ephemeralOwner:
                return Leader(znode, stat.ephemeralOwner, stat.czxid)
            if stat is not None or not names:
                return None

    def _note(self, _event: object) -> None:
        self._changed.set()
