"""Complete a line on Tab: commands first, then paths."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from ...zookeeper.operations import Listing
from .commands import NAMES
from .printing import in_order
from .requests import Ask, ConsoleRefused, ConsoleUnanswered

MOST = 200


class Completion(NamedTuple):
    """A completion: from the character at `start` on, any of `words`; `more`: there are more."""

    start: int
    words: list[str]
    more: bool


def complete(line: str) -> Generator[Ask, Any, Completion]:
    """Complete the end of the line. An unfinished quote belongs to the word."""
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
        names, _ = yield Listing(path)
    except (ConsoleRefused, ConsoleUnanswered):
        return []
    return list(names)


def _completion(start: int, words: list[str]) -> Completion:
    return Completion(start, words[:MOST], len(words) > MOST)
