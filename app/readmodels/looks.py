"""Give a process its looks in the document of its path: a tone, and a few words of what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, TypeVar, cast

Tone = Literal["lead", "new", "wait", "behind", "frozen", "lost", "false", "foreign", "dead"]
"""false: it believes what is not so; foreign: another program's."""
One = TypeVar("One", bound=Mapping[str, Any])


class Looks(NamedTuple):
    """How a process looks."""

    tone: Tone
    words: str


class WithLooks(TypedDict):
    """A process that says how it looks, once its document is derived."""

    tone: NotRequired[Tone]
    words: NotRequired[str]


def looking(one: One, looks: Looks) -> One:
    """Return a process with its looks; the same object where it has them already."""
    tone, words = looks
    if (one.get("tone"), one.get("words")) == looks:
        return one
    return cast(One, {**one, "tone": tone, "words": words})
