"""Why a server has ended, by what its log says: real servers, ended by what ends them."""

from __future__ import annotations

import os
import re
import signal
import socket
from pathlib import Path

import pytest
from kazoo.client import KazooClient
from kazoo.exceptions import KazooException

from app.ensemble.apache import server as server_module
from app.ensemble.apache.endings import explain
from app.ensemble.apache.ensemble import Ensemble
from app.ensemble.apache.server import ApacheServer
from app.ensemble.children import ServerEnd
from app.errors import SetupError
from tests.support.zookeeper import Connect, await_until, classpath

ROUND, ZNODE = 200, b"x" * 2000


def feed(client: KazooClient, server: ApacheServer) -> None:
    """Create znodes until the server has ended."""
    number = 0
    while server.is_running:
        answers = [client.create_async(f"/{number + one:07}", ZNODE) for one in range(ROUND)]
        number += ROUND
        for answer in answers:
            try:
                answer.get(timeout=30)
            except KazooException:
                await_until(lambda: not server.is_running, 120)
                return


def end_of(server: ApacheServer) -> ServerEnd:
    await_until(lambda: not server.is_running)
    end = server.explain_end()
    assert end is not None
    return end


@pytest.mark.proof
def test_one_whose_heap_is_full_ends_and_says_so(tmp_path: Path, open_client: Connect) -> None:
    server = ApacheServer(classpath(), tmp_path, heap="-Xmx24m")
    server.start()
    try:
        feed(open_client(server.hosts), server)
        end = end_of(server)
    finally:
        server.stop()
    assert "heap is full" in end.reason
    assert "JVMFLAGS=-Xmx" in str(end.advice)


def test_who_killed_it_and_a_damaged_disk_are_told(tmp_path: Path, open_client: Connect) -> None:
    """Of the disk with what to do."""
    server = ApacheServer(classpath(), tmp_path)
    server.start()
    open_client(server.hosts).create("/a", ZNODE)
    assert server.explain_end() is None
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)
    assert end_of(server).reason.startswith("SIGKILL")
    (log,) = (tmp_path / "data" / "version-2").glob("log.*")
    log.write_bytes(b"\xff" * 4 + log.read_bytes()[4:])
    with pytest.raises(SetupError, match="damaged") as refusal:
        server.restart()
    assert f"Move version-2 in {tmp_path / 'data'} away" in refusal.value.message


def test_a_port_that_is_snatched_away_from_a_member_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look and the start."""
    monkeypatch.setattr(server_module, "_refuse_taken", lambda port: None)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        server = ApacheServer(classpath(), tmp_path, port=port, serving=False)
        server.start()
        assert "port" in end_of(server).reason


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        ('"-Xmx1g', "JVMFLAGS in the environment cannot be parsed: No closing quotation"),
        ("-Xmx1m", "Java refused a flag. Check JVMFLAGS"),
    ],
)
def test_flags_that_java_cannot_have_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: str, says: str
) -> None:
    monkeypatch.setenv("JVMFLAGS", flags)
    with pytest.raises(SetupError) as refusal:
        ApacheServer(classpath(), tmp_path).start()
    assert says in refusal.value.message


def test_the_latest_that_is_known_counts() -> None:
    log = "java.net.BindException: Address already in use\nIOException: No space left on device\n"
    end = explain(log, "/data")
    assert end is not None
    assert "no space" in end.reason
    assert "/data" in str(end.advice)
    assert explain("all is well", "/data") is None


@pytest.mark.proof
def test_several_share_half_of_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Java knows best how much there is: of a container it sees the limit."""
    monkeypatch.setenv("JVMFLAGS", f"-XX:MaxRAM={MEMORY} -XX:+PrintFlagsFinal")
    for size in (1, 3):
        ensemble = Ensemble(classpath(), size, tmp_path / str(size))
        ensemble.start()
        ensemble.stop()
    assert heap_of(tmp_path / "1") == pytest.approx(MEMORY / 2, rel=0.02)
    for name in ("s1", "s2", "s3"):
        assert heap_of(tmp_path / "3" / name) == pytest.approx(MEMORY / 6, rel=0.02)


MEMORY = 1536 << 20
"""Bytes of a machine's memory, as Java is told."""


def heap_of(directory: Path) -> int:
    """The most that the heap may take, in bytes, as Java says at its start."""
    said = re.search(r" MaxHeapSize +:?= (\d+)", (directory / "console.log").read_text())
    assert said
    return int(said[1])
