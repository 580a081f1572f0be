"""Temporary folders that do not outlive their process for long, however it ends.

Nobody can clean up after a process that was killed at once; the next one does. Each folder is
locked for as long as its owner lives. The lock is on the folder itself: systemd-tmpfiles, which
cleans up /tmp, leaves alone what is locked so.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from multiprocessing.process import current_process
from pathlib import Path

_PREFIX = "handoff."
_MARK = ".temporary-folder-of-handoff"
"""A file that says that all beside it may go: names like ours are free to anybody."""
_ONLY_A_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
# Descriptors that stay open as long as this process lives, or its folder: the locks go with them.
_locks: dict[Path, int] = {}


@contextlib.contextmanager
def live_in_own_folder() -> Iterator[None]:
    """Have this process make its temporary files in one folder, which goes at the block's end.

    multiprocessing is told of it apart: a folder of its own in there would bring the path of the
    fork server's socket closer to the hundred characters that it may have.
    """
    folder = new_folder()
    tempfile.tempdir = current_process()._config["tempdir"] = str(folder)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        tempfile.tempdir = None
        remove(folder)


def new_folder() -> Path:
    """A new one, to be removed by `remove`; those that dead owners left are removed now."""
    remove_abandoned()
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    with contextlib.suppress(OSError):  # where there are no locks, nobody else gets one either
        _locks[folder] = os.open(folder, _ONLY_A_FOLDER)
        fcntl.flock(_locks[folder], fcntl.LOCK_EX)
    with contextlib.suppress(OSError):
        (folder / _MARK).touch()
        return folder
    remove(folder)  # before it was locked, another process took it for abandoned
    return new_folder()


def remove(folder: Path) -> None:
    """Remove a folder of ours with all that is in it."""
    shutil.rmtree(folder, ignore_errors=True)
    lock = _locks.pop(folder, None)
    if lock is not None:
        os.close(lock)


def remove_abandoned() -> None:
    """Remove the folders of this user that we have made and whose owner has ended."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            _remove_if_abandoned(folder)


def _remove_if_abandoned(folder: Path) -> None:
    """Raises OSError where it is somebody's."""
    lock = os.open(folder, _ONLY_A_FOLDER)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(lock).st_uid == os.geteuid() and (folder / _MARK).is_file():
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)
