"""The counter counts code, and what one event runs."""

from __future__ import annotations

from tests.counter import lines_in, passings

TEXT = '''"""Say what it is for.

In two paragraphs.
"""

LIMIT = 3  # seconds
"""How long."""


def ask(
    name: str,
) -> str:
    """Return an answer."""
    # first

    return f"""
    {name}
    """
'''


def test_blank_lines_comments_and_docstrings_are_no_code() -> None:
    assert lines_in(TEXT) == len(["LIMIT", "def", "name", ")", "return", "{name}", '"""'])


def test_two_counts_are_equal_and_name_what_is_of_another_recipe() -> None:
    passed = passings()
    assert passed == passings()
    for one in passed.values():
        assert "journal/journal.py" in one.files
        assert [file for file in one.files if file.startswith("recipes/election/")]
        assert len(one.functions) > len(one.files)
        assert {file.split("/")[0] for file in one.foreign} <= {"recipes"}
        assert not [file for file in one.foreign if file.startswith("recipes/election/")]
