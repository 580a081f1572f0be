"""What anybody may have written is read, or refused, alike by every Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.foreign_json import DEEPEST, read_json
from app.participation.said import said_in
from app.readmodels.chain import said_by
from app.recipes.bookshelf.znodes import parsed_in_sync
from app.zookeeper.decoded import format_of, text_of


def nested(depth: int, within: str = "") -> str:
    return "[" * depth + within + "]" * depth


def in_objects(depth: int) -> str:
    return '{"in": ' * depth + "1" + "}" * depth


@pytest.mark.parametrize("nest", [nested, in_objects, lambda depth: nested(depth - 1, '{"a": 1}')])
def test_the_bound_is_ours(nest: Callable[[int], str]) -> None:
    read_json(nest(DEEPEST))
    for depth in (DEEPEST + 1, 900, 5_000, 100_000):
        with pytest.raises(ValueError, match="more than 100 lists and objects within each other"):
            read_json(nest(depth))


@pytest.mark.parametrize("text", ["", "[", nested(100_000)[:-1], "nonsense", b"\xff"])
def test_what_is_no_json_is_refused_in_the_same_way(text: Any) -> None:
    with pytest.raises(ValueError):
        read_json(text)


def test_what_is_wide_is_not_deep() -> None:
    assert read_json(f"[{','.join(['[[]]'] * 1_000)}]") == [[[]]] * 1_000
    assert read_json(f'"{"[" * 1_000}"') == "[" * 1_000
    assert read_json("7") == 7


@pytest.mark.parametrize("depth", [DEEPEST + 1, 900])
def test_those_who_read_it_take_what_is_deeper_for_no_json(depth: int) -> None:
    """Python 3.11 itself refuses from about 950 on, and 3.13 from several thousand on."""
    deep = nested(depth)
    data = f'{{"candidate": "c1", "deep": {deep}}}'
    assert said_by(data) == {}
    assert said_in(data, "candidate", str) is None
    assert parsed_in_sync(data.encode()) is None
    assert format_of(data.encode(), text_of(data.encode())) == "text"
