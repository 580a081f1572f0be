"""Which of several parameters `make test` tries; `make proofs` tries the others too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def proofs_but(values: Iterable[Any], is_quick: Callable[[Any], bool]) -> list[Any]:
    """Return the parameters, marked as proofs but for those that `is_quick` accepts."""
    mark = pytest.mark.proof
    return [one if is_quick(one) else pytest.param(one, marks=mark) for one in values]
