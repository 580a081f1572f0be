"""A message to ZooKeeper: its requests, and what their answers mean to its recipe.

Both are pure. The requests of one message leave in one flight, in their order; the recipe hears
of the answers at once, when all are there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from ..zookeeper import operations as q
from . import inputs as i
from .place import Place

Event = Literal["created", "deleted", "changed", "children"]


@dataclass(frozen=True)
class Command:
    """A command of a recipe to its process."""


@dataclass(frozen=True)
class Message(Command):
    """A command to ZooKeeper. counts: whether the process's counters include it."""

    counts: ClassVar[bool] = True

    def requests(self, place: Place) -> tuple[q.Operation, ...]:
        """Return the requests."""
        raise NotImplementedError

    def said(self, at: float, generation: int, *answers: Any) -> i.Input | None:
        """Return what the recipe hears of answers without a failure; None: nothing."""
        raise NotImplementedError

    def unanswered(self, at: float, generation: int) -> i.Input | None:
        """Return what the recipe hears if the connection broke first: after the next reconnect it
        reads what has happened.
        """
        return None

    def failed(self, at: float, generation: int, reason: str) -> i.Input | None:
        """Return what the recipe hears of a failure."""
        return i.Failed(at, generation, reason)

    def hear(self, at: float, generation: int, answers: tuple[q.Answer, ...]) -> i.Input | None:
        """Return what the recipe hears of the answers, one for each request."""
        for answer in answers:
            if isinstance(answer, q.Unanswered):
                return self.unanswered(at, generation)
        for answer in answers:
            if isinstance(answer, q.RequestFailed):
                return self.failed(at, generation, answer.reason)
        return self.said(at, generation, *answers)

    def fired(
        self, at: float, generation: int, place: Place, path: str, event: Event, zxid: int | None
    ) -> i.Input:
        """Return what the recipe hears of a watch of this message."""
        name = place.name_of(path)
        known: Event = "children" if name == i.PARENT else event
        return i.WatchFired(at, generation, name, known, zxid)


class Reading(Message):
    """A command to read, in one flight; with `sync` the server catches up first."""

    sync: bool = False

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return the reads, in their order."""
        raise NotImplementedError

    def told(self, at: float, generation: int, *values: Any) -> i.Input:
        """Return what the recipe hears of the values, in the order of the reads."""
        raise NotImplementedError

    def requests(self, place: Place) -> tuple[q.Operation, ...]:
        """Return the requests, sent in one flight."""
        before = (q.Sync(),) if self.sync else ()
        return (*before, q.Reads(self.reads(place)))

    def said(self, at: float, generation: int, *answers: Any) -> i.Input:
        """Return what the values say."""
        return self.told(at, generation, *answers[-1].values)


class Writing(Message):
    """A command to write, all or nothing; answered by Written, or by WriteRefused."""

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the writes, in their order."""
        raise NotImplementedError

    def requests(self, place: Place) -> tuple[q.Operation, ...]:
        """Return one transaction."""
        return (self.writes(place),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Return the outcome."""
        if isinstance(answer, q.RequestRefused):
            return i.WriteRefused(at, generation, answer.index, answer.why)
        return i.Written(at, generation)
