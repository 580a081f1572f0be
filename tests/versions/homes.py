"""Which versions of Apache ZooKeeper are covered, and where each is on this machine."""

from __future__ import annotations

import os
import re
from pathlib import Path

from app.ensemble.apache.locate import DEBIAN_JARS
from app.errors import SetupError
from tests.versions.jars import PACKAGES, fetch, home_of, is_here

MATRIX = ("3.4.14", "3.6.3", "3.8.0", "3.9.3", "3.9.5")
NEWEST = MATRIX[-1]
OF_DEBIAN = {"3.8.0": "Debian 12", "3.9.3": "Debian 13"}

_JAR = re.compile(r"zookeeper-(\d+\.\d+\.\d+)\.jar")


def version_in(folder: Path) -> str | None:
    """The version of the ZooKeeper whose jar lies in a folder, by the jar's name."""
    names = (_JAR.fullmatch(jar.name) for jar in sorted(folder.glob("zookeeper-*.jar")))
    return next((found[1] for found in names if found), None)


def of_the_system() -> str | None:
    """The version of the distribution's own package; None where there is none."""
    return version_in(DEBIAN_JARS)


def use_the_newest() -> None:
    """Run the newest, here and in children, where it is here and no other is asked for."""
    if is_here(NEWEST):
        os.environ.setdefault("ZOOKEEPER_HOME", str(home_of(NEWEST)))


def home_for(version: str) -> tuple[Path, str]:
    """A home of this version, and where it comes from; fetched where the system has another.

    Raises SetupError where it cannot be had here.
    """
    if of_the_system() == version:
        return DEBIAN_JARS, f"{OF_DEBIAN.get(version, 'the system')}'s package"
    if version not in PACKAGES:
        raise SetupError(f"only {OF_DEBIAN[version]} has it")
    return fetch(version), f"pyspark {PACKAGES[version]}"
