"""tooz's own tests, put to Apache's server and, by our plugin of pytest, to the embedded one.

They are what a public project has that needs a ZooKeeper; its wheel carries them. What passes on
Apache's server has to pass here.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

from app.ensemble.apache.locate import find_classpath
from app.ensemble.apache.server import ApacheServer
from tests.judges.place import Place
from tests.judges.programs import BUILD, run
from tests.judges.verdict import Missing, Verdict, clean
from tests.support.wheel import build, copy_sources

SUITE = "tooz.tests.test_coordination"
URL = "TOOZ_TEST_URL"
"""The variable by which its tests know what they run on."""
THEIRS = f"""
import pytest

@pytest.fixture(autouse=True)
def _of_theirs(zookeeper, monkeypatch):
    monkeypatch.setenv("{URL}", f"kazoo://{{zookeeper.hosts}}")
"""
"""All that their suite needs to run on the plugin."""
_PIP = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target")


def judge(_: Place) -> Verdict:
    """Run them on both, and compare what passes."""
    installed = next(BUILD.glob("venv/lib/python*/site-packages/tooz-*.dist-info"), None)
    if installed is None:
        raise Missing("tooz is not installed: see what `sh .ci/setup judges` says")
    with tempfile.TemporaryDirectory() as folder:
        packages = Path(folder)
        apache = ApacheServer(find_classpath())
        apache.start()
        try:
            there = _outcomes(packages, {URL: f"kazoo://{apache.hosts}"})
        finally:
            apache.stop()
        _install(packages)
        (packages / "theirs.py").write_text(THEIRS, "utf-8")
        here = _outcomes(packages, {"PYTHONPATH": folder}, "-p", "theirs")
    return verdict(installed.stem.rpartition("-")[2], there, here)


def verdict(version: str, there: Mapping[str, str], here: Mapping[str, str]) -> Verdict:
    """Return the row. there, here: what each test came to, on Apache's server and on ours."""
    passed = [name for name, outcome in there.items() if outcome == "passed"]
    found = tuple(
        f"{name} passes on Apache's server, and here: {here.get(name, 'did not run')}"
        for name in passed
        if here.get(name) != "passed"
    ) or (() if passed else ("none of its tests passes on Apache's server",))
    left = len(there) - len(passed)
    looked_at = f"{len(passed)} tests that pass on Apache's server; {left} that skip or fail there"
    return clean("tooz", version, looked_at, found)


def _install(packages: Path) -> None:
    """Install our wheel, with the plugin, where its tests are told to look."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "source"), Path(folder, "wheel")
        source.mkdir()
        made.mkdir()
        wheel = build("wheel", copy_sources(source), made)
        run("python", *_PIP, str(packages), str(wheel)).check_returncode()


def _outcomes(packages: Path, env: Mapping[str, str], *options: str) -> dict[str, str]:
    """Run them; return what each has come to."""
    report = packages / "report.xml"
    options += ("-p", "no:cacheprovider", f"--junitxml={report}", "--pyargs", SUITE)
    ran = run("python", "-m", "pytest", *options, cwd=packages, env=env)
    if not report.exists():
        raise RuntimeError(ran.stdout[-2_000:] + ran.stderr[-2_000:])
    return read(report.read_text("utf-8"))


def read(report: str) -> dict[str, str]:
    """Return what each test of a report came to: passed, skipped, failure or error."""
    cases = ElementTree.fromstring(report).iter("testcase")
    return {f"{case.get('name')}": next((one.tag for one in case if one.tag in _OTHERS), "passed")
            for case in cases}  # fmt: skip


_OTHERS = ("skipped", "failure", "error")
