"""What a candidate's process and the dashboard say to each other over their pipe.

To the candidate go the words "join", "stop" and "resign". From it come lists of `Report`s. The
pipe's end is a message too: whichever side is left alone ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Task:
    """What a candidate's process is started with. `session_timeout` is in seconds."""

    name: str
    hosts: str
    election: str
    session_timeout: float

    @property
    def acknowledgement(self) -> str:
        """The znode in which the leader writes down that it leads, beside the election."""
        return f"{self.election}-acknowledged"


@dataclass(frozen=True)
class Report:
    """One thing a candidate says. `at` is its monotonic clock, which is the machine's.

    kind `started`, `reported` and `notified` become events; `contact` is the latest moment at
    which a request left that the server answered; `identity` is the session's id and password.
    """

    kind: str
    at: float
    data: dict[str, Any] = field(default_factory=dict)
