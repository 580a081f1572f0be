"""Compare two reports of drills: whether they are of the same thing, and what differs.

Each phase is judged by Mann and Whitney's test, and each count of rounds by Fisher's. Holm's method
is over all of them: of 100 pairs of equal runs, at most 5 have any difference in them. A round is
judged as if both drills had had the smaller of their two limits.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...errors import BadRequest, SetupError
from .figures import SHARES, SURE, quantile
from .kept import ComparedSide, ReadReport, ReadRound
from .matrix import AXES, name_of
from .rounds import GOOD, HANDOFF, PHASES
from .shift import can_differ, p_of, shift_of

COMPARE_SCHEMA, COMPARE_MATRIX_SCHEMA = "handoff-compare/1", "handoff-compare-matrix/1"
AT_LEAST = 0.05
LEVEL = 1 - SURE
TOO_FEW, NOT_SHOWN, SMALL = "too few rounds", "no difference shown", "no difference that matters"
SLOWER, FASTER, MORE, FEWER = "slower", "faster", "more", "fewer"
TIMED, COUNTED = (HANDOFF, *PHASES), ("failed", "broken", "lost")
"""What is compared: how long each took, and in how many rounds it was so."""
WORSE = (SLOWER, MORE)
NO_MATTER = frozenset(
    (
        "does",
        "hands_over",
        "path",
        "rounds",
        "seed",
        "limits",
        "abort_after",
        "within",
        "session_timeout",
    )
)
"""Parts of a plan that may differ: the granted timeout counts, not the one that was asked for."""
HAS = ("version", "timeout", "tick", "evidence", "machine")
"""Facts that a report should have; older ones do not."""


class Difference(NamedTuple):
    """A fact by which the two are not the same thing."""

    fact: str
    a: Any
    b: Any


class ComparedRow(NamedTuple):
    """One phase, or one count of rounds. a, b: the median in milliseconds, or the count; `of` how
    many rounds. shift: the least and the most that the estimate can be; interval: of it. p: by
    Holm. seen: the difference that would have been seen; a count: so many rounds. None is infinite,
    or nothing to say.
    """

    name: str
    a: float | None
    b: float | None
    of: tuple[int, int]
    shift: tuple[float | None, float | None] | None
    interval: tuple[float | None, float | None] | None
    p: float | None
    seen: float | None
    word: str


class DrillComparison(NamedTuple):
    """differs: empty for the same thing; unknown: facts that one report, or both, do not have.
    within: the limit in seconds that both were judged by.
    """

    differs: Sequence[Difference]
    unknown: Sequence[str]
    within: float
    at_least: float
    rows: Sequence[ComparedRow]


class HolmVerdict(NamedTuple):
    """What Holm's method makes of a p-value. level: what it was held to."""

    p: float
    level: float
    differs: bool


def pairs_of(a: ComparedSide, b: ComparedSide) -> dict[str, tuple[ReadReport, ReadReport]]:
    """Return what to compare: the name of a cell -> that of A and that of B, where both have it.
    Two drills are one such pair, without a name. Raise BadRequest where there is none.
    """
    if a.axes is None and b.axes is None:
        return {"": (a.cells[0], b.cells[0])}
    if a.axes is None or b.axes is None:
        raise BadRequest("one is a matrix and the other is a single drill: give two of a kind")
    first, second = _named(a, b)
    pairs = {name: (cell, second[name]) for name, cell in first.items() if name in second}
    if not pairs:
        raise BadRequest("the two matrices have no cell in common")
    return pairs


def unpaired_of(a: ComparedSide, b: ComparedSide) -> dict[str, list[str]]:
    """Return the cells that only one of two matrices has rounds of: A and B -> their names."""
    first, second = _named(a, b)
    return {
        "A": [name for name in first if name not in second],
        "B": [name for name in second if name not in first],
    }


def _named(a: ComparedSide, b: ComparedSide) -> list[dict[str, ReadReport]]:
    """Return the cells of both by their names; a name has all that tells cells of either apart."""
    axes = [axis for axis in AXES if axis in {*(a.axes or ()), *(b.axes or ())}]
    return [
        {name_of(axes, {axis: cell["plan"].get(axis) for axis in AXES}): cell for cell in one.cells}
        for one in (a, b)
    ]


