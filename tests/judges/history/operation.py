"""One operation of a history: what a process did, from when to when, and what came of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

Outcome = Literal["ok", "fail", "unknown"]


@dataclass(frozen=True)
class Operation:
    """`invoked` and `completed` are moments of one clock, in seconds. `fail` has not happened; one
    that was not answered is `unknown`: it may have happened, until `completed`, or whenever.
    """

    process: str
    kind: str
    invoked: float
    value: Any = None
    completed: float = math.inf
    outcome: Outcome = "unknown"

    @property
    def may_have_happened(self) -> bool:
        """Tell whether it has happened, or may have."""
        return self.outcome != "fail"

    @property
    def is_ok(self) -> bool:
        """Tell whether it was answered, and has happened."""
        return self.outcome == "ok"
