"""The workbench's session: opened on first use, told to the journal, ended by a call."""

from __future__ import annotations

import threading
from typing import Any

from app.errors import BadRequest, Conflict
from app.journal.journal import Journal
from app.security import Security
from app.zookeeper.errand import Errand

SHOWN_EPHEMERALS = 100
SUBJECT = "workbench"


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

    def end(self, session: str, expect: int) -> list[str]:
        """End it; returns the ephemerals that go with it. Raises Conflict where it is another
        session, or has not `expect` ephemerals.
        """
        with self._opening:
            errand = self.errand
            gone = [] if errand is None else errand.ephemerals
            if errand is None or errand.session != session or len(gone) != expect:
                raise self._changed(errand, len(gone))
            errand.close()
            return gone

    def close(self) -> None:
        """With the dashboard."""
        with self._opening:
            if self._errand is not None:
                self._errand.close()

    def _changed(self, errand: Errand | None, ephemerals: int) -> Conflict:
        found = {"session": errand and errand.session, "ephemerals": ephemerals}
        return Conflict(
            f"The workbench's session is {found['session']} now, with {ephemerals} ephemerals.",
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
                "credentials": []}  # fmt: skip
    ephemerals = errand.ephemerals
    return {
        "session": errand.session,
        "connection": errand.state,
        "timeout_ms": errand.timeout_ms,
        "reason": None if errand.state == "connected" else errand.reason,
        "ephemerals": ephemerals[:SHOWN_EPHEMERALS],
        "ephemeral_count": len(ephemerals),
        "credentials": errand.credentials,
    }
