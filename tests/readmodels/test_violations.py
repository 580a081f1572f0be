"""What the checks of all recipes have in common."""

from __future__ import annotations

import pytest

from app.readmodels.violations import FoundViolation, holding, standing

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
    found = (FoundViolation(name, "", "") for name in SETTLING)
    violations = standing(found, (), 105.0)
    assert holding(SETTLING, violations, SETTLING, at) == holds