def compared_all(
    drills: Iterable[tuple[ReadReport, ReadReport]], at_least: float = AT_LEAST
) -> list[DrillComparison]:
    """Compare pairs of reports, with Holm's method over the lines of all pairs. at_least: the share
    of A's median below which a difference does not matter. Raise SetupError without scipy.
    """
    _require_scipy()
    sets = [_Lines(a, b, at_least) for a, b in drills]
    found = iter(holm([p for lines in sets for p in lines.p_values()]))
    return [lines.judged(found) for lines in sets]


class _Lines:
    """What is compared of two drills: a line for each phase and each count that both have."""

    def __init__(self, a: ReadReport, b: ReadReport, at_least: float) -> None:
        self._a, self._b, self._at_least = a, b, at_least
        self._within = min(_patience_of(a), _patience_of(b))
        limit = self._within * 1000
        first, second = ([_cut(one, limit) for one in report["rounds"]] for report in (a, b))
        pairs = {name: (_values(first, name), _values(second, name)) for name in (*TIMED, *COUNTED)}
        self._pairs = {name: pair for name, pair in pairs.items() if all(pair)}
        self._judge = _Judge(limit, at_least)

    def p_values(self) -> list[float]:
        """Return the p-value of each line."""
        return [self._judge.p(name, *pair) for name, pair in self._pairs.items()]

    def judged(self, found: Iterator[HolmVerdict]) -> DrillComparison:
        """Return the comparison, with the next verdicts for its lines."""
        rows = [
            self._judge.row(name, *pair, verdict)
            for (name, pair), verdict in zip(self._pairs.items(), found, strict=False)
        ]
        facts = _facts(self._a, self._b)
        return DrillComparison(*facts, self._within, self._at_least, rows)


def holm(found: Sequence[float]) -> list[HolmVerdict]:
    """Return what Holm's method says of some p-values: any of equal ones is found to differ in no
    more than 5 of 100 families (Scandinavian Journal of Statistics 6, 1979, p. 65). Each is held to
    the level at which the method came to it, and those after the first that does not differ to the
    level of that one.
    """
    judged: dict[int, HolmVerdict] = {}
    level, most, differs = LEVEL, 0.0, True
    for done, place in enumerate(sorted(range(len(found)), key=found.__getitem__)):
        left = len(found) - done
        if differs:
            level = LEVEL / left
            differs = found[place] <= level
        most = max(most, min(1.0, found[place] * left))
        judged[place] = HolmVerdict(most, level, differs)
    return [judged[place] for place in range(len(found))]


def _require_scipy() -> None:
    try:
        import scipy.stats  # noqa: F401
    except ImportError:
        raise SetupError(
            "comparing needs scipy, which is not installed: pip install 'handoff[compare]'"
        ) from None


def _facts(a: ReadReport, b: ReadReport) -> tuple[list[Difference], list[str]]:
    """Return what differs, and what is not known of one of them."""
    first, second = map(_facts_of, (a, b))
    differs, unknown = [], []
    for fact in {**dict.fromkeys(HAS), **first, **second}:
        if fact not in first or fact not in second:
            unknown.append(fact)
            continue
        one, other = first[fact], second[fact]
        lacks: list[str] = []
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            lacks = sorted(one.keys() ^ other.keys())
            both = one.keys() & other.keys()
            one, other = ({name: said[name] for name in both} for said in (one, other))
        if one != other:
            differs.append(Difference(fact, first[fact], second[fact]))
        else:
            unknown += [f"{fact}: {name}" for name in lacks]
    return differs, unknown


def _facts_of(report: ReadReport) -> dict[str, Any]:
    """Return what has to be equal; what nobody could tell of the place is left out."""
    plan, where = report["plan"].items(), report["where"].items()
    return {
        **{fact: said for fact, said in plan if fact not in NO_MATTER},
        **{fact: said for fact, said in where if said is not None},
    }


def _patience_of(report: ReadReport) -> float:
    """Return after how many seconds from its fault a round counts as not over. A fault that lasts
    for a time is waited for beside.
    """
    lasts = report["plan"].get("lasts")
    return float(report["plan"]["within"]) + (lasts if isinstance(lasts, (int, float)) else 0.0)


