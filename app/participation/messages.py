"""Make a message to ZooKeeper: its requests, and what their answers mean to its recipe.

A recipe has a function for each of its messages. Requests and parsing are pure. The requests of one
message leave in one flight, in their order; the recipe hears of the answers at once, when all are
there.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, ParamSpec

from ..zookeeper import operations as o
from . import inputs as i
from .inputs import Event as Event
from .place import Place

Given = ParamSpec("Given")
Said = Callable[..., i.Input | None]
"""A function of the time, the generation, and what else there is to say; it returns what the recipe
hears.
"""


@dataclass(frozen=True)
class Command:
    """A command of a recipe to its process."""

    def is_of(self, *makes: Callable[..., Message]) -> bool:
        """Tell whether one of these functions has made this command; they make only messages."""
        return isinstance(self, Message) and self.name in {make.__name__ for make in makes}


def watch_fired(
    at: float, generation: int, place: Place, path: str, event: Event, zxid: int | None
) -> i.Input:
    """Return what happened to the znode that was watched."""
    name = place.name_of(path)
    known: Event = "children" if name == i.PARENT else event
    return i.WatchFired(at, generation, name, known, zxid)


@dataclass(frozen=True, repr=False)
class Message(Command):
    """A command to ZooKeeper. Messages of the same call are equal.

    requests: returns those in a place. hear: returns what the recipe hears of the answers, one for
    each request; None: nothing. fired: returns what it hears of a watch. counts: whether the
    process's counters include it. name, arguments: those of the call, without arguments that have
    their default.
    """

    requests: Callable[[Place], tuple[o.Operation, ...]] = field(compare=False)
    hear: Callable[[float, int, tuple[o.Answer, ...]], i.Input | None] = field(compare=False)
    fired: Callable[[float, int, Place, str, Event, int | None], i.Input] = field(
        default=watch_fired, compare=False
    )
    counts: bool = field(default=True, compare=False)
    name: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __repr__(self) -> str:
        """Return the call."""
        given = (f"{name}={value!r}" for name, value in self.arguments.items())
        return f"{self.name}({', '.join(given)})"


def message(make: Callable[Given, Message]) -> Callable[Given, Message]:
    """Name what this function makes after its call."""
    signature = inspect.signature(make)
    usual = {name: one.default for name, one in signature.parameters.items()}

    @wraps(make)
    def made(*given: Given.args, **named: Given.kwargs) -> Message:
        bound = signature.bind(*given, **named).arguments
        arguments = {name: value for name, value in bound.items() if value != usual[name]}
        return replace(make(*given, **named), name=make.__name__, arguments=arguments)

    return made


def unheard(at: float, generation: int, *said: Any) -> None:
    """Say nothing."""


def asking(
    requests: Callable[[Place], tuple[o.Operation, ...]],
    said: Said,
    *,
    unanswered: Said = unheard,
    failed: Said = i.Failed,
    **others: Any,
) -> Message:
    """Return a message that makes an input of its answers by `said`, unless one is a failure. By
    default it makes none of requests without an answer: the recipe reads what has happened after
    the next reconnect.
    """

    def hear(at: float, generation: int, answers: tuple[o.Answer, ...]) -> i.Input | None:
        if any(isinstance(answer, o.Unanswered) for answer in answers):
            return unanswered(at, generation)
        for answer in answers:
            if isinstance(answer, o.RequestFailed):
                return failed(at, generation, answer.reason)
        return said(at, generation, *answers)

    return Message(requests, hear, **others)


def reading(
    reads: Callable[[Place], tuple[o.Read, ...]], told: Said, *, sync: bool = False, **others: Any
) -> Message:
    """Return a message that reads in one flight, and makes an input of the values by `told`, in the
    order of the reads. With `sync` the server catches up first.
    """
    before = (o.Sync(),) if sync else ()
    return asking(
        lambda place: (*before, o.Reads(reads(place))),
        lambda at, generation, *answers: told(at, generation, *answers[-1].values),
        **others,
    )


def written(at: float, generation: int, answer: o.Answer) -> i.Input:
    """Return the outcome of a transaction."""
    if isinstance(answer, o.RequestRefused):
        return i.WriteRefused(at, generation, answer.index, answer.why)
    return i.Written(at, generation)


def writing(
    writes: Callable[[Place], tuple[o.Write, ...]], said: Said = written, **others: Any
) -> Message:
    """Return a message that writes all or nothing, in one transaction."""
    return asking(lambda place: (writes(place),), said, **others)
