"""Counts the answers that came to other people's clients as they are expected.

A test that runs against Apache and against the sandbox tells the number of both: `make judges`
says how many agreed.
"""

from __future__ import annotations


class Tally:
    """Of this process of tests, since its start."""

    answers = 0


def count(number: int = 1) -> None:
    """Count answers: a test that fails afterwards tells none."""
    Tally.answers += number
