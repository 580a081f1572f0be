"""The console prints what Debian's `zkCli.sh` prints: the transcripts that test_zkcli.py holds
against that are held against the console here, each line on a session of its own kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.errors import Conflict
from app.journal.journal import Journal
from app.journal.recorded import Recorded
from app.processes.sessions import end_session
from app.recipes.registry import MODELS
from app.znodes.consoles import ConsoleSession
from app.zookeeper.security import OPEN
from tests.conformance.servers import Server
from tests.conformance.test_zkcli import TRANSCRIPTS
from tests.conformance.transcript import Step, read_transcript, text_of
from tests.conformance.zkcli import event_of, in_order, without_variables
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, await_until

pytestmark = pytest.mark.needs("containers", "ttl", "recursive_watches", "tells_credentials")
WITHIN = 60.0


class Spoken:
    """A console, and the events that it has told of."""

    def __init__(self, hosts: str) -> None:
        journal = Journal(MODELS)
        self._entries: list[list[str]] = []
        journal.subscribe(self._hear)
        self.console = ConsoleSession("k1", hosts, 10.0, journal, OPEN)
        self.console.open("test")
        self._heard = 0
        await_until(lambda: bool(self._entries), WITHIN)
        self._forget()

    def _hear(self, event: Recorded) -> None:
        if event.kind == "console.told":
            self._entries.append(event.data["output"])

    def _forget(self) -> None:
        self._heard = len(self._events())

    def _events(self) -> list[str]:
        lines = (line for entry in self._entries for line in entry)
        return [event for event in map(event_of, lines) if event]

    def states(self) -> list[str]:
        """Of the connection, as they were told."""
        text = "\n".join(line for entry in self._entries for line in entry)
        return re.findall(r"^WatchedEvent state:(\w+) type:None", text, re.MULTILINE)

    def say(self, line: str) -> list[str]:
        """A line, and once more with the confirmation where it asks for one."""
        try:
            return self.console.say(line, None)
        except Conflict as refusal:
            return self.console.say(line, refusal.beside["confirm"]["token"])

    def step(self, expected: Step) -> Step:
        """As `run_step`, of the console."""
        answer = [without_variables(line) for line in self.say(expected.command) if line]
        return Step(expected.command, answer, in_order(self.events(len(expected.events))))

    def events(self, count: int) -> list[str]:
        """As many as are expected, and those beyond that have come by then."""
        await_until(lambda: len(self._events()) >= self._heard + count, WITHIN)
        came = self._events()[self._heard :]
        self._forget()
        return came


@contextmanager
def spoken(hosts: str) -> Iterator[Spoken]:
    it = Spoken(hosts)
    try:
        yield it
    finally:
        it.console.close()


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda one: one.stem)
def test_transcript(server: Server, transcript: Path) -> None:
    expected = read_transcript(transcript.read_text())
    with spoken(server.hosts) as it:
        came = [it.step(step) for step in expected]
    assert text_of(came) == text_of(expected)


def test_watches_outlive_a_lost_connection(server: Server, open_client: Connect) -> None:
    """They are set again, and what was missed is told (setWatches2)."""
    client = open_client(server.hosts)
    for path in ("/cut/changed", "/cut/gone", "/cut/parent", "/cut/tree"):
        client.create(path, b"old", makepath=True)
    proxy = FaultyProxy(server.hosts)
    with spoken(proxy.hosts) as it:
        for line in ("get -w /cut/changed", "stat -w /cut/new", "ls -w /cut/parent"):
            it.say(line)
        for line in ("get -w /cut/gone", "addWatch /cut/tree"):
            it.say(line)
        proxy.down()
        assert it.events(1) == ["None null"]
        assert it.say("get /cut/changed") == ["KeeperErrorCode = ConnectionLoss for /cut/changed"]
        client.set("/cut/changed", b"new")
        client.create("/cut/new")
        client.create("/cut/parent/child")
        client.delete("/cut/gone")
        client.set("/cut/tree", b"unheard")
        proxy.up()
        told = it.events(5)
        client.create("/cut/tree/branch")
        client.set("/cut/changed", b"newer")
        last = it.events(1)
    proxy.close()
    assert sorted(told) == [
        "NodeChildrenChanged /cut/parent",
        "NodeCreated /cut/new",
        "NodeDataChanged /cut/changed",
        "NodeDeleted /cut/gone",
        "None null",
    ]
    assert last == ["NodeCreated /cut/tree/branch"]


def test_an_expired_session_is_over_until_another_is_begun(server: Server) -> None:
    """kazoo would begin another by itself; zkCli's stays closed."""
    with spoken(server.hosts) as it:
        it.say("get -w /")
        client = it.console.client_session.client
        end_session(server.hosts, client.client_id, 10.0)
        await_until(lambda: it.states()[-1] == "Expired", WITHIN)
        await_until(lambda: it.console.prompt.endswith("(CLOSED) 1] "), WITHIN)
        assert it.say("ls /") == ["Not connected"]
        it.say("connect")
        assert it.say("getEphemerals") == ["[]"]
        assert it.states()[-2:] == ["Expired", "SyncConnected"]
