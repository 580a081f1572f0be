"""An object of the library takes part once, and says so to a program that begins again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kazoo.client import KazooClient

from app.library import Barrier, Candidate, Lock, Lost, Membership, QueueConsumer, SharedLock
from app.library.client import RecipeClient
from tests.library.parts import options


def lock(hosts: str) -> Lock:
    return Lock(hosts, "/lock", **options())


def shared_lock(hosts: str) -> SharedLock:
    return SharedLock(hosts, "/shared-lock", mode="read", **options())


def membership(hosts: str) -> Membership:
    return Membership(hosts, "/group", "node-1", **options())


def barrier(hosts: str) -> Barrier:
    return Barrier(hosts, "/barrier", size=1, **options())


def consumer(hosts: str) -> QueueConsumer:
    return QueueConsumer(hosts, "/queue", **options())


def candidate(hosts: str) -> Candidate:
    return Candidate(hosts, "/election", "1", lambda term: term.wait(), **options())


ALL = (lock, shared_lock, membership, barrier, consumer, candidate)


def a_block(one: Any) -> None:
    with one:
        pass


def a_loop(one: QueueConsumer) -> None:
    for _ in one:
        break


@pytest.mark.parametrize("make", ALL)
@pytest.mark.parametrize("again", [a_block, RecipeClient.start, RecipeClient.run])
def test_who_begins_again_after_a_block_is_told_what_to_do(
    make: Callable[[str], RecipeClient], again: Callable[[RecipeClient], None], fresh_hosts: str
) -> None:
    one = make(fresh_hosts)
    a_block(one)
    with pytest.raises(RuntimeError, match=f"this {type(one).__name__} .* create another one"):
        again(one)


def test_the_same_after_the_block_of_who_asks_without_one(fresh_hosts: str) -> None:
    a_lock, a_barrier = lock(fresh_hosts), barrier(fresh_hosts)
    a_block(a_lock)
    a_block(a_barrier)
    with pytest.raises(RuntimeError, match="this Lock has already left: create another one"):
        a_lock.acquire(1)
    with pytest.raises(RuntimeError, match="this Barrier has already left: create another one"):
        a_barrier.enter(1)


def test_the_same_after_a_loop(fresh_hosts: str, client: KazooClient) -> None:
    client.create("/queue/items/item-", b"work", sequence=True, makepath=True)
    one = consumer(fresh_hosts)
    a_loop(one)
    for again in (a_loop, a_block):
        with pytest.raises(RuntimeError, match=r"this QueueConsumer has already .* create another"):
            again(one)


@pytest.mark.parametrize("make", [lock, shared_lock, membership, barrier])
def test_who_begins_after_a_stop_is_told_what_to_do(
    make: Callable[[str], RecipeClient], fresh_hosts: str
) -> None:
    one = make(fresh_hosts)
    one.stop()
    with pytest.raises(Lost, match=f"it was stopped: create another {type(one).__name__} to"):
        a_block(one)
