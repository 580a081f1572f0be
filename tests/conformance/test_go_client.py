"""go-zookeeper, a client in Go, is told the same by Apache ZooKeeper and by the sandbox."""

from __future__ import annotations

import os
import shutil
import subprocess
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
from tests.judges.programs import BUILD
from tests.support.zookeeper import Connect

HERE = Path(__file__).parent
SOURCES = [
    Path("/usr/share/gocode/src/github.com") / name
    for name in ("go-zookeeper/zk", "samuel/go-zookeeper/zk")
]
"""The client since Debian 13, and what it was before."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, which knows the client by the name zk alone, whichever is here."""
    source = next((one for one in SOURCES if one.is_dir()), None)
    if not (source and shutil.which("go")):
        pytest.skip("no Go, or no client for it: see what `sh .ci/setup judges` says")
    folder = tmp_path_factory.mktemp("go")
    (folder / "src").mkdir()
    (folder / "src" / "zk").symlink_to(source)
    settings = {"GO111MODULE": "off", "GOPATH": str(folder), "GOFLAGS": "", "CGO_ENABLED": "0"}
    ended = subprocess.run(
        ["go", "build", "-o", str(folder / "client"), str(HERE / "go" / "client.go")],
        env={**os.environ, **settings, "GOCACHE": str(BUILD / "go-cache")},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return folder / "client"


def start(built: Path, hosts: str) -> Conversation:
    return Conversation([str(built), hosts])


def test_transcript(server: Server, built: Path) -> None:
    """The last of it is its own recipe of a lock."""
    with start(built, server.hosts) as program:
        play(program, (HERE / "go_client.txt").read_text(), MANNER)


def test_watches_outlive_a_lost_connection(
    server: Server, open_client: Connect, built: Path
) -> None:
    """It sets its watches again, and is told what it has missed (setWatches)."""
    client = open_client(server.hosts)
    with proxied(server.hosts) as proxy, start(built, proxy.hosts) as program:
        assert miss_changes(program, proxy, client, "/go-missed") == [
            "a EventNodeChildrenChanged /go-missed/parent",
            "a EventNodeCreated /go-missed/new",
            "a EventNodeDataChanged /go-missed/changed",
            "a EventNodeDeleted /go-missed/gone",
        ]


@pytest.mark.proof
def test_a_session_that_ended_meanwhile_begins_again(
    server: Server, open_client: Connect, built: Path
) -> None:
    client = open_client(server.hosts)
    with proxied(server.hosts) as proxy, start(built, proxy.hosts) as program:
        outlive_a_session(program, proxy, client, "/go-outlived")
        assert next_event(program) == "b StateExpired"
        ask(program, "b exists /go-outlived", "false")
