"""Sentences with places."""

from __future__ import annotations

from app.readmodels.scenes import People, Scenes, written


def test_a_place_takes_the_word_that_goes_with_its_number() -> None:
    waits = "{names} {names:waits|wait} for {number:words} {number:znode|znodes}."
    assert written(waits, {"names": People(["c1"], "wait"), "number": 2}) == [
        {"who": "c1", "tone": "wait"},
        " waits for two znodes.",
    ]
    two = {"names": People(["c1", "c2"], "wait"), "number": 1}
    assert written(waits, two)[-1] == " wait for one znode."


def test_what_stands_in_brackets_goes_with_a_place_that_is_not_known() -> None:
    text = "It ends[, in about {left}]."
    assert written(text, {"left": {"left": 7.0}}) == ["It ends, in about ", {"left": 7.0}, "."]
    assert written(text, {"left": None}) == ["It ends."]


def test_the_first_scene_whose_condition_holds_is_told() -> None:
    story = Scenes()
    story("Nobody is here.", "Start one.")(lambda number: number == 0)
    story("{number:Words} {number:is|are} here.")(lambda number: {"number": number})
    assert story.told(0) == (["Nobody is here."], ["Start one."])
    assert story.told(3) == (["Three are here."], [])
    assert story.tell(0) == ["Nobody is here. Start one."]


def test_a_name_with_braces_is_text() -> None:
    assert written("{who} leads.", {"who": "{0} [x]"}) == ["{0} [x] leads."]


def test_where_no_scene_applies_nothing_is_told() -> None:
    assert not Scenes().told()
