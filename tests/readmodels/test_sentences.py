"""What the stories say, in every state that a script reaches, or that one fault makes of it."""

from __future__ import annotations

import pytest

from tests.readmodels.sentences import LIST, Collector, collected, listed

MOST = 130


@pytest.fixture(scope="module")
def told() -> Collector:
    return collected()


def test_all_sentences_are_those_of_the_list(told: Collector) -> None:
    why = "read what has changed, then run python -m tests.readmodels.sentences"
    assert listed(told) == LIST.read_text(), why


def test_a_story_is_one_line_of_at_most_130_characters(told: Collector) -> None:
    long = [one for lines in told.lines.values() for one in lines if len(one) > MOST]
    assert not long


def test_a_sentence_of_a_reason_is_not_longer() -> None:
    assert not [one for one in LIST.read_text().splitlines() if len(one) > MOST]