# -- the rounds -----------------------------------------------------------------------------------


def _cut(one: ReadRound, limit: float) -> Mapping[str, float]:
    """Return what a round would have shown with this limit, in milliseconds: for each phase that it
    reached and for the whole how long that took; for `failed`, `broken` and, where it has books,
    `lost` 1 or 0.
    """
    found: dict[str, float] = {"lost": bool(one["lost"])} if "lost" in one else {}
    passed = 0.0
    for phase in PHASES:
        if phase in one["ms"] and passed <= limit:
            ms = _or_infinite(one["ms"][phase])
            passed += ms
            found[phase] = ms if passed <= limit else math.inf
    is_late = passed > limit
    if "handoff" in one:
        whole = _or_infinite(one["handoff"])
        is_late = is_late or whole > limit
        found[HANDOFF] = math.inf if is_late else whole
    return {
        **found,
        "failed": is_late or one["outcome"] not in GOOD,
        "broken": bool(one["broken"]),
    }


def _or_infinite(ms: float | None) -> float:
    return math.inf if ms is None else ms


def _or_none(ms: float) -> float | None:
    return ms if math.isfinite(ms) else None


def _values(rounds: Sequence[Mapping[str, float]], phase: str) -> list[float]:
    return [one[phase] for one in rounds if phase in one]


# -- the rows -------------------------------------------------------------------------------------


class _Judge(NamedTuple):
    """Judges what is named, in the values of both runs. limit: in milliseconds."""

    limit: float
    at_least: float

    def p(self, name: str, a: Sequence[float], b: Sequence[float]) -> float:
        """Return the p-value of the test for what has this name."""
        if name in COUNTED:
            return _fisher(sum(a), sum(b), len(a), len(b))
        return p_of(a, b, self.limit)

    def row(
        self, name: str, a: Sequence[float], b: Sequence[float], found: HolmVerdict
    ) -> ComparedRow:
        """Return the row of what has this name."""
        return (self._count if name in COUNTED else self._phase)(name, a, b, found)

    def _count(
        self, name: str, a: Sequence[float], b: Sequence[float], found: HolmVerdict
    ) -> ComparedRow:
        size, hits, more = len(b), sum(a), sum(b)
        ranks = range(math.ceil(hits * size / len(a)), size + 1)
        seen = bisect_left(
            ranks, True, key=lambda most: _fisher(hits, most, len(a), size) <= found.level
        )
        word, most = NOT_SHOWN, ranks[seen] if seen < len(ranks) else None
        if found.differs:
            word, most = MORE if more * len(a) > hits * size else FEWER, None
        elif _fisher(0, size, len(a), size) > found.level:
            word = TOO_FEW
        return ComparedRow(name, hits, more, (len(a), size), None, None, found.p, most, word)

    def _phase(
        self, name: str, a: Sequence[float], b: Sequence[float], found: HolmVerdict
    ) -> ComparedRow:
        shift = shift_of(a, b, self.limit, found.level)
        first, second = _median(a), _median(b)
        word, seen = NOT_SHOWN, None
        if found.differs:
            least = self.at_least * min(first, self.limit)
            word = SLOWER if shift.is_later else FASTER
            word = SMALL if max(shift.most, -shift.least) < least else word
        elif can_differ(len(a), len(b), found.level):
            seen = shift.seen(found.level)
        else:
            word = TOO_FEW
        return ComparedRow(
            name, _or_none(first), _or_none(second), (len(a), len(b)),
            (_or_none(shift.least), _or_none(shift.most)),
            (_or_none(shift.low), _or_none(shift.high)),
            found.p, seen, word,
        )  # fmt: skip


def _fisher(a: float, b: float, first: int, second: int) -> float:
    """Return the p-value of Fisher's exact test, two-sided: a of the first, b of the second."""
    from scipy.stats import fisher_exact

    return float(fisher_exact([[a, first - a], [b, second - b]]).pvalue)


def _median(values: Sequence[float]) -> float:
    found = quantile(values, SHARES["p50"])
    return math.inf if found is None else found.value
