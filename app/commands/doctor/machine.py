"""Look at this machine: ports, folders, and how many files may be open."""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ...errors import SetupError
from ...history.file import is_to_be_made
from ...history.location import MEGABYTE, path_of
from ...settings import Settings
from ...system.listening import listen
from ...version import PACKAGE
from .finding import Finding

ZOOKEEPERS_PORT = 2181
FEWEST_FILES = 1_024
_LISTENS = "0A"
_PROC = Path("/proc")


def port(host: str, number: int) -> Finding:
    """Look whether the dashboard can take its port."""
    found = Finding(f"port {number}", "free", needed=True)
    try:
        listen(host, number).close()
    except SetupError as error:
        brings = f"python -m {PACKAGE} --port 0" if error.field == "port" else None
        said, _, _ = error.message.removeprefix(f"port {number} is ").partition(";")
        return found._replace(says=f"{said}{_by(number)}", state="wrong", brings=brings)
    return found


def zookeepers_port() -> Finding:
    """Look whether something is at ZooKeeper's own port."""
    found = Finding(f"port {ZOOKEEPERS_PORT}", "free")
    try:
        listen("127.0.0.1", ZOOKEEPERS_PORT).close()
    except SetupError:
        return found._replace(
            says=f"taken{_by(ZOOKEEPERS_PORT)}",
            brings=f"If that is a ZooKeeper: python -m {PACKAGE} --zookeeper 127.0.0.1:2181",
        )
    return found


def _by(number: int) -> str:
    """Return who listens at a port, as the end of a sentence; nothing where that cannot be told."""
    holder = _holder_in_proc(number) if _PROC.is_dir() else _holder_by_lsof(number)
    return f" by {holder}" if holder else ""


def _holder_in_proc(number: int) -> str | None:
    sockets = {f"socket:[{one}]" for one in _sockets_at(number)}
    for link in _PROC.glob("[0-9]*/fd/*") if sockets else ():
        with suppress(OSError):  # of another user, or ended meanwhile
            if str(link.readlink()) in sockets:
                process = link.parents[1]
                return f"{(process / 'comm').read_text().strip()}, process {process.name}"
    return None


def _sockets_at(number: int) -> Iterator[str]:
    """Yield the inodes of the sockets that listen at a port (proc_net_tcp.txt of Linux)."""
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (_PROC / "net" / table).read_text().splitlines()[1:]:
                _, local, _, state, *rest = line.split()
                if state == _LISTENS and int(local.rpartition(":")[2], 16) == number:
                    yield rest[5]


def _holder_by_lsof(number: int) -> str | None:
    command = ["lsof", "-nP", f"-iTCP:{number}", "-sTCP:LISTEN", "-Fpc"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=1).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(r"^p(\d+)\nc(.*)$", said, re.MULTILINE)
    return f"{found[2]}, process {found[1]}" if found else None


def history(settings: Settings) -> Finding:
    """Look where the history would be kept. Without a folder that somebody has named, the dashboard
    starts all the same, and forgets it at the end.
    """
    path, named = path_of(settings), settings.data is not None
    if not (named or settings.history):
        return Finding("history", "none is kept")
    folder = path.parent
    found = Finding("history", "", "wrong", "--data DIR names another folder.")
    ends = "" if named else ", so that it ends with the dashboard"
    if not (named or path.is_absolute()):
        return found._replace(says=f"there is no home folder for it{ends}")
    try:
        above = next(one for one in (folder, *folder.parents) if os.path.lexists(one))
        with tempfile.TemporaryFile(dir=above):
            pass
        if os.path.lexists(path):
            is_to_be_made(path)
        size = sum(one.stat().st_size for one in folder.glob("*.sqlite*")) / MEGABYTE
    except SetupError as error:
        return found._replace(says=error.message, needed=True)
    except OSError as error:
        says = f"{path} cannot be used: {error.strerror}{ends}"
        return found._replace(says=says, needed=named)
    return Finding("history", f"{folder}, {size:.1f} MB")


def temporary() -> Finding:
    """Look for the folder of temporary files."""
    found = Finding("temporary folder", "", needed=True)
    try:
        folder = tempfile.gettempdir()
        free = shutil.disk_usage(folder).free / MEGABYTE
    except OSError as error:
        return found._replace(
            says=error.strerror or str(error), state="wrong", brings="TMPDIR=DIR names another one."
        )
    return found._replace(says=f"{folder}, {free:,.0f} MB free")


def open_files() -> Finding:
    """Look how many files a process may have open: each page and each candidate takes some."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY or most >= FEWEST_FILES:
        many = "any number" if most == resource.RLIM_INFINITY else f"{most:,}"
        return Finding("open files", many)
    return Finding(
        "open files", f"{most:,}: few for a class", "wrong", f"ulimit -n {FEWEST_FILES}, as root"
    )
