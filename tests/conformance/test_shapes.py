"""What other programs hold at a path is shown as what it is: shared locks, semaphores, locks."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import requests
from kazoo.client import KazooClient
from kazoo.exceptions import CancelledError, ConnectionClosedError

from app.processes.sessions import end_session
from app.zookeeper.client import close, connect
from tests.conformance.conversation import Conversation
from tests.conformance.curator import compile_program, missing, start_program
from tests.conformance.needs import need
from tests.conformance.servers import Server
from tests.journal.script import told_of
from tests.support.forked import forked_dashboard
from tests.support.sessions import end_dead
from tests.support.zookeeper import Connect, await_until

LASTING_MS = 30_000
CURATOR_ON = pytest.mark.parametrize("server", ["apache"], indirect=True, scope="session")
"""What Curator writes is the same on either kind of server (test_curator.py), and either is asked
for its watches below.
"""

Json = dict[str, Any]
Ask = Callable[[str], Conversation]


@pytest.fixture(scope="session")
def sharing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled client."""
    need(missing())
    directory = tmp_path_factory.mktemp("sharing")
    compile_program("Sharing", directory)
    return directory


@pytest.fixture(scope="session")
def hosts(server: Server) -> str:
    """A root of these tests' own."""
    client = connect(server.hosts, 10.0)
    client.start(timeout=30)
    client.create("/shapes")
    close(client)
    return f"{server.hosts}/shapes"


@pytest.fixture
def path(request: pytest.FixtureRequest) -> str:
    """Where this test's programs ask for something."""
    return f"/{request.node.originalname}"


@pytest.fixture(scope="session")
def found(hosts: str) -> Iterator[Callable[[str], Json]]:
    """Path -> the election of the state document; {} where there is none."""
    with forked_dashboard("--zookeeper", hosts) as dashboard:
        dashboard.await_zookeeper()

        def read(path: str) -> Json:
            state = requests.get(f"{dashboard.url}/api/v1/state", timeout=20).json()
            one: Json = state["elections"].get(path, {})
            return one

        yield read


@pytest.fixture
def java(sharing: Path, hosts: str, path: str) -> Iterator[Ask]:
    """Starts a client that has asked for something at the test's path."""
    with ExitStack() as stack:

        def ask(order: str) -> Conversation:
            client = stack.enter_context(start_program("Sharing", sharing, hosts, path, LASTING_MS))
            client.await_line("ready")
            client.say(order)
            return client

        yield ask


def number_at(found: Callable[[str], Json], path: str) -> int:
    return len(found(path).get("chain", []))


def await_members(found: Callable[[str], Json], path: str, count: int) -> Json:
    await_until(lambda: number_at(found, path) == count)
    return found(path)


def truths(election: Json) -> list[str | None]:
    return [entry.get("truth") for entry in election.get("chain", [])]


def watched(election: Json) -> list[int | None]:
    """The places in the chain of what each watches, where a server lists it."""
    places = {entry["znode"]: place for place, entry in enumerate(election["chain"])}
    return [
        places.get(one.get("watches") or "") if one["evidence"] == "server" else None
        for one in election["chain"]
    ]


def has_no_leader(election: Json) -> bool:
    keys = ("leader", "epoch", "handoff", "last_handoff", "orders")
    return not any(election.get(key) for key in keys) and not election["invariants"]


@pytest.mark.proof
@CURATOR_ON
def test_curators_read_write_lock(
    java: Ask, hosts: str, path: str, found: Callable[[str], Json]
) -> None:
    first = java("read")
    first.await_line("held")
    java("read").await_line("held")
    java("write")
    await_until(lambda: truths(found(path)) == ["holder", "holder", "waiting"])
    java("write")
    await_members(found, path, 4)
    java("read")
    await_until(
        lambda: truths(found(path)) == ["holder", "holder", "waiting", "waiting", "waiting"]
    )
    shared = found(path)
    assert shared["shape"] == "shared lock"
    assert has_no_leader(shared)
    assert [shared["chain"][place]["znode"] for place in (0, 1)] == list(shared["holders"])
    modes = [entry["mode"] for entry in shared["chain"]]
    assert modes == ["read", "read", "write", "write", "read"]
    await_until(lambda: watched(found(path)) == [None, None, 1, 2, 2])
    assert "Two readers should hold it together" in said(found(path))
    first.kill()
    end_dead(hosts, shared["chain"][0]["session"])
    await_until(lambda: truths(found(path)) == ["holder", "waiting", "waiting", "waiting"])
    assert has_no_leader(found(path))


def said(election: Json) -> str:
    return told_of(election)


@pytest.mark.proof
@CURATOR_ON
def test_curators_semaphore(java: Ask, path: str, found: Callable[[str], Json]) -> None:
    leases = f"{path}/leases"
    for count in (1, 2):
        java("lease 2").await_line("held")
        await_members(found, leases, count)
    java("lease 2")
    await_until(lambda: truths(found(leases)) == ["holder", "holder", None])
    java("lease 2")
    await_members(found, f"{path}/locks", 2)
    await_until(lambda: found(leases)["shape"] == "semaphore")
    semaphore = found(leases)
    assert has_no_leader(semaphore)
    assert "no znode says how many" in said(semaphore)
    await_until(lambda: found(f"{path}/locks")["shape"] == "lock or election")


