"""A recursive delete in which something happens in the middle, on a real ZooKeeper."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from kazoo.client import KazooClient

from app.ensemble.embedded import SandboxServer
from app.errors import Conflict, HandoffError, OutcomeUnknown, ZooKeeperUnavailable
from app.journal.journal import Journal
from app.recipes.registry import MODELS
from app.znodes.workbench.jobs import Job, JobCancelled
from app.znodes.workbench.removal import AT_ONCE, remove
from app.zookeeper.client_session import ClientSession
from tests.support.zookeeper import Connect

COUNT = AT_ONCE + 500


class Interrupted(Job):
    """A job in which `then` happens when the first transaction is done."""

    def __init__(self, then: Callable[[], object]) -> None:
        super().__init__("j1", Journal(MODELS))
        self._then = then

    def progress(self, done: int, of: int | None = None) -> None:
        first = self.done == 0 < done
        super().progress(done, of)
        if first:
            self._then()


@pytest.fixture
def session(fresh_hosts: str) -> Iterator[ClientSession]:
    opened = ClientSession(fresh_hosts)
    opened.open(timeout=60)
    yield opened
    opened.close()


@pytest.fixture
def other(fresh_hosts: str, open_client: Connect) -> KazooClient:
    return open_client(fresh_hosts)


def grow(client: KazooClient, children: int) -> None:
    client.create("/t")
    for start in range(0, children, 500):
        transaction = client.transaction()
        for number in range(start, min(start + 500, children)):
            transaction.create(f"/t/{number:05}")
        transaction.commit()


def refused(session: ClientSession, job: Job, expect: int) -> HandoffError:
    with pytest.raises(HandoffError) as error:
        remove(job, session, "/t", expect, None, None)
    return error.value


def test_what_goes_in_one_transaction_goes_whole_or_not_at_all(
    session: ClientSession, other: KazooClient
) -> None:
    grow(other, 50)

    class Hindered(Job):
        def progress(self, done: int, of: int | None = None) -> None:
            other.set("/t/00025", b"changed after it was counted")

    error = refused(session, Hindered("j1", Journal(MODELS)), 51)
    assert (error.code, "/t/00025" in error.message) == ("stale", True)
    assert len(other.get_children("/t")) == 50


def test_a_znode_that_comes_meanwhile_is_not_deleted(
    session: ClientSession, other: KazooClient
) -> None:
    grow(other, COUNT)
    error = refused(session, Interrupted(lambda: other.create("/t/late")), COUNT + 1)
    assert isinstance(error, Conflict)
    assert error.code == "not_empty"
    assert f"{AT_ONCE} of {COUNT + 1} were deleted before that" in error.message
    assert other.exists("/t/late") is not None


def test_a_znode_that_changes_meanwhile_is_not_deleted(
    session: ClientSession, other: KazooClient
) -> None:
    grow(other, COUNT)
    job = Interrupted(lambda: other.set("/t/00000", b"somebody else's"))
    assert refused(session, job, COUNT + 1).code == "stale"
    assert other.get("/t/00000")[0] == b"somebody else's"


def test_what_goes_by_itself_meanwhile_is_passed_over(
    session: ClientSession, other: KazooClient
) -> None:
    grow(other, COUNT)

    def go() -> None:
        for number in range(20):
            other.delete(f"/t/{number:05}")

    assert remove(Interrupted(go), session, "/t", COUNT + 1, None, None) == COUNT + 1
    assert other.exists("/t") is None


def test_it_stops_where_it_is_cancelled(session: ClientSession, other: KazooClient) -> None:
    grow(other, COUNT)
    job: Job = Interrupted(lambda: job.cancel())
    assert isinstance(refused(session, job, COUNT + 1), JobCancelled)
    assert len(other.get_children("/t")) == COUNT - AT_ONCE


def test_where_zookeeper_goes_in_the_middle_it_says_how_far_it_came(
    open_client: Connect,
) -> None:
    server = SandboxServer()
    server.start()
    try:
        grow(open_client(server.hosts), COUNT)
        session = ClientSession(server.hosts)
        session.open(timeout=60)
        error = refused(session, Interrupted(server.kill), COUNT + 1)
        assert error.status in (ZooKeeperUnavailable.status, OutcomeUnknown.status)
        assert f"{AT_ONCE} of {COUNT + 1} were deleted before that" in error.message
        session.close()
    finally:
        server.stop()
