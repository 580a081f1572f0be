"""Look at other programs: Java, Apache ZooKeeper, a browser, and what the tests need."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from platformdirs import user_cache_path

from ...ensemble.apache.locate import find_classpath, find_java
from ...errors import SetupError
from ..serve import has_display
from .finding import Finding, how_to_get
from .python import ROOT

FOR_SERVERS = "for Apache's servers (--ensemble)"
OLDEST_JAVA = 8
ANSWERS_WITHIN = 2.0
_RELEASE = re.compile(r"zookeeper-(\d[\w.-]*)\.jar")
_BROWSERS = (
    "x-www-browser", "xdg-open", "firefox", "chromium", "chromium-browser", "google-chrome",
    "microsoft-edge", "epiphany", "konqueror", "falkon",
)  # fmt: skip
_CHROMIUM = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")


def java(*, needed: bool) -> Finding:
    """Look for the Java that Apache's servers would run on."""
    brings = how_to_get("default-jre-headless", "openjdk", "Install Java 8 or newer.")
    found = Finding("Java", "", "wrong", brings, needed)
    try:
        path = find_java()
    except SetupError:
        return found._replace(
            says=f"none in JAVA_HOME or on the PATH; {FOR_SERVERS}", state="missing"
        )
    if os.environ.get("JAVA_HOME", "") and path.startswith(os.environ["JAVA_HOME"]):
        found = found._replace(brings="Unset JAVA_HOME, or set it to the folder of another Java.")
    try:
        said = _said(path, "-version")
    except OSError as error:
        return found._replace(says=f"{path} cannot be started: {error.strerror}")
    version = re.search(r'version "((?:1\.)?(\d+)[^"]*)"', said)
    if version is None:
        first = next(iter(said.splitlines()), "nothing")
        return found._replace(says=f"{path} does not say its version, but: {first}")
    says = f"{version[1]}, {path}"
    if int(version[2]) < OLDEST_JAVA:
        return found._replace(says=f"{says}: Apache ZooKeeper needs Java 8 or newer")
    return Finding("Java", says, needed=needed)


def _said(*command: str) -> str:
    """Return what a program writes, as far as it has written it in a while; then it is ended, with
    all that it has started. Raise OSError where it cannot be started.
    """
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:  # fmt: skip
        try:
            said, _ = process.communicate(timeout=ANSWERS_WITHIN)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            said = f"no answer within {ANSWERS_WITHIN:g} s".encode()
    return said.decode(errors="replace")


def zookeeper(home: Path | None, *, needed: bool) -> Finding:
    """Look for the Apache ZooKeeper that would be started, where the dashboard looks for it."""
    brings = how_to_get(
        "zookeeper", "zookeeper",
        "Unpack a release of https://zookeeper.apache.org/releases.html, and set ZOOKEEPER_HOME to"
        " its directory.",
    )  # fmt: skip
    try:
        classpath = find_classpath(home)
    except SetupError as error:
        says, *_ = error.message.splitlines()
        if error.field is None:
            return Finding(
                "ZooKeeper", f"no Apache ZooKeeper; {FOR_SERVERS}", "missing", brings, needed
            )
        name = "ZOOKEEPER_HOME" if home is None else "--zookeeper-home"
        brings = f"Set {name} to the directory of a release, or leave it out."
        return Finding("ZooKeeper", says, "wrong", brings, needed)
    except OSError as error:
        says = f"{home or 'ZOOKEEPER_HOME'} cannot be looked at: {error.strerror}"
        brings = "Name the directory of a release that you may read, or leave it out."
        return Finding("ZooKeeper", says, "wrong", brings, needed)
    version, where = _release_of(classpath)
    return Finding("ZooKeeper", f"{version or 'of an unknown version'}, {where}", needed=needed)


def _release_of(classpath: str) -> tuple[str | None, Path]:
    """Return the version of a ZooKeeper, by the names of its files, and where it is."""
    folders = [Path(one).parent for one in classpath.split(os.pathsep)]
    jars = (jar.name for folder in folders for jar in sorted(folder.glob("zookeeper-*.jar")))
    named = filter(None, map(_RELEASE.fullmatch, jars))
    return next((one[1] for one in named), None), folders[-1]


def browser() -> Finding:
    """Look for a browser that the dashboard can open."""
    found = Finding("browser", "", "missing")
    if not has_display():
        return found._replace(
            says="none can be shown here",
            brings="Open the address that the dashboard prints in a browser anywhere; over SSH:"
            " ssh -L 5050:127.0.0.1:5050 HOST",
        )
    named = [*filter(None, os.environ.get("BROWSER", "").split(os.pathsep)), *_BROWSERS]
    paths = filter(None, map(shutil.which, named))
    path = "/usr/bin/open" if sys.platform == "darwin" else next(paths, None)
    if path is None:
        brings = how_to_get("chromium", "--cask firefox", "Install a browser.")
        return found._replace(says="none on the PATH", brings=brings)
    return Finding("browser", path)


def of_the_tests() -> list[Finding]:
    """Look for what the tests need, in a checkout."""
    if not (ROOT / "Makefile").exists():
        return []
    brings = {
        "make": how_to_get("make", "make", "Install make."),
        "Chromium": shlex.join([sys.executable, "-m", "playwright", "install", "chromium"]),
    }
    places = {"make": shutil.which("make"), "Chromium": _chromium()}
    return [
        Finding(name, place)
        if place
        else Finding(name, "none; for the tests", "missing", brings[name])
        for name, place in places.items()
    ]


def _chromium() -> str | None:
    own = user_cache_path("ms-playwright", appauthor=False).glob("chromium*")
    found = filter(None, map(shutil.which, _CHROMIUM))
    return next(found, None) or next(map(str, own), None)
