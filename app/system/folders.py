"""Keep temporary folders that do not outlive their process for long, however it ends, and keep what
outlives it for its user alone.

Nobody can clean up after a process that was killed at once; the next one does. Each folder is
locked for as long as its owner lives. The lock is on the folder itself: systemd-tmpfiles, which
cleans up /tmp, spares what is locked so.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.process import current_process
from pathlib import Path

_PREFIX = "handoff."
_MARK = ".temporary-folder-of-handoff"
"""A file that says that everything beside it may be deleted: anybody may use names like ours."""
_ONLY_A_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""The rights of everybody but the owner: what a process of ours writes has none of them."""
PAUSES = (0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8)
"""Seconds before each attempt to remove a folder."""
# Descriptors that stay open as long as this process lives, or its folder: the locks go with them.
_locks: dict[Path, int] = {}


@contextlib.contextmanager
def live_in_own_folder() -> Iterator[None]:
    """Make this process put its temporary files in one folder, which goes at the block's end.

    multiprocessing gets its folder separately: a folder of its own in there would bring the path of
    the fork server's socket closer to the hundred characters that it may have.
    """
    folder = new_folder()
    tempfile.tempdir = current_process()._config["tempdir"] = str(folder)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        tempfile.tempdir = None
        remove(folder)


def new_folder() -> Path:
    """Return a new folder, to be removed by `remove`; those that dead owners left are removed
    now.
    """
    remove_abandoned()
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    with contextlib.suppress(OSError):  # where there are no locks, nobody gets one
        _locks[folder] = os.open(folder, _ONLY_A_FOLDER)
        fcntl.flock(_locks[folder], fcntl.LOCK_EX)
    with contextlib.suppress(OSError):
        (folder / _MARK).touch()
        return folder
    remove(folder)  # before it was locked, another process took it for abandoned
    return new_folder()


def remove(folder: Path) -> None:
    """Remove a folder of ours with all that is in it. A process about to end may still write there
    for a moment.
    """
    for pause in PAUSES:
        time.sleep(pause)
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            break
    lock = _locks.pop(folder, None)
    if lock is not None:
        os.close(lock)


def remove_abandoned() -> None:
    """Remove the folders of this user that we have created and whose owner has ended."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):  # somebody uses it
            lock = os.open(folder, _ONLY_A_FOLDER)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(lock).st_uid == os.geteuid() and (folder / _MARK).is_file():
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)


def narrow(*paths: Path) -> None:
    """Take the rights of others from these files, and from these folders with all that is in them,
    where they are there and this user's own.
    """
    for path in paths:
        for one in (path, *path.rglob("*")):
            with contextlib.suppress(OSError):
                found = one.lstat()
                mode = stat.S_IMODE(found.st_mode)
                is_own = found.st_uid == os.geteuid() and not stat.S_ISLNK(found.st_mode)
                if is_own and mode & OTHERS:
                    one.chmod(mode & ~OTHERS)


class Folder:
    """A folder among the temporary files of this process, made when it is first asked for.

    prefix: of its name.
    """

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._made: Path | None = None

    @property
    def path(self) -> Path:
        """Return where it is."""
        if self._made is None:
            self._made = Path(tempfile.mkdtemp(prefix=self._prefix))
        return self._made

    def remove(self) -> None:
        """Remove it with all that is in it."""
        if self._made is not None:
            shutil.rmtree(self._made, ignore_errors=True)
            self._made = None
