"""Programs of others in a drill: their names, and who is seen to lead beside whom."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from app.errors import BadRequest
from app.recipes.drill.actions.commands import Believing
from app.recipes.drill.programs import (
    MemberAsked,
    Opinions,
    OtherPrograms,
    checked_programs,
    variables,
)
from tests.support.zookeeper import await_until

YES, NO, UNKNOWN = True, False, None


@pytest.mark.parametrize(
    ("said", "rivals"),
    [
        ([("a", YES), ("b", YES), ("a", YES)], ("a", "b")),
        ([("a", YES), ("b", YES), ("a", NO), ("a", YES)], None),
        ([("a", YES), ("b", NO), ("a", YES)], None),
        ([("a", YES), ("b", YES), ("b", YES)], None),
        ([("a", YES), ("b", YES), ("a", UNKNOWN), ("a", YES)], ("a", "b")),
        ([("a", YES), ("a", NO), ("b", YES), ("a", YES)], None),
        ([("a", YES), ("b", UNKNOWN), ("a", YES)], None),
        ([("a", YES), ("c", YES), ("b", YES), ("c", YES)], ("c", "b")),
    ],
)
def test_two_lead_where_one_says_so_before_and_after_the_other(
    said: list[tuple[str, bool | None]], rivals: tuple[str, str] | None
) -> None:
    opinions = Opinions()
    for who, believes in said:
        opinions.add(MemberAsked(who), believes)
    assert opinions.rivals == (rivals and tuple(map(MemberAsked, rivals)))


def test_all_are_asked_again_once_the_heir_says_that_it_leads(tmp_path: Path) -> None:
    members = {MemberAsked(name): {"HANDOFF_MEMBER": name} for name in ("a", "b")}
    believing = Believing(f"test -e {tmp_path}/$HANDOFF_MEMBER", lambda: members)
    believing.start()
    try:
        began = time.monotonic()
        await_until(lambda: believing.heard_out(MemberAsked("nobody that is asked"), began))
        assert believing.asks(MemberAsked("b"))
        assert believing.since(MemberAsked("b")) is None
        assert not believing.heard_out(MemberAsked("b"), began)
        (tmp_path / "b").touch()
        await_until(lambda: believing.heard_out(MemberAsked("b"), began))
        assert (believing.since(MemberAsked("b")) or 0.0) > began
        (tmp_path / "b").unlink()
        await_until(lambda: believing.since(MemberAsked("b")) is None)
    finally:
        believing.stop()


@pytest.mark.parametrize(
    ("leader_of", "data", "name"),
    [
        (None, "n1", None),
        ("data", " n1\n", "n1"),
        ("data", "", None),
        (r"name=(\w+)", "role=x name=n1", "n1"),
        (r"n\d", "x n1", "n1"),
        (r"n\d", "x", None),
    ],
)
def test_a_leaders_name_stands_in_its_data(
    leader_of: str | None, data: str, name: str | None
) -> None:
    assert OtherPrograms("/e", leader_of=leader_of).name_in(data) == name


@pytest.mark.parametrize(
    ("programs", "field"),
    [
        (OtherPrograms("/e", mends="true"), "mend"),
        (OtherPrograms("/e", believes="true"), "believes"),
        (OtherPrograms("/e", leader_of="("), "leader_of"),
    ],
)
def test_what_is_of_no_use_alone_is_refused(programs: OtherPrograms, field: str) -> None:
    with pytest.raises(BadRequest) as refused:
        checked_programs(programs)
    assert refused.value.field == field


def test_what_nobody_knows_is_an_empty_variable() -> None:
    told = variables("/e", "h:2181", {"member": "n1", "client": None})
    assert told == {
        "HANDOFF_ELECTION": "/e",
        "HANDOFF_ZOOKEEPER": "h:2181",
        "HANDOFF_MEMBER": "n1",
        "HANDOFF_CLIENT": "",
    }
