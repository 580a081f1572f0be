"""Sequence numbers in names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.participation.naming import (
    Sequence,
    by_label,
    in_order,
    label_of,
    parse_sequence,
    predecessor_of,
)

GUID = "3f2a1b4c-1111-2222-3333-444455556666"
HEX = GUID.replace("-", "")
NUMBERS = st.integers(min_value=-(2**31), max_value=2**31 - 1)


@pytest.mark.parametrize(
    ("name", "prefix", "number"),
    [
        ("n_0000000003", "n_", 3),
        (f"{HEX}-n_0000000012", f"{HEX}-n_", 12),
        (f"{HEX}_r7-n_0000000012", f"{HEX}_r7-n_", 12),
        (f"{GUID}-n_0000000012", f"{GUID}-n_", 12),
        (f"_c_{GUID}-p_0000000001", f"_c_{GUID}-p_", 1),
        (f"_c_{GUID}-latch-0000000007", f"_c_{GUID}-latch-", 7),
        (f"{HEX}__lock__0000000001", f"{HEX}__lock__", 1),
        ("leader-0000000001", "leader-", 1),
        ("leader-2147483647", "leader-", 2147483647),
        ("n_-2147483648", "n_", -2147483648),
        ("n_-000000005", "n_", -5),
        ("leader--000000005", "leader-", -5),
        ("0000000000", "", 0),
        ("élu-🗳_0000000002", "élu-🗳_", 2),
    ],
)
def test_names_of_every_client(name: str, prefix: str, number: int) -> None:
    assert parse_sequence(name) == Sequence(prefix, number)


@pytest.mark.parametrize("name", ["", "leader", "n_123", "n_3000000000", "n_000000000x"])
def test_names_without_a_counter(name: str) -> None:
    assert parse_sequence(name) is None


@given(number=NUMBERS)
def test_whatever_zookeeper_appends_is_read_back(number: int) -> None:
    """Java's %010d, for a prefix that ends as the recipe's does."""
    assert parse_sequence("guid-n_" + f"{number:010d}") == Sequence("guid-n_", number)


@given(start=NUMBERS, count=st.integers(min_value=2, max_value=20))
def test_order_is_the_order_of_creation_across_the_wrap(start: int, count: int) -> None:
    numbers = [(start + step + 2**31) % 2**32 - 2**31 for step in range(count)]
    names = [f"n_{number:010d}" for number in numbers]
    assert in_order(sorted(names)) == names


def test_names_without_a_counter_take_no_place() -> None:
    assert in_order(["n_0000000002", "config", "n_0000000001"]) == ["n_0000000001", "n_0000000002"]


def test_predecessor() -> None:
    names = ["n_0000000001", "n_0000000004"]
    assert predecessor_of("n_0000000004", names) == "n_0000000001"
    assert predecessor_of("n_0000000001", names) is None


def test_for_people_names_stand_in_the_order_of_their_counters() -> None:
    names = [f"{GUID[:-1]}9-n_0000000001", f"{GUID}-n_0000000002", "config"]
    assert sorted(names, key=by_label) == ["config", *names[:2]]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        (f"{HEX}-n_0000000003", "n_0000000003"),
        (f"{HEX}_r7-n_0000000003", "r7-n_0000000003"),
        (f"{GUID}-n_0000000003", "n_0000000003"),
        (f"{GUID}-r7-n_0000000003", "r7-n_0000000003"),
        (f"_c_{GUID}-latch-0000000003", "latch-0000000003"),
        ("leader-0000000003", "leader-0000000003"),
        ("n_0000000003", "n_0000000003"),
    ],
)
def test_labels_leave_the_guid_out(name: str, label: str) -> None:
    assert label_of(name) == label


@pytest.mark.parametrize(
    "name",
    ["dc739cd2ba8f47dcbae27d0389293494", "_c_dc739cd2-ba8f-47dc-bae2-7d0389293494"],
)
def test_a_guid_that_ends_with_ten_digits_has_no_counter(name: str) -> None:
    assert parse_sequence(name) is None
    assert parse_sequence(f"{name}0000000007") == Sequence(name, 7)
