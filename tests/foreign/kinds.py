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

EVERYWHERE = ("embedded", "apache", "slow")


@dataclass(frozen=True)
class Kind:
    """path: of its election. shapes: what the state document may call it; strategy: what it has to
    be followed as, None for whatever it is. leads: whether one of them is the first, who leads or
    holds the lock. is_found: whether it has to be found; else it is nothing of this sort. is_quick:
    whether members come and go before a witness has read them. servers: where it runs by itself.
    """

    title: str
    path: str
    command: Command
    shapes: tuple[str, ...] = ("lock or election", "election")
    strategy: str | None = None
    leads: bool = True
    is_found: bool = True
    is_quick: bool = False
    servers: tuple[str, ...] = EVERYWHERE
    needs_java: bool = True

    @property
    def is_lock(self) -> bool:
        """Whether it is a lock in truth: somebody holds it, and nobody leads."""
        return self.leads and "election" not in self.shapes


def _in_java(recipe: Callable[[int], str], path: str) -> Command:
    def command(classes: Path, hosts: str, number: int, name: str) -> list[str]:
        return command_of("Foreign", classes, recipe(number), hosts, path, TIMEOUT_MS, name)

    return command


def _in_python(path: str, *module: str) -> Command:
    def command(_classes: Path, hosts: str, _number: int, name: str) -> list[str]:
        return [sys.executable, "-m", *module, hosts, path, str(TIMEOUT_MS), name]

    return command


def _with_kazoo(recipe: str, path: str) -> Command:
    return _in_python(path, "tests.foreign.program", recipe)


def _side(number: int) -> str:
    return "write" if number % 3 == 0 else "read"


KINDS = {
    "election": Kind(
        "kazoo Election", "/svc/election", _with_kazoo("election", "/svc/election"),
        needs_java=False,
    ),
    "latch": Kind("Curator LeaderLatch", "/svc/latch", _in_java(lambda _: "latch", "/svc/latch")),
    "selector": Kind(
        "Curator LeaderSelector, 150 ms", "/svc/selector",
        _in_java(lambda _: "selector", "/svc/selector"), servers=(*EVERYWHERE, "far"),
    ),
    "shared": Kind(
        "Curator read/write lock", "/svc/shared", _in_java(_side, "/svc/shared"),
        shapes=("shared lock",), leads=False,
    ),
    "key": Kind(
        "Patroni's key", "/service/demo", _with_kazoo("key", "/service/demo"),
        shapes=("election",), strategy="single", needs_java=False,
    ),
    "busy": Kind(
        "kazoo Lock, 150 ms", "/svc/busy", _with_kazoo("busy", "/svc/busy"),
        shapes=("lock or election",), servers=("far",), needs_java=False,
    ),
    "quick": Kind(
        "kazoo Lock, 2 ms", "/svc/quick", _with_kazoo("quick", "/svc/quick"),
        shapes=("lock or election",), is_quick=True, servers=("embedded", "apache"),
        needs_java=False,
    ),
    "own": Kind(
        "Handoff Lock", "/svc/own", _in_python("/svc/own", "tests.foreign.own_lock"),
        shapes=("lock",), needs_java=False,
    ),
    "hbase": Kind(
        "HBase tree", "/hbase/rs", _with_kazoo("hbase", "/hbase/rs"),
        shapes=(), leads=False, is_found=False, servers=("apache", "slow"), needs_java=False,
    ),
    "dubbo": Kind(
        "Dubbo tree", "/dubbo/demo/providers", _with_kazoo("dubbo", "/dubbo/demo/providers"),
        shapes=(), leads=False, is_found=False, servers=("apache", "slow"), needs_java=False,
    ),
}  # fmt: skip
