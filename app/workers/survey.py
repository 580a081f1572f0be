"""Requests that are sent together, and answered together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Take = Callable[[Any], None]


class Survey:
    """Collects the results of requests; `then` gets them by name, once all are there.

    Every place must be asked for before the first result comes.
    """

    def __init__(self, then: Callable[[Mapping[str, Any]], None]) -> None:
        self._then = then
        self._answers: dict[str, Any] = {}

    def place(self, name: str) -> Take:
        """What takes the result called `name`."""
        self._answers[name] = None

        def take(result: Any) -> None:
            self._answers[name] = result
            if None not in self._answers.values():
                self._then(self._answers)

        return take
