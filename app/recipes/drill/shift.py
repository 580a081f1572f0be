"""By how much one run is later than another: the shift between two samples, and how sure that is.

The estimate is the median of all differences, the interval is between two of them (Hodges and
Lehmann; Moses; Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3rd edition,
sections 4.2 and 4.3). Which two, the same variance says by which Mann and Whitney's test judges, so
that the interval has 0 outside just where the test tells the samples apart.

A value at the limit is known only to be no smaller. A difference with one is therefore known only
from one side, and one of two such values not at all: what comes of them are bounds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Array = NDArray[numpy.int64]

UNIT = 1000
"""Whole microseconds are compared: a report has no finer ones."""
NEVER = 1 << 60
POWER = 0.95
"""Of 100 pairs of runs with a difference that would have been seen, it is found in so many."""


class Shift(NamedTuple):
    """Milliseconds by which the second sample is later; negative: earlier. is_later: whether its
    values are the larger ones in most pairs. least, most: between them is the estimate; they are
    equal where no value at the limit hides it. low, high: the interval. Infinite where there is no
    bound.
    """

    is_later: bool
    least: float
    most: float
    low: float
    high: float

    def seen(self, level: float) -> float | None:
        """Return the difference that would have been seen: the test finds it in 95 of 100 such
        pairs. None where a bound is missing.

        Half of the interval is the standard error times the normal quantile of the level (Lehmann,
        Annals of Mathematical Statistics 34, 1963, p. 1507); to be found so often, a difference has
        to exceed what the test asks for by the quantile of that share too (Bloom, Evaluation Review
        19, 1995, p. 547).
        """
        from scipy.stats import norm

        if math.isinf(self.low) or math.isinf(self.high):
            return None
        asked = norm.isf(level / 2)
        return max((self.high - self.low) / 2, 1 / UNIT) * float(1 + norm.ppf(POWER) / asked)


def p_of(first: Sequence[float], second: Sequence[float], limit: float) -> float:
    """Return the p-value of Mann and Whitney's test, two-sided, by the normal distribution with
    ties corrected; what is not over within the limit is equal.
    """
    from scipy.stats import mannwhitneyu

    a, b = (_units(values, round(limit * UNIT)) for values in (first, second))
    if min(a[0], b[0]) == max(a[-1], b[-1]):
        return 1.0
    return float(mannwhitneyu(a, b, alternative="two-sided", method="asymptotic").pvalue)


def can_differ(first: int, second: int, level: float) -> bool:
    """Tell whether samples of these sizes can have a p-value within the level."""
    return _rank(first * second, _variance(first, second), level) >= 0


def shift_of(first: Sequence[float], second: Sequence[float], limit: float, level: float) -> Shift:
    """Return the shift from the first to the second, with its interval at 1 - level."""
    import numpy

    bound = round(limit * UNIT)
    a, b = _units(first, bound), _units(second, bound)
    count, variance = a.size * b.size, _variance(a.size, b.size, [*a, *b])
    rank = _rank(count, variance, level)
    early = (_units(first, NEVER), b)
    late = (a, _units(second, NEVER))
    smaller, as_large = (numpy.searchsorted(a, b, side=side).sum() for side in ("left", "right"))
    return Shift(
        bool(smaller + as_large > count),
        _middle(*early),
        _middle(*late),
        -math.inf if rank < 0 else _milliseconds(_difference(*early, rank + 1)),
        math.inf if rank < 0 else _milliseconds(_difference(*late, count - rank)),
    )


def _units(values: Sequence[float], never: int) -> Array:
    """Return them sorted, in microseconds; `never` for what is not over in time."""
    import numpy

    return numpy.array(
        sorted(never if math.isinf(one) else round(one * UNIT) for one in values), numpy.int64
    )


def _variance(first: int, second: int, pooled: Sequence[int] = ()) -> float:
    """Return the variance of Mann and Whitney's U, less what ties among the pooled values take."""
    import numpy

    size = first + second
    ties = numpy.unique(pooled, return_counts=True)[1].astype(float)
    tied = float((ties**3 - ties).sum()) / (size * (size - 1))
    return first * second / 12 * (size + 1 - tied)


def _rank(count: int, variance: float, level: float) -> int:
    """Return the largest U at which the test still tells samples apart; negative without any."""
    from scipy.stats import norm

    return math.floor((count - 1) / 2 - float(norm.isf(level / 2)) * math.sqrt(variance))


def _middle(a: Array, b: Array) -> float:
    count = a.size * b.size
    ends = (_difference(a, b, rank) for rank in ((count + 1) // 2, count // 2 + 1))
    return round(sum(map(_milliseconds, ends)) / 2, 4)


def _difference(a: Array, b: Array, rank: int) -> int:
    """Return the difference b - a of this rank, from 1, among all: by halving, for ten thousand
    rounds have a hundred million of them.
    """
    import numpy

    low, high = int(b[0] - a[-1]), int(b[-1] - a[0])
    while low < high:
        middle = (low + high) // 2
        if numpy.searchsorted(b, a + middle, side="right").sum() >= rank:
            high = middle
        else:
            low = middle + 1
    return low


def _milliseconds(difference: int) -> float:
    if abs(difference) > NEVER // 2:
        return math.copysign(math.inf, difference)
    return difference / UNIT
