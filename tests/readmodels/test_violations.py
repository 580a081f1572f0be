"""What the checks of all recipes have in common."""

from __future__ import annotations

import pytest

from app.readmodels.document import Violation
from app.readmodels.violations import holding

SETTLING = {"always": 0.0, "soon": 1.0}


@pytest.mark.parametrize(
    ("at", "holds"),
    [
        (104.9, {"always": False, "soon": True}),
        (105.0, {"always": False, "soon": True}),
        (106.0, {"always": False, "soon": False}),
    ],
)
def test_a_word_of_an_earlier_moment_mends_nothing(at: float, holds: dict[str, bool]) -> None:
    violations: list[Violation] = [
        {"invariant": name, "subject": "", "detail": "", "since": 105.0} for name in SETTLING
    ]
    assert holding(SETTLING, violations, SETTLING, at) == holds
