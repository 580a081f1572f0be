"""Declare the messages between a candidate's process and the dashboard over their pipe.

The dashboard sends orders, `(word, value)`: "join", "stop", "resign", "data", and those of the
candidate's work. The candidate sends lists of `Report`s. The end of the pipe is a message too: the
side that stays ends.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..zookeeper.security import OPEN, Security


class WorkerOrder(NamedTuple):
    """One order to a candidate."""

    word: str
    value: Any = None


@dataclass(frozen=True)
class WorkerTask:
    """The task that a candidate's process starts with. `session_timeout` is in seconds, `recipe` is
    the name that its znode gives, and `settings` are those of its work. zookeeper: its version, if
    known. makes_chroot: whether it creates a chroot that is missing.
    """

    name: str
    hosts: str
    path: str
    session_timeout: float
    recipe: str = "predecessor"
    settings: Mapping[str, Any] = field(default_factory=dict)
    zookeeper: str | None = None
    security: Security = OPEN
    makes_chroot: bool = False


def own_data(name: str, recipe: str) -> bytes:
    """Return what the znode of this process says: who it is, and which recipe it follows."""
    who = {"candidate": name, "host": socket.gethostname(), "pid": os.getpid(), "recipe": recipe}
    return json.dumps(who).encode()


@dataclass(frozen=True)
class Report:
    """One report of a candidate. `at` is a time of its monotonic clock, which is the machine's.

    kind: `contact` tells the latest moment at which a request left that the server answered,
    `identity` the session's id and password. The supervisor may know other kinds that have an
    addressee. All other reports become events: `started`, `reported`, `notified`, and those of its
    work.
    """

    kind: str
    at: float
    data: dict[str, Any] = field(default_factory=dict)
