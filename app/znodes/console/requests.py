"""The requests of a command: operations on ZooKeeper, and what the console does itself."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

from ...zookeeper.operations import Operation


class ConsoleRefused(Exception):
    """ZooKeeper answered with an error. code: as in KeeperException.Code; path: None for none."""

    def __init__(self, code: int, path: str | None = None) -> None:
        super().__init__(code, path)
        self.code, self.path = code, path


class ConsoleUnanswered(Exception):
    """No answer, or one that zkCli has no words for; the message is in ours."""


class Unsure(Exception):
    """The answer to Sure: not yet. The line ends, and nothing was done."""


class DeleteTogether(NamedTuple):
    """All or none of these, each as it was when the person was sure. Answered by None."""

    paths: Sequence[str]


class Several(NamedTuple):
    """Many lists of children at once. Answered by the names of each, or a ConsoleRefused."""

    paths: Sequence[str]
    watch: bool = False


class Sure(NamedTuple):
    """A question: `command` changes all these. Answered by None, or by Unsure."""

    command: str
    path: str
    znodes: Sequence[str]


class Alive(NamedTuple):
    """Answered by whether the session goes on, connected or not."""


class ConsoleClose(NamedTuple):
    """End the session. Answered by None."""


class Connect(NamedTuple):
    """Begin another session. Answered by None."""


class ConsoleLeave(NamedTuple):
    """End the session and the console. Answered by None."""


Ask = Operation | DeleteTogether | Several | Sure | Alive | ConsoleClose | Connect | ConsoleLeave
"""An operation is answered as operations.py says; a read of a missing znode by ConsoleRefused."""

Steps = Generator[Ask, Any, None]
