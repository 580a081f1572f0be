"""Participants of a Curator LeaderLatch, each in a Java process of its own."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from app.apache.locate import find_java
from app.errors import SetupError
from tests.conformance.conversation import Conversation

SOURCE = Path(__file__).parent / "java" / "Latch.java"
JARS = Path("/usr/share/java")
# Their manifests name the rest of what they need.
_CURATOR = ("curator-recipes.jar", "curator-framework.jar", "curator-client.jar", "zookeeper.jar")
_CLASSPATH = os.pathsep.join(str(JARS / name) for name in _CURATOR)
# The compiler of Debian's package ecj, 6 MB on top of a Java runtime where a JDK is 70 MB.
# Debian 13 has it in two halves, and its command ecj (javac is a name of it, too) finds but one.
_ECJ = tuple(JARS / f"eclipse-jdt-core{half}.jar" for half in ("", "-compiler-batch"))
_ECJ_MAIN = "org.eclipse.jdt.internal.compiler.batch.Main"


def missing() -> str | None:
    """What is not here of what the participants need, in words; None when all is."""
    if not all((JARS / name).exists() for name in _CURATOR):
        return f"no Curator in {JARS}: it comes with Debian's package libcurator-recipes-java"
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
    command = [*_compiler(), "-proc:none", "-source", "11", "-target", "11"]
    command += ["-cp", _CLASSPATH, "-d", str(directory), str(SOURCE)]
    ended = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


def join_latch(directory: Path, hosts: str, path: str, timeout_ms: int) -> Conversation:
    """Start a participant: it says `waiting`, `leading`, `not leading`, and `closed` after `close`.

    directory: what `compile_latch` filled; path: the latch's znode; timeout_ms: of its session.
    """
    classpath = f"{directory}{os.pathsep}{_CLASSPATH}"
    flags = ["-Xmx64m", "-XX:+UseSerialGC", *shlex.split(os.environ.get("JVMFLAGS", ""))]
    command = [find_java(), *flags, "-cp", classpath, "Latch"]
    return Conversation([*command, hosts, path, str(timeout_ms)])


def _compiler() -> list[str]:
    if _ECJ[0].exists():
        return [find_java(), "-cp", os.pathsep.join(map(str, _ECJ)), _ECJ_MAIN]
    return ["javac"]
