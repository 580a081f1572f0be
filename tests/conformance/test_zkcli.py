"""Debian's `zkCli.sh` is told the same by Apache ZooKeeper and by the sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.conversation import Conversation
from tests.conformance.needs import need
from tests.conformance.servers import Server
from tests.conformance.transcript import Step, read_transcript, text_of
from tests.conformance.zkcli import command_line, is_of_3_9, missing, next_event, run_step
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect

pytestmark = pytest.mark.needs("containers", "ttl", "recursive_watches", "tells_credentials")
TRANSCRIPTS = [Path(__file__).parent / name for name in ("zkcli.txt", "mistakes.txt")]


@pytest.fixture(autouse=True)
def _script() -> None:
    need(missing())


def ask(cli: Conversation, command: str, *answer: str) -> None:
    step = Step(command, list(answer), [])
    assert run_step(cli, step) == step


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda one: one.stem)
def test_transcript(server: Server, transcript: Path) -> None:
    with command_line(server.hosts) as cli:
        expected = read_transcript(transcript.read_text(), is_of_3_9(cli))
        came = [run_step(cli, step) for step in expected]
    assert text_of(came) == text_of(expected)


def test_watches_outlive_a_lost_connection(server: Server, open_client: Connect) -> None:
    """The Java client sets its watches again, and is told what it has missed (setWatches2)."""
    client = open_client(server.hosts)
    for path in ("/missed/changed", "/missed/gone", "/missed/parent", "/missed/tree"):
        client.create(path, b"old", makepath=True)
    proxy = FaultyProxy(server.hosts)
    with command_line(proxy.hosts) as cli:
        ask(cli, "get -w /missed/changed", "old")
        ask(cli, "stat -w /missed/new", "Node does not exist: /missed/new")
        ask(cli, "ls -w /missed/parent", "[]")
        ask(cli, "get -w /missed/gone", "old")
        ask(cli, "addWatch /missed/tree")
        proxy.down()
        client.set("/missed/changed", b"new")
        client.create("/missed/new")
        client.create("/missed/parent/child")
        client.delete("/missed/gone")
        client.set("/missed/tree", b"unheard")
        proxy.up()
        told = sorted(next_event(cli, "what was missed") for _ in range(4))
        ask(cli, "get /missed/changed", "new")  # answered when all watches are set again
        client.create("/missed/tree/branch")
        client.set("/missed/changed", b"newer")
        last = next_event(cli, "an event of the recursive watch")
    proxy.close()
    assert told == [
        "NodeChildrenChanged /missed/parent",
        "NodeCreated /missed/new",
        "NodeDataChanged /missed/changed",
        "NodeDeleted /missed/gone",
    ]
    assert last == "NodeCreated /missed/tree/branch"
