"""One fact, immutable and numbered."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ..readmodels.document import Data
from ..readmodels.told import Told


@dataclass(frozen=True, slots=True)
class Event:
    """One event. `at` is in seconds of the machine's monotonic clock, `wall` the same moment as
    Unix time.

    `patch` is the RFC 7386 merge patch that the event makes to the state document. `told`: the line
    that it has in a list of what happened, None where it has none.
    """

    seq: int
    at: float
    wall: float
    kind: str
    subject: str
    data: Data
    patch: Data
    told: Told | None

    def as_json(self) -> dict[str, Any]:
        """Return the event with the contract's fields."""
        return {**self._facts(), "patch": self.patch, **self._line()}

    @property
    def length(self) -> int:
        """Return its bytes as JSON, without its patch."""
        return len(json.dumps(self.without_patch(), separators=(",", ":")))

    def without_patch(self) -> dict[str, Any]:
        """Return the event for a list of what happened, where the state is known already."""
        return {**self._facts(), **self._line()}

    def _facts(self) -> dict[str, Any]:
        return {
            "seq": self.seq,
            "at": self.at,
            "wall": self.wall,
            "kind": self.kind,
            "subject": self.subject,
            "data": self.data,
        }

    def _line(self) -> dict[str, Any]:
        return self.told._asdict() if self.told else {"told": False}
