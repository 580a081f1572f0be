"""Keep a recorded event: immutable, numbered, and without long lists that the state has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NotRequired, TypedDict, cast

from ..readmodels import wording
from ..readmodels.document import Data, without_key
from ..readmodels.event import Event
from ..readmodels.events import ServersTold, WatchesListed
from ..readmodels.wording import Told
from ..readmodels.zookeeper import Server


class EventTold(TypedDict):
    """An event as the contract has it. patch: missing in a list of what happened; told: False where
    such a list has no line for the event; else the line follows.
    """

    seq: int
    at: float
    wall: float
    kind: str
    subject: str
    data: Data
    patch: NotRequired[Data]
    told: NotRequired[bool]
    words: NotRequired[wording.Line]
    tone: NotRequired[str]
    group: NotRequired[str | None]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded event. `at` is in seconds of the machine's monotonic clock, `wall` the same moment
    as Unix time.

    `patch` is the RFC 7386 merge patch that the event makes to the state document. `told`: its line
    in a list of what happened, None where it has none.
    """

    seq: int
    at: float
    wall: float
    event: Event
    patch: Data
    told: Told | None

    @property
    def kind(self) -> str:
        """Return its kind, as the contract has it."""
        return self.event.kind

    @property
    def subject(self) -> str:
        """Return the subject: who or what the event is about."""
        return self.event.subject

    @property
    def data(self) -> Data:
        """Return its data, as the contract has them."""
        return self.event.data

    def as_json(self) -> EventTold:
        """Return the event with the contract's fields. Its line comes last: see `store.is_told`."""
        return self._told({"patch": self.patch})

    def without_patch(self) -> EventTold:
        """Return the event for a list of what happened, whose reader knows the state already."""
        return self._told({})

    def _told(self, patch: Data) -> EventTold:
        told = {
            "seq": self.seq,
            "at": self.at,
            "wall": self.wall,
            "kind": self.kind,
            "subject": self.subject,
            "data": self.data,
            **patch,
            **(self.told._asdict() if self.told else {"told": False}),
        }
        return cast(EventTold, told)


SEATS = 2_000
"""The number of sessions that are remembered with their server, even while no server lists them."""


class Brief:
    """A shortener of events, which takes one after another. The journal's lock guards it."""

    def __init__(self) -> None:
        self._seats: dict[str, str] = {}

    def of(self, event: Event, servers: Sequence[Server]) -> Event:
        """Return what the journal keeps of an event. servers: those in the state after it."""
        if isinstance(event, WatchesListed):
            return replace(event, sessions=None, count=len(event.sessions or ()))
        if isinstance(event, ServersTold):
            told = [without_key(server, "sessions") for server in event.servers]
            return replace(event, servers=told, moved=self._moved(servers))
        return event

    def _moved(self, servers: Sequence[Server]) -> list[Data]:
        """Return how many sessions have moved, from which server to which."""
        known = self._seats
        now = {
            session: server["id"] or server["address"]
            for server in servers
            for session in server["sessions"] or ()
        }
        ways = Counter((known[one], at) for one, at in now.items() if known.get(one, at) != at)
        away = {one: at for one, at in known.items() if one not in now}
        self._seats = dict(list({**away, **now}.items())[-SEATS:])
        return [{"from": old, "to": new, "count": count} for (old, new), count in ways.items()]
