"""The words that the sentences about a bookshelf are made of.

Parts are as in `app.recipes.election.model.story`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....readmodels.story_parts import called
from ....readmodels.zookeeper import Part
from ..document import ShelfState, Write

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


def named(shelf: ShelfState, name: str | None) -> Part:
    """Return a node's name, in the colour of its state now."""
    node = shelf["nodes"].get(name or "")
    return called(name or "nobody", _TONES.get(node["standing"], "wait") if node else "dead")


def titled(write: Write) -> str:
    """Return a write's book, in quotes."""
    return f"“{write['id']}”"


def serving(shelf: ShelfState) -> str | None:
    """Return the node that leads in fact: its znode is the lowest, and it says that it leads."""
    leader = shelf["leader"]
    return leader if leader and shelf["nodes"][leader]["state"] == "leading" else None


def hexed(epoch: int | None) -> str:
    """Return an epoch as ZooKeeper's tools print a zxid, which it is."""
    return "unknown" if epoch is None else hex(epoch)


def listed(names: Sequence[str]) -> str:
    """Return `n1, n2 and n3`; nothing for nobody."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def word(number: int) -> str:
    """Return a number as people write it."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def count(number: int, one: str, more: str) -> str:
    """Return a number with its noun."""
    return f"{word(number)} {one if number == 1 else more}"