class Asking:
    """Somebody else's program in Python, which asks for something of kazoo's."""

    def __init__(self, what: Any) -> None:
        self._what = what
        self._thread = threading.Thread(target=self._acquire, daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """End the waiting."""
        self._what.cancel()

    def end(self) -> None:
        """Let go, or end the waiting."""
        self.cancel()
        self._thread.join(10)
        self._what.release()

    def _acquire(self) -> None:
        try:
            self._what.acquire()
        except (CancelledError, ConnectionClosedError):
            return


@pytest.fixture
def kazoo(hosts: str, path: str, open_client: Connect) -> Iterator[Callable[..., KazooClient]]:
    """Asks for something of kazoo's at the test's path, in a session of its own."""
    asking: list[Asking] = []

    def ask(recipe: str, **how: Any) -> Asking:
        client = open_client(hosts)
        asking.append(Asking(getattr(client, recipe)(path, recipe, **how)))
        return asking[-1]

    yield ask
    for one in asking:  # before any is awaited: one semaphore waits in a lock of another one's
        one.cancel()
    for one in reversed(asking):
        one.end()


def test_kazoos_shared_lock(
    kazoo: Callable[..., Asking], path: str, found: Callable[[str], Json]
) -> None:
    writer = kazoo("WriteLock")
    assert await_members(found, path, 1)["shape"] == "lock or election"
    for count, recipe in enumerate(("WriteLock", "ReadLock", "ReadLock"), 2):
        kazoo(recipe)
        shared = await_members(found, path, count)
    assert shared["shape"] == "shared lock"
    assert truths(shared) == ["holder", "waiting", "waiting", "waiting"]
    assert has_no_leader(shared)
    await_until(lambda: watched(found(path)) == [None, 0, 1, 1])
    writer.end()
    await_until(lambda: truths(found(path)) == ["holder", "waiting", "waiting"])
    assert has_no_leader(found(path))


def test_kazoos_semaphore_is_no_election(
    kazoo: Callable[..., Asking], path: str, found: Callable[[str], Json]
) -> None:
    """Its leases have no numbers, nor a leader; who asks for one holds a lock beside it."""
    for _ in range(3):
        kazoo("Semaphore", max_leases=1)
    locked = f"{path}-__lock__"
    assert await_members(found, locked, 2)["shape"] == "lock or election"
    assert "Semaphore" in said(found(locked))
    assert await_members(found, path, 1)["shape"] == "group"
    assert has_no_leader(found(path))


def test_what_cannot_be_told_has_no_leader(
    hosts: str, open_client: Connect, found: Callable[[str], Json]
) -> None:
    client = open_client(hosts)
    for _ in range(3):
        client.create("/line/x-", ephemeral=True, sequence=True, makepath=True)
    line = await_members(found, "/line", 3)
    assert line["shape"] == "queue"
    assert has_no_leader(line)
    assert truths(line) == [None, None, None]
    client.delete(f"/line/{line['chain'][0]['znode']}")
    assert has_no_leader(await_members(found, "/line", 2))


KEY = "/service/batman"


class Racer(NamedTuple):
    """A program that races for a key, and its session with the password."""

    program: Conversation
    session: tuple[int, bytes]


@pytest.fixture
def racers(hosts: str) -> Iterator[dict[str, Racer]]:
    """Three by their names; the first of them leads, and all watch its key."""
    words = [sys.executable, "-m", "tests.conformance.key_holder", hosts, KEY]
    with ExitStack() as stack:
        racing: dict[str, Racer] = {}
        for name in ("pg-1", "pg-2", "pg-3"):
            program = stack.enter_context(Conversation([*words, name]))
            session, password = program.next_line("its session").split()
            racing[name] = Racer(program, (int(session), bytes.fromhex(password)))
            program.await_line("waiting")
        yield racing


def test_a_leader_key_is_an_election_of_one_znode(
    racers: dict[str, Racer], hosts: str, found: Callable[[str], Json]
) -> None:
    key = await_members(found, KEY, 1)
    assert (key["strategy"], key["shape"], key["leader"]) == ("single", "election", "leader")
    assert owner(key) == "pg-1"
    assert "nobody can say how many wait" in said(key)
    assert key["chain"][0].get("watches") is None
    racers.pop("pg-1").program.say("leave")
    await_until(lambda: owner(found(KEY)) in racers)
    second = found(KEY)
    killed = racers.pop(str(owner(second)))
    killed.program.kill()
    end_session(hosts, killed.session, 20.0)
    await_until(lambda: owner(found(KEY)) in racers)
    assert found(KEY)["epoch"] > second["epoch"] > key["epoch"]


def owner(election: Json) -> str | None:
    return next((entry["about"] for entry in election["chain"]), None)
