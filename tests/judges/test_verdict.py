"""A name stands for the remarks that it was given for, and for no others."""

from __future__ import annotations

import pytest

from tests.judges.verdict import unnamed


@pytest.mark.parametrize(
    ("remarks", "found"),
    [
        (["one", "any", "any"], ()),
        (["one", "any", "new"], ("new: 1, of which 0 are named",)),
        (["one", "one", "any"], ("one: 2, of which 1 are named",)),
        (["any"], ("one: 0, of which 1 are named",)),
        (["one"], ("any: 0, of which some are named",)),
    ],
)
def test_what_a_name_does_not_stand_for_is_found(remarks: list[str], found: tuple[str]) -> None:
    assert unnamed(remarks, ["one", "any"], {"any": None}) == found
