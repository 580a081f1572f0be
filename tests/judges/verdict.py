"""What a judge says."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


class Missing(Exception):
    """Tell why a judge cannot judge here: its program cannot be had. The others go on."""


@dataclass(frozen=True)
class Verdict:
    """One row of the table.

    judge, version: the program. looked_at: on what, and how much of it. found: its findings, each a
    line. named: the findings that are wrong, each with the reason; they are not in `found`. goal:
    what `found` should come to, in words; holds: whether it does. seconds: how long it took.
    """

    judge: str
    version: str
    looked_at: str
    found: tuple[str, ...]
    goal: str
    holds: bool
    named: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """Return the row as build/judges.json has it."""
        return asdict(self)


def clean(judge: str, version: str, looked_at: str, found: tuple[str, ...]) -> Verdict:
    """Return the verdict of a judge that should find nothing."""
    return Verdict(judge, version, looked_at, found, "0 findings", not found)
