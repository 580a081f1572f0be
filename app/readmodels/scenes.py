"""Tell a story by scenes: a condition, a sentence with places, and the reason behind it.

A place of a sentence is written `{name}`. Of a number, or of people, `{name:waits|wait}` chooses
the word for one or for more, and `{name:words}` and `{name:Words}` write it out. What stands in
[brackets] is left out where one of its places is None. The page keeps the times running.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from string import Formatter
from typing import Any, NamedTuple, TypeVar

from .document import Candidates, Entry
from .zookeeper import Story, Telling, Who

Places = Mapping[str, Any]
"""The name of a place -> a number, a word, a part or parts of a story, `People`, or None."""

Condition = TypeVar("Condition", bound=Callable[..., Places | bool | None])
_GROUPS = re.compile(r"\[([^\]]*)\]")


NOTHING = Telling([], [])


class People(NamedTuple):
    """People of one colour in a row."""

    names: Sequence[str]
    tone: str


class Scene(NamedTuple):
    """A scene of a story. when: what is seen -> the places of the text, or True where it has none;
    None or False where the scene does not apply. reason: the sentences of the second, smaller line.
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
    """Scenes in order; the first that applies is told."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []

    def __call__(self, sentence: str, *reason: str) -> Callable[[Condition], Condition]:
        """Declare a scene with the condition below."""

        def declare(when: Condition) -> Condition:
            self.scenes.append(Scene(when, sentence, reason))
            return when

        return declare

    def told(self, *seen: Any) -> Telling:
        """Return the telling of the first scene that applies; it is empty, and false, where none
        applies.
        """
        told = (scene.told(*seen) for scene in self.scenes)
        return next((one for one in told if one is not None), NOTHING)

    def told_of(self, those: Iterable[Any]) -> Telling:
        """Return the first scene that applies to one of several things."""
        told = (scene.told(one) for scene in self.scenes for one in those)
        return next((one for one in told if one is not None), NOTHING)

    def tell(self, *seen: Any) -> Story:
        """Return the sentences of the first scene that applies, for use within another one; []
        where none applies.
        """
        return joined(*self.told(*seen))


def joined(*stories: Story) -> Story:
    """Return what is said in these, one after another."""
    told = [merged for one in stories if (merged := _merged(one))]
    return _merged(
        part for number, story in enumerate(told) for part in ([" ", *story] if number else story)
    )


def written(text: str, places: Places) -> Story:
    """Return a text with its places filled."""
    parts: list[Any] = []
    for number, group in enumerate(_GROUPS.split(text)):
        pieces = [*Formatter().parse(group)]
        if number % 2 and any(name and places[name] is None for _, name, _, _ in pieces):
            continue
        for literal, name, how, _ in pieces:
            parts += [literal, *(_place(places[name], how or "") if name else ())]
    return _merged(parts)


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
    """Return the parts without empty ones, and join neighbouring texts."""
    merged: Story = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part:
            merged.append(part)
    return merged


# -- what the stories of several recipes say --------------------------------------------------

Chain = Sequence[Entry]

DEED = {
    "kill": "was killed",
    "pause": "was frozen",
    "expire": "had its session ended by hand",
    "stop": "was asked to stop",
    "resign": "gave up leadership",
    "exit": "ended by itself",
    "deleted": "had its znode deleted by a person",
    "behind": "fell behind with its data",
    "cut": "was cut off from ZooKeeper",
}

ENDED = {**DEED, "stop": "left"}
"""What is said once it has ended."""


def who(entry: Entry, tone: str) -> Who:
    """Return a member's name in a colour."""
    return called(entry["name"], tone)


def called(name: str, tone: str) -> Who:
    """Return a name in a colour."""
    return {"who": name, "tone": tone}


def tone_of(fault: str | None) -> str:
    """Return the colour of a process that met this fault."""
    return "frozen" if fault == "pause" else "dead"


def in_words(number: int) -> str:
    """Return a number as people write it: "three", "12"."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def sentence(words: str) -> str:
    """Return a reason as a sentence of its own."""
    return f"{words[0].upper()}{words[1:]}."


MOST_NAMED = 4


def named(names: Sequence[str], tone: str) -> Story:
    """Return names in a row, "c1, c2 and c3", or their number where they are many."""
    if len(names) > MOST_NAMED:
        return [{"who": str(len(names)), "tone": tone}, " processes"]
    story: Story = []
    for place, name in enumerate(names):
        if place:
            story.append(" and " if place == len(names) - 1 else ", ")
        story.append({"who": name, "tone": tone})
    return story


def several(number: int, noun: str) -> str:
    """Return "three others" or "12 others", for use within a sentence."""
    return f"{in_words(number)} {noun}{'' if number == 1 else 's'}"


def all_of(number: int, noun: str = "") -> str:
    """Return "Both clients" or "All three clients", for the start of a sentence."""
    group = "Both" if number == 2 else f"All {in_words(number)}"
    return f"{group} {noun}s" if noun else group


def count(number: int, noun: str) -> str:
    """Return "Three others" or "12 others", for the start of a sentence."""
    return several(number, noun).capitalize()


def at_once(candidates: Candidates) -> str:
    """Tell how many living clients work on one file at once; a frozen one does nothing."""
    alive = [one["process"] for one in candidates.values() if one["process"] != "exited"]
    able, of = alive.count("running"), len(alive)
    if able == 1:
        return f"{'The only' if of == 1 else 'Only one'} client works on the file"
    if able == of:
        return f"{all_of(able, 'client')} work on the file at once"
    if not able:
        return "No client works on the file now"
    return f"{in_words(able).capitalize()} of {in_words(of)} clients work on the file at once"
