"""The mistakes that can be made in more than one recipe, for each to choose from.

The numbers are those of docs/correctness.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from types import ModuleType
from typing import Any
from unittest.mock import patch

from kazoo.exceptions import NoAuthError, NoNodeError
from kazoo.protocol.states import KazooState

from app.participation import commands as c
from app.participation import queueing as queue_module
from app.participation.naming import parse_sequence
from app.participation.participant import Participant
from app.participation.place import Place
from app.participation.session_clock import TOUCH, SessionClock
from app.participation.volunteer import Volunteer
from app.processes.runtime import Runtime
from app.zookeeper import lane as lane_module
from app.zookeeper import operations as q
from app.zookeeper.extension import send
from app.zookeeper.handler import InOrderHandler
from app.zookeeper.lane import Lane
from app.zookeeper.wire.codes import Op
from tests.simulation import mutants as m
from tests.simulation.ensemble import peer as peer_module
from tests.simulation.machine import machine
from tests.simulation.parts import Planting
from tests.simulation.planting import asking, instead, mutant, mutants
from tests.simulation.process import Process

TOO_LONG = 1.03

# -- of what is asked, and how names are ordered --------------------------------------------------


def _read_with_exists(message: c.Message, place: Place) -> tuple[q.Operation, ...]:
    """6: the predecessor is watched with exists, which sets a watch on nothing too."""
    return (q.Reads((q.Exists(place.of(message.arguments["name"]), watch=True),)),)


def _list_unguarded(name: str | None, _watch: bool, *others: Any) -> c.Message:
    """7: its own znode is not watched."""
    return _listing(name, False, *others)


_listing = c.listing


def _by_number_alone(names: Any) -> list[str]:
    """10: the counter's wrap is forgotten."""
    parsed = [(found.number, name) for name in names if (found := parse_sequence(name))]
    return [name for _, name in sorted(parsed)]


def _by_digits(names: Any) -> list[str]:
    """10: counters are compared as strings (kazoo #730)."""
    return sorted(names, key=lambda name: name.rpartition("n_")[2])


def _lowest(name: str, ordered: list[str]) -> str | None:
    """18: everybody watches the leader."""
    return None if name == ordered[0] else ordered[0]


def _owner_unread(procedure: str) -> Planting:
    @contextmanager
    def planted() -> Iterator[None]:
        with (
            mutant(m.OwnerUnread, procedure)(),
            patch.object(Process, "next_guid", lambda self: f"guid-of-{self.name.rstrip(chr(39))}"),
        ):
            yield

    return planted


VOLUNTEERS = {
    "no looking up": m.WithoutLookingUp,
    "no deadline of its own": m.WithoutDeadline,
    "leading while suspended": m.LeadingWhileSuspended,
    "stale replies": m.StaleReplies,
    "blind to its own end": m.BlindToItsOwnEnd,
    "watch not re-armed": m.WatchNotRearmed,
    "no parent made": m.WithoutParent,
    "cleans up once": m.CleaningUpOnce,
}
"""Machines of whoever makes a znode."""
CHAINED = {"trusts the watch": m.TrustingTheWatch, "trusts the read": m.TrustingTheRead}
"""Machines of whoever watches another one's."""


def of_volunteers(procedure: str) -> dict[str, Planting]:
    """Of whoever makes a znode."""
    return {
        **mutants(VOLUNTEERS, procedure),
        "forgets a create under way": mutant(m.ForgettingACreate, procedure),
        "owner unread": _owner_unread(procedure),
        "own znode unwatched": instead(c, "listing", _list_unguarded),
    }


def of_order(module: ModuleType) -> dict[str, Planting]:
    """Of whoever orders names by the function of this module."""
    return {
        "names as strings": instead(module, "in_order", sorted),
        "counters as strings": instead(module, "in_order", _by_digits),
        "no wrap": instead(module, "in_order", _by_number_alone),
    }


def of_queues(procedure: str) -> dict[str, Planting]:
    """Of whoever watches the one before it."""
    return {
        **mutants(CHAINED, procedure),
        "watches with exists": asking(c.read_predecessor, _read_with_exists),
        "watches the first": instead(queue_module, "predecessor_of", _lowest),
    }


# -- of connections -------------------------------------------------------------------------------


def _unbound(client: Any, request: Any, then: Any, connection: int) -> None:
    """5: what was meant for one connection is sent over whichever there is."""
    send(client, request, then, client.handler.connection)


_over_any_connection = instead(lane_module, "send", _unbound)


def _join_at_once(self: Runtime) -> None:
    """Takes the word of kazoo's other thread for it that there is a connection."""
    self._may_join = True
    if self._client.state == KazooState.CONNECTED:
        self._restored(machine.monotonic())


def told_twice(procedure: str) -> Planting:
    """1: does twice what it is told of one connection twice."""

    @contextmanager
    def planted() -> Iterator[None]:
        with (
            mutant(m.MakingANewConnectionTwice, procedure)(),
            _over_any_connection(),
            patch.object(Runtime, "_join", _join_at_once),
        ):
            yield

    return planted


