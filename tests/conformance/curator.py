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
_CLASSPATH = os.pathsep.join(str(JARS / name) for name in _CURATOR)
# The compiler of Debian's package ecj, 6 MB on top of a Java runtime where a JDK is 70 MB.
# Debian 13 has it in two halves, and its command ecj (javac is a name of it, too) finds but one.
_ECJ = tuple(JARS / f"eclipse-jdt-core{half}.jar" for half in ("", "-compiler-batch"))
_ECJ_MAIN = "org.eclipse.jdt.internal.compiler.batch.Main"
TODAY = "3.9.5"
"""The release of ZooKeeper whose home in the cache has the Curator of its time."""


def missing() -> str | None:
    """What is not here of what `Latch` and its like need, in words; None when all is."""
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


def compile_latch(directory: Path) -> None:
    """Compile the participant into `directory`. Raises AssertionError with the compiler's words."""
    _compile("Latch", _CLASSPATH, directory)


def compile_passing(directory: Path) -> None:
    """The same for the participant that leaves and joins again."""
    _compile("Passing", _CLASSPATH, directory)


def compile_sharing(directory: Path) -> None:
    """The same for the client of what several may hold at once."""
    _compile("Sharing", _CLASSPATH, directory)


def compile_selector(directory: Path) -> None:
    """The same for the participants that lead in turns."""
    _compile("Selector", _CLASSPATH, directory)


def compile_caches(directory: Path) -> None:
    """The same for the program with three caches."""
    _compile("Caches", _classpath_today(), directory)


def compile_foreign(directory: Path) -> None:
    """The same for the program that knows several recipes (`foreign_command`)."""
    _compile("Foreign", _CLASSPATH, directory)


def _compile(name: str, classpath: str, directory: Path) -> None:
    command = [*_compiler(), "-proc:none", "-source", "11", "-target", "11"]
    command += ["-cp", classpath, "-d", str(directory), str(SOURCES / f"{name}.java")]
    ended = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


def join_latch(directory: Path, hosts: str, path: str, timeout_ms: int) -> Conversation:
    """Start a participant: it says `waiting`, `leading`, `not leading`, and `closed` after `close`.

    directory: what `compile_latch` filled; path: the latch's znode; timeout_ms: of its session.
    """
    return _run("Latch", directory, _CLASSPATH, hosts, path, str(timeout_ms))


def start_passing(directory: Path, hosts: str, path: str, timeout_ms: int) -> Conversation:
    """Start a process that joins and leaves as it is told, and says the moments of both."""
    return _run("Passing", directory, _CLASSPATH, hosts, path, str(timeout_ms))


def start_sharing(directory: Path, hosts: str, path: str, timeout_ms: int) -> Conversation:
    """Start a client that says `ready`, and `held` for each `read`, `write` or `lease N` once it
    has what that asks for.
    """
    return _run("Sharing", directory, _CLASSPATH, hosts, path, str(timeout_ms))


def start_selectors(
    directory: Path, hosts: str, path: str, count: int, term_ms: int
) -> Conversation:
    """Start so many participants in one process, each of which leads for so long and joins again:
    it says `leading` at the beginning of each term.
    """
    return _run("Selector", directory, _CLASSPATH, hosts, path, str(count), str(term_ms))


def start_caches(directory: Path, hosts: str, path: str) -> Conversation:
    """Start three caches on one client: each says `NAME ready`, then what it hears of.

    directory: what `compile_caches` filled; path: the znode below which they look.
    """
    return _run("Caches", directory, _classpath_today(), hosts, path)


def foreign_command(directory: Path, *arguments: str) -> list[str]:
    """What starts it: KIND, HOSTS, PATH, the session's timeout in ms and a NAME, see its source."""
    return _command("Foreign", directory, _CLASSPATH, *arguments)


def _run(name: str, directory: Path, classpath: str, *arguments: str) -> Conversation:
    return Conversation(_command(name, directory, classpath, *arguments))


def _command(name: str, directory: Path, classpath: str, *arguments: str) -> list[str]:
    flags = ["-Xmx64m", "-XX:+UseSerialGC", *shlex.split(os.environ.get("JVMFLAGS", ""))]
    classpath = f"{directory}{os.pathsep}{classpath}"
    return [find_java(), *flags, "-cp", classpath, name, *arguments]


def _classpath_today() -> str:
    """Jar by jar: not every compiler knows an asterisk."""
    return os.pathsep.join(sorted(map(str, home_of(TODAY).glob("lib/*.jar"))))


def _compiler() -> list[str]:
    if _ECJ[0].exists():
        return [find_java(), "-cp", os.pathsep.join(map(str, _ECJ)), _ECJ_MAIN]
    return ["javac"]
