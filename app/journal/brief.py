"""Shorten what an event is kept with, where it tells of many and the state says who they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ..readmodels.document import Data
from ..readmodels.event import Event
from ..readmodels.events import ServersTold, WatchesListed
from ..readmodels.zookeeper import Server

SEATS = 2_000
"""How many sessions are remembered with their server, also while no server lists them."""


class Brief:
    """Shortens events, one after another. The journal's lock guards it."""

    def __init__(self) -> None:
        self._seats: dict[str, str] = {}

    def of(self, event: Event, servers: Sequence[Server]) -> Event:
        """Return what the journal keeps of an event. servers: those of the state after it."""
        if isinstance(event, WatchesListed):
            return replace(event, sessions=None, count=len(event.sessions or ()))
        if isinstance(event, ServersTold):
            told = [_without_sessions(server) for server in event.servers]
            return replace(event, servers=told, moved=self._moved(servers))
        return event

    def _moved(self, servers: Sequence[Server]) -> list[Data]:
        """Return how many sessions have moved, from which server to which."""
        known, now = self._seats, _seats(servers)
        ways = Counter((known[one], at) for one, at in now.items() if known.get(one, at) != at)
        away = {one: at for one, at in known.items() if one not in now}
        self._seats = dict(list({**away, **now}.items())[-SEATS:])
        return [{"from": old, "to": new, "count": count} for (old, new), count in ways.items()]


def _without_sessions(data: Data) -> Data:
    return {key: value for key, value in data.items() if key != "sessions"}


def _seats(servers: Sequence[Server]) -> dict[str, str]:
    """Return session -> the server that lists it."""
    return {
        session: server["id"] or server["address"]
        for server in servers
        for session in server["sessions"] or ()
    }
