"""Somebody else writes in the gap of a console's deleteall, and of a node that is forgotten."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import requests

from app.ensemble.embedded import SandboxServer
from app.zookeeper.wire.codes import Op
from tests.support.zookeeper import await_until
from tests.znodes.racing import THEIRS, Raced, racing
from tests.znodes.test_consoles import Open

WITHIN = 60.0


@pytest.fixture(scope="module")
def bench(sandbox: SandboxServer) -> Iterator[Raced]:
    """One for the tests of this module; each takes a path of its own."""
    with racing(sandbox) as raced:
        yield raced


@pytest.fixture
def console(bench: Raced) -> Iterator[Open]:
    it = Open(bench.dashboard)
    yield it
    it.close()


def test_deleteall_never_takes_a_write_in_the_gap(bench: Raced, console: Open) -> None:
    bench.grow("/under", 2)
    token = console.ask("deleteall /under").json()["confirm"]["token"]
    bench.in_the_gap(Op.MULTI, lambda: bench.other.set("/under/0", THEIRS))
    assert console.ask("deleteall /under", token).json()["lines"] == [
        "Failed to delete some node(s) in the subtree!",
        "/under/0 was written (version 0, now 1).",
    ]
    assert bench.data("/under/0") == THEIRS


def test_what_is_renewed_between_two_transactions_of_deleteall_stays(
    bench: Raced, console: Open
) -> None:
    bench.grow("/batches", 2)
    token = console.ask("deleteall /batches -b 1").json()["confirm"]["token"]
    bench.in_the_gap(Op.DELETE, lambda: bench.renew("/batches/0"))
    lines = console.ask("deleteall /batches -b 1", token).json()["lines"]
    assert lines[1:] == ["/batches/0 was deleted and created again."]
    assert bench.data("/batches/0") == THEIRS
    assert bench.other.get_children("/batches") == ["0"]


def test_a_node_is_never_forgotten_over_a_write_in_the_gap(bench: Raced) -> None:
    bench.other.create("/group/all_nodes/n7", b"first", makepath=True)
    bench.other.create("/group/live_nodes")
    bench.dashboard.post("groups", {"path": "/group", "count": 0})
    await_until(lambda: "n7" in bench.dashboard.state["groups"]["/group"]["nodes"], WITHIN)
    bench.in_the_gap(Op.DELETE, lambda: bench.other.set("/group/all_nodes/n7", THEIRS))
    body = {"path": "/group", "id": "n7"}
    address = f"{bench.dashboard.url}/api/v1/groups/nodes"
    assert requests.delete(address, json=body, timeout=30).status_code == 409
    assert bench.data("/group/all_nodes/n7") == THEIRS
