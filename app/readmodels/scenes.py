"""Tell a story by scenes: a condition, a sentence with places, and the reason behind it.

A place of a sentence is written `{name}`. Of a number, or of people, `{name:waits|wait}` chooses
the word for one or for more, and `{name:words}` and `{name:Words}` write it out. What stands in
[brackets] is left out where one of its places is None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Any, NamedTuple, TypeVar

from .story_parts import in_words, named
from .zookeeper import Story, Telling

Places = Mapping[str, Any]
"""Name of a place -> a number, a word, a part or parts of a story, `People`, or None."""

Condition = TypeVar("Condition", bound=Callable[..., Places | bool | None])
_GROUPS = re.compile(r"\[([^\]]*)\]")


NOTHING = Telling([], [])


class People(NamedTuple):
    """People of one colour in a row."""

    names: Sequence[str]
    tone: str


class Scene(NamedTuple):
    """when: what is seen -> the places of the text, or True where it has none; None or False where
    the scene does not apply. reason: sentences of the second, smaller line.
    """

    when: Callable[..., Places | bool | None]
    sentence: str
    reason: tuple[str, ...]

    def told(self, *seen: Any) -> Telling | None:
        """Return what it says; None where it does not apply."""
        found = self.when(*seen)
        if found is None or found is False:
            return None
        places = {} if found is True else found
        reason = (written(one, places) for one in self.reason)
        return Telling(written(self.sentence, places), joined(*reason))


class Scenes:
    """Scenes in order, of which the first that applies is told."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []

    def __call__(self, sentence: str, *reason: str) -> Callable[[Condition], Condition]:
        """Declare a scene with the condition below."""

        def declare(when: Condition) -> Condition:
            self.scenes.append(Scene(when, sentence, reason))
            return when

        return declare

    def told(self, *seen: Any) -> Telling:
        """Return the first scene that applies; it is empty, and false, where none does."""
        return _first(scene.told(*seen) for scene in self.scenes)

    def told_of(self, those: Iterable[Any]) -> Telling:
        """Return the first scene that applies to one of several."""
        return _first(scene.told(one) for scene in self.scenes for one in those)

    def tell(self, *seen: Any) -> Story:
        """Return the first scene that applies as sentences of another one; [] where none does."""
        return joined(*self.told(*seen))


def _first(told: Iterable[Telling | None]) -> Telling:
    return next((one for one in told if one is not None), NOTHING)


def joined(*stories: Story) -> Story:
    """Return what is said in these, one after another."""
    told = [merged for one in stories if (merged := _merged(one))]
    return _merged(
        part for number, story in enumerate(told) for part in ([" ", *story] if number else story)
    )


def written(text: str, places: Places) -> Story:
    """Return a text with its places filled."""
    return _merged(
        part
        for number, group in enumerate(_GROUPS.split(text))
        for part in ([] if number % 2 and _lacks(group, places) else _filled(group, places))
    )


def _lacks(group: str, places: Places) -> bool:
    return any(name and places[name] is None for _, name, _, _ in Formatter().parse(group))


def _filled(text: str, places: Places) -> Iterator[Any]:
    for literal, name, how, _ in Formatter().parse(text):
        yield literal
        if name:
            yield from _place(places[name], how or "")


def _place(value: Any, how: str) -> Sequence[Any]:
    if how:
        number = len(value.names) if isinstance(value, People) else value
        if "|" in how:
            one, more = how.split("|")
            return [one if number == 1 else more]
        return [in_words(number) if how == "words" else in_words(number).capitalize()]
    if isinstance(value, People):
        return named(value.names, value.tone)
    if value is None:
        return []
    return value if isinstance(value, list) else [value if isinstance(value, dict) else str(value)]


def _merged(parts: Iterable[Any]) -> Story:
    """Return the parts without empty ones, text that meets joined."""
    merged: Story = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part:
            merged.append(part)
    return merged
