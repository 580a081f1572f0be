"""The fixture `ensemble`, with Apache's servers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from kazoo.client import KazooState

from app.testing.failover import Failover
from app.testing.servers import ApacheEnsemble
from tests.support.zookeeper import await_until, classpath

pytestmark = pytest.mark.real


@pytest.fixture(autouse=True)
def _apache() -> None:
    """In CI its absence is a failure."""
    classpath()


def test_sessions_outlive_the_server_that_led(
    ensemble: ApacheEnsemble, failover: Callable[..., Failover]
) -> None:
    first, second = ensemble.client(), ensemble.client()
    ids = [first.client_id, second.client_id]
    for client in (first, second):
        client.create("/election/n-", ephemeral=True, sequence=True, makepath=True)

    heard: list[str] = []
    first.add_listener(heard.append)
    ensemble.cut(first)
    await_until(lambda: heard == [KazooState.SUSPENDED, KazooState.CONNECTED])

    killed = ensemble.leader
    assert killed in ensemble.servers
    ensemble.kill(killed)
    await_until(lambda: ensemble.leader)
    ensemble.restart(killed)
    assert ensemble.client(hosts=ensemble.servers[killed]).exists("/election")
    await_until(lambda: first.connected and second.connected)
    assert [first.client_id, second.client_id] == ids

    shown = failover("/election", "expire")
    assert [shown.before.session, shown.after.session] == [one[0] for one in ids]


def is_led(ensemble: ApacheEnsemble) -> bool:
    with suppress(LookupError):
        return bool(ensemble.leader)
    return False


def test_without_a_quorum_nobody_leads(ensemble: ApacheEnsemble) -> None:
    for server in ("s1", "s2"):
        ensemble.freeze(server)
    await_until(lambda: not is_led(ensemble))
    with pytest.raises(LookupError, match="none of the servers leads"):
        ensemble.leader  # noqa: B018
    ensemble.wake("s1")
    await_until(lambda: ensemble.leader)
    with pytest.raises(ValueError, match="there is no server 's4': there are s1, s2, s3"):
        ensemble.kill("s4")


@pytest.mark.parametrize(
    ("missing", "said"),
    [("JAVA_HOME", "needs Java 8 or later, and no java was found"),
     ("ZOOKEEPER_HOME", "has no ZooKeeper")],
)  # fmt: skip
def test_a_test_skips_where_something_is_missing(
    missing: str, said: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(missing, "/nowhere")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(pytest.skip.Exception, match=said):
        request.getfixturevalue("ensemble")
