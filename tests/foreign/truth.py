"""What was true, and when: members and their watches as ZooKeeper said, terms as programs said.

Times are seconds of the one monotonic clock of this machine.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations, pairwise
from typing import NamedTuple

FOR_EVER = float("inf")
KEY = "leader"
ASKED_EVERY = 0.06
"""Seconds between two of the witness's questions who watches what."""
LATE = 0.04
"""Seconds that a notification may take to a witness that nothing delays."""


class Window(NamedTuple):
    """From a moment to another; a statement is true if it was true somewhere in between."""

    start: float
    end: float

    def meets(self, since: float, until: float) -> bool:
        """Whether the two have a moment in common."""
        return since <= self.end and until >= self.start

    def reaching(self, start: float | None) -> Window:
        """The same, beginning earlier."""
        return self if start is None else Window(min(self.start, start), self.end)


@dataclass
class Member:
    """A znode that stood for a program. session: in hex."""

    name: str
    czxid: int
    session: str
    data: str
    began: float
    ended: float = FOR_EVER

    @property
    def number(self) -> int:
        """Its sequence number; 0 for a leader key."""
        digits = self.name[-10:]
        return int(digits) if digits.isdigit() else 0


@dataclass(frozen=True)
class Snapshot:
    """Who watched what, and how many packets of each connected session had been received, as the
    server said between two moments.
    """

    asked: float
    answered: float
    watches: dict[str, frozenset[str]]
    received: dict[str, int]

    def watched(self, path: str) -> frozenset[str]:
        """The sessions that watched this path."""
        return self.watches.get(path, frozenset())


class Deed(NamedTuple):
    """What was done to a program, and when."""

    program: str
    kind: str
    at: float


