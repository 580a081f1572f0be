"""`python -m app` as a process: it starts, says where, ends cleanly, and leaves nothing behind."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from platform import python_version
from typing import Any

import psutil
import pytest
import requests

from app.ensemble.apache.server import ApacheServer
from app.ensemble.ports import free_port
from app.version import VERSION
from tests.support.app import (
    ROOT,
    START_WITHIN,
    Dashboard,
    bearer_of,
    clean_environment,
    hang_up,
    running_dashboard,
    started,
)
from tests.support.forked import ForkedDashboard, Process, forked_dashboard
from tests.support.zookeeper import Connect, await_until

WITHIN = 30.0
GONE_WITHIN = 60.0


def run(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """The command, where it is to end by itself."""
    ended = ForkedDashboard(*arguments, env=environ)
    code = ended.wait()
    ended.close()
    return subprocess.CompletedProcess(arguments, code, ended.output, ended.errors)


def assert_setup_error(
    result: subprocess.CompletedProcess[str], *words: str, lines: int = 20
) -> None:
    """Code 2 and one message on stderr, without a traceback."""
    assert result.returncode == 2, result
    assert "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) <= lines
    for word in words:
        assert word in result.stderr


def descendants(dashboard: Dashboard) -> list[psutil.Process]:
    """Every process that the dashboard has started, directly or not."""
    return psutil.Process(dashboard.process.pid).children(recursive=True)


def state_of(dashboard: Dashboard) -> dict[str, Any]:
    """Its state document."""
    state: dict[str, Any] = requests.get(f"{dashboard.url}/api/v1/state", timeout=30).json()
    return state


def assert_gone(processes: list[psutil.Process]) -> None:
    """None of these runs; zombies that wait for a reaper of the system do not count."""

    def left() -> list[psutil.Process]:
        found = []
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                if process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process)
        return found

    await_until(lambda: not left(), GONE_WITHIN)


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The directory for temporary files, of this test alone. The path of a socket must be short;
    that of `tmp_path` is not.
    """
    with tempfile.TemporaryDirectory() as directory:
        monkeypatch.setenv("TMPDIR", directory)
        monkeypatch.setattr(tempfile, "tempdir", None)
        yield Path(directory)


@contextlib.contextmanager
def busy(kind: type[Dashboard]) -> Iterator[Dashboard]:
    """A dashboard with candidates that run and one that is frozen."""
    with hang_up(signal.SIG_DFL), started(kind()) as dashboard:
        dashboard.await_zookeeper()
        asked = requests.post(f"{dashboard.url}/api/v1/candidates", json={"count": 3}, timeout=30)
        assert asked.status_code == 201, asked.text

        def joined() -> bool:
            state = requests.get(f"{dashboard.url}/api/v1/state", timeout=30).json()
            chain = state["elections"].get("/election", {}).get("chain", [])
            return len(chain) == 3 and chain[0]["belief"] == "leading"

        await_until(joined)
        act = requests.post(f"{dashboard.url}/api/v1/candidates/c2/pause", timeout=30)
        assert act.status_code == 202, act.text
        yield dashboard


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        pytest.param(signal.SIGTERM, ForkedDashboard, marks=pytest.mark.proof),
        (signal.SIGHUP, Dashboard),  # what is forked may ignore it, as under nohup
    ],
)
def test_a_signal_ends_it_cleanly_and_nothing_is_left(
    temporary: Path, number: int, kind: type[Dashboard]
) -> None:
    with busy(kind) as dashboard:
        processes = descendants(dashboard)
        assert len(processes) >= 4
        assert dashboard.end(number) == 0
        assert_gone(processes)
        assert dashboard.errors == ""
    assert list(temporary.iterdir()) == []


def threads_of(pid: int) -> set[int]:
    """The system's numbers of a process's threads; the main one's is the process's."""
    return {thread.id for thread in psutil.Process(pid).threads()}


def test_a_second_signal_ends_it_at_once(temporary: Path) -> None:
    with busy(ForkedDashboard) as dashboard:
        processes = descendants(dashboard)
        (server,) = state_of(dashboard)["zookeeper"]["servers"]
        psutil.Process(server["pid"]).suspend()  # so that the orderly end has to wait
        dashboard.process.send_signal(signal.SIGINT)
        await_until(lambda: "stopping" in dashboard.output)
        assert dashboard.end(signal.SIGINT) == 128 + signal.SIGINT
        assert_gone(processes)


