"""The words that the sentences about a bookshelf are made of.

Parts are as in `app.insight.story`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.insight.groups.story import who

Part = str | dict[str, Any]
Story = list[Part]
Shelf = Mapping[str, Any]
Node = Mapping[str, Any]

_TONES = {
    "leading": "lead",
    "in sync": "wait",
    "catching up": "behind",
    "registering": "new",
    "fading": "dead",
    "stale": "frozen",
    "down": "dead",
}
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def named(shelf: Shelf, name: str | None) -> Part:
    """A node's name, in the colour of what it is now."""
    node = shelf["nodes"].get(name or "")
    return who(name or "nobody", _TONES.get(node["standing"], "wait") if node else "dead")


def titled(write: Mapping[str, Any]) -> str:
    """A write's book, in quotes."""
    return f"“{write['id']}”"


def serving(shelf: Shelf) -> str | None:
    """The node that leads in fact: its znode is the lowest, and it says so."""
    leader = shelf["leader"]
    return leader if leader and shelf["nodes"][leader]["state"] == "leading" else None


def hexed(epoch: int | None) -> str:
    """As ZooKeeper's tools print a zxid, which an epoch is."""
    return "unknown" if epoch is None else hex(epoch)


def listed(names: list[str]) -> str:
    """`n1, n2 and n3`; nothing for nobody."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def word(number: int) -> str:
    """A number as people say it."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def count(number: int, one: str, more: str) -> str:
    """A number and what there are so many of."""
    return f"{word(number)} {one if number == 1 else more}"
