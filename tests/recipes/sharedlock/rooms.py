"""A shared lock with real clients, and what is asked of it; the file is looked at as anybody
could.
"""

from __future__ import annotations

from typing import Any

from app.recipes.sharedlock.actions import SharedLocks
from tests.processes.rooms import TIMEOUT
from tests.recipes.lock.rooms import FileRooms

LOCK = "/shared-lock"
LONG = 120.0
"""Seconds of a task that no test waits for."""


def waits(entry: dict[str, Any]) -> bool:
    """Whether somebody in the line waits, and watches whom it waits for."""
    is_right = entry["watches"] == entry["waits_for"] is not None
    return bool(is_right and entry["belief"] == "waiting")


class SharedRooms(FileRooms):
    """Rooms with a shared lock."""

    section, place = "shared_locks", LOCK

    # -- what is ------------------------------------------------------------------------------

    @property
    def shared(self) -> SharedLocks:
        """What a person can do with it."""
        return next(one for one in self.services if isinstance(one, SharedLocks))

    @property
    def holders(self) -> set[str]:
        """Those that believe they hold it."""
        return set(self.lock["holds"])

    def entry(self, name: str) -> dict[str, Any]:
        """What the line says of a client."""
        found: dict[str, Any] = next(e for e in self.lock["chain"] if e["candidate"] == name)
        return found

    # -- what is awaited ----------------------------------------------------------------------

    def await_turns(self, *names: str) -> None:
        """Each of these has finished once more."""
        before = {name: self._finished(name) for name in names}
        self.await_(lambda: all(self._finished(name) > before[name] for name in names))

    def _finished(self, name: str) -> int:
        return self.count("written", name) + self.count("read", name)

    def await_holders(self, *names: str) -> None:
        """Exactly these hold it, and work."""
        wanted = set(names)
        self.await_(lambda: self.holders == wanted and wanted <= set(self.lock["tasks"]))

    def await_waiting(self, *names: str) -> None:
        """These wait, each behind a znode that it watches."""
        self.await_(lambda: set(names) <= {e["candidate"] for e in self.lock["chain"] if waits(e)})

    # -- what is done -------------------------------------------------------------------------

    def begin(
        self,
        readers: int = 0,
        writers: int = 0,
        *,
        task: float = LONG,
    ) -> list[str]:
        """Start clients, and wait until each has a place in the line."""
        names = self.shared.start(LOCK, readers, writers, TIMEOUT, task, None, by="test")
        self.await_(lambda: LOCK in self.state["shared_locks"] and set(names) <= set(self.line))
        return names

    def revoke(self, name: str) -> None:
        """Ask a client for the znode that it has now."""
        self.shared.revoke(path=LOCK, znode=self.entry(name)["znode"], by="test")
