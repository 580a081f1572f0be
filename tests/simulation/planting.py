"""How mistakes are planted: a machine with one in the place of the real one, or a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from app.participation.messages import Message
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


def asking(message: type[Message], mistake: Callable[..., Any]) -> Planting:
    """Have a message ask for something else."""
    return instead(message, "requests", mistake)


def without(message: type[Message], kind: type[Any]) -> Planting:
    """Have a message's transaction do without its writes of a kind."""
    real = message.requests

    def requests(self: Message, place: Place) -> tuple[q.Operation, ...]:
        *before, whole = real(self, place)
        assert isinstance(whole, tuple)
        kept = tuple(one for one in whole if not isinstance(one, kind))
        return (*before, kept)

    return asking(message, requests)
