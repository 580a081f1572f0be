"""The limits of a drill: what has to hold, and whether it did.

p95:handoff=6s    the upper bound of the quantile is at most 6 s
max:detect=4500ms every round took at most 4.5 s until ZooKeeper noticed
failed=0          every round went as it should, and broke no invariant
late=1            at most one round was not over within the time of the plan
broken=0          no round broke an invariant
lost=0            of a bookshelf: no book is missing that was acknowledged
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...errors import BadRequest
from .figures import SHARES, quantile
from .rounds import (
    GOOD,
    HANDOFF,
    LATE,
    PHASES,
    DrillRound,
    books_of,
    said_of_books,
    values_of,
)

GRAMMAR = re.compile(
    rf"(?P<of>max|{'|'.join(SHARES)}):(?P<phase>{'|'.join((HANDOFF, *PHASES))})"
    r"=(?P<value>[0-9]{1,9}(\.[0-9]{1,6})?)(?P<unit>ms|s)"
    r"|(?P<count>failed|late|broken|lost)=(?P<number>[0-9]{1,5})"
)
_SAYS = (
    "must be like p95:handoff=6s, max:detect=4500ms or failed=0: one of "
    f"{', '.join(SHARES)}, max, of one of {', '.join((HANDOFF, *PHASES))}, in ms or s; or the "
    "number of failed, late or broken rounds, or of lost books"
)
_COUNTS: dict[str, Callable[[DrillRound], bool]] = {
    "failed": lambda one: one["outcome"] not in GOOD,
    "late": lambda one: one["outcome"] == LATE,
    "broken": lambda one: bool(one["broken"]),
}
LOST = "lost"
"""The name of a limit of books: only a bookshelf has any."""


@dataclass(frozen=True)
class Limit:
    """One limit. name: p50 … p99, max, or what is counted; phase: None of a count; value: in
    milliseconds, or rounds, or books.
    """

    text: str
    name: str
    phase: str | None
    value: float

    def __str__(self) -> str:
        return self.text

    @property
    def share(self) -> float | None:
        """Return the share of the rounds below its quantile; None where it is of none."""
        return SHARES.get(self.name)


class Verdict(NamedTuple):
    """Whether a limit was kept, and why: in words."""

    limit: str
    kept: bool
    says: str


def limit_of(text: str) -> Limit:
    """Read a limit. Raise BadRequest with the grammar."""
    found = GRAMMAR.fullmatch(text)
    if found is None:
        raise BadRequest(f"{text!r} {_SAYS}", field="limits")
    if found["count"]:
        return Limit(text, found["count"], None, float(found["number"]))
    factor = 1000 if found["unit"] == "s" else 1
    return Limit(text, found["of"], found["phase"], float(found["value"]) * factor)


def judge(limit: Limit, rounds: Sequence[DrillRound]) -> Verdict:
    """Tell whether a limit was kept. One of a quantile is if its upper bound is within it."""
    if limit.name == LOST:
        books = books_of(rounds)
        if books is None:
            return Verdict(limit.text, False, "no round has looked for the books")
        return Verdict(limit.text, books.lost <= limit.value, said_of_books(books))
    if limit.phase is None:
        number = sum(map(_COUNTS[limit.name], rounds))
        says = f"{number} of {len(rounds)} rounds {_COUNTED[limit.name]}"
        return Verdict(limit.text, number <= limit.value, says)
    values = values_of(rounds, limit.phase)
    if not values:
        return Verdict(limit.text, False, f"no round has reached {limit.phase}")
    if limit.share is None:
        return Verdict(limit.text, max(values) <= limit.value, f"the longest is {_ms(max(values))}")
    found = quantile(values, limit.share)
    if found is None or found.bound is None:
        return Verdict(limit.text, False, f"{len(values)} rounds are too few to say")
    says = f"{limit.name} is {_ms(found.value)}, and with 95 % certainty at most {_ms(found.bound)}"
    return Verdict(limit.text, found.bound <= limit.value, says)


_COUNTED = {"failed": "failed", "late": "were not over in time", "broken": "broke an invariant"}


def _ms(value: float) -> str:
    if math.isinf(value):
        return "not over in time"
    return f"{value / 1000:.3g} s" if value >= 1000 else f"{value:.3g} ms"
