"""Name what a presenter may let the audience do; everything else is the presenter's alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Right(NamedTuple):
    """A right that a presenter hands to the audience, and takes back.

    lets: what a visitor may do then, after "may". takes: the fields that a visitor may send; None:
    all. thing: what the action makes or needs. gives: the field of the answer that names what is
    the visitor's own from then on. most: how many of the thing one visitor has at a time. among:
    the values that a field of the url may have.
    """

    name: str
    lets: str
    takes: frozenset[str] | None = None
    thing: str | None = None
    gives: str | None = None
    most: int = 0
    among: Mapping[str, frozenset[str]] = {}


START = Right(
    "start", "start candidates in an election that is there",
    frozenset({"count", "election", "session_timeout"}), "candidate", "candidates", 3,
)  # fmt: skip
OWN = Right(
    "own", "stop, freeze, wake and kill the candidates that they started", thing="candidate",
    among={"action": frozenset({"stop", "pause", "resume", "kill"})},
)  # fmt: skip
CONSOLE = Right(
    "console", "open a console of their own, which can change all of ZooKeeper",
    thing="console", gives="console", most=1,
)  # fmt: skip
NAME = Right("name", "choose their own name")
RIGHTS = {right.name: right for right in (START, OWN, CONSOLE, NAME)}
