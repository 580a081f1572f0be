"""What the state has said of the invariants, from the first event on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.journal.recorded import Recorded
from app.recipes.registry import MODELS

SETTLING: Mapping[str, float] = {
    name: seconds for model in MODELS for name, seconds in model.settling.items()
}

LATE = 15.0
"""Seconds within which a process that has been told does what it is to do, and says so, on a
machine that has hardly any time for it."""


class Verdicts:
    """`broken` is what invariants were false, with the event that made them so: at every moment
    those that must always hold, and those that may settle where they have not within `LATE`.

    The page says so after a second or two already. That is a matter of how quick things are: here
    they are not.
    """

    def __init__(self) -> None:
        self._broken: list[tuple[str, str]] = []
        self._unsettled: dict[tuple[str, str, str], tuple[float, str]] = {}
        self._allowed: set[str] = set()

    def allow(self, *invariants: str) -> None:
        """These are broken on purpose."""
        self._allowed |= set(invariants)

    @property
    def broken(self) -> list[str]:
        return [text for name, text in self._broken if name not in self._allowed]

    @property
    def unsettled(self) -> list[str]:
        """What is false now, and may settle."""
        found = self._unsettled.copy().items()
        return [text for (_, _, name), (_, text) in found if name not in self._allowed]

    def note(self, event: Recorded, state: Any) -> None:
        """An event, and the state after it."""
        for section in MODELS.by_section:
            for path, one in (event.patch.get(section) or {}).items():
                for name, holds in ((one or {}).get("invariants") or {}).items():
                    is_broken = holds is False  # None: it is none of this strategy's
                    why = str(state[section][path]["violations"]) if is_broken else ""
                    text = f"{name} after {event.kind} {event.subject}: {why}"
                    self._judge((section, path, name), is_broken, event.at, text)

    def _judge(self, key: tuple[str, str, str], is_broken: bool, at: float, text: str) -> None:
        name = key[-1]
        if is_broken and SETTLING[name]:
            self._unsettled.setdefault(key, (at, text))
        elif is_broken:
            self._broken.append((name, text))
        elif key in self._unsettled:
            since, text = self._unsettled.pop(key)
            if at - since > LATE:
                self._broken.append((name, text))
