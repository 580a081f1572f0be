"""Read what is in `static/`, and name it by its digest. `setup.py` does so too, before anything
that Handoff needs is installed: so this file imports only Python's own.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

BUNDLE = "bundle"
"""The folder below `static/` for what `make bundle` makes of all the rest."""

SOURCES = "SOURCES"
"""The file in it that names the sources by two digests: that of the files, and that of the views'
order.
"""

Stamp = tuple[str, int, int]
"""The path of a file, the time of its change (ns), its length: another content has another stamp.
"""


def stamps_of(static: Path) -> tuple[Stamp, ...]:
    """Return the stamps of all files in `static/`, in order."""
    return tuple(sorted(_stamps(str(static))))


@lru_cache(maxsize=2)
def sources_among(static: Path, stamps: tuple[Stamp, ...]) -> tuple[Stamp, ...]:
    """Return the stamps of the scripts and stylesheets of which the bundle is made."""
    made = str(static / BUNDLE)
    read = (one for one in stamps if one[0].endswith((".js", ".css")))
    return tuple(one for one in read if not one[0].startswith(made))


def stamp_of(path: str) -> Stamp:
    """Return the stamp that a file has now."""
    stat = os.stat(path)
    return path, stat.st_mtime_ns, stat.st_size


def _stamps(folder: str) -> Iterator[Stamp]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _stamps(entry.path)
            elif entry.is_file():
                stat = entry.stat()
                yield entry.path, stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=2)
def digest_of(folder: Path, stamps: tuple[Stamp, ...]) -> str:
    """Return the digest of the paths and contents of the files; this reads a file only where its
    stamp is another.
    """
    digest, within = hashlib.blake2b(digest_size=8), f"{folder}{os.sep}"
    for path, _, _ in stamps:
        with open(path, "rb") as file:
            content = file.read()
        digest.update(f"{path.removeprefix(within)} {len(content)}\n".encode() + content)
    return digest.hexdigest()
