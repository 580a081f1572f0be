"""node-zookeeper-client, a client in JavaScript, is told the same by Apache ZooKeeper and by the
sandbox.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conformance.conversation import Conversation
from tests.conformance.orders import (
    MANNER,
    ask,
    miss_changes,
    next_event,
    outlive_a_session,
    proxied,
)
from tests.conformance.servers import Server
from tests.conformance.transcript import play
from tests.judges.programs import BUILD, MODULES
from tests.support.zookeeper import Connect

HERE = Path(__file__).parent
CLIENT = "node-zookeeper-client"


@pytest.fixture(autouse=True)
def _client() -> None:
    if not shutil.which("node"):
        pytest.skip("no node: Debian has it in the package nodejs")
    if not (MODULES / CLIENT).is_dir():
        pytest.skip(f"no {CLIENT}: see what `sh .ci/setup quick_judges` says")


def start(hosts: str) -> Conversation:
    return Conversation(["node", str(HERE / "node" / "client.mjs"), str(BUILD), hosts])


def test_transcript(server: Server) -> None:
    with start(server.hosts) as program:
        play(program, (HERE / "node_client.txt").read_text(), MANNER)


def test_watches_outlive_a_lost_connection(server: Server, open_client: Connect) -> None:
    """It sets its watches again, and is told what it has missed (setWatches)."""
    client = open_client(server.hosts)
    with proxied(server.hosts) as proxy, start(proxy.hosts) as program:
        assert miss_changes(program, proxy, client, "/node-missed") == [
            "a NODE_CHILDREN_CHANGED[4]@/node-missed/parent",
            "a NODE_CREATED[1]@/node-missed/new",
            "a NODE_DATA_CHANGED[3]@/node-missed/changed",
            "a NODE_DELETED[2]@/node-missed/gone",
        ]


@pytest.mark.proof
def test_a_session_that_ended_meanwhile_is_told_so(server: Server, open_client: Connect) -> None:
    client = open_client(server.hosts)
    with proxied(server.hosts) as proxy, start(proxy.hosts) as program:
        outlive_a_session(program, proxy, client, "/node-outlived")
        assert next_event(program) == "b expired"
        ask(program, "open c", "connected")
        ask(program, "c exists /node-outlived", "false")
