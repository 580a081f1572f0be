"""Programs that ask other people's client libraries for what they are told line by line: an order
is `NAME WHAT ARGUMENT…`, of a session of that name; see node/client.mjs and go/client.go.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kazoo.client import KazooClient

from tests.conformance.conversation import Conversation
from tests.conformance.tally import count
from tests.conformance.transcript import Manner, Step, run_step
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import await_until

_EVENT = "! "
_NEW = "(version 0, cversion 0, aversion 0, length 3, children 0, ephemeral false)"
MISSED = ("changed", "gone", "new", "parent")
"""The znodes of `miss_changes`."""
TIMEOUT_MS = 4_000
"""The shortest that a server with its defaults gives."""


def event_of(line: str) -> str | None:
    """What the line tells of that no order asked for."""
    return line.removeprefix(_EVENT) if line.startswith(_EVENT) else None


MANNER = Manner(".", ".", str, event_of)


def ask(program: Conversation, order: str, answer: str, *events: str) -> None:
    """Give an order, which must be answered so, and bring these events."""
    step = Step(order, [answer], list(events))
    assert run_step(program, step, MANNER) == step


def next_event(program: Conversation) -> str:
    """The next event, before which nothing else may come."""
    event = event_of(line := program.next_line("an event"))
    assert event, line
    count()
    return event


@contextmanager
def proxied(hosts: str) -> Iterator[FaultyProxy]:
    """A proxy in front of a server."""
    proxy = FaultyProxy(hosts)
    yield proxy
    proxy.close()


def miss_changes(
    program: Conversation, proxy: FaultyProxy, client: KazooClient, root: str
) -> list[str]:
    """Have a session `a` watch one znode of each of MISSED below `root`, and change all of them
    while its connection is lost: the events that it hears of afterwards, sorted.
    """
    for name in set(MISSED) - {"new"}:
        client.create(f"{root}/{name}", b"old", makepath=True)
    ask(program, "open a", "connected")
    ask(program, f"a getw {root}/changed", f'"old" {_NEW}')
    ask(program, f"a getw {root}/gone", f'"old" {_NEW}')
    ask(program, f"a existsw {root}/new", "false")
    ask(program, f"a lsw {root}/parent", f"[] {_NEW}")
    proxy.down()
    client.set(f"{root}/changed", b"new")
    client.delete(f"{root}/gone")
    client.create(f"{root}/new")
    client.create(f"{root}/parent/child")
    proxy.up()
    return sorted(next_event(program) for _ in MISSED)


def outlive_a_session(
    program: Conversation, proxy: FaultyProxy, client: KazooClient, path: str
) -> None:
    """Have a session `b` own an ephemeral znode at `path`, and cut its connection until that is
    gone; the connection is back at the end.
    """
    ask(program, f"open b {TIMEOUT_MS}", "connected")
    ask(program, f"b create {path} mine ephemeral", path)
    proxy.down()
    await_until(lambda: client.exists(path) is None)
    proxy.up()