def test_without_java_the_embedded_zookeeper_serves_and_its_end_is_told(tmp_path: Path) -> None:
    with forked_dashboard(env={"PATH": str(tmp_path), "JAVA_HOME": ""}) as dashboard:
        dashboard.await_zookeeper()
        zookeeper = state_of(dashboard)["zookeeper"]
        assert (zookeeper["source"], zookeeper["actions"]) == ("embedded", True)
        (server,) = zookeeper["servers"]
        assert (server["id"], server["process"]) == ("s1", "running")
        os.kill(server["pid"], signal.SIGKILL)

        def error() -> str | None:
            (server,) = state_of(dashboard)["zookeeper"]["servers"]
            return server["error"] if server["process"] == "stopped" else None

        assert "by itself" in await_until(error)
        answer = requests.post(f"{dashboard.url}/api/v1/servers/s1/restart", timeout=30)
        assert answer.status_code == 202
        assert dashboard.end() == 0


@pytest.mark.proof
@pytest.mark.parametrize(
    ("arguments", "kept_in"), [((), "sandbox"), (("--ensemble", "1"), "zookeeper")]
)
def test_the_data_is_kept_where_it_was_asked_for(
    tmp_path: Path, open_client: Connect, arguments: tuple[str, ...], kept_in: str
) -> None:
    data = ("--data", str(tmp_path / "data"))
    for round_ in range(2):
        with running_dashboard(*arguments, *data) as dashboard:
            client = open_client(state_of(dashboard)["zookeeper"]["hosts"])
            if round_ == 0:
                client.create("/kept")
            assert client.exists("/kept")
            second = run(*data)
            assert_setup_error(second, "in use", lines=1)
            assert dashboard.end() == 0
    assert {path.name for path in (tmp_path / "data").iterdir()} == {".lock", kept_in}


@pytest.mark.parametrize(
    "arguments", [(), pytest.param(("--ensemble", "1"), marks=pytest.mark.proof)]
)
def test_what_is_kept_is_for_its_user_alone(
    tmp_path: Path, open_client: Connect, arguments: tuple[str, ...]
) -> None:
    """In a folder that everybody may read, and also what an earlier Handoff has left open there;
    what is not ours stays as it is.
    """
    data = tmp_path / "data"
    data.mkdir()
    (data / "notes").write_text("of somebody")
    words, kept = (*arguments, "--data", str(data)), {"HANDOFF_NO_HISTORY": ""}
    before = os.umask(0o022)
    try:
        for _ in range(2):
            with running_dashboard(*words, env=kept) as dashboard:
                client = open_client(state_of(dashboard)["zookeeper"]["hosts"])
                client.ensure_path("/kept")
                assert open_to_others(data) == {"notes"}
                assert dashboard.end() == 0
            assert open_to_others(data) == {"notes"}
            for one in data.rglob("*"):
                one.chmod(0o755 if one.is_dir() else 0o644)
    finally:
        os.umask(before)
    assert {"history.sqlite", "history.lock", ".lock"} < {one.name for one in data.iterdir()}


def open_to_others(data: Path) -> set[str]:
    """The names of what others may read, write or enter."""
    return {one.name for one in data.rglob("*") if one.exists() and one.stat().st_mode & 0o077}


def test_a_data_directory_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert_setup_error(run("--data", str(tmp_path / "file")), "file", lines=1)


def test_a_taken_port_is_said_and_nothing_is_started() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("--port", str(port))
    assert_setup_error(result, f"port {port} is taken on 127.0.0.1", "--port", lines=1)
    assert result.stdout == ""


def test_an_address_of_another_machine_is_refused() -> None:
    assert_setup_error(run("--host", "192.0.2.1", "--port", "0"), "192.0.2.1", "--host", lines=1)


def test_a_missing_java_is_said(tmp_path: Path) -> None:
    result = run("--ensemble", "3", PATH=str(tmp_path), JAVA_HOME="")
    assert_setup_error(result, "java", "default-jre-headless", "--zookeeper", "embedded")


