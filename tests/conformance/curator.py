"""Programs with recipes of Curator's, each in a Java process of its own."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from app.ensemble.apache.locate import find_java
from app.errors import SetupError
from tests.conformance.conversation import Conversation
from tests.versions.jars import home_of, is_here

SOURCES = Path(__file__).parent / "java"
JARS = Path("/usr/share/java")
# Their manifests name the rest of what they need.
_CURATOR = ("curator-recipes.jar", "curator-framework.jar", "curator-client.jar", "zookeeper.jar")
CLASSPATH = os.pathsep.join(str(JARS / name) for name in _CURATOR)
# The compiler of Debian's package ecj, 6 MB on top of a Java runtime where a JDK is 70 MB.
# Debian 13 has it in two halves, and its command ecj (javac is a name of it, too) finds but one.
_ECJ = tuple(JARS / f"eclipse-jdt-core{half}.jar" for half in ("", "-compiler-batch"))
_ECJ_MAIN = "org.eclipse.jdt.internal.compiler.batch.Main"
TODAY = "3.9.5"
"""The release of ZooKeeper whose home in the cache has the Curator of its time."""


def missing() -> str | None:
    """What is not here of what `Passing` and its like need, in words; None when all is."""
    if not all((JARS / name).exists() for name in _CURATOR):
        return f"no Curator in {JARS}: it comes with Debian's package libcurator-recipes-java"
    return _java_missing()


def missing_today() -> str | None:
    """The same of what `Caches` needs."""
    if not is_here(TODAY):
        return f"no ZooKeeper {TODAY}: `python -m tests.versions --fetch` brings it"
    return _java_missing()


def _java_missing() -> str | None:
    if not (_ECJ[0].exists() or shutil.which("javac")):
        return (
            "no Java compiler: Debian has one in the package ecj, and one in default-jdk-headless"
        )
    try:
        find_java()
    except SetupError as error:
        return error.message
    return None


def compile_program(name: str, directory: Path, sources: Path = SOURCES) -> None:
    """Compile NAME.java of `sources` into `directory`. Raise AssertionError with the compiler's
    words.
    """
    command = [*_compiler(), "-proc:none", "-source", "11", "-target", "11"]
    command += ["-cp", _classpath_of(name), "-d", str(directory), str(sources / f"{name}.java")]
    ended = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


def start_program(name: str, directory: Path, *arguments: object) -> Conversation:
    """Start what was compiled; its source says what it takes, what it hears and what it says."""
    return Conversation(command_of(name, directory, *arguments))


def command_of(name: str, directory: Path, *arguments: object) -> list[str]:
    """Return the command that starts it."""
    flags = ["-Xmx64m", "-XX:+UseSerialGC", *shlex.split(os.environ.get("JVMFLAGS", ""))]
    classpath = f"{directory}{os.pathsep}{_classpath_of(name)}"
    return [find_java(), *flags, "-cp", classpath, name, *map(str, arguments)]


def _classpath_of(name: str) -> str:
    return classpath_today() if name == "Caches" else CLASSPATH


def classpath_today() -> str:
    """Jar by jar: not every compiler knows an asterisk."""
    return os.pathsep.join(sorted(map(str, home_of(TODAY).glob("lib/*.jar"))))


def _compiler() -> list[str]:
    if _ECJ[0].exists():
        return [find_java(), "-cp", os.pathsep.join(map(str, _ECJ)), _ECJ_MAIN]
    return ["javac"]
