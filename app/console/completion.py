"""What Tab makes of a line: commands first, then paths."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from app.console.asks import Ask, Children, Refused, Unanswered
from app.console.commands import NAMES
from app.console.printing import in_order

MOST = 200


class Completion(NamedTuple):
    """From the character at `start`, the line may go on as any of `words`; `more`: there are
    others.
    """

    start: int
    words: list[str]
    more: bool


def complete(line: str) -> Generator[Ask, Any, Completion]:
    """For the end of the line. An unfinished quote belongs to the word."""
    before, space, word = line.rpartition(" ")
    start = len(before) + len(space)
    if not before.strip() and not word.startswith("/"):
        return _completion(start, [name for name in NAMES if name.startswith(word)])
    if not word.startswith("/"):
        return Completion(start, [], False)
    parent, _, name = word.rpartition("/")
    names = yield from _children(parent or "/")
    found = [f"{parent}/{one}" for one in in_order(names) if one.startswith(name)]
    return _completion(start, found)


def _children(path: str) -> Generator[Ask, Any, list[str]]:
    try:
        names, _ = yield Children(path)
    except (Refused, Unanswered):
        return []
    return list(names)


def _completion(start: int, words: list[str]) -> Completion:
    return Completion(start, words[:MOST], len(words) > MOST)
