"""What a judge says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

NOT_SEVERAL: Mapping[str, int | None] = MappingProxyType({})


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


def unnamed(
    remarks: Iterable[str], names: Iterable[str], several: Mapping[str, int | None] = NOT_SEVERAL
) -> tuple[str, ...]:
    """Return the remarks that have no name, and the names that do not fit.

    names: remarks that are wrong, each made once. several: those that are made more often, and how
    often; None is any number of times but none. One more is another fault of the same kind in the
    same place; one less is a name that hides the next.
    """
    made, named = Counter(remarks), {**dict.fromkeys(names, 1), **several}
    return tuple(
        f"{one}: {made[one]}, of which {'some' if known is None else known} are named"
        for one in {**made, **named}
        if not (made[one] if (known := named.get(one, 0)) is None else made[one] == known)
    )
