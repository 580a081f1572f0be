"""Find an Apache ZooKeeper and a Java on this machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...errors import SetupError

DEBIAN_JARS = Path("/usr/share/java")
HOMEBREW_HOMES = (
    Path("/opt/homebrew/opt/zookeeper/libexec"),
    Path("/usr/local/opt/zookeeper/libexec"),
)
HOW_TO_GET_ONE = """\
No Apache ZooKeeper was found. Any one of these will do:
  Debian, Ubuntu   sudo make run ARGS="--ensemble 3", which installs it, or:
                   sudo apt-get install zookeeper
  macOS            brew install zookeeper
  anywhere         download a release from https://zookeeper.apache.org/releases.html, unpack it,
                   and set ZOOKEEPER_HOME (or --zookeeper-home) to its directory
  one that runs    --zookeeper HOST:PORT
  the embedded one needs nothing: leave out --ensemble"""
HOW_TO_GET_JAVA = """\
Apache ZooKeeper needs Java 8 or later, and no java was found in JAVA_HOME or on the PATH.
  Debian, Ubuntu   sudo apt-get install default-jre-headless
  macOS            brew install openjdk
  or use a ZooKeeper that runs elsewhere: --zookeeper HOST:PORT
  or the embedded one, which needs no Java: leave out --ensemble"""


def find_classpath(
    home: Path | None = None,
    environ: Mapping[str, str] = os.environ,
    debian: Path = DEBIAN_JARS,
    homebrew: Sequence[Path] = HOMEBREW_HOMES,
) -> str:
    """Return the class path of an Apache ZooKeeper, without its own configuration.

    home: what `--zookeeper-home` says; then `ZOOKEEPER_HOME`, Debian's package, Homebrew's. Raise
    SetupError: one message that lists the ways to get one.
    """
    named = home or (Path(environ["ZOOKEEPER_HOME"]) if environ.get("ZOOKEEPER_HOME") else None)
    if named is not None:
        return _of_named_home(named)
    found = [_of_debian(debian), *map(_of_tarball, homebrew)]
    if not any(found):
        raise SetupError(HOW_TO_GET_ONE, code="no_zookeeper")
    return next(filter(None, found))


def find_java(environ: Mapping[str, str] = os.environ) -> str:
    """Return the `java` to run: of `JAVA_HOME`, else of the PATH. Raise SetupError."""
    if environ.get("JAVA_HOME"):
        candidate = Path(environ["JAVA_HOME"]) / "bin" / "java"
        if os.access(candidate, os.X_OK):
            return str(candidate)
    found = shutil.which("java", path=environ.get("PATH", ""))
    if found is None:
        raise SetupError(HOW_TO_GET_JAVA, code="no_java")
    return found


def _of_named_home(home: Path) -> str:
    """Look in a place that somebody named: if it is wrong, say so, and try no other."""
    classpath = _of_tarball(home) or _of_debian(home)
    if classpath is not None:
        return classpath
    raise SetupError(
        f"{home} has no ZooKeeper: neither {home}/lib/zookeeper-*.jar nor {home}/zookeeper*.jar"
        f" is there.\n{HOW_TO_GET_ONE}",
        code="no_zookeeper",
        field="zookeeper_home",
    )


def _of_tarball(home: Path) -> str | None:
    """Look for `HOME/lib/*.jar` since 3.5, `HOME/zookeeper-*.jar` beside its `lib` before."""
    server = [*home.glob("zookeeper-*.jar"), *home.glob("lib/zookeeper-*.jar")]
    if not server or not (home / "lib").is_dir():
        return None
    return os.pathsep.join((str(home / "lib" / "*"), str(home / "*")))


def _of_debian(jars: Path) -> str | None:
    """Read zookeeper.jar's manifest, which names what it needs, except the logging behind slf4j."""
    if not (jars / "zookeeper.jar").is_file():
        return None
    names = ("zookeeper.jar", "slf4j-log4j12.jar", "log4j-1.2.jar")
    return os.pathsep.join(str(jars / name) for name in names if (jars / name).is_file())
