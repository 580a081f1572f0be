"""The doctor: whether the dashboard starts, and what brings what it lacks, on odd machines too."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from app.commands.doctor.finding import how_to_get
from app.commands.doctor.python import PackageNeeded, is_within, packages_needed
from app.ensemble.ports import free_port
from app.history.file import FORMAT
from app.history.location import NAME
from app.version import VERSION
from tests.cli.test_loading import loaded_by, within
from tests.support.app import ROOT, clean_environment

WITHIN = 60


class Told(NamedTuple):
    """What the doctor told: its exit code, and what it found by name."""

    code: int
    serves: bool
    findings: dict[str, dict[str, Any]]


Doctor = Callable[..., Told]


def run(*words: str, **environ: str | None) -> subprocess.CompletedProcess[str]:
    """Run the command; None takes a variable away."""
    here = {**clean_environment(), **environ}
    return subprocess.run(
        [sys.executable, "-m", "app", *words],
        cwd=ROOT,
        env={name: value for name, value in here.items() if value is not None},
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )


@pytest.fixture
def doctor(tmp_path: Path) -> Doctor:
    """Asks the doctor of a port that is free, with a home of its own."""
    home = tmp_path / "home"
    home.mkdir()

    def ask(*words: str, **environ: str | None) -> Told:
        where = () if "--port" in words else ("--port", str(free_port()))
        ran = run("doctor", "--json", *where, *words, **{"HOME": str(home), **environ})
        assert ran.stderr == ""
        told = json.loads(ran.stdout)
        assert told["handoff"] == VERSION
        return Told(ran.returncode, told["serves"], {one["name"]: one for one in told["findings"]})

    return ask


def must_start(told: Told) -> None:
    assert (told.code, told.serves) == (0, True)


def must_not_start(told: Told, for_want_of: str) -> dict[str, Any]:
    """Only this is in the way; return what was found of it."""
    assert (told.code, told.serves) == (1, False)
    ails = [one for one in told.findings.values() if one["needed"] and one["state"] != "here"]
    assert [one["name"] for one in ails] == [for_want_of]
    return ails[0]


def test_here_the_dashboard_starts(doctor: Doctor) -> None:
    told = doctor()
    must_start(told)
    assert told.findings["packages"]["state"] == "here"
    assert told.findings["Python"]["says"].startswith(f"{sys.version_info.major}.")


def test_a_person_reads_lines() -> None:
    ran = run("doctor", "--port", str(free_port()))
    first, *_, last = ran.stdout.splitlines()
    assert first == f"Handoff {VERSION}"
    assert last == "It starts: nothing needed is missing."


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which this process listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_taken_port_is_told_with_who_has_it(doctor: Doctor, taken: int) -> None:
    found = must_not_start(doctor("--port", str(taken)), f"port {taken}")
    assert found["says"].startswith("taken on 127.0.0.1 by ")
    assert found["says"].endswith(f", process {os.getpid()}")
    assert found["brings"] == "python -m app --port 0"


@pytest.mark.parametrize("home", [None, "/dev/null", "", "nowhere"])
def test_without_a_home_it_starts_all_the_same(doctor: Doctor, home: str | None) -> None:
    must_start(doctor(HOME=home))


def test_a_home_that_cannot_be_written_is_told(doctor: Doctor) -> None:
    where = {"HOME": "/dev/null", "XDG_STATE_HOME": None, "HANDOFF_NO_HISTORY": None}
    found = doctor(**where).findings["history"]
    assert (found["state"], found["needed"]) == ("wrong", False)
    assert "cannot be used: " in found["says"]
    assert found["says"].endswith(", so that it ends with the dashboard")


def test_a_folder_that_somebody_names_has_to_be_usable(doctor: Doctor, tmp_path: Path) -> None:
    must_start(doctor("--data", str(tmp_path / "new")))
    (tmp_path / "file").touch()
    (tmp_path / "within" / NAME).mkdir(parents=True)
    (tmp_path / "nowhere").symlink_to("not-there/at-all")
    for named in ("file", "within", "nowhere", "a" * 5000):
        must_not_start(doctor("--data", str(tmp_path / named)), "history")
    must_not_start(doctor("--data", "/proc"), "history")


def test_it_takes_the_options_of_the_dashboard_and_refuses_what_that_refuses(
    doctor: Doctor,
) -> None:
    told = doctor("--zookeeper", "zk1:2181", "--no-history")
    must_start(told)
    assert told.findings["history"]["says"] == "none is kept"
    refused = run("doctor", HANDOFF_BASE_PATH="bad path")
    assert refused.returncode == 2
    assert "HANDOFF_BASE_PATH" in refused.stderr


@pytest.mark.parametrize(
    "words", [("doctor", "--json"), ("completion", "bash"), ("--version",), ("doctor", "--help")]
)
def test_what_cannot_be_printed_is_no_success(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "app", *words]
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, timeout=WITHIN
        )
    assert ran.returncode == 1
    assert ran.stderr == "handoff: cannot write: No space left on device\n"


def test_a_history_that_a_newer_one_has_written_keeps_it_from_starting(
    doctor: Doctor, tmp_path: Path
) -> None:
    assert doctor("--data", str(tmp_path)).serves
    path = tmp_path / NAME
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA application_id = 0x48616E64")
    connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    connection.close()
    before = path.read_bytes()
    found = must_not_start(doctor("--data", str(tmp_path)), "history")
    assert "was written by a newer Handoff" in found["says"]
    assert path.read_bytes() == before


BROKEN_JAVA = {
    "no program": ("dear diary", "cannot be started: Exec format error"),
    "it fails": ("#!/bin/sh\necho no runtime is here >&2; exit 1", "no runtime is here"),
    "silent": ("#!/bin/sh\n", "but: nothing"),
    "it hangs": ("#!/bin/sh\nsleep 600", "no answer within 2 s"),
    "old": ("#!/bin/sh\necho 'java version \"1.7.0_80\"' >&2", "needs Java 8 or newer"),
}


@pytest.mark.parametrize("kind", BROKEN_JAVA)
def test_a_broken_java_is_told(kind: str, doctor: Doctor, tmp_path: Path) -> None:
    text, says = BROKEN_JAVA[kind]
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text(text)
    java.chmod(0o755)
    path = f"{java.parent}:{os.environ['PATH']}"
    told = doctor(PATH=path, JAVA_HOME=None)
    must_start(told)
    assert told.findings["Java"]["state"] == "wrong"
    assert says in told.findings["Java"]["says"]
    by_its_home = doctor(JAVA_HOME=str(tmp_path)).findings["Java"]
    assert by_its_home["brings"].startswith("Unset JAVA_HOME")


def test_a_java_is_needed_where_servers_are_to_be_started(doctor: Doctor, tmp_path: Path) -> None:
    (tmp_path / "zk" / "lib").mkdir(parents=True)
    (tmp_path / "zk" / "lib" / "zookeeper-3.9.3.jar").touch()
    home = str(tmp_path / "zk")
    found = must_not_start(doctor("--zookeeper-home", home, PATH="", JAVA_HOME=None), "Java")
    assert found["state"] == "missing"
    assert "Java 8 or newer" in found["brings"]


def test_a_zookeeper_is_told_with_its_version_and_its_place(doctor: Doctor, tmp_path: Path) -> None:
    (tmp_path / "zk" / "lib").mkdir(parents=True)
    (tmp_path / "zk" / "lib" / "zookeeper-jute-3.9.3.jar").touch()
    (tmp_path / "zk" / "lib" / "zookeeper-3.9.3.jar").touch()
    told = doctor(ZOOKEEPER_HOME=str(tmp_path / "zk"))
    assert told.findings["ZooKeeper"]["says"] == f"3.9.3, {tmp_path / 'zk'}"


def test_a_wrong_home_of_zookeeper_is_told(doctor: Doctor, tmp_path: Path) -> None:
    told = doctor(ZOOKEEPER_HOME=str(tmp_path))
    must_start(told)
    assert told.findings["ZooKeeper"]["state"] == "wrong"
    assert told.findings["ZooKeeper"]["brings"].startswith("Set ZOOKEEPER_HOME ")
    must_not_start(doctor("--zookeeper-home", str(tmp_path / "typo")), "ZooKeeper")


def test_a_package_that_is_missing_is_told_without_it() -> None:
    ran = subprocess.run(
        [sys.executable, "-S", "-m", "app", "doctor"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    (line,) = ran.stderr.splitlines()
    assert "has no package click" in line


@pytest.mark.parametrize(
    ("version", "versions", "holds"),
    [
        ("3.1", ">=3.1,<4", True),
        ("3.1.0", ">=3.1,<4", True),
        ("3.10", ">=3.9", True),
        ("3.0.9", ">=3.1,<4", False),
        ("4.0", ">=3.1,<4", False),
        ("27.0.1.post1", "<27.1,>=27.0.1", True),
        ("1", "", True),
    ],
)
def test_versions_are_compared_by_their_numbers(version: str, versions: str, holds: bool) -> None:
    assert is_within(version, versions) is holds


def test_it_knows_what_is_needed_and_each_extra() -> None:
    needed = {one.name: one for one in packages_needed()}
    assert needed["click"].extra is None
    assert needed["scipy"].extra == "compare"
    assert needed["jupyter-server-proxy"].extra == "jupyter"
    assert all(one.versions.startswith(">=") for one in needed.values())


def test_a_package_of_another_version_is_told() -> None:
    assert PackageNeeded("click", ">=1").fault is None
    assert "click>=1000 is needed, not " in str(PackageNeeded("click", ">=1000").fault)
    assert PackageNeeded("no-such-package", "").fault == "no-such-package is missing"


def test_how_one_gets_a_package_is_told_by_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    apt = tmp_path / "apt-get"
    apt.touch(0o755)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert how_to_get("make", "gmake", "…").removeprefix("sudo ") == "apt-get install make"
    apt.unlink()
    assert how_to_get("make", "gmake", "Install make.") == "Install make."
    monkeypatch.setattr(sys, "platform", "darwin")
    assert how_to_get("make", "gmake", "…") == "brew install gmake"


def test_it_loads_nothing_of_the_dashboard() -> None:
    (loaded,) = loaded_by("from app.commands.main import main\nmain(['doctor'])\nshow()")
    assert within(loaded, "flask", "gunicorn", "kazoo.client", "app.web", "app.journal") == []