# -- of sessions: rule 4 --------------------------------------------------------------------------


_start, _restored = SessionClock.start, Runtime._restored


def _from_the_arrival(self: SessionClock, sent_at: float, at: float, proven: bool = False) -> None:
    """The clock runs from the arrival of an answer instead of the sending of its request."""
    self._contact = self._told = max(self._contact, at)


def _running_slow(
    self: SessionClock, offered_at: float, timeout: float, is_new: bool = True
) -> None:
    """The clock takes every session for 3 % longer than it is."""
    _start(self, offered_at, TOO_LONG * timeout, is_new)


def _as_asked(self: Runtime, now: float) -> None:
    """The clock runs by the timeout that was asked for, whatever the server has granted."""
    self._client.handler.shortest_ms = self.task.session_timeout * 1000
    _restored(self, now)


def _touched_when_sent(self: SessionClock, at: float) -> None:
    """21: goes by when a request was sent, where the moment counts at which it was answered."""
    while self._answered and self._answered[0][0] <= at - TOUCH * self.timeout:
        self._told = max(self._told, self._answered.popleft()[0])


CLOCKS: dict[str, Planting] = {
    "clock from the arrival": instead(SessionClock, "contact", _from_the_arrival),
    "a clock 3 % long": instead(SessionClock, "start", _running_slow),
    "the timeout asked for": instead(Runtime, "_restored", _as_asked),
}
"""Of whoever believes in what a session gives."""

FOUND: dict[str, Planting] = {
    "over any connection": _over_any_connection,
    "touched when sent": instead(SessionClock, "_was_in_touch", _touched_when_sent),
}
"""Of whatever recipe; one plays them for all."""


def _for_the_last(
    self: SessionClock, offered_at: float, timeout: float, is_new: bool = True
) -> None:
    self.timeout = timeout
    _start(self, offered_at, timeout, is_new)


def _granted_last(self: InOrderHandler, session: int, timeout_ms: int) -> None:
    self.shortest_ms = None
    _granted(self, session, timeout_ms)


_granted = InOrderHandler.shook_hands


@contextmanager
def _by_the_last_timeout() -> Iterator[None]:
    """21: goes by the last timeout of its session, where the shortest counts."""
    with (
        patch.object(SessionClock, "start", _for_the_last),
        patch.object(InOrderHandler, "shook_hands", _granted_last),
    ):
        yield


def _by_the_handshake(
    self: SessionClock, offered_at: float, timeout: float, is_new: bool = True
) -> None:
    """21: takes a handshake for the proof that a session of before goes on."""
    _start(self, offered_at, timeout, is_new)
    self._told = max(self._told, offered_at)


STARTS: dict[str, Planting] = {
    "clock by the last timeout": _by_the_last_timeout,
    "a handshake as proof": instead(SessionClock, "start", _by_the_handshake),
}
"""Of whoever has to prove that its session lives."""


def _absent(self: Lane, reads: Sequence[q.Read], outcomes: Sequence[Any]) -> q.Answer:
    """20: takes what it may not read for missing."""
    found = [NoNodeError() if isinstance(one, NoAuthError) else one for one in outcomes]
    return _values(self, reads, found)


_values = Lane._values

UNREAD: dict[str, Planting] = {"unread is absent": instead(Lane, "_values", _absent)}
"""Of whoever goes by what it reads."""

# -- where a server lags behind its leader, or is cut off from it ---------------------------------


_answered, _going_on = SessionClock.contact, Volunteer._go_on


def _unsynced() -> AbstractContextManager[Any]:
    """1: looks for its lost create in whatever tree there is: a `sync` waits for nothing."""
    return patch.object(peer_module, "FORWARDED", peer_module.FORWARDED - {Op.SYNC})


def _looking_once() -> AbstractContextManager[Any]:
    """1: has looked once, and takes it for settled."""

    def settled(self: Volunteer) -> Any:
        self._may_have_more = False
        return _going_on(self)

    return patch.object(Volunteer, "_go_on", settled)


@contextmanager
def _believing_reads() -> Iterator[None]:
    """21: takes every answer for a proof that its session lives."""

    def answered(self: SessionClock, sent_at: float, at: float, proven: bool = False) -> None:
        _answered(self, sent_at, at, proven)
        self._told = self._contact

    with (
        patch.object(SessionClock, "contact", answered),
        patch.object(Participant, "beat", lambda self: c.beat(None)),
    ):
        yield


LOST_CREATES: dict[str, Planting] = {"does not sync before looking": _unsynced}
"""Of whoever looks for a create of its own."""
OF_LEADERS: dict[str, Planting] = {
    **LOST_CREATES,
    "looks once only": _looking_once,
    "takes reads for proofs": _believing_reads,
}
"""Of whoever leads, or holds, with a znode in an order."""
