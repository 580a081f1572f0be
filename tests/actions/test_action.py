"""An action takes what its method's signature says, and answers with what came of it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import pytest

from app.actions.action import Action, ActionAnswer, action_of, actions_of
from app.actions.fields import TEXT, TEXTS, object_of, somebody, within
from app.actions.schema import Schema
from app.actions.signature import Bounded, FieldName, OrLeftOut, taking
from app.errors import BadRequest
from app.readmodels.document import Data
from app.services import SERVICES

ANSWER = object_of(name=TEXT, count={"type": "integer"}, made=TEXTS)


class Things:
    """A service of the test's."""

    @Action("POST", "/things/{name}", 201, "Make", ANSWER, gives="made")
    def make(
        self,
        name: str,
        count: int = 1,
        every: float | None = None,
        place: Annotated[OrLeftOut[str], FieldName("in")] = None,
        *,
        by: str,
    ) -> list[str]:
        return [f"{name} {count} {every} {place} {by}"]

    @Action("DELETE", "/things/{name}", 202, "End", object_of(name=TEXT))
    def end(self, name: str) -> ActionAnswer | None:
        return ActionAnswer({"gone": True}, 404) if name == "nobody" else None

    @Action("GET", "/things", 200, "Look", object_of(names=TEXTS))
    def look(self) -> dict[str, Any]:
        return {"names": ["a"], "more": 1}

    def other(self) -> None:
        """No action."""


TAKES = action_of(Things.make).takes


def perform(url: str, method: str, given: dict[str, Any], by: str = "test") -> ActionAnswer:
    found = {(one.method, one.url): (one, do) for one, do in actions_of(Things())}
    action, do = found[method, url]
    return action.perform(do, given, by)


def test_the_actions_of_a_service_are_those_that_it_declares() -> None:
    assert {action.summary for action, _ in actions_of(Things())} == {"Make", "End", "Look"}


def test_the_answer_repeats_what_was_asked_and_gives_what_came_of_it() -> None:
    answer = perform("/things/{name}", "POST", {"name": "x", **TAKES.check({"in": "here"})})
    assert answer == ActionAnswer({"name": "x", "count": 1, "made": ["x 1 None here test"]}, 201)


def test_a_method_that_returns_nothing_or_a_document_is_answered_for() -> None:
    assert perform("/things/{name}", "DELETE", {"name": "x"}) == ActionAnswer({"name": "x"}, 202)
    assert perform("/things", "GET", {}).body == {"names": ["a"], "more": 1}


def test_a_method_may_answer_itself() -> None:
    assert perform("/things/{name}", "DELETE", {"name": "nobody"}) == ActionAnswer(
        {"gone": True}, 404
    )


def test_numbers_are_made_what_their_schema_says() -> None:
    given = TAKES.check({"count": 3.0, "every": 2})
    assert [(type(given[name]), given[name]) for name in ("count", "every")] == [
        (int, 3),
        (float, 2.0),
    ]
    assert TAKES.check_text({"count": "3"})["count"] == 3
    with pytest.raises(BadRequest, match="count must be a whole number"):
        TAKES.check_text({"count": "3.0"})


@pytest.mark.parametrize("number", ["-2.4e-307", "1.6688140584849054e+307", "1E9", "1" * 31])
def test_a_number_of_a_query_is_written_as_in_json(number: str) -> None:
    assert TAKES.check_text({"every": number})["every"] == float(number)
    for wrong in ("1e999", "inf", "nan", "1e", ".5", "1_0", "\u0661"):
        with pytest.raises(BadRequest, match=r"^every must be a number"):
            TAKES.check_text({"every": wrong})


def test_the_urls_variables_have_a_schema_too() -> None:
    @Action("POST", "/things/{name}/{verb}", 202, "Act", ANSWER)
    def act(name: str, verb: Annotated[str, Bounded(enum=["stop", "kill"])]) -> None: ...

    at = action_of(act).at
    assert at.check({"name": "x", "verb": "kill"}) == {"name": "x", "verb": "kill"}
    with pytest.raises(BadRequest, match=r"^verb must be one of stop, kill"):
        at.check({"name": "x", "verb": "nap"})


