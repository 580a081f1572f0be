"""Find which server holds the connection of each session, and when it last heard from it.

A server that lists its connections (`cons`) counts what came over each. So it shows when a client
falls silent, and when its connection is gone, perhaps long before its session ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from ..readmodels.events import ConnectionEvent, ConnectionFound, ConnectionLost
from .server_info import ServerReport
from .words import ConnectedClient


@dataclass(frozen=True, slots=True)
class _Connection:
    """A connection of a session. heard: the latest question by which more had come than before.
    listed: the latest question whose answer names it; matters: whether it was a member's then.
    missing: when all servers had said that it is gone.
    """

    client: ConnectedClient
    server: str | None
    heard: float | None
    listed: float
    matters: bool
    missing: float | None = None


class Hearing:
    """A listener: it reports ConnectionLost when no server names the session of a member any
    longer, and ConnectionFound when one names it again. Not thread-safe.

    It knows other sessions too: one may become a member, and depart, between two questions.
    """

    def __init__(self) -> None:
        self._known: dict[str, _Connection] = {}
        self._asked: dict[str, float] = {}
        self._unnamed: dict[str, float] = {}

    def note(
        self, reports: Sequence[ServerReport], members: Collection[str]
    ) -> Iterator[ConnectionEvent]:
        """Yield the events that follow from the latest report of every server. members: the
        sessions that matter.
        """
        for report in reports:
            if report.clients is not None and report.asked_at > self._last(report):
                yield from self._named(report, members)
                self._asked[report.address] = report.asked_at
        self._await_named(reports, members)
        yield from self._missing(reports, members)

    def _await_named(self, reports: Sequence[ServerReport], members: Collection[str]) -> None:
        """Wait until a member is named: it may have come and gone between two questions. If no
        server that was asked after that names it, it has no connection.
        """
        now = max((one.answered_at for one in reports), default=0.0)
        new = {who: self._unnamed.get(who, now) for who in members if who not in self._known}
        self._unnamed = new
        for session, since in new.items():
            if all(one.asked_at > since for one in reports):
                self._known[session] = _Connection(
                    ConnectedClient(), None, None, since, matters=True
                )

    def _last(self, report: ServerReport) -> float:
        return self._asked.get(report.address, float("-inf"))

    def _named(self, report: ServerReport, members: Collection[str]) -> Iterator[ConnectionEvent]:
        for session, client in (report.clients or {}).items():
            before = self._known.get(session)
            seen = self._seen(before, client, report)
            self._known[session] = replace(seen, matters=session in members)
            if before and before.missing is not None and session in members:
                yield _told(ConnectionFound, session, seen, before.missing)

    def _seen(
        self, before: _Connection | None, client: ConnectedClient, report: ServerReport
    ) -> _Connection:
        """Note a connection; one that the server had not named before has just been heard."""
        is_heard = _is_heard(before.client, client) if before else report.address in self._asked
        known = before.heard if before else None
        heard = report.asked_at if is_heard else known
        return _Connection(client, report.address, heard, report.asked_at, matters=False)

    def _missing(
        self, reports: Sequence[ServerReport], members: Collection[str]
    ) -> Iterator[ConnectionEvent]:
        """Yield the events of sessions that no server has named since the last answer that did."""
        for session, known in list(self._known.items()):
            if known.missing is None and all(_lacks(one, session, known) for one in reports):
                known = replace(known, missing=max(one.answered_at for one in reports))
                self._known[session] = known
                if known.matters or session in members:
                    yield _told(ConnectionLost, session, known, known.missing)
            if known.missing is not None and session not in members:
                del self._known[session]


def _is_heard(before: ConnectedClient, now: ConnectedClient) -> bool:
    """Tell whether a connection is another one than before, or more has come over it."""
    if before.address != now.address:
        return True
    pairs = ((before.received, now.received), (before.answered, now.answered))
    return any(old is not None and new is not None and new > old for old, new in pairs)


def _lacks(report: ServerReport, session: str, known: _Connection) -> bool:
    told = report.clients
    return told is not None and report.asked_at > known.listed and session not in told


def _told(
    kind: type[ConnectionEvent], session: str, one: _Connection, missing: float | None
) -> ConnectionEvent:
    return kind(
        session,
        client=one.client.address,
        server=one.server,
        heard=one.heard,
        listed=one.listed,
        missing=missing,
    )
