"""The mistakes that show only where a server lags behind its leader, or is cut off from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

from app.recipes import commands as c
from app.recipes.participant import Participant
from app.recipes.session_clock import SessionClock
from app.recipes.volunteer import Volunteer
from app.zookeeper.wire.codes import Op
from tests.simulation.follower import Follower

Planting = Callable[[], AbstractContextManager[Any]]
LOST_CREATES = ("predecessor", "herd", "lock", "queue", "barrier")
LEADERS = ("predecessor", "herd", "lock")

_answered = SessionClock.contact
_going_on = Volunteer._go_on


def _unsynced() -> AbstractContextManager[Any]:
    """1: looks for its lost create in whatever tree there is: a `sync` waits for nothing."""
    return patch.object(Follower, "ASKED", Follower.ASKED - {Op.SYNC})


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
        patch.object(Participant, "beat", lambda self: c.Beat(None)),
    ):
        yield


UNSYNCED: dict[str, Planting] = {
    **{f"{recipe}: does not sync before looking": _unsynced for recipe in LOST_CREATES},
    **{f"{recipe}: looks once only": _looking_once for recipe in LEADERS},
    **{f"{recipe}: takes reads for proofs": _believing_reads for recipe in LEADERS},
}
