"""The set-up files agree with each other and with what they describe."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.commands.options import OPTIONS

ROOT = Path(__file__).resolve().parents[2]
PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[^;\s]+)")
HASH = re.compile(r" \\\n {4}--hash=sha256:[0-9a-f]{64}\b")
ROW = re.compile(
    r"^\| (?P<name>[a-z0-9@/.-]+) \| (?P<version>[0-9][^ ]*) \| [^|]+ \| [^|]+ \|$", re.M
)


def pins(name: str) -> dict[str, str]:
    """Package → version; fails for a line that pins nothing."""
    found: dict[str, str] = {}
    for line in HASH.sub("", (ROOT / name).read_text()).splitlines():
        if line and not line.startswith(("#", "-r ")):
            match = PIN.fullmatch(line)
            assert match, line
            found[match["name"]] = match["version"]
    return found


def chosen(name: str) -> dict[str, str]:
    """The pins above the line about what those bring along."""
    text = (ROOT / name).read_text().partition("# What those bring along")[0]
    return {m["name"]: m["version"] for m in PIN.finditer(text)}


def test_every_dependency_is_accounted_for() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text()
    rows = {match["name"]: match["version"] for match in ROW.finditer(text)}
    from_npm = [
        json.loads((ROOT / folder / "package.json").read_text())["devDependencies"]
        for folder in ("", "tests/judges")
    ]
    assert rows == {
        **pins("requirements.txt"),
        **chosen("requirements-dev.txt"),
        **chosen("tests/judges/requirements.txt"),
        **from_npm[0],
        **from_npm[1],
    }


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_beside_each_pin_stand_the_digests_of_its_files(name: str) -> None:
    """Of its wheel and its source at least; pip then installs no other file."""
    for block in re.split(r"\n(?! {4}--hash)", (ROOT / name).read_text()):
        if PIN.match(block):
            assert len(HASH.findall(block)) >= 1, block
            assert HASH.sub("", block).count("\n") == 0, block


def test_nothing_is_pinned_twice() -> None:
    assert not pins("requirements.txt").keys() & pins("requirements-dev.txt").keys()


def test_the_oldest_python_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    oldest = project["project"]["requires-python"].removeprefix(">=")
    major, minor = oldest.split(".")
    for name in ("README.md", "CONTRIBUTING.md", ".ci/setup"):
        assert re.findall(r"Python (3\.\d+) or newer", (ROOT / name).read_text()) == [oldest]
    assert f"sys.version_info < ({major}, {minor})" in (ROOT / ".ci" / "setup").read_text()
    tools = project["tool"]
    assert tools["ruff"]["target-version"] == f"py{major}{minor}"
    assert tools["mypy"]["python_version"] == tools["pyright"]["pythonVersion"] == oldest
    named = re.findall(r"Python :: 3\.(\d+)", "\n".join(project["project"]["classifiers"]))
    assert named[0] == minor


def compose() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return document


def test_the_composed_dashboard_is_published_on_loopback_alone() -> None:
    services = compose()["services"]
    assert services["dashboard"]["ports"] == ["127.0.0.1:5050:5050"]
    assert [name for name, service in services.items() if "ports" in service] == ["dashboard"]


def test_the_composed_dashboard_is_told_only_what_it_knows() -> None:
    variables = {option.variable for option in OPTIONS}
    assert set(compose()["services"]["dashboard"]["environment"]) <= variables
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert set(re.findall(r"(HANDOFF_\w+)=", dockerfile)) <= variables


def test_what_is_composed_has_no_more_rights_than_it_needs() -> None:
    services = compose()["services"]
    for name, service in services.items():
        assert service["cap_drop"] == ["ALL"], name
        assert "cap_add" not in service, name
        assert service["security_opt"] == ["no-new-privileges:true"], name
    assert {one["user"] for name, one in services.items() if name != "dashboard"} == {"zookeeper"}
    assert re.search(r"^USER \d+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert services["dashboard"]["read_only"] is True


def test_the_composed_ensemble_is_one() -> None:
    services = compose()["services"]
    members = {name: s for name, s in services.items() if name.startswith("zookeeper-")}
    assert len(members) == 3
    for number, (name, service) in enumerate(sorted(members.items()), 1):
        assert service["hostname"] == name
        assert service["environment"]["ZOO_MY_ID"] == str(number)
        assert f"server.{number}={name}:2888:3888;2181" in service["environment"]["ZOO_SERVERS"]
    hosts = services["dashboard"]["environment"]["HANDOFF_ZOOKEEPER"]
    assert hosts == ",".join(f"{name}:2181" for name in sorted(members))


def test_the_shell_scripts_are_well_formed() -> None:
    for script in (ROOT / ".ci").iterdir():
        subprocess.run(["sh", "-n", str(script)], check=True)


def test_the_commands_exist() -> None:
    targets = ("run", "test", "versions", "elsewhere", "bench", "venv", "clean")
    subprocess.run(["make", "-n", *targets], cwd=ROOT, check=True, capture_output=True)


def test_a_bare_debian_is_named_by_its_suite() -> None:
    """A path would be emptied."""
    command = ["sh", ".ci/elsewhere", "../tests"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (1, "elsewhere: no suite of Debian: ../tests\n")


def test_where_npm_is_not_one_sentence_says_what_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "dirname").symlink_to(str(shutil.which("dirname")))
    command, where = ["/bin/sh", ".ci/setup", "page"], {"PATH": str(tmp_path)}
    ended = subprocess.run(command, cwd=ROOT, env=where, capture_output=True, text=True, check=True)
    (said,) = ended.stderr.splitlines()
    assert said.startswith("setup: no npm: the page's scripts are neither read")


@pytest.mark.parametrize("folder", ["", "tests/judges"], ids=["the page's", "the judges'"])
def test_debians_npm_can_install_what_is_pinned(folder: str) -> None:
    """npm 9 (Debian 12 and 13) refuses an override of what another package calls `latest`, and each
    npm refuses such a name in a lock file that has no addresses.
    """
    assert "overrides" not in json.loads((ROOT / folder / "package.json").read_text())
    packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
    names = [name for one in packages.values() for name in one.get("dependencies", {}).values()]
    assert names
    assert "latest" not in names
    assert not [one for one in packages.values() if "resolved" in one]


def test_an_environment_of_a_python_that_is_too_old_is_made_again(tmp_path: Path) -> None:
    """Two stand in for Python: an old one in the environment, and one that notes its words."""
    old, new = tmp_path / ".venv" / "bin" / "python", tmp_path / "python"
    old.parent.mkdir(parents=True)
    old.write_text('#!/bin/sh\ncase "$*" in *version_info*) exit 1 ;; esac\n')
    new.write_text('#!/bin/sh\necho "$*" >>words\n')
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "setup").write_text((ROOT / ".ci" / "setup").read_text())
    for one in (old, new):
        one.chmod(0o755)
    command = ["sh", ".ci/setup", "python"]
    environ = {"PATH": os.defpath, "PYTHON": str(new)}
    subprocess.run(command, cwd=tmp_path, env=environ, check=True, capture_output=True)
    assert (tmp_path / "words").read_text().endswith("-m venv --clear .venv\n")
