"""Local servers as children: they start together, break one by one, and leave nothing behind."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

import psutil
import pytest

from app.ensemble.apache import ensemble as ensemble_module
from app.ensemble.apache.ensemble import Ensemble
from app.ensemble.apache.server import is_serving
from app.ensemble.ports import free_ports
from app.errors import SetupError
from tests.ensemble.test_server import Script, is_dead, own_port, script
from tests.support.zookeeper import Connect, classpath

__all__ = ["own_port", "script"]


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory for temporary files, of this test alone."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


def pids_of(ensemble: Ensemble) -> list[int]:
    return [server.pid for server in ensemble.servers.values() if server.pid is not None]


def share_of_memory(pid: int) -> float:
    """How much of the memory that Java finds a server's heap may take, in percent."""
    flag = "-XX:MaxRAMPercentage="
    (share,) = [word for word in psutil.Process(pid).cmdline() if word.startswith(flag)]
    return float(share.removeprefix(flag))


def test_three_servers_start_together_and_end_together(
    temporary: Path, open_client: Connect
) -> None:
    lines: list[str] = []
    ensemble = Ensemble(classpath(), 3, say=lines.append)
    ensemble.start()
    try:
        pids = pids_of(ensemble)
        assert len(set(pids)) == 3
        assert sorted(line.split()[0] for line in lines) == ["s1", "s2", "s3"]
        assert ensemble.hosts.count(",") == 2
        assert all(is_serving(server.port) for server in ensemble.servers.values())
        open_client(ensemble.hosts).create("/a")
        assert sum(map(share_of_memory, pids)) == pytest.approx(50, abs=0.2)
        os.kill(pids[1], signal.SIGSTOP)
    finally:
        ensemble.stop()
    assert all(is_dead(pid) for pid in pids)
    assert list(temporary.iterdir()) == []


@pytest.mark.proof
def test_data_that_is_to_be_kept_outlives_the_ensemble(
    tmp_path: Path, open_client: Connect
) -> None:
    for round_ in range(2):
        ensemble = Ensemble(classpath(), 3, tmp_path / "data")
        ensemble.start()
        try:
            client = open_client(ensemble.hosts)
            if round_ == 0:
                client.create("/kept")
            assert client.exists("/kept")
        finally:
            ensemble.stop()
    assert {path.name for path in (tmp_path / "data").iterdir()} == {"s1", "s2", "s3"}


# Each member listens on three; these are where the ports of the first, or of all, come from.
CLASHES = {"client port": [0], "election port": [-2], "every quorum port": [-1, -3, -5]}


@pytest.mark.proof
@pytest.mark.parametrize("clash", CLASHES)
def test_other_ports_are_taken_when_somebody_was_quicker(
    clash: str, monkeypatch: pytest.MonkeyPatch, own_port: int
) -> None:
    """The first is found taken before the start; the second ends the server; with the third the
    servers go on, and never serve.
    """
    rounds = iter([True, False])

    def ports(count: int) -> list[int]:
        found = free_ports(count)
        if next(rounds):
            for place in CLASHES[clash]:
                found[place] = own_port
        return found

    monkeypatch.setattr(ensemble_module, "free_ports", ports)
    ensemble = Ensemble(classpath(), 3)
    ensemble.start()
    try:
        assert next(rounds, "both were used") == "both were used"
        assert str(own_port) not in ensemble.hosts
    finally:
        ensemble.stop()


def test_one_that_dies_takes_all_down_and_says_why(script: Script, temporary: Path) -> None:
    java = script("echo 'Error: could not create the virtual machine' >&2; exit 1")
    ensemble = Ensemble(classpath(), 3, java=java)
    with pytest.raises(SetupError, match="could not create the virtual machine"):
        ensemble.start()
    assert not any(server.is_running for server in ensemble.servers.values())
    assert [path.name for path in temporary.iterdir()] == ["java"]


def test_what_hangs_is_given_up(script: Script, temporary: Path) -> None:
    java = script(f"echo $$ >> {temporary}/pids; exec sleep 60")
    ensemble = Ensemble(classpath(), 3, java=java, start_within=1.5)
    with pytest.raises(SetupError, match="did not serve within"):
        ensemble.start()
    assert all(is_dead(int(pid)) for pid in (temporary / "pids").read_text().split())