def test_a_home_without_a_zookeeper_is_said(tmp_path: Path) -> None:
    result = run("--zookeeper-home", str(tmp_path))
    assert_setup_error(result, str(tmp_path), "ZOOKEEPER_HOME", "--zookeeper")


def test_a_zookeeper_that_dies_at_start_is_said(tmp_path: Path, temporary: Path) -> None:
    home = tmp_path / "home"
    (home / "lib").mkdir(parents=True)
    (home / "lib" / "zookeeper-3.9.9.jar").write_bytes(b"no archive")
    result = run("--zookeeper-home", str(home))
    assert_setup_error(result, "ZooKeeper")
    assert [entry for entry in temporary.iterdir() if entry != home] == []


def test_an_ensemble_out_of_reach_does_not_keep_the_page_away() -> None:
    with (
        socket.socket() as bound,
        forked_dashboard("--zookeeper", _address_of(bound)) as dashboard,
    ):
        assert "does not answer yet" in dashboard.output
        health = requests.get(f"{dashboard.url}/healthz", timeout=30)
        assert (health.status_code, health.json()["status"]) == (503, "unavailable")
        for path in ("candidates", "candidates/c1/kill"):
            answer = requests.post(f"{dashboard.url}/api/v1/{path}", timeout=30)
            assert answer.status_code in (404, 503)
            assert answer.json()["error"]["message"]
        answer = requests.get(f"{dashboard.url}/api/v1/znodes?path=/", timeout=30)
        assert answer.status_code == 503
        assert dashboard.end() == 0


def test_a_chroot_that_is_not_there_is_said_until_it_is(
    fresh_hosts: str, open_client: Connect
) -> None:
    hosts = f"{fresh_hosts}/typo"
    chroot = hosts[hosts.index("/") :]
    with forked_dashboard("--zookeeper", hosts) as dashboard:
        assert "does not answer" not in dashboard.output
        health = await_until(lambda: _health(dashboard)["reason"] and _health(dashboard))
        assert (health["status"], health["zookeeper"]) == ("unavailable", "connected")
        asked = {
            "znodes?path=/": None,
            "candidates": {},
            "consoles": {},
            "locks": {"path": "/lock"},
        }
        for path, body in asked.items():
            method = "GET" if body is None else "POST"
            answer = requests.request(
                method, f"{dashboard.url}/api/v1/{path}", json=body, timeout=30
            )
            error = answer.json()["error"]
            assert (answer.status_code, error["code"]) == (409, "no_chroot"), path
            assert f"There is no znode {chroot} on this ZooKeeper: create it" in error["message"]
        open_client(fresh_hosts).create("/typo")
        dashboard.await_zookeeper()
        answer = requests.post(f"{dashboard.url}/api/v1/candidates", timeout=30)
        assert answer.status_code == 201
        assert dashboard.end() == 0
    assert f"there is no znode {chroot}" in dashboard.errors


def _health(dashboard: Dashboard) -> Any:
    return requests.get(f"{dashboard.url}/healthz", timeout=30).json()


def _address_of(bound: socket.socket) -> str:
    """Where it stands and does not listen."""
    bound.bind(("127.0.0.1", 0))
    return f"127.0.0.1:{bound.getsockname()[1]}"


def test_verbose_logs_everything_requests_too_and_no_token(zookeeper: ApacheServer) -> None:
    words = ("--verbose", "--zookeeper", zookeeper.hosts, "--token", "of-the-test")
    with forked_dashboard(*words) as dashboard:
        dashboard.await_zookeeper()
        assert requests.get(dashboard.printed_address, timeout=30).ok
        assert dashboard.end() == 0
    assert re.search(r" DEBUG \S+: GET /healthz: 200", dashboard.errors), dashboard.errors
    assert " GET /: " in dashboard.errors
    assert "of-the-test" not in dashboard.errors


