"""One line of a recipe as the page shows it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """`step` is its key, `text` the page's line, `sentence` the source's."""

    step: str
    text: str
    sentence: str
