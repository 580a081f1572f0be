"""What a candidate's process and the dashboard say to each other over their pipe.

To the candidate go orders, `(word, value)`: "join", "stop", "resign", "data", and those of its
work. From it come lists of `Report`s. The pipe's end is a message too: whichever side is left
alone ends.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from app.security import OPEN, Security


class Order(NamedTuple):
    """One thing a candidate is told."""

    word: str
    value: Any = None


@dataclass(frozen=True)
class Task:
    """What a candidate's process is started with. `session_timeout` is in seconds, `recipe` a
    name of `app.recipes.kinds`, `settings` are those of its work. zookeeper: its servers' version,
    where it is known.
    """

    name: str
    hosts: str
    path: str
    session_timeout: float
    recipe: str = "predecessor"
    settings: Mapping[str, Any] = field(default_factory=dict)
    zookeeper: str | None = None
    security: Security = OPEN


def own_data(name: str, recipe: str) -> bytes:
    """What the znode of this process says: who it is, and by which recipe it is there."""
    who = {"candidate": name, "host": socket.gethostname(), "pid": os.getpid(), "recipe": recipe}
    return json.dumps(who).encode()


@dataclass(frozen=True)
class Report:
    """One thing a candidate says. `at` is its monotonic clock, which is the machine's.

    kind `contact` is the latest moment at which a request left that the server answered,
    `identity` the session's id and password. The supervisor may know others that are addressed to
    somebody. All the rest become events: `started`, `reported`, `notified`, and those of its work.
    """

    kind: str
    at: float
    data: dict[str, Any] = field(default_factory=dict)
