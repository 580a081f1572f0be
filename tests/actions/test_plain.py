"""What is taken without the library is what the library takes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from app.actions.action import declared_in
from app.actions.fields import PATH, PLACE, SESSION_TIMEOUT, TEXT, TEXTS, limit, or_null
from app.actions.plain import fits
from app.actions.schema import Schema
from app.errors import BadRequest
from app.services import SERVICES
from app.web.sockets import FOLLOW, WATCH_TREE, WINDOW

DECLARED = [action.takes for service in SERVICES for _, action in declared_in(service)]
SCHEMAS = [*DECLARED, FOLLOW, WATCH_TREE, WINDOW]
PROPERTIES = [one for schema in SCHEMAS for one in schema.properties.values()]
WORDS = sorted({word for one in PROPERTIES for word in one.get("enum", ()) if type(word) is str})

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-1, 3)
    | st.floats()
    | st.sampled_from([0.1, 1.0, 4.0, 2**53, 2**63, 10_000, 10_001])
    | st.text()
    | st.text("/.a☃😀\n", max_size=5)
    | st.sampled_from(WORDS),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["path", "from", "a"]), inner),
    max_leaves=5,
)


def is_valid(value: Any, schema: Any) -> bool:
    """What the library says."""
    return bool(Draft202012Validator(schema).is_valid(value))


@given(VALUES, st.sampled_from(PROPERTIES))
def test_a_value_that_fits_is_valid(value: Any, schema: Any) -> None:
    assert not fits(value, schema) or is_valid(value, schema)


@given(st.data(), st.sampled_from(SCHEMAS))
def test_a_document_that_is_taken_is_valid(data: st.DataObject, schema: Schema) -> None:
    names = st.sampled_from([*schema.properties, "foreign"])
    document = data.draw(st.dictionaries(names, VALUES) | VALUES)
    assert not schema.takes(document) or is_valid(document, schema.document)


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        ("/a/☃", PATH),
        ("/", PATH),
        ("/a", PLACE),
        (4, SESSION_TIMEOUT),
        (0.1, SESSION_TIMEOUT),
        (1, limit(1, 5)),
        (5, limit(1, 5)),
        (None, or_null(TEXT, "")),
        (["a"], TEXTS),
        ("herd", {**TEXT, "enum": ["herd"]}),
        ("ab", {**TEXT, "pattern": "b"}),
    ],
)
def test_what_is_right_needs_no_library(value: Any, schema: Any) -> None:
    assert fits(value, schema)


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        ("a", PATH),
        ("/", PLACE),
        (True, limit(1, 5)),
        ("4", SESSION_TIMEOUT),
        (0, limit(1, 5)),
        (6, limit(1, 5)),
        ([1], TEXTS),
        ("heard", {**TEXT, "enum": ["herd"]}),
        (True, {"enum": [1]}),
        ("a", {**TEXT, "minLength": 2}),
        (["a"] * 2, {**TEXTS, "maxItems": 1}),
        ([], {**TEXTS, "minItems": 1}),
    ],
)
def test_what_is_wrong_does_not_fit(value: Any, schema: Any) -> None:
    assert not fits(value, schema)


@pytest.mark.parametrize("schema", [{"type": "string", "format": "date"}, {"anyOf": [TEXT]}])
def test_the_library_judges_what_is_not_plain(schema: Any) -> None:
    assert not fits("a", schema)


def test_a_whole_number_may_be_written_with_a_point() -> None:
    assert WINDOW.check({"path": "/", "count": 7.0}) == {"from": 0, "count": 7, "path": "/"}


@pytest.mark.parametrize(
    ("document", "field"), [({}, "path"), ({"path": "/", "more": 1}, "more"), ([], None)]
)
def test_a_refusal_names_the_field(document: Any, field: str | None) -> None:
    with pytest.raises(BadRequest) as refusal:
        WINDOW.check(document)
    assert refusal.value.field == field