@dataclass
class Truth:
    """All that is known of one election of the path `path`.

    own: the witness's session. sessions: session -> program; terms: program, since, until.
    missed: how many changes of the members the witness did not see, of those that ZooKeeper counts.
    marks: when a program said, and which, that its znode stands, or that it deletes it. is_quick:
    see `Kind`.
    """

    path: str
    own: str = ""
    members: list[Member] = field(default_factory=list)
    snapshots: list[Snapshot] = field(default_factory=list)
    sessions: dict[str, str] = field(default_factory=dict)
    terms: list[tuple[str, float, float]] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    missed: int = 0
    marks: list[tuple[float, str, bool]] = field(default_factory=list)
    is_quick: bool = False
    _went: dict[int, Window] = field(default_factory=dict, init=False)

    def there(self, window: Window) -> list[Member]:
        """Whoever stood there at some moment of it."""
        return [one for one in self.members if window.meets(one.began, one.ended)]

    def orders(self, window: Window) -> Iterator[list[Member]]:
        """Who may have stood there, the lowest first, at each moment of it at which that changed.

        When a znode went, is known between the last of the server's words that named it and the
        notification: within these it may stand there or not. None of those that a witness has not
        seen each of.
        """
        if self.is_quick:
            return
        there = self.there(window)
        edges = {window.start, window.end}
        edges |= {moment for one in there for moment in (one.began, self.went(one).start)}
        for edge in sorted(moment for moment in edges if window.start <= moment <= window.end):
            for side in (edge - 1e-6, edge + 1e-6):
                yield from self._possible(_standing(there, side), side)

    def _possible(self, order: list[Member], at: float) -> Iterator[list[Member]]:
        unsure = [one for one in order if self.went(one).start <= at]
        for number in range(len(unsure) + 1):
            for gone in combinations(unsure, number):
                yield [one for one in order if one not in gone]

    def went(self, member: Member) -> Window:
        """Between which moments its znode went: the witness watched it, and a server said so."""
        if member.ended == FOR_EVER:
            return Window(FOR_EVER, FOR_EVER)
        known = self._went.get(member.czxid)
        if known is None:
            path = f"{self.path}/{member.name}"
            told = self.in_window(Window(member.began, member.ended))
            seen = [one.asked for one in told if self.own in one.watched(path)]
            known = Window(max(seen, default=member.began), member.ended)
            self._went[member.czxid] = known
        return known

    def stood_throughout(self, window: Window) -> bool:
        """Whether at each moment of it somebody stood there, by the programs' own word."""
        spans = self._stood
        place = bisect_right(spans, window.start, key=lambda one: one.start) - 1
        return place >= 0 and window.end <= spans[place].end

    @cached_property
    def _stood(self) -> list[Window]:
        """The spans in which some program's znode stood; asked for when all has been said. Of one
        that was killed or frozen nobody knows how long its znode still stands.
        """
        struck = [(one.at, one.program, False) for one in self.deeds if one.kind != "stop"]
        there: set[str] = set()
        spans: list[Window] = []
        for at, program, stands in sorted([*self.marks, *struck]):
            if stands and not there:
                spans.append(Window(at, FOR_EVER))
            (there.add if stands else there.discard)(program)
            if spans and not there:
                spans[-1] = Window(spans[-1].start, min(at, spans[-1].end))
        return spans

    def turns(self, window: Window) -> list[float]:
        """The moments of it at which somebody may have begun or ceased to hold something."""
        edges = [edge for _, since, until in self.terms for edge in (since, until)]
        edges += [edge for one in self.there(window) for edge in (one.began, one.ended)]
        return [window.start, *(e for e in edges if window.start <= e <= window.end), window.end]

    def in_window(self, window: Window) -> list[Snapshot]:
        """The snapshots that tell of it."""
        first = bisect_left(self.snapshots, window.start, key=lambda one: one.answered)
        last = bisect_right(self.snapshots, window.end, key=lambda one: one.asked)
        return self.snapshots[first:last]

    def named(self, name: str, window: Window) -> list[Member]:
        """Whom a person may mean, see `is_named`."""
        return [one for one in self.there(window) if is_named(one, name)]

    def led(self, member: Member, window: Window) -> bool:
        """Whether the program of this member held what the recipe gives, by its own word."""
        program = self.sessions.get(member.session)
        return any(
            who == program and window.meets(since, until) for who, since, until in self.terms
        )

    def held(self, member: Member, window: Window) -> bool:
        """The same of what goes with the znode: a lock is held by a dead program's znode too."""
        program = self.sessions.get(member.session)
        died = [one.at for one in self.deeds if (one.program, one.kind) == (program, "kill")]
        return self.led(member, window) or any(
            member.began <= at <= window.end and self.led(member, Window(at, at)) for at in died
        )

    def watches(self, by: Member, of: Member, snapshot: Snapshot) -> bool:
        """Whether the one member's session watched the other's znode."""
        return by.session in snapshot.watched(f"{self.path}/{of.name}")

    def late(self, at: float) -> float:
        """By how many seconds the witness may have been told late of that moment: by as much as
        its questions came late and were answered late then, and a little.
        """
        near = self.in_window(Window(at - 0.3, at + 0.3))
        gaps = [after.answered - before.answered for before, after in pairwise(near)]
        return LATE + max([0.0, *(gap - ASKED_EVERY for gap in gaps)])

    def last_heard(self, member: Member) -> float | None:
        """When a packet of its session was seen to have been received for the last time before its
        znode went: a session may outlive the znode.
        """
        session, told = member.session, self.in_window(Window(0.0, member.ended))
        counts = [(one.received.get(session, 0), one.answered) for one in told]
        most = max(counts, default=(0, 0.0))[0]
        return next((at for count, at in counts if most and count == most), None)

    def standing(self, at: float) -> list[Member]:
        """Who stood there at this moment, the lowest first."""
        return _standing(self.members, at)


def is_named(member: Member, name: str) -> bool:
    """Whether a person may mean it by a znode's name, the end of it, or what its data say, with the
    end of its name in brackets behind it where several say the same.
    """
    said, _, label = name.rstrip(")").partition(" (")
    is_said = said == _said(member.data)
    return member.name.endswith(name) or (is_said and member.name.endswith(label))


@cache
def _said(data: str) -> str:
    """Return how the page says these data: those of Handoff's library in words."""
    known = json.loads(data) if data.startswith("{") else {}
    return f"{known['candidate']} on {known['host']}, process {known['pid']}" if known else data


def _standing(members: Iterable[Member], at: float) -> list[Member]:
    return sorted(
        (one for one in members if one.began <= at <= one.ended), key=lambda one: one.number
    )


def common(members: Sequence[Member], window: Window) -> Window | None:
    """The part of it in which all of these stood; None where there is none."""
    start = max([window.start, *(one.began for one in members)])
    end = min([window.end, *(one.ended for one in members)])
    return Window(start, end) if start <= end else None
