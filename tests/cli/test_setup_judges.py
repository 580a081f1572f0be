"""What `sh .ci/setup quick_judges` installs: in any folder, and after it was interrupted."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
JUDGES = Path("tests", "judges")
NEEDED = ("chmod", "cmp", "cp", "dirname", "mkdir", "mv", "rm", "sed", "sh")
INTERRUPTED = "kill -KILL 0"
UNPACKED = 'mkdir -p usr/bin && echo "#!/bin/sh" >usr/bin/promtool && chmod +x usr/bin/promtool'
MAKES_AN_ENVIRONMENT = f"""
[ "$1 $2" = "-m venv" ] && {sys.executable} -m venv --without-pip "$3" &&
    for packages in "$3"/lib/python*/site-packages; do
        echo "{sysconfig.get_path("purelib")}" >"$packages/pip.pth"
    done"""
"""Ours has a pip already: to install another one takes longer than all else."""


class Checkout:
    """A checkout in a folder whose name has a space, on a machine that has these programs only."""

    def __init__(self, folder: Path) -> None:
        self.root, self._programs = folder / "a checkout", folder / "programs"
        for made in (self.root / JUDGES, self.root / ".venv" / "bin", self._programs):
            made.mkdir(parents=True)
        shutil.copytree(ROOT / ".ci", self.root / ".ci")
        for name in NEEDED:
            found = shutil.which(name)
            assert found
            (self._programs / name).symlink_to(found)
        self._script(self.root / ".venv" / "bin" / "python", MAKES_AN_ENVIRONMENT)
        for name in ("package.json", "package-lock.json", "requirements.txt"):
            self.write(name, "")
        self.built = self.root / "build" / "judges"

    def write(self, name: str, text: str) -> None:
        (self.root / JUDGES / name).write_text(text)

    def has(self, name: str, script: str) -> None:
        """Have a program of this name, a script, among those of the machine."""
        self._script(self._programs / name, script)

    def _script(self, program: Path, script: str) -> None:
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    def is_installed(self, name: str) -> None:
        """Have a file of pins installed."""
        self.built.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.root / JUDGES / name, self.built / f"installed-{name}")

    def set_up(self) -> str:
        """Return what it says; it ends with the processes of its group where one interrupts it."""
        environment = {**os.environ, "PATH": str(self._programs), "PIP_NO_INDEX": "1"}
        ended = subprocess.run(
            ["sh", ".ci/setup", "quick_judges"], cwd=self.root, env=environment,
            start_new_session=True, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        return ended.stderr


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


@pytest.mark.proof
def test_one_that_cannot_be_had_from_pypi_leaves_the_others(
    checkout: Checkout, tmp_path: Path
) -> None:
    facts = "judge-1.dist-info"
    with zipfile.ZipFile(tmp_path / "judge-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{facts}/METADATA", "Metadata-Version: 2.1\nName: judge\nVersion: 1\n")
        wheel.writestr(f"{facts}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{facts}/RECORD", "")
    installed = checkout.built / "installed-requirements.txt"
    checkout.write("requirements.txt", f"--find-links {tmp_path}\nabsent==1\njudge==1\n")
    assert "could not install absent==1" in checkout.set_up()
    assert list(checkout.built.glob(f"venv/lib/*/site-packages/{facts}"))
    assert not installed.exists()
    checkout.write("requirements.txt", "")
    assert "could not install" not in checkout.set_up()
    assert installed.exists()


def test_that_there_is_no_npm_is_said(checkout: Checkout) -> None:
    checkout.is_installed("requirements.txt")
    assert "no npm: what comes from there is left out" in checkout.set_up()


def test_a_package_is_unpacked_after_an_interruption(checkout: Checkout) -> None:
    checkout.is_installed("requirements.txt")
    checkout.has("dpkg-deb", UNPACKED)
    checkout.has("apt-get", INTERRUPTED)
    checkout.set_up()
    checkout.has("apt-get", "echo >promtool.deb")
    checkout.set_up()
    assert (checkout.built / "debian" / "promtool" / "usr" / "bin" / "promtool").exists()


def test_what_an_interruption_took_away_is_installed_again(checkout: Checkout) -> None:
    """npm first removes all that is there; what was there before may be asked for again."""
    checkout.is_installed("requirements.txt")
    checkout.is_installed("package-lock.json")
    checkout.write("package-lock.json", "others")
    checkout.has("npm", INTERRUPTED)
    checkout.set_up()
    checkout.write("package-lock.json", "")
    checkout.has("npm", "echo >build/judges/node_modules")
    checkout.set_up()
    assert (checkout.built / "node_modules").exists()
