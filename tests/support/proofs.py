"""Which of many parameters `make test` tries; `make proofs` tries all."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

Value = TypeVar("Value")

_DRAWN_BY = "TESTS_DRAWN_BY"


def proofs_but(values: Iterable[Any], is_quick: Callable[[Any], bool]) -> list[Any]:
    """Return the parameters, marked as proofs but for those that `is_quick` accepts."""
    mark = pytest.mark.proof
    return [one if is_quick(one) else pytest.param(one, marks=mark) for one in values]


def of_the_commit(purpose: str) -> random.Random:
    """Return what draws a sample for `make test`: the same for as long as the commit is the same,
    so that all workers collect the same tests, and each commit tries others.
    """
    return random.Random(f"{os.environ[_DRAWN_BY]} {purpose}")


def drawn(values: Sequence[Value], count: int) -> list[Value]:
    """Return `count` of the values, drawn by the commit."""
    return of_the_commit(f"{count} of {len(values)}").sample(values, count)


def sample(values: Sequence[Value], share: int, *kinds: Callable[[Value], Any]) -> list[Value]:
    """Return one in `share` of the values, and one at least of every kind, drawn by the commit.

    kinds: value -> its kind, each in another respect.
    """
    mixed = drawn(values, len(values))
    few, rest = mixed[: len(values) // share], mixed[len(values) // share :]
    for kind in kinds:
        known = set(map(kind, few))
        for one in rest:
            if kind(one) not in known:
                known.add(kind(one))
                few.append(one)
    return sorted(few, key=values.index)


def draw_by_the_commit() -> None:
    """Have the checkout's commit decide what is drawn: here, and in the processes of this one, also
    where there is another commit by then.
    """
    os.environ.setdefault(_DRAWN_BY, _commit())


def _commit() -> str:
    """Return the hash of the checkout's commit, "" where there is none."""
    command = ["git", "rev-parse", "HEAD"]
    try:
        asked = subprocess.run(
            command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return ""
    return asked.stdout.strip()
