"""Releases of Apache ZooKeeper for the tests, in the user's cache folder.

PyPI's pyspark carries ZooKeeper's jars with all that they need, and Curator's. Of such a package
(300 to 450 MB) only these jars are kept, as a home that `--zookeeper-home` takes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from app.errors import SetupError

PACKAGES = {
    "3.4.14": "3.1.3",
    "3.6.3": "3.5.3",
    "3.9.3": "4.0.0",
    "3.9.4": "4.1.0",
    "3.9.5": "4.3.0",
}
"""ZooKeeper's version -> that of the pyspark package which carries it."""

_WANTED = re.compile(
    r"(?:zookeeper|zookeeper-jute|slf4j-api|slf4j-log4j12|log4j|log4j-1\.2-api|log4j-api|log4j-core"
    r"|log4j-slf4j2-impl|audience-annotations|commons-cli|commons-io|metrics-core|snappy-java"
    r"|netty-(?:all|buffer|codec|codec-base|common|handler|resolver|transport|transport-classes-epoll"
    r"|transport-native-unix-common)|curator-(?:client|framework|recipes)|guava|failureaccess)"
    r"-[0-9][^/]*\.jar"
)


def cache() -> Path:
    """Where all clones of one user keep them."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "handoff"


def home_of(version: str) -> Path:
    """Where this version is, or will be."""
    return cache() / f"zookeeper-{version}"


def is_here(version: str) -> bool:
    """Whether this version need not be fetched."""
    return home_of(version).is_dir()


def fetch(version: str) -> Path:
    """The home of this version, fetched where it is not here yet (a minute or two).

    Raises SetupError where it cannot be had.
    """
    home = home_of(version)
    if home.is_dir():
        return home
    cache().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache(), prefix=".fetching-") as folder:
        made = Path(folder) / "home"
        (made / "lib").mkdir(parents=True)
        for name, content in _jars(_download(version, Path(folder))):
            with content, open(made / "lib" / name, "wb") as jar:
                shutil.copyfileobj(content, jar)
        if not list(made.glob(f"lib/zookeeper-{version}.jar")):
            raise SetupError(f"pyspark {PACKAGES[version]} carries no ZooKeeper {version}")
        _publish(made, home)
    return home


def _publish(made: Path, home: Path) -> None:
    """Another clone may have been quicker."""
    try:
        made.rename(home)
    except OSError:
        if not home.is_dir():
            raise


def _download(version: str, folder: Path) -> Path:
    package = f"pyspark=={PACKAGES[version]}"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--retries", "1", "--no-deps"]
    done = subprocess.run(
        [*command, "--dest", str(folder), package],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    found = [*folder.glob("pyspark-*")]
    if done.returncode or not found:
        said = (done.stderr.strip().splitlines() or ["pip gave no reason"])[-1]
        raise SetupError(f"ZooKeeper {version} cannot be had: {package} from PyPI: {said}")
    return found[0]


def _jars(package: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """The wanted jars of a wheel or of a source distribution: name and content."""
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as wheel:
            for entry in wheel.namelist():
                if name := _wanted(entry):
                    yield name, wheel.open(entry)
        return
    with tarfile.open(package, "r|gz") as archive:
        for member in archive:
            content = archive.extractfile(member) if _wanted(member.name) else None
            if content is not None:
                yield _wanted(member.name), content


def _wanted(path: str) -> str:
    """The name of the jar at `path`, if it is wanted; else an empty one."""
    above, _, name = path.rpartition("/")
    return name if above.endswith("/jars") and _WANTED.fullmatch(name) else ""
