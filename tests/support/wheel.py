"""The wheel: built, and installed into an environment with nothing else, outside the checkout."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from email import message_from_bytes
from email.message import Message
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

from tests.support.app import ROOT
from tests.support.program import Program

FILES = (
    "CHANGELOG.md", "LICENSE", "MANIFEST.in", "README.md", "package-lock.json", "pyproject.toml",
    "requirements.txt", "setup.py",
)  # fmt: skip
FOLDERS = ("app", "static", "templates")
_AWAY = 'cd "$0" && unset PYTHONPATH && exec "$@"'


def copy_sources(target: Path) -> Path:
    """Copy what the wheel is built from: a build leaves folders beside the sources."""
    for name in FILES:
        shutil.copy(ROOT / name, target)
    for name in FOLDERS:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, target / name, ignore=ignored)
    return target


def build(what: str, source: Path, target: Path) -> Path:
    """Build the `wheel` or the `sdist` of `source` into `target`, as a front end of builds does."""
    command = f"from setuptools.build_meta import build_{what}; build_{what}({str(target)!r})"
    run(sys.executable, "-c", command, cwd=source)
    (built,) = target.iterdir()
    return built


def run(*command: str, cwd: Path) -> None:
    """Run a command to its end; fails with what it wrote to stderr."""
    ended = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def contents(wheel: Path) -> dict[str, bytes]:
    """Return the bytes of each file in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def metadata(wheel: Path) -> Message:
    """Return what a wheel says of itself."""
    (said,) = (
        data for name, data in contents(wheel).items() if name.endswith(".dist-info/METADATA")
    )
    return message_from_bytes(said)


def requirements(wheel: Path) -> list[Requirement]:
    """Return what a wheel declares that it needs."""
    return [Requirement(one) for one in metadata(wheel).get_all("Requires-Dist") or []]


class Environment:
    """A Python environment that holds one wheel and what it needs, at `folder`.

    What it needs is copied from the environment of the tests, so that no index is asked; then pip
    installs the wheel, and finds everything there that the wheel declares.
    """

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        run(sys.executable, "-m", "venv", "--without-pip", str(folder), cwd=ROOT)
        (self.packages,) = folder.glob("lib/python*/site-packages")
        self.carry_over(*requirements(wheel))
        pip = (sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"))
        run(*pip, "install", "--quiet", "--no-index", str(wheel), cwd=folder)

    def carry_over(self, *needed: Requirement) -> None:
        """Copy these from the environment of the tests, with all that they need."""
        for name in _closure([*needed]):
            self._carry_over(name)

    def _carry_over(self, name: str) -> None:
        """Leave out its commands, which name another environment."""
        files = distribution(name).files
        assert files is not None, name
        for file in files:
            if ".." not in file.parts:
                target = self.packages / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(str(file.locate()), target)

    def start(self, command: str, *arguments: str) -> Program:
        """Start one of its commands, in its own folder: the checkout is nowhere on its path."""
        program = str(self.folder / "bin" / command)
        return Program("sh", "-c", _AWAY, str(self.folder), program, *arguments)


def _closure(needed: list[Requirement]) -> set[str]:
    """Return the names of these, and of all that they need."""
    found: set[str] = set()
    while needed:
        one = needed.pop()
        if one.name in found or (one.marker and not one.marker.evaluate({"extra": ""})):
            continue
        found.add(one.name)
        needed += [Requirement(text) for text in distribution(one.name).requires or []]
    return found
