"""`python -m app sandbox` as a person starts it, and the process that the dashboard starts."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest

from app.commands.sandbox import parse
from app.ensemble import children
from app.ensemble.embedded import SandboxServer
from app.ensemble.ports import free_port
from app.errors import SetupError
from app.zookeeper.wire.codes import Code
from tests.sandbox.conftest import StartSandbox
from tests.sandbox.launch import COMMAND, ROOT, started
from tests.sandbox.raw import RawClient, create
from tests.support.descriptors import many_open_files
from tests.support.zookeeper import await_until


def failed(*arguments: str) -> str:
    """What the command says when it cannot serve: one line, and exit code 2."""
    ended = subprocess.run(
        [*COMMAND, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 2
    assert not ended.stdout
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.startswith("handoff sandbox: ")
    return ended.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serves_until_a_signal_ends_it(number: signal.Signals) -> None:
    with started() as (process, port):
        with RawClient(port) as client:
            client.shake_hands()
            process.send_signal(number)
            assert client.read_frame() is None
        assert process.wait(60) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "70000"], "--port: '70000' must be a number from 0 to 65535"),
        (["--tick-ms", "0"], "--tick-ms: '0' must be a number from 10 to 60000"),
        (["--tick-ms", "two"], "--tick-ms: 'two' must be a number"),
        (["--life", "2097152"], "--life: '2097152' must be a number from 0 to 2097151"),
        (["--superuser", "me"], "--superuser: 'me' must be user:digest"),
        (["--secret", "0f"], "--secret: '0f' must be 32 hexadecimal digits"),
        (["--as", "3.7"], "--as: '3.7' must be 3.8 or 3.9, or a release of theirs like 3.9.5"),
        (["--as", "3.9.5-1"], "--as: '3.9.5-1' must be 3.8 or 3.9"),
        (["--as", "apache"], "--as: 'apache' must be 3.8 or 3.9"),
        (["--as", "3.9.\u0665"], "--as: '3.9.\u0665' must be 3.8 or 3.9"),
        (["--frobnicate"], "No such option '--frobnicate'"),
    ],
)
def test_options_that_make_no_sense_are_named(
    arguments: Sequence[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse(arguments)
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "version"),
    [
        ([], "3.9.5"),
        (["--as", "3.9"], "3.9.5"),
        (["--as", "3.8"], "3.8.0"),
        (["--as", "3.8.4"], "3.8.4"),
    ],
)
def test_speaks_as_a_release(arguments: Sequence[str], version: str) -> None:
    assert parse(arguments).version == version


def test_an_unknown_option_is_one_line() -> None:
    assert "No such option '--frobnicate'" in failed("--frobnicate")


def test_a_taken_port_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert f"cannot listen on 127.0.0.1:{port}: address already in use" in failed(
            "--port", str(port)
        )


def test_a_host_that_is_none_is_one_line() -> None:
    assert "cannot listen on no.such.host.invalid:2181" in failed("--host", "no.such.host.invalid")


def test_data_in_use_is_one_line(start_sandbox: StartSandbox, tmp_path: Path) -> None:
    start_sandbox(tmp_path)
    assert "is in use by another sandbox" in failed("--port", "0", "--data", str(tmp_path))
    with pytest.raises(SetupError, match="is in use by another sandbox"):
        SandboxServer(tmp_path).start()


def test_a_process_with_many_open_files_starts_one(start_sandbox: StartSandbox) -> None:
    with many_open_files():
        assert start_sandbox().is_running


def test_a_damaged_log_is_one_line_and_salvage_goes_on(
    start_sandbox: StartSandbox, tmp_path: Path
) -> None:
    """Of what was acknowledged some is lost: nothing is served before a person has said so."""
    server = start_sandbox(tmp_path)
    with RawClient(server.port) as client:
        client.shake_hands()
        for n in range(100):
            client.call(create(f"/n{n}"))
    server.kill()
    log = tmp_path / "znodes.sqlite-wal"
    content = bytearray(log.read_bytes())
    content[len(content) // 2] ^= 1
    log.write_bytes(content)
    said = failed("--port", "0", "--data", str(tmp_path))
    assert "transactions that were acknowledged are missing" in said
    assert f"sandbox --data {tmp_path} --salvage" in said
    with pytest.raises(SetupError, match="acknowledged are missing"):
        server.start()
    command = [*COMMAND, "--port", "0", "--data", str(tmp_path), "--salvage"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        assert "znodes.sqlite.damaged-1 has all as it was" in told
        assert "serves on" in process.stdout.readline()
        process.kill()
    with started("--data", str(tmp_path)) as (_, port), RawClient(port) as client:
        client.shake_hands()
        assert client.call(create("/n3")).error == Code.NODE_EXISTS
        assert client.call(create("/n99")).error == 0
    assert "--salvage needs --data" in failed("--salvage")


def test_help_tells_the_options() -> None:
    ended = subprocess.run(
        [*COMMAND, "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for option in ("--host", "--port", "--data", "--tick-ms", "--superuser", "--as", "--salvage"):
        assert option in ended.stdout


def test_needs_neither_flask_nor_kazoo() -> None:
    """What makes it ready in a moment, and small."""
    script = (
        "import sys, app.commands.sandbox\n"
        "print([name for name in ('flask', 'kazoo', 'socketio') if name in sys.modules])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ended.stdout == "[]\n"


class TestProcess:
    def test_starts_and_stops(self, start_sandbox: StartSandbox) -> None:
        server = start_sandbox()
        assert server.is_running
        pid = server.pid
        assert pid is not None
        assert server.hosts == f"127.0.0.1:{server.port}"
        assert 10_000 <= server.port <= 32_000, (
            "while it is down, an outgoing connection that is given its port would take it away"
        )
        with RawClient(server.port) as client:
            assert client.shake_hands().session
        server.stop()
        assert (server.is_running, server.pid) == (False, None)
        assert not psutil.pid_exists(pid)

    def test_another_port_is_tried_when_the_first_is_snatched_away(
        self, start_sandbox: StartSandbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            ports = iter([listener.getsockname()[1], free_port()])
            monkeypatch.setattr(children, "free_port", lambda: next(ports))
            assert start_sandbox().port != listener.getsockname()[1]
        assert next(ports, None) is None

    def test_every_life_begins_at_a_later_zxid_on_its_port_with_nothing_kept(
        self, start_sandbox: StartSandbox
    ) -> None:
        server = start_sandbox()
        port, zxids, sessions = server.port, [], []
        for end in (server.restart, server.kill, server.stop):
            with RawClient(port) as client:
                sessions.append(client.shake_hands().session)
                made = client.call(create("/a"))
                assert made.error == 0, "it is gone"
                zxids.append(made.zxid)
            end()
            if end == server.kill:
                assert not server.is_running
                server.start()
        assert [zxid >> 32 for zxid in zxids] == [0, 1, 2]
        assert [session >> 56 for session in sessions] == [1, 2, 3], "whatever the clock says"

    def test_a_frozen_one_can_be_stopped(self, start_sandbox: StartSandbox) -> None:
        server = start_sandbox()
        assert server.pid is not None
        os.kill(server.pid, signal.SIGSTOP)
        server.stop()
        assert not server.is_running

    @pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux sees to it")
    def test_does_not_outlive_whoever_started_it(self) -> None:
        script = (
            "import time; from app.ensemble.embedded import SandboxServer\n"
            "server = SandboxServer(); server.start(); print(server.pid, flush=True)\n"
            "time.sleep(60)"
        )
        command = [sys.executable, "-c", script]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as parent:
            assert parent.stdout is not None
            child = psutil.Process(int(parent.stdout.readline()))
            assert child.is_running()
            parent.kill()
            await_until(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE)
