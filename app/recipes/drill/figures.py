"""What rounds add up to: quantiles, and how sure they are.

A round that did not end counts as infinite in its total and in the phase that did not end: left
out, it would make the figures better. The bound of a quantile is one-sided, of 95 %, by order
statistics, and assumes nothing of the distribution (David and Nagaraja, Order Statistics, 3rd
edition, section 7.1).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

SURE = 0.95
SHARES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99}


class Quantile(NamedTuple):
    """A quantile in milliseconds, and what it does not exceed in 95 of 100 drills: None where too
    few rounds cannot say.
    """

    value: float
    bound: float | None


def quantile(values: Sequence[float], share: float) -> Quantile | None:
    """Return the quantile of some values; None without any."""
    if not values:
        return None
    ranked = sorted(values)
    rank = bound_rank(len(ranked), share)
    value = ranked[math.ceil(share * len(ranked)) - 1]
    return Quantile(value, None if rank is None else ranked[rank - 1])


@cache
def bound_rank(count: int, share: float) -> int | None:
    """Return the rank, from 1, of the smallest value that bounds the quantile from above; None
    where even the largest may lie below it.
    """
    below = 0.0
    for rank, chance in enumerate(_binomial(count, share), 1):
        below += chance
        if below >= SURE:
            return rank if rank <= count else None
    return None


@cache
def least_rounds(share: float) -> int:
    """Return the fewest rounds that bound a quantile: 5, 29, 59, 299 for p50, p90, p95, p99."""
    return math.ceil(math.log(1 - SURE) / math.log(share))


def _binomial(count: int, share: float) -> Iterator[float]:
    """Yield the chances that 0, 1, … of `count` values lie below the quantile."""
    yes, no = math.log(share), math.log1p(-share)
    whole = math.lgamma(count + 1)
    for hits in range(count + 1):
        ways = whole - math.lgamma(hits + 1) - math.lgamma(count - hits + 1)
        yield math.exp(ways + hits * yes + (count - hits) * no)
