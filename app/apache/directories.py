"""Temporary directories that do not outlive the dashboard for long, however it ends.

Nobody can clean up after a dashboard that was killed at once; the next one does. Each directory
holds a lock file, locked for as long as its owner lives.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from pathlib import Path

_PREFIX = "handoff-zookeeper-"
_LOCK = "in-use.lock"
# Descriptors that stay open as long as this process lives, or its directory: the locks go with
# them.
_locks: dict[Path, int] = {}


def temporary_directory() -> Path:
    """A new one, to be removed by `remove`; those that dead owners left are removed now."""
    remove_abandoned()
    directory = Path(tempfile.mkdtemp(prefix=_PREFIX))
    new = directory / f"{_LOCK}.new"
    lock = os.open(new, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    _locks[directory] = lock
    new.rename(directory / _LOCK)  # only now can another find it: locked
    return directory


def remove(directory: Path) -> None:
    """Remove a directory of ours with all that is in it."""
    shutil.rmtree(directory, ignore_errors=True)
    lock = _locks.pop(directory, None)
    if lock is not None:
        os.close(lock)


def remove_abandoned() -> None:
    """Remove the directories whose owner lives no more; others' are left alone."""
    for lock_file in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_LOCK}"):
        with contextlib.suppress(OSError), open(lock_file, "r+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(lock_file.parent, ignore_errors=True)
