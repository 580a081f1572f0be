"""Declare one line of a recipe as the page shows it, and the lines that several recipes quote."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """A line of a recipe: `step` is its key, `text` the page's line, `sentence` the source's."""

    step: str
    text: str
    sentence: str


ONE_TIME = (
    "Watches are one time triggers; if you get a watch event and you want to get notified of "
    "future changes, you must set another watch"
)
EXISTS_WATCHES = (
    "getData() and exists() set data watches; exists() sets one on a znode that is not there"
)
