"""The classes that a ZooKeeper loads as it starts, read and checked once for all of the tests'
servers: each then starts in half of the processor time. Java 13 and later can; others do without.
"""

from __future__ import annotations

import os
import shlex
import signal
from binascii import crc32
from pathlib import Path
from unittest.mock import patch

from app.ensemble.apache.locate import find_classpath, find_java
from app.ensemble.apache.server import ApacheServer
from app.errors import SetupError
from tests.support.zookeeper import await_until

FOLDER = Path(__file__).parents[2] / "build"
_SILENT = "-Xlog:disable"
"""Where the class path is another one, Java does without the archive; it is not to tell of it."""


def with_archive(flags: str) -> str:
    """`JVMFLAGS` for servers that start from the archive, which is made where there is none yet."""
    try:
        archive = _place(find_java(), find_classpath())
        if not archive.exists():
            _make(archive, flags)
    except (SetupError, OSError):
        return flags
    return f"{flags} {shlex.quote(f'-XX:SharedArchiveFile={archive}')} {_SILENT}"


def _place(java: str, classpath: str) -> Path:
    """An archive is of one Java and of one class path, as they are now."""
    parts = [Path(java).resolve(), *map(Path, classpath.split(os.pathsep))]
    read = [part.parent if part.name == "*" else part for part in parts]
    told = "\n".join(f"{part} {part.stat().st_mtime_ns}" for part in read)
    return FOLDER / f"zookeeper-{crc32(told.encode()):08x}.jsa"


def _make(archive: Path, flags: str) -> None:
    """Let a server write it as it ends. Raises SetupError where Java cannot."""
    archive.parent.mkdir(exist_ok=True)
    part = archive.with_name(f"{archive.name}.{os.getpid()}")
    flags = f"{flags} {shlex.quote(f'-XX:ArchiveClassesAtExit={part}')} {_SILENT}"
    server = ApacheServer(find_classpath())
    try:
        with patch.dict("os.environ", JVMFLAGS=flags):
            server.start()
        assert server.pid is not None
        os.kill(server.pid, signal.SIGTERM)
        await_until(lambda: not server.is_running)
    finally:
        server.stop()
    if not part.exists():
        raise SetupError("Java made no archive")
    part.replace(archive)
