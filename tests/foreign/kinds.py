"""The kinds of foreign election, and what is true of each."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.conformance.curator import command_of

Command = Callable[[Path, str, int, str], list[str]]
"""Of the compiled classes' folder, hosts, the number of the program, and its name."""

TIMEOUT_MS = 4000


@dataclass(frozen=True)
class Kind:
    """path: of its election. shapes: what the state document may call it; strategy: what it has to
    be followed as, None for whatever it is. leads: whether one of them is a leader.
    """

    title: str
    path: str
    command: Command
    shapes: tuple[str, ...] = ("lock or election", "election")
    strategy: str | None = None
    leads: bool = True
    needs_java: bool = True


def _in_java(recipe: Callable[[int], str], path: str) -> Command:
    def command(classes: Path, hosts: str, number: int, name: str) -> list[str]:
        return command_of("Foreign", classes, recipe(number), hosts, path, TIMEOUT_MS, name)

    return command


def _in_python(recipe: str, path: str) -> Command:
    def command(_classes: Path, hosts: str, _number: int, name: str) -> list[str]:
        module = [sys.executable, "-m", "tests.foreign.program", recipe]
        return [*module, hosts, path, str(TIMEOUT_MS), name]

    return command


def _side(number: int) -> str:
    return "write" if number % 3 == 0 else "read"


KINDS = {
    "election": Kind(
        "kazoo Election", "/svc/election", _in_python("election", "/svc/election"), needs_java=False
    ),
    "latch": Kind("Curator LeaderLatch", "/svc/latch", _in_java(lambda _: "latch", "/svc/latch")),
    "selector": Kind(
        "Curator LeaderSelector, 150 ms", "/svc/selector",
        _in_java(lambda _: "selector", "/svc/selector"),
    ),
    "shared": Kind(
        "Curator read/write lock", "/svc/shared", _in_java(_side, "/svc/shared"),
        shapes=("shared lock",), leads=False,
    ),
    "key": Kind(
        "Patroni's key", "/service/demo", _in_python("key", "/service/demo"),
        shapes=("election",), strategy="single", needs_java=False,
    ),
}  # fmt: skip
