"""Which of several parameters `make test` tries; `make proofs` tries the others too."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

Value = TypeVar("Value")


def proofs_but(values: Iterable[Any], is_quick: Callable[[Any], bool]) -> list[Any]:
    """Return the parameters, marked as proofs but for those that `is_quick` accepts."""
    mark = pytest.mark.proof
    return [one if is_quick(one) else pytest.param(one, marks=mark) for one in values]


def drawn(values: Sequence[Value], count: int) -> list[Value]:
    """Return `count` of these: by the commit's hash, so that each commit tries others."""
    return random.Random(commit()).sample(values, count)


@cache
def commit() -> str:
    """Return the hash of the checkout's commit, "" where there is none."""
    command = ["git", "rev-parse", "HEAD"]
    try:
        asked = subprocess.run(
            command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return ""
    return asked.stdout.strip()