def test_an_existing_ensemble_is_used_and_left_alone_until_any_thread_takes_a_signal(
    zookeeper: ApacheServer,
) -> None:
    """A hang-up that is ignored, as under nohup, stays ignored. The thread was there before the
    first request: that of a request ends with it.
    """
    there = {"HANDOFF_ZOOKEEPER": zookeeper.hosts}
    with hang_up(signal.SIG_IGN), running_dashboard(env=there) as dashboard:
        pid = dashboard.process.pid
        lasting = threads_of(pid)
        assert "starting" not in dashboard.output
        dashboard.process.send_signal(signal.SIGHUP)
        dashboard.await_zookeeper()
        assert not [p for p in descendants(dashboard) if p.name() == "java"]
        assert state_of(dashboard)["zookeeper"]["source"] == "external"
        assert dashboard.process.poll() is None
        other = max(lasting & threads_of(pid) - {pid})
        assert ctypes.CDLL(None).tgkill(pid, other, signal.SIGTERM) == 0
        assert dashboard.wait() == 0
        assert dashboard.errors == "", "a request is not worth a line"


def test_beyond_loopback_a_token_is_made_and_printed(zookeeper: ApacheServer) -> None:
    with forked_dashboard("--host", "0.0.0.0", "--zookeeper", zookeeper.hosts) as dashboard:
        printed = dashboard.printed_address
        assert "?token=" in printed
        assert requests.get(printed, timeout=30).ok
        state = f"{dashboard.url}/api/v1/state"
        assert requests.get(state, timeout=30).status_code == 401
        assert requests.get(state, headers=bearer_of(printed), timeout=30).ok


def test_ipv6_loopback(zookeeper: ApacheServer) -> None:
    if not socket.has_ipv6 or not _has_ipv6_loopback():
        pytest.skip("this machine has no IPv6")
    with forked_dashboard("--host", "::1", "--zookeeper", zookeeper.hosts) as dashboard:
        assert dashboard.printed_address.startswith("http://[::1]:")
        dashboard.await_zookeeper()


def _has_ipv6_loopback() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def test_the_version_is_printed() -> None:
    result = run("--version")
    assert result.returncode == 0
    assert result.stdout == f"handoff {VERSION} (Python {python_version()})\n"


def test_a_help_that_nobody_reads_to_its_end_says_nothing_of_that() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "app", "--help"]
    with os.fdopen(writing, "wb") as nowhere:
        ended = subprocess.run(
            command, cwd=ROOT, stdout=nowhere, stderr=subprocess.PIPE, check=False
        )
    assert ended.stderr == b""


def test_a_mistake_in_the_environment_is_named() -> None:
    assert_setup_error(run(HANDOFF_ELECTION="many"), "HANDOFF_ELECTION", lines=2)


def test_nobody_listening_to_its_output_harms_nothing(zookeeper: ApacheServer) -> None:
    port = free_port()
    words = ["serve", "--port", str(port), "--no-browser", "--zookeeper", zookeeper.hosts]
    process = Process(words, clean_environment())
    process.stdout.close()
    try:
        await_until(lambda: _answers(f"http://127.0.0.1:{port}/healthz"), START_WITHIN)
    finally:
        process.send_signal(signal.SIGTERM)
    assert process.wait(WITHIN) == 0
    process.stderr.close()


def _answers(address: str) -> bool:
    try:
        return requests.get(address, timeout=30).ok
    except requests.ConnectionError:
        return False


def test_where_the_directory_for_temporary_files_has_too_long_a_path_that_is_said(
    temporary: Path,
) -> None:
    """ZooKeeper and the page need no socket there; the processes do."""
    deep = temporary / ("d" * 90)
    deep.mkdir()
    with forked_dashboard(env={"TMPDIR": str(deep)}) as dashboard:
        dashboard.await_zookeeper()
        answer = requests.post(f"{dashboard.url}/api/v1/candidates", json={"count": 2}, timeout=30)
    assert answer.status_code == 409
    message = answer.json()["error"]["message"]
    assert f"{deep}" in message
    assert "too long" in message
    assert "set TMPDIR to a shorter one" in message
    assert "ulimit" not in message


def test_a_relay_shows_another_dashboard_to_many() -> None:
    with (
        forked_dashboard("--token", "of-the-first") as first,
        forked_dashboard("--relay", first.printed_address) as relay,
    ):
        relay.await_zookeeper()
        assert f"shows {first.url}/, on which nobody can act here" in relay.output
        answer = requests.get(f"{relay.url}/api/v1/state", timeout=30).json()
        assert answer["zookeeper"]["source"] == "embedded"
        assert requests.delete(f"{relay.url}/api/v1/candidates", timeout=30).status_code == 403
        first.end()
        assert relay.end() == 0
