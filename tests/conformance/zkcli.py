"""Debian's `zkCli.sh`, driven line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.zookeeper.wire.capabilities import parse_version
from tests.conformance import transcript
from tests.conformance.conversation import Conversation
from tests.conformance.tally import count
from tests.conformance.transcript import Step

SCRIPT = Path("/usr/share/zookeeper/bin/zkCli.sh")
# Said after every command, it marks where the answer ends.
_MARK = "version"
_MARKED = "ZooKeeper CLI version"
# Java 24 and later say so of a method that netty calls, which draws the dump of `get -x`.
_OF_JAVA = "WARNING: "
_EVENT = re.compile(r"WatchedEvent state:\w+ type:(\w+) path:(\S+)")
_REMOVED = re.compile(r"\w+WatchRemoved ")
# What differs from run to run.
_VARIABLE = (
    (re.compile(r"^([cmp]Zxid) = 0x[0-9a-f]+$"), r"\1 = ZXID"),
    (re.compile(r"^([cm]time) = .*\d\d:\d\d:\d\d.*$"), r"\1 = TIME"),
    (re.compile(r"^ephemeralOwner = 0x[0-9a-f]{2,}$"), "ephemeralOwner = SESSION"),
)


def missing() -> str | None:
    """What is not here of what this needs, in words; None when all is."""
    return None if SCRIPT.exists() else f"no {SCRIPT}: it comes with Debian's package zookeeper"


@contextmanager
def command_line(hosts: str) -> Iterator[Conversation]:
    """`zkCli.sh -server HOSTS` with a session, ended at the end of the block."""
    with Conversation([str(SCRIPT), "-server", hosts]) as cli:
        _await_connected(cli)
        yield cli


def _await_connected(cli: Conversation) -> None:
    """Wait for the session, and skip what is said on the way there."""
    cli.say(_MARK)
    connected = marked = False
    while not (connected and marked):
        line = cli.next_line("a session")
        connected = connected or "state:SyncConnected type:None" in line
        marked = marked or line.startswith(_MARKED)


def run_step(cli: Conversation, expected: Step) -> Step:
    """Say the command of `expected`; what came. Waits for as many events as are expected."""
    came = transcript.run_step(cli, expected, _MANNER)
    return came._replace(events=in_order(came.events))


def is_of_3_9(cli: Conversation) -> bool:
    """Whether it is of this release or a later one, by its own word."""
    cli.say(_MARK)
    while not (line := cli.next_line("its version")).startswith(_MARKED):
        pass
    version = parse_version(line.removeprefix(f"{_MARKED}: "))
    return version is None or version >= (3, 9, 0)


def next_event(cli: Conversation, awaited: str) -> str:
    """The next watch event, past all other lines; that the connection changed is none."""
    while True:
        event = event_of(cli.next_line(awaited))
        if event and not event.startswith("None "):
            count()
            return event


def event_of(line: str) -> str | None:
    """`TYPE PATH` where the line tells of a watch event."""
    found = _EVENT.match(line)
    return f"{found[1]} {found[2]}" if found else None


def without_variables(line: str) -> str:
    """The line with names for what differs from run to run."""
    for pattern, name in _VARIABLE:
        line = pattern.sub(name, line)
    if line.startswith("["):  # a list of names, which the server may give in any order
        line = f"[{', '.join(sorted(line.strip('[]').split(', ')))}]"
    return line


def _clean(line: str) -> str:
    return "" if line == "WATCHER::" or line.startswith(_OF_JAVA) else without_variables(line)


def in_order(events: list[str]) -> list[str]:
    """As they came; the Java client tells of removed watches in no order of its own."""
    return sorted(events) if all(_REMOVED.match(event) for event in events) else events


_MANNER = transcript.Manner(_MARK, _MARKED, _clean, event_of)
