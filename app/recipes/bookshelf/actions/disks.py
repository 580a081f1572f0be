"""Keep the nodes' disks: a directory each, and the token by which the nodes know each other.

They outlive the processes, and with `--data` the dashboard too.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import shutil
import tempfile
import threading
from pathlib import Path
from urllib.parse import quote, unquote

from ..process.disk import store_of

TOKEN = "token"
PRIVATE = 0o700
LONGEST = 200
"""Bytes in a directory's name; file systems take 255."""


class Disks:
    """The disks of all nodes. data: where they are kept; None for a temporary directory that
    `close` removes.
    """

    def __init__(self, data: Path | None = None) -> None:
        self._data = data
        self._root: Path | None = None
        self._lock = threading.Lock()

    def of(self, path: str, node: str) -> Path:
        """Return the directory of a node of the bookshelf at `path`; its token is beside it."""
        with self._lock:
            shelf = self._made() / _name_of(path)
            shelf.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
            _ensure_token(shelf / TOKEN)
            disk = shelf / _name_of(node)
            disk.mkdir(mode=PRIVATE, exist_ok=True)
        return disk

    def stores(self, path: str) -> dict[str, str]:
        """Return node -> the store of its disk, for all nodes of the bookshelf at `path` that have
        one.
        """
        if self._data is None and self._root is None:
            return {}
        with self._lock:
            shelf = self._made() / _name_of(path)
        found = {one.name: store_of(one) for one in sorted(shelf.glob("*")) if one.is_dir()}
        return {unquote(name): store for name, store in found.items() if store is not None}

    def wipe(self, path: str, node: str) -> None:
        """Remove what a node has on its disk."""
        shutil.rmtree(self.of(path, node), ignore_errors=True)

    def _made(self) -> Path:
        if self._root is None:
            if self._data is None:
                self._root = Path(tempfile.mkdtemp(prefix="handoff-bookshelf-"))
            else:
                self._root = self._data / "bookshelves"
        return self._root

    def close(self) -> None:
        """Remove temporary disks. They are moved away first: a process that still writes then
        fails, and leaves nothing behind.
        """
        with self._lock:
            if self._root is not None and self._data is None:
                gone = f"{self._root}.gone"
                with contextlib.suppress(FileNotFoundError):
                    os.rename(self._root, gone)
                shutil.rmtree(gone, ignore_errors=True)
                self._root = None


def _name_of(text: str) -> str:
    """Return a directory's name for a path or a node: readable, as far as that goes."""
    name = quote(text, safe="")
    if len(name) <= LONGEST and name != TOKEN:
        return name
    return f"{name[: LONGEST - 40]}-{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def _ensure_token(file: Path) -> None:
    with contextlib.suppress(FileExistsError):
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as stream:
            stream.write(secrets.token_urlsafe(24))
