"""Notes which test a process is in as it gets to a place. A tree that is probed has a copy of this
module in its `app`, which each of its processes imports: it needs the standard library alone.

A worker of pytest-xdist has a file with the number of the test that it runs, which all processes
that it starts, and those that they start, keep in memory; and one in which they note.
"""

import mmap
import os
from pathlib import Path

FOLDER = Path("@FOLDER@")  # the planting says which
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")
NUMBER = 8
"""Bytes of a test's number; 0 is none."""


def _page() -> mmap.mmap:
    file = os.open(FOLDER / f"{WORKER}.now", os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if os.fstat(file).st_size == 0:
            os.ftruncate(file, NUMBER)
        return mmap.mmap(file, NUMBER)
    finally:
        os.close(file)


page = _page()
_noted: set[tuple[str, bytes]] = set()


def reached(name: str) -> None:
    """Note a mutant's name with the test that runs now, once for both in this process."""
    now = page[:NUMBER]
    if (name, now) not in _noted:
        _noted.add((name, now))
        file = os.open(FOLDER / f"{WORKER}.reached", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            os.write(file, f"{name} {int.from_bytes(now, 'big')}\n".encode())
        finally:
            os.close(file)
