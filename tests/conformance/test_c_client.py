"""ZooKeeper's C client, by its own command line, works with Apache ZooKeeper and the sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.conversation import Conversation
from tests.conformance.needs import need
from tests.conformance.servers import Server
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect

CLIENT = Path("/usr/lib/zookeeper/bin/cli_mt")
MISSING = f"no {CLIENT}: it comes with Debian's package zookeeper-bin"


def ask(cli: Conversation, command: str, *awaited: str) -> None:
    """Say it, and wait for these lines, in this order."""
    cli.say(command)
    for line in awaited:
        cli.await_line(line)


def event(kind: str, path: str) -> str:
    return f"Watcher {kind}_EVENT state = CONNECTED_STATE for path {path}"


@pytest.mark.needs("containers")
def test_c_client(server: Server, open_client: Connect) -> None:
    """Every read of this command line sets a watch; a lost connection does not lose it."""
    need(None if CLIENT.exists() else MISSING)
    client = open_client(server.hosts)
    proxy = FaultyProxy(server.hosts)
    with Conversation([str(CLIENT), proxy.hosts]) as cli:
        cli.await_line("Watcher SESSION_EVENT state = CONNECTED_STATE")
        ask(cli, "create /c", "\tname = /c")
        ask(cli, "create +e /c/e", "\tname = /c/e")
        ask(cli, "create +s /c/n", "\tname = /c/n0000000001")
        ask(cli, "create2 +c /c/c", "\tname = /c/c", "\tephemeralOwner = 0")
        ask(cli, "create /c", "[/c]: rc = -110")
        ask(cli, "get /c/n0000000001", " value_len = 3", "new")
        ask(cli, "set /c/n0000000001 by itself", event("CHANGED", "/c/n0000000001"))
        ask(cli, "get /c/n0000000001", "by itself")
        ask(cli, "get /c/nothing", "/c/nothing: rc = -101")
        ask(cli, "ls /c", "/c: rc = 0", "\te")
        ask(cli, "delete /c/e", event("CHILD", "/c"))
        proxy.down()
        client.set("/c/n0000000001", b"by another")
        proxy.up()
        cli.await_line(event("CHANGED", "/c/n0000000001"))
        ask(cli, "get /c/n0000000001", "by another")
    proxy.close()
