"""The workbench's session: opened on first use, told to the journal, ended by a call."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from typing import Any

from app.control.workbench.removal import batches, delete_as_seen
from app.control.workbench.sight import Seen, digest_of, sight_in, sight_of
from app.errors import BadRequest, Conflict, Forbidden
from app.journal.journal import Journal
from app.security import Security
from app.zookeeper import changes
from app.zookeeper.errand import Errand
from app.zookeeper.subtree import Subtree

SHOWN_EPHEMERALS = 100
SUBJECT = "workbench"
_PATIENCE = 10.0
"""Seconds that a change which is under way is awaited."""


class Session:
    """At most one at a time. `hosts` of the ZooKeeper that the dashboard is connected to."""

    def __init__(self, journal: Journal, security: Security) -> None:
        self._journal, self._security = journal, security
        self._opening, self._telling = threading.Lock(), threading.Lock()
        self._errand: Errand | None = None
        self._told: dict[str, Any] | None = None

    @property
    def errand(self) -> Errand | None:
        """The session where there is one now, connected or not."""
        errand = self._errand
        return None if errand is None or errand.state == "closed" else errand

    def open(self) -> Errand:
        """The session, begun where there is none. Raises ZooKeeperUnavailable."""
        with self._opening:
            errand = self.errand
            if errand is None:
                errand = self._errand = Errand(
                    self._hosts(), security=self._security, on_change=self._tell
                )
                errand.open()
            return errand

    def authenticate(self, scheme: str, user: str, password: str) -> Errand:
        """Say who one is, for as long as the session lasts. Raises BadRequest."""
        if not user or ":" in user:
            raise BadRequest("a user has a name, and no colon in it", field="user")
        errand = self.open()
        errand.authenticate(scheme, f"{user}:{password}")
        return errand

    def end(self, session: str, expect: int, seen: str | None) -> list[str]:
        """End it; returns the ephemerals that go with it. Raises Conflict where it is another
        session, has not `expect` ephemerals, or they are not as they were `seen`.

        Whatever goes with a session goes at any version: so they are deleted before, as they were
        seen, and nothing can be made in between.
        """
        with self._opening:
            errand = self.errand
            if errand is None or errand.session != session:
                raise self._changed(errand)
            with errand.alone(_PATIENCE):
                gone = self._ephemerals(errand)
                if len(gone) != expect or seen not in (None, digest_of(gone)):
                    raise self._changed(errand)
                for batch in batches(gone):
                    _delete(errand, batch)
                errand.close()
            return [path for path, _ in gone]

    def close(self) -> None:
        """With the dashboard."""
        with self._opening:
            if self._errand is not None:
                self._errand.close()

    def _ephemerals(self, errand: Errand) -> list[Seen]:
        """Return the ephemerals of the session, as they are; where the server lists them, not only
        those that are known here: a creation whose answer was lost may have been done.
        """
        paths = errand.ephemerals
        with contextlib.suppress(Conflict):
            listed = errand.change(changes.ephemerals())
            paths += sorted(set(listed) - set(paths))
        there = [found for found in Subtree(errand.client).look(paths) if found is not None]
        errand.saw({found.path: found.stat for found in there if found.stat is not None})
        return [(found.path, sight_in(found)) for found in there]

    def _changed(self, errand: Errand | None) -> Conflict:
        ephemerals = 0 if errand is None else len(errand.ephemerals)
        found = {"session": errand and errand.session, "ephemerals": ephemerals}
        return Conflict(
            f"The workbench's session is {found['session']} now, with {ephemerals} ephemerals,"
            " and not as it was seen.",
            code="changed",
            field="expect",
            beside={"current": found},
        )

    def _hosts(self) -> str:
        zookeeper = self._journal.snapshot()[1]["zookeeper"]
        return f"{zookeeper['hosts']}{zookeeper['chroot']}"

    def _tell(self) -> None:
        with self._telling:
            told = _described(self._errand)
            if told != self._told:
                self._told = told
                self._journal.append("workbench.session", SUBJECT, told)


def _described(errand: Errand | None) -> dict[str, Any]:
    if errand is None or errand.state == "closed":
        nothing = dict.fromkeys(("session", "timeout_ms", "reason"))
        return {**nothing, "connection": "closed", "ephemerals": [], "ephemeral_count": 0,
                "seen": None, "credentials": []}  # fmt: skip
    seen = errand.seen
    ephemerals = list(seen)
    return {
        "session": errand.session,
        "connection": errand.state,
        "timeout_ms": errand.timeout_ms,
        "reason": None if errand.state == "connected" else errand.reason,
        "ephemerals": ephemerals[:SHOWN_EPHEMERALS],
        "ephemeral_count": len(ephemerals),
        "seen": digest_of((path, sight_of(stat)) for path, stat in seen.items() if stat),
        "credentials": errand.credentials,
    }


def _delete(errand: Errand, batch: Sequence[Seen]) -> None:
    """An ACL may forbid to delete what the session's end takes all the same."""
    with contextlib.suppress(Forbidden):
        delete_as_seen(errand, batch)
