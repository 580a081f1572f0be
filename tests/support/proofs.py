"""Which of many parameters `make test` tries; `make proofs` tries all."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def proofs_but(values: Iterable[Any], is_quick: Callable[[Any], bool]) -> list[Any]:
    """Return the parameters, marked as proofs but for those that `is_quick` accepts."""
    mark = pytest.mark.proof
    return [one if is_quick(one) else pytest.param(one, marks=mark) for one in values]


def of_the_commit(purpose: str) -> random.Random:
    """Return what draws a sample for `make test`: the same for as long as the commit is the same,
    so that all workers collect the same tests, and each commit tries others.
    """
    try:
        asked = ["git", "rev-parse", "HEAD"]
        here = Path(__file__).parent
        commit = subprocess.run(asked, cwd=here, capture_output=True, text=True, check=False).stdout
    except OSError:
        commit = ""
    return random.Random(f"{commit.strip()} {purpose}")


def sample(values: Sequence[T], share: int, *kinds: Callable[[T], Any]) -> list[T]:
    """Return one in `share` of the values, and one at least of every kind, drawn by the commit.

    kinds: value -> its kind, each in another respect.
    """
    drawn = of_the_commit(f"one in {share} of {len(values)}").sample(values, len(values))
    few, rest = drawn[: len(values) // share], drawn[len(values) // share :]
    for kind in kinds:
        known = set(map(kind, few))
        for one in rest:
            if kind(one) not in known:
                known.add(kind(one))
                few.append(one)
    return sorted(few, key=values.index)
