"""The library's candidate where ZooKeeper is away, or lets it do little."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
from kazoo.client import KazooClient
from kazoo.security import make_acl, make_digest_acl

from app.library import Candidate, News, ZooKeeperUnavailable
from app.recipes.election.strategies import STRATEGIES
from tests.library.conftest import Stand
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, await_until


def test_without_a_zookeeper_it_goes_on_trying(
    stand: Stand, far_hosts: str, proxy: FaultyProxy
) -> None:
    proxy.down()
    first = stand("1", far_hosts)
    await_until(lambda: first.of("unreachable"))
    assert first.of("unreachable")[0]["reason"] == f"connection refused by {proxy.hosts}"
    proxy.up()
    first.await_elected()


def test_without_a_zookeeper_the_log_says_so_again_and_again(
    far_hosts: str,
    proxy: FaultyProxy,
    stand: Stand,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("app.library.standing.FIRST_WARNING", 0.1)
    caplog.set_level(logging.INFO, "app.library")
    why = f"does not reach ZooKeeper at {far_hosts}: connection refused by {proxy.hosts}; it keeps"
    proxy.down()
    first = stand("1", far_hosts)
    await_until(lambda: len(logged(caplog, "WARNING")) > 1)
    assert all(f"1 in /election {why}" in one for one in logged(caplog, "WARNING"))
    assert not logged(caplog, "INFO")
    proxy.up()
    first.await_elected()
    (connected,) = logged(caplog, "INFO")
    assert f"1 in /election is connected to ZooKeeper at {proxy.hosts}" in connected
    caplog.clear()
    proxy.down()
    await_until(lambda: any(why in one for one in logged(caplog, "WARNING")))


def logged(caplog: pytest.LogCaptureFixture, level: str) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelname == level]


def test_a_limit_for_the_first_connection(far_hosts: str, proxy: FaultyProxy) -> None:
    proxy.down()
    candidate = Candidate(far_hosts, "/election", "1", print, connect_within=1)
    with pytest.raises(ZooKeeperUnavailable, match=r"within 1 s: connection refused by"):
        candidate.run()


def test_what_goes_wrong_behind_start_is_raised_by_join(far_hosts: str, proxy: FaultyProxy) -> None:
    proxy.down()
    candidate = Candidate(far_hosts, "/election", "1", print, connect_within=0.1)
    candidate.start()
    with pytest.raises(ZooKeeperUnavailable):
        candidate.join(10)


def test_stopping_without_a_zookeeper(far_hosts: str, proxy: FaultyProxy, stand: Stand) -> None:
    proxy.down()
    first = stand("1", far_hosts)
    first.candidate.stop()
    assert first.candidate.join(10)


def test_stopping_before_it_runs(fresh_hosts: str) -> None:
    candidate = Candidate(fresh_hosts, "/election", "1", print)
    candidate.stop()
    candidate.run()


def test_leaving_does_not_wait_for_a_zookeeper_that_is_silent(
    stand: Stand, far_hosts: str, proxy: FaultyProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.library.standing.LEAVES_WITHIN", 0.5)
    first = stand("1", far_hosts, session_timeout=60)
    first.await_elected()
    proxy.partition()
    first.candidate.stop()
    assert first.candidate.join(10)
    assert first.of("left") == [{"clean": False}]
    assert first.await_deposed().reason == "it was stopped"


def test_the_chroot_is_made_with_the_acl_too(
    fresh_hosts: str, stand: Stand, open_client: Connect
) -> None:
    acl = [make_digest_acl("ada", "secret", all=True)]
    hosts = f"{fresh_hosts}/above/chroot"
    stand("c1", hosts, auth=[("digest", "ada:secret")], acl=acl).await_elected()
    client: KazooClient = open_client(fresh_hosts)
    client.add_auth("digest", "ada:secret")
    for path in ("/above", "/above/chroot", "/above/chroot/election"):
        assert client.get_acls(path)[0] == acl, path


def test_credentials_and_an_acl_of_ones_own(
    stand: Stand, open_client: Connect, fresh_hosts: str
) -> None:
    acl = [make_digest_acl("ada", "secret", all=True)]
    arguments: dict[str, Any] = {"auth": [("digest", "ada:secret")], "acl": acl}
    first = stand("1", **arguments)
    term = first.await_elected().term
    client: KazooClient = open_client(fresh_hosts)
    client.add_auth("digest", "ada:secret")
    await_until(lambda: client.exists("/election-acknowledged"))
    for path in ("/election", term.znode, "/election-acknowledged"):
        assert client.get_acls(path)[0] == acl
    second = stand("2", **arguments).await_place()
    stranger = stand("3")
    await_until(lambda: stranger.of("failed"))
    assert "no permission (ACL)" in stranger.of("failed")[0]["reason"]
    first.candidate.stop()
    second.await_elected()


@pytest.mark.parametrize("may", [{"create": True, "delete": True}, {"create": True}, {}])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_stopping_does_not_wait_for_a_permission(
    stand: Stand,
    client: KazooClient,
    strategy: str,
    may: dict[str, bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it may not delete, or not read, goes with its session."""
    monkeypatch.setattr("app.library.standing.LEAVES_WITHIN", 60)
    client.create("/election", acl=[make_acl("world", "anyone", read=True, **may)])
    own = [make_digest_acl("ada", "secret", all=True)]
    first = stand("1", strategy=strategy, acl=own)
    await_until(lambda: first.of("failed"))
    first.candidate.stop()
    assert first.candidate.join(30)
    assert client.get_children("/election") == []


def test_a_server_that_is_slow_to_shake_hands(
    stand: Stand, far_hosts: str, proxy: FaultyProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slower than the candidate waits at first."""
    monkeypatch.setattr("app.zookeeper.handshake.HANDSHAKE_TIMEOUT", 0.5)
    proxy.slow_handshake = 1.0
    first = stand("1", far_hosts)
    first.await_elected()


def fails(far_hosts: str, proxy: FaultyProxy) -> tuple[Candidate, Callable[[], object]]:
    """A candidate that finds no ZooKeeper, and what waits until it has failed."""
    proxy.down()
    news: list[News] = []
    candidate = Candidate(
        far_hosts, "/election", "1", print, connect_within=0.1, on_news=news.append
    )
    return candidate, lambda: await_until(lambda: [one for one in news if one.kind == "left"])


def test_an_error_of_the_block_is_not_hidden_by_that_of_run(
    far_hosts: str, proxy: FaultyProxy, caplog: pytest.LogCaptureFixture
) -> None:
    candidate, await_failure = fails(far_hosts, proxy)

    def work() -> None:
        with candidate:
            await_failure()
            raise LookupError("the block's own")

    with pytest.raises(LookupError, match="the block's own"):
        work()
    assert "no ZooKeeper at" in caplog.text


def test_an_error_of_run_is_raised_where_the_block_raises_none(
    far_hosts: str, proxy: FaultyProxy
) -> None:
    candidate, await_failure = fails(far_hosts, proxy)
    with pytest.raises(ZooKeeperUnavailable), candidate:
        await_failure()
