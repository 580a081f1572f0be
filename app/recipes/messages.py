"""A message to ZooKeeper: the requests that it makes, and what their answers are to its recipe.

Both are pure. The requests of one message leave in one flight, in their order; what comes of them
is heard at once, when all are answered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from app.recipes import inputs as i
from app.recipes import requests as q
from app.recipes.place import Place

Event = Literal["created", "deleted", "changed", "children"]


@dataclass(frozen=True)
class Command:
    """Anything a recipe asks its process to do."""


@dataclass(frozen=True)
class Message(Command):
    """A command to ZooKeeper. counts: whether the process's counters tell of it."""

    counts: ClassVar[bool] = True

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """What is asked for."""
        raise NotImplementedError

    def said(self, at: float, generation: int, *answers: Any) -> i.Input | None:
        """What the recipe hears of answers of which none is a failure; None: nothing."""
        raise NotImplementedError

    def unanswered(self, at: float, generation: int) -> i.Input | None:
        """What the recipe hears where the connection broke first: after the next reconnect it
        reads what has happened.
        """
        return None

    def failed(self, at: float, generation: int, reason: str) -> i.Input | None:
        """What the recipe hears of a failure."""
        return i.Failed(at, generation, reason)

    def hear(self, at: float, generation: int, answers: tuple[q.Answer, ...]) -> i.Input | None:
        """What the recipe hears of the answers, one for each request."""
        for answer in answers:
            if isinstance(answer, q.Unanswered):
                return self.unanswered(at, generation)
        for answer in answers:
            if isinstance(answer, q.Failed):
                return self.failed(at, generation, answer.reason)
        return self.said(at, generation, *answers)

    def fired(
        self, at: float, generation: int, place: Place, path: str, event: Event, zxid: int | None
    ) -> i.Input:
        """What the recipe hears of a watch of this message's."""
        name = place.name_of(path)
        known: Event = "children" if name == i.PARENT else event
        return i.WatchFired(at, generation, name, known, zxid)
