"""One fact, immutable and numbered."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """`at` is in seconds of the machine's monotonic clock, `wall` the same moment as Unix time.

    `patch` is the RFC 7386 merge patch that the event makes to the state document. `told`: whether
    a list of what happened has a line for it.
    """

    seq: int
    at: float
    wall: float
    kind: str
    subject: str
    data: dict[str, Any]
    patch: dict[str, Any]
    told: bool = True

    def as_json(self) -> dict[str, Any]:
        """The event as the contract names its fields."""
        untold = {} if self.told else {"told": False}
        return {**self.without_patch(), "patch": self.patch, **untold}

    @property
    def length(self) -> int:
        """Bytes of it as JSON, without its patch."""
        return len(json.dumps(self.without_patch(), separators=(",", ":")))

    def without_patch(self) -> dict[str, Any]:
        """The event for a list of what happened, where the state is known already."""
        return {
            "seq": self.seq,
            "at": self.at,
            "wall": self.wall,
            "kind": self.kind,
            "subject": self.subject,
            "data": self.data,
        }
