"""The judges' programs, which `sh .ci/setup judges` installs below build/judges."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.judges.verdict import Missing
from tests.support.app import ROOT, clean_environment

BUILD = ROOT / "build" / "judges"
MODULES = BUILD / "node_modules"
_FOLDERS = (BUILD / "venv" / "bin", MODULES / ".bin", *BUILD.glob("debian/*/usr/bin"))
WITHIN = 600.0


def program(name: str) -> str:
    """Return where a program is: among those that were installed here, or the system's. Raise
    Missing where it is nowhere.
    """
    for folder in _FOLDERS:
        if (folder / name).exists():
            return str(folder / name)
    found = shutil.which(name)
    if found is None:
        raise Missing(f"{name} is not installed: see what `sh .ci/setup judges` says")
    return found


def need(name: str) -> None:
    """Skip the test that asks where a program is nowhere."""
    try:
        program(name)
    except Missing as missing:
        pytest.skip(str(missing))


def run(
    *command: str,
    within: float = WITHIN,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, whatever its exit code; `within` is in seconds."""
    return subprocess.run(
        [program(command[0]), *command[1:]],
        capture_output=True,
        text=True,
        timeout=within,
        cwd=cwd,
        env=clean_environment(env),
        stdin=subprocess.DEVNULL,
    )


def version_of(name: str, *arguments: str) -> str:
    """Return the last word of what a program says of its version, its first number with a dot."""
    said = run(name, *(arguments or ("--version",)))
    words = (said.stdout + said.stderr).replace(",", " ").split()
    return next((word for word in words if word[0] in "v0123456789" and "." in word), "?")
