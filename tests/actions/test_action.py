"""An action is what its method takes, and answers with what was asked and what came of it."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from app.actions.action import Action, ActionAnswer, actions_of
from app.actions.fields import TEXT, TEXTS, object_of
from app.actions.schema import Schema
from app.errors import BadRequest
from app.services import SERVICES

TAKES = Schema(
    {"count": {"type": "integer", "default": 1}, "every": {"type": ["number", "null"]}, "in": TEXT}
)
ANSWER = object_of(name=TEXT, count={"type": "integer"}, made=TEXTS)


class Things:
    """A service of the test's."""

    @Action(
        "POST", "/things/{name}", 201, "Make", ANSWER, TAKES, gives="made", called={"in": "place"}
    )
    def make(
        self, name: str, count: int, every: float | None, place: str | None, by: str
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
    assert TAKES.check_text({"count": "3"}) == {"count": 3}
    with pytest.raises(BadRequest, match="count must be a whole number"):
        TAKES.check_text({"count": "3.0"})


@pytest.mark.parametrize("number", ["-2.4e-307", "1.6688140584849054e+307", "1E9", "1" * 31])
def test_a_number_of_a_query_is_written_as_in_json(number: str) -> None:
    assert TAKES.check_text({"every": number})["every"] == float(number)
    for wrong in ("1e999", "inf", "nan", "1e", ".5", "1_0", "\u0661"):
        with pytest.raises(BadRequest, match=r"^every must be a number"):
            TAKES.check_text({"every": wrong})


def test_the_urls_variables_have_a_schema_too() -> None:
    one_of_two = {"verb": {"enum": ["stop", "kill"]}}
    action = Action("POST", "/things/{name}/{verb}", 202, "Act", ANSWER, variables=one_of_two)
    assert action.at.check({"name": "x", "verb": "kill"}) == {"name": "x", "verb": "kill"}
    with pytest.raises(BadRequest, match=r"^verb must be one of stop, kill"):
        action.at.check({"name": "x", "verb": "nap"})


def test_fields_that_are_not_the_parameters_are_refused_as_they_are_declared() -> None:
    declare = Action("POST", "/things/{name}", 201, "Make", ANSWER, TAKES)
    for method in (
        lambda self, name, count, every: None,
        lambda self, name, count, every, place: None,
        lambda self, name, count, **more: None,
    ):
        with pytest.raises(TypeError, match="has the fields name, count, every, in"):
            declare(method)


def test_another_default_than_the_schemas_is_refused() -> None:
    declare = Action("POST", "/things", 201, "Make", ANSWER, Schema({"count": {"default": 1}}))
    declare(lambda self, count=1: None)
    with pytest.raises(TypeError, match="has another default for count"):
        declare(lambda self, count=2: None)


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
