"""How mistakes are planted: a machine with one in the place of the real one, or a function."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial, wraps
from typing import Any
from unittest.mock import patch
from warnings import catch_warnings

from app.participation.messages import Message
from app.participation.participant import UnforeseenPhase
from app.participation.place import Place
from app.zookeeper import operations as q
from tests.simulation.machine import RECIPES
from tests.simulation.parts import Planting


def mutant(mistake: Any, *procedures: str) -> Planting:
    """Put a class with a mistake before the machines of these procedures."""
    return lambda: patch.dict(RECIPES, {name: _mixed(mistake, name) for name in procedures})


def _mixed(mistake: Any, procedure: str) -> Any:
    real = RECIPES[procedure]
    bases = (mistake,) if issubclass(mistake, real) else (mistake, real)
    return type("Mutant", bases, {})


def mutants(mistakes: dict[str, Any], *procedures: str) -> dict[str, Planting]:
    """Return how each of these classes is put before the machines of these procedures."""
    return {name: mutant(mistake, *procedures) for name, mistake in mistakes.items()}


def instead(of: Any, name: str, mistake: Any) -> Planting:
    """Put a mistake in the place of what bears this name in a class or a module."""
    return lambda: patch.object(of, name, mistake)


def asking(make: Callable[..., Message], mistake: Callable[[Message, Place], Any]) -> Planting:
    """Have a message ask for something else, in whichever module its name is."""

    @wraps(make)
    def made(*given: Any, **named: Any) -> Message:
        message = make(*given, **named)
        return replace(message, requests=partial(mistake, message))

    @contextmanager
    def planted() -> Iterator[None]:
        with ExitStack() as stack:
            for module in [one for one in sys.modules.values() if one.__name__[:4] == "app."]:
                if vars(module).get(make.__name__) is make:
                    stack.enter_context(patch.object(module, make.__name__, made))
            yield

    return planted


def without(make: Callable[..., Message], kind: type[Any]) -> Planting:
    """Have a message's transaction do without its writes of a kind."""

    def requests(message: Message, place: Place) -> tuple[q.Operation, ...]:
        *before, whole = message.requests(place)
        assert isinstance(whole, tuple)
        kept = tuple(one for one in whole if not isinstance(one, kind))
        return (*before, kept)

    return asking(make, requests)


def astray(planting: Planting) -> Planting:
    """Let a mistake lead to phases that no table names: a judge shall see it, not our check."""

    @contextmanager
    def planted() -> Iterator[None]:
        with catch_warnings(action="ignore", category=UnforeseenPhase), planting():
            yield

    return planted
