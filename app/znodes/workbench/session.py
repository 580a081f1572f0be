"""The workbench's session: opened on first use, journaled, ended by a call."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence

from ...errors import Conflict, Forbidden
from ...journal.journal import Journal
from ...zookeeper import operations as o
from ...zookeeper.client_session import ClientSession
from ...zookeeper.security import Security
from ...zookeeper.subtree import Subtree
from ..events import WorkbenchSessionChanged
from ..workbench_model import CLOSED
from .removal import batches_of, delete_as_seen
from .sight import Seen, digest_of, sight_in, sight_of

SUBJECT = "workbench"
_TIMEOUT = 10.0
"""Seconds that a change under way is awaited."""


class WorkbenchSession:
    """The session, at most one at a time, on the ZooKeeper of the dashboard."""

    def __init__(self, journal: Journal, security: Security) -> None:
        self._journal, self._security = journal, security
        self._opening, self._telling = threading.Lock(), threading.Lock()
        self._current: ClientSession | None = None
        self._told: WorkbenchSessionChanged | None = None

    @property
    def current(self) -> ClientSession | None:
        """Return the session if there is one now, connected or not."""
        current = self._current
        return None if current is None or current.state == "closed" else current

    def open(self) -> ClientSession:
        """Return the session, begun if there is none. Raise ZooKeeperUnavailable."""
        with self._opening:
            current = self.current
            if current is None:
                current = self._current = ClientSession(
                    self._hosts(), security=self._security, on_change=self._tell
                )
                current.open()
            return current

    def authenticate(self, scheme: str, user: str, password: str) -> ClientSession:
        """Log in, for as long as the session lasts."""
        current = self.open()
        current.authenticate(scheme, f"{user}:{password}")
        return current

    def end(self, session: str, expect: int, seen: str | None) -> list[str]:
        """End it; return the ephemerals that go with it. Raise Conflict where it is another
        session, has not `expect` ephemerals, or they are not as they were `seen`.

        What goes with a session goes at any version: so they are deleted before, as they were seen,
        and nothing can be created in between.
        """
        with self._opening:
            current = self.current
            if current is None or current.session != session:
                raise self._changed(current)
            with current.alone(_TIMEOUT):
                gone = self._ephemerals(current)
                if len(gone) != expect or seen not in (None, digest_of(gone)):
                    raise self._changed(current)
                for batch in batches_of(gone):
                    _delete(current, batch)
                current.close()
            return [path for path, _ in gone]

    def close(self) -> None:
        """Close it with the dashboard."""
        with self._opening:
            if self._current is not None:
                self._current.close()

    def _ephemerals(self, current: ClientSession) -> list[Seen]:
        """Return the ephemerals of the session, as they are; if the server lists them, not only
        those that are known here: a creation whose answer was lost may have been done.
        """
        paths = current.ephemerals
        with contextlib.suppress(Conflict):
            listed = current.change(o.Ephemerals())
            unknown = sorted(set(listed) - set(paths))
            for path in unknown:
                current.own(path)
            paths += unknown
        there = [found for found in Subtree(current.client).look(paths) if found is not None]
        current.saw({found.path: found.stat for found in there if found.stat is not None})
        return [(found.path, sight_in(found)) for found in there]

    def _changed(self, current: ClientSession | None) -> Conflict:
        ephemerals = 0 if current is None else len(current.ephemerals)
        found = {"session": current and current.session, "ephemerals": ephemerals}
        return Conflict(
            f"The workbench's session is now {found['session']}, with {ephemerals} ephemerals,"
            " which is not what was seen.",
            code="changed",
            field="expect",
            beside={"current": found},
        )

    def _hosts(self) -> str:
        zookeeper = self._journal.state["zookeeper"]
        return f"{zookeeper['hosts']}{zookeeper['chroot']}"

    def _tell(self) -> None:
        with self._telling:
            told = _described(self._current)
            if told != self._told:
                self._told = told
                self._journal.append(told)


def _described(current: ClientSession | None) -> WorkbenchSessionChanged:
    if current is None or current.state == "closed":
        return WorkbenchSessionChanged(SUBJECT, **CLOSED)
    stats = current.seen.items()
    seen = digest_of((path, sight_of(stat)) for path, stat in stats if stat)
    return WorkbenchSessionChanged(SUBJECT, **current.described(), seen=seen)


def _delete(current: ClientSession, batch: Sequence[Seen]) -> None:
    """Delete them; an ACL may forbid deleting what the session's end takes all the same."""
    with contextlib.suppress(Forbidden):
        delete_as_seen(current, batch)
