"""Recipes of Curator's work on Apache ZooKeeper and on the sandbox alike: a LeaderLatch hands over,
and three caches on one client and path hear of everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from kazoo.client import KazooClient

from app.ensemble.apache.locate import find_classpath
from app.ensemble.apache.server import ApacheServer
from app.ensemble.embedded import SandboxServer
from benchmarks import latch as latches
from tests.conformance.conversation import Conversation
from tests.conformance.curator import (
    TODAY,
    compile_program,
    missing,
    missing_today,
    start_program,
)
from tests.conformance.needs import need
from tests.conformance.servers import KINDS, Server
from tests.conformance.tally import count
from tests.support.proofs import proofs_but
from tests.support.zookeeper import Connect, await_until
from tests.versions.jars import home_of
from tests.web.whole import Whole, whole

pytestmark = [
    pytest.mark.needs("containers"),  # in which this Curator puts its latch
]
PATH = "/latch"
BESIDE = "/beside"
# Only the second one's session is waited for.
TIMEOUTS_MS = (30_000, 4_000, 30_000)


@pytest.fixture(scope="session")
def latch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled participant."""
    need(missing())
    directory = tmp_path_factory.mktemp("latch")
    compile_program("Passing", directory)
    return directory


@pytest.fixture
def client(server: Server, open_client: Connect) -> KazooClient:
    return open_client(server.hosts)


@pytest.fixture
def three(server: Server, latch: Path) -> Iterator[list[Conversation]]:
    """Three participants, in the order in which they joined; the first one leads."""
    with ExitStack() as stack:
        joined: list[Conversation] = []
        for timeout_ms in TIMEOUTS_MS:
            process = start_program("Passing", latch, server.hosts, PATH, timeout_ms)
            joined.append(stack.enter_context(process))
            process.say("join")
            process.await_line("joined")
        yield joined


def owners(client: KazooClient, path: str = PATH) -> list[int]:
    """The sessions that own the znodes of the latch, the lowest sequence number first."""
    if not client.exists(path):
        return []
    names = sorted(client.get_children(path), key=lambda name: str(name).rpartition("-")[2])
    stats = [client.exists(f"{path}/{name}") for name in names]
    return [stat.ephemeralOwner for stat in stats if stat is not None]


def test_leadership_passes_on_close_and_on_death(
    three: list[Conversation], client: KazooClient
) -> None:
    first, second, third = three
    sessions = owners(client)
    first.await_word("leading")

    first.say("leave")
    first.await_word("left")
    second.await_word("leading")
    assert owners(client) == sessions[1:]

    second.kill()
    third.await_word("leading")
    assert owners(client) == sessions[2:]


def test_a_latch_of_curators_leads_beside_one_of_ours_and_one_leader_is_not_known(
    server: Server, latch: Path
) -> None:
    """One candidate of ours stands first, and then a latch comes: each leads, by its own order."""
    with whole(server.hosts) as dashboard:
        wish = {"election": BESIDE, "session_timeout": 20.0}
        assert dashboard.post("candidates", wish).status_code == 201
        await_until(lambda: [one["belief"] for one in stand(dashboard)] == ["leading"], timeout=60)
        with start_program("Passing", latch, server.hosts, BESIDE, 30_000) as stranger:
            stranger.say("join")
            stranger.await_word("leading")
            await_until(lambda: len(stand(dashboard)) == 2, timeout=60)
            election = dashboard.state["elections"][BESIDE]
            ours, latchs = election["chain"]
            assert (ours["belief"], latchs["library"]) == ("leading", "Curator's LeaderLatch")
            assert election["invariants"]["one_leader"] is None
            leaders = [order["leader"] for order in election["orders"]]
            assert leaders == [ours["znode"], latchs["znode"]]
            assert dashboard.post("candidates", wish).status_code == 409
            stranger.say("leave")
            stranger.await_word("left")


@pytest.mark.proof
def test_the_benchmarks_latches_pass_leadership_on_and_their_moments_are_of_one_clock(
    server: Server, client: KazooClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    need(missing())
    monkeypatch.setattr(latches, "QUICK_ROUNDS", 1)
    with latches.CuratorLatch(server.hosts) as contest:
        sessions = owners(client, latches.PATH)
        assert contest.round() > 0
        assert owners(client, latches.PATH) == [*sessions[1:], sessions[0]]


def stand(dashboard: Whole) -> list[dict[str, Any]]:
    """Who stands in this election."""
    election = dashboard.state["elections"].get(BESIDE, {"chain": []})
    chain: list[dict[str, Any]] = election["chain"]
    return chain


CACHED = "/cached"
CACHES = ("curator", "children", "tree")


@pytest.fixture(params=proofs_but(KINDS, lambda kind: kind == "sandbox"))
def today(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server of either kind that keeps several watches on one path, as those since 3.9 do."""
    need(missing_today())
    sandbox = request.param == "sandbox"
    server = SandboxServer() if sandbox else ApacheServer(find_classpath(home_of(TODAY)))
    server.start()
    yield server
    server.stop()


def await_all(said: Conversation, what: str) -> None:
    """Wait until each of the three caches has said it."""
    missed = {f"{name} {what}" for name in CACHES}
    while missed:
        missed.discard(said.next_line(str(sorted(missed))))
    count(len(CACHES))


def test_three_caches_on_one_client_and_path_hear_of_everything(
    today: Server, tmp_path: Path, open_client: Connect
) -> None:
    """ZOOKEEPER-4466: before 3.9 their watches take each other's place."""
    compile_program("Caches", tmp_path)
    client = open_client(today.hosts)
    client.create(CACHED)
    with start_program("Caches", tmp_path, today.hosts, CACHED) as caches:
        await_all(caches, "ready")
        for name in ("one", "two"):
            path = f"{CACHED}/{name}"
            client.create(path)
            await_all(caches, f"added {path}")
            client.set(path, b"new")
            await_all(caches, f"updated {path}")
            client.delete(path)
            await_all(caches, f"removed {path}")
