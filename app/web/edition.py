"""Tell one content of `static/` from another, and whether its bundle was made of what is there."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from .views import VIEWS, module_of

BUNDLE = "bundle"
"""The folder below `static/` of what `make bundle` makes of all the rest."""

SOURCES = "SOURCES"
"""The file in it that names the sources, by their digest."""

Stamp = tuple[str, int, int]
"""Path, when it was changed (ns), length: other content has other values."""


def stamps_of(static: Path) -> tuple[Stamp, ...]:
    """Return the stamps of all files in `static/`, in order."""
    return tuple(sorted(_stamps(static)))


def edition(static: Path, stamps: tuple[Stamp, ...]) -> str:
    """Return a word for what is in `static/` now, and which views there are: another one as soon
    as any of the files is another, or the list of the views.
    """
    own = frozenset(_own(static, stamps))
    others = tuple(one for one in stamps if one not in own)
    return _digest(static, others, sources(static, stamps))


def is_bundled(static: Path, stamps: tuple[Stamp, ...]) -> bool:
    """Tell whether the bundle is of the scripts and stylesheets that are here now. After an edit it
    is not, and the page is made of the files themselves.
    """
    try:
        return (static / BUNDLE / SOURCES).read_text("utf-8").strip() == sources(static, stamps)
    except FileNotFoundError:
        return False


def sources(static: Path, stamps: tuple[Stamp, ...]) -> str:
    """Return the digest of all that a bundle is made of."""
    return _digest(static, tuple(_own(static, stamps)), module_of(VIEWS))


def _own(static: Path, stamps: tuple[Stamp, ...]) -> Iterator[Stamp]:
    """Yield the stamps of the scripts and stylesheets that the bundle is made of."""
    made = str(static / BUNDLE)
    read = (one for one in stamps if one[0].endswith((".js", ".css")))
    return (one for one in read if not one[0].startswith(made))


def _stamps(folder: Path) -> Iterator[Stamp]:
    for parent, _, names in os.walk(folder):
        for path in (os.path.join(parent, name) for name in names):
            stat = os.stat(path)
            yield path, stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=2)
def _digest(folder: Path, stamps: tuple[Stamp, ...], made: str) -> str:
    """Return the digest of the paths and contents of the files, which are read only where their
    stamps are others, and of what is made and in no file.
    """
    digest, within = hashlib.blake2b(made.encode(), digest_size=8), f"{folder}{os.sep}"
    for path, _, _ in stamps:
        with open(path, "rb") as file:
            content = file.read()
        digest.update(f"{path.removeprefix(within)} {len(content)}\n".encode() + content)
    return digest.hexdigest()