def test_what_is_too_short_or_too_much_is_told_with_its_field() -> None:
    @Action("POST", "/x", 201, "Act", ANSWER)
    def act(
        *,
        name: Annotated[str, Bounded(minLength=1)],
        data: Annotated[Data, Bounded(type="object", minProperties=1, maxProperties=1)],
    ) -> None: ...

    takes = action_of(act).takes
    for given, told in (
        ({"name": "", "data": {"a": 1}}, "name must not be empty."),
        ({"name": "x", "data": {}}, "data must have at least 1 field."),
        ({"name": "x", "data": {"a": 1, "b": 2}}, "data must have at most 1 field."),
    ):
        with pytest.raises(BadRequest) as refused:
            takes.check(given)
        assert refused.value.message == told


def test_a_signature_says_all_of_a_schema() -> None:
    @Action("POST", "/x", 201, "Do", ANSWER, all_of=[somebody("many", "few")])
    def do(
        *,
        some: Annotated[Annotated[int, within(1, 5)] | None, "how many"] = None,
        given: bool,
        left: Annotated[OrLeftOut[Annotated[float, Bounded(minimum=1)]], "seconds"] = None,
        words: Sequence[Annotated[str, Bounded(maxLength=3)]] = (),
        any_of_these: Annotated[Any, Bounded(enum=["a", 1])] = 1,
        inner: Annotated[Mapping[str, Any], Bounded(required=["a"])],
    ) -> None: ...

    assert action_of(do).takes.document == {
        "type": "object",
        "properties": {
            "some": {
                "type": ["integer", "null"],
                "minimum": 1,
                "maximum": 5,
                "default": None,
                "description": "how many",
            },
            "given": {"type": "boolean"},
            "left": {"type": "number", "minimum": 1, "description": "seconds"},
            "words": {"type": "array", "items": {"type": "string", "maxLength": 3}, "default": ()},
            "any_of_these": {"enum": ["a", 1], "default": 1},
            "inner": {"type": "object", "required": ["a"]},
        },
        "additionalProperties": False,
        "allOf": [somebody("many", "few")],
        "required": ["given", "inner"],
    }


def test_a_signature_that_is_no_declaration_is_refused_as_it_is_declared() -> None:
    with pytest.raises(TypeError, match=r"does not take the variables of /things/\{name\}"):

        @Action("POST", "/things/{name}", 201, "Make", ANSWER)
        def make(count: int = 1) -> None: ...

    with pytest.raises(TypeError, match="complex'> is no type of JSON's"):

        @Action("POST", "/things", 201, "Make", ANSWER)
        def imagine(number: complex) -> None: ...


def test_a_function_takes_an_object_after_what_is_its_callers() -> None:
    @taking
    def add(to: str, /, start: Annotated[int, FieldName("from")] = 0) -> str:
        return f"{to} {start}"

    assert (add("x", {"from": 3.0}), add("x", None)) == ("x 3", "x 0")
    wrongs: tuple[Any, ...] = ({"start": 3}, {"from": "3"}, [])
    for wrong in wrongs:
        with pytest.raises(BadRequest):
            add("x", wrong)


def test_no_two_actions_have_one_address() -> None:
    declared = [
        (action.method, action.url)
        for kind in SERVICES
        for action, _ in actions_of(object.__new__(kind))
    ]
    assert len(declared) == len(set(declared))


def test_a_whole_number_out_of_its_range_is_refused_by_every_action() -> None:
    taken = [
        (name, field)
        for kind in SERVICES
        for action, _ in actions_of(object.__new__(kind))
        for name, field in action.takes.properties.items()
        if "integer" in field.get("type", "")
    ]
    assert taken
    for name, field in taken:
        schema = Schema({name: field})
        with pytest.raises(BadRequest, match=f"{name} must "):
            schema.check({name: 2**63})  # SQLite, and ZooKeeper, have numbers below it
        with contextlib.suppress(BadRequest):  # a version may be -1
            schema.check({name: -1})
