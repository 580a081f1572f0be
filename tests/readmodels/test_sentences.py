"""What the stories tell is read by an editor: a sentence that is new, or gone, shows here."""

from __future__ import annotations

from tests.readmodels.sentences import LIST, collected


def test_the_stories_tell_the_sentences_of_the_list() -> None:
    """`python -m tests.readmodels.sentences` writes the list again."""
    assert collected() == LIST.read_text()
