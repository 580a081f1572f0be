"""Our own JSON says what `json` says, in one line of ASCII."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.own_json import write_json

numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(exclude_categories=()))
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda parts: st.lists(parts) | st.dictionaries(texts | st.integers(), parts),
)


@given(values)
def test_it_is_read_as_it_was_written(value: Any) -> None:
    written = write_json(value)
    assert written.isascii()
    assert written.isprintable() or "\x7f" in written
    assert json.loads(written) == json.loads(json.dumps(value))


@pytest.mark.parametrize(
    "value",
    [
        {"b": 1, "a": [1.5, True, None], "": {}}, "a/\"\\\n\x00 ²é\u2028😀", "\ud800", "\udc80é",
        {"\ud800": "é"}, {"é": 1, 2: 3}, {True: 1, None: 2}, 2**70, -(2**70),
        1795800495.8899727, -0.0, ("a", ["b"]),
    ],
)  # fmt: skip
def test_it_is_written_as_json_writes_it(value: Any) -> None:
    assert write_json(value) == json.dumps(value, separators=(",", ":"))
