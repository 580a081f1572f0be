"""A private server: it serves, it ends with us, and it says why when it does not."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import psutil
import pytest

from app.ensemble import children
from app.ensemble.apache.server import ApacheServer, is_serving
from app.ensemble.ports import free_port
from app.errors import SetupError
from tests.support.zookeeper import Connect, await_until, classpath

Script: TypeAlias = Callable[[str], str]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Makes an executable that stands where java would."""

    def make(text: str) -> str:
        path = tmp_path / "java"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return str(path)

    return make


@pytest.fixture
def own_port() -> Iterator[int]:
    """One that somebody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_it_serves_and_keeps_its_port_and_its_data(tmp_path: Path, open_client: Connect) -> None:
    first = ApacheServer(classpath(), tmp_path / "data")
    first.start()
    try:
        assert is_serving(first.port)
        assert open_client(first.hosts, 0.1).handler.negotiated_ms == 400
        client, hosts = open_client(first.hosts), first.hosts
        client.create("/kept")
        first.kill()
        assert not first.is_running
        first.restart()
        assert first.hosts == hosts
        await_until(lambda: client.connected)
        assert client.exists("/kept")
        pid = first.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
    finally:
        first.stop()
    assert not psutil.pid_exists(pid)
    assert (first.is_running, first.pid) == (False, None)
    first.stop()
    second = ApacheServer(classpath(), tmp_path / "data")
    second.start()
    try:
        assert open_client(second.hosts).exists("/kept")
    finally:
        second.stop()


def test_flags_of_the_environment_reach_the_server_after_ours(
    monkeypatch: pytest.MonkeyPatch, script: Script, tmp_path: Path
) -> None:
    said = tmp_path / "said"
    monkeypatch.setenv("JVMFLAGS", "-Xmx64m '-Dsome=a b'")
    server = ApacheServer(classpath(), java=script(f'printf "%s\\n" "$@" >{said}; exit 1'))
    with pytest.raises(SetupError, match="exit code 1"):
        server.start()
    flags = said.read_text().splitlines()
    assert flags[: flags.index("-cp")][-3:] == ["-Xmx512m", "-Xmx64m", "-Dsome=a b"]


@pytest.mark.parametrize("by", ["another program", "another zookeeper"])
def test_a_port_that_is_taken_is_refused(by: str, zookeeper: ApacheServer, own_port: int) -> None:
    """A server that another ZooKeeper answered for would be taken for ours."""
    port = own_port if by == "another program" else zookeeper.port
    server = ApacheServer(classpath(), port=port)
    with pytest.raises(SetupError, match=f"port {port}") as refusal:
        server.start()
    server.stop()
    assert refusal.value.code == "port_taken"


def test_another_port_is_tried_when_the_first_is_snatched_away(
    monkeypatch: pytest.MonkeyPatch, own_port: int
) -> None:
    ports = iter([own_port, free_port()])
    monkeypatch.setattr(children, "free_port", lambda: next(ports))
    server = ApacheServer(classpath())
    server.start()
    try:
        assert server.port != own_port
        directory = server.directory
        assert directory.exists()
    finally:
        server.stop()
    assert not directory.exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("Error: no such virtual machine", "exit code 1.*no such virtual machine"),
        ("java.lang.UnsupportedClassVersionError: x", "too old"),
    ],
)
def test_a_java_that_dies_is_told_with_its_last_words(
    script: Script, tmp_path: Path, words: str, says: str
) -> None:
    java = script(f"echo '{words}' >&2; exit 1")
    server = ApacheServer(classpath(), tmp_path / "data", java=java)
    with pytest.raises(SetupError, match=f"(?s){says}"):
        server.start()
    assert not server.is_running


def test_a_java_that_cannot_be_run(tmp_path: Path) -> None:
    server = ApacheServer(classpath(), tmp_path / "data", java=str(tmp_path / "none"))
    with pytest.raises(SetupError, match="cannot be run"):
        server.start()


def test_a_java_that_hangs_is_given_up_and_ended(script: Script, tmp_path: Path) -> None:
    java = script(f"echo $$ > {tmp_path}/pid; exec sleep 60")
    server = ApacheServer(classpath(), tmp_path / "data", java=java, start_within=1.5)
    with pytest.raises(SetupError, match="did not serve"):
        server.start()
    assert is_dead(int((tmp_path / "pid").read_text()))


def test_a_bad_setting_is_told_with_the_log(tmp_path: Path) -> None:
    server = ApacheServer(classpath(), tmp_path / "data", extra=["tickTime=many"])
    with pytest.raises(SetupError, match="many"):
        server.start()
    assert "many" in (tmp_path / "data" / "zookeeper.log").read_text()


def is_dead(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
