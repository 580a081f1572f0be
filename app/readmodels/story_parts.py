"""The parts of all recipes' stories; the page keeps their times running."""

from __future__ import annotations

from collections.abc import Sequence

from .document import Candidates, Entry
from .zookeeper import Story, Who

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
    """Return names in a row, "c1, c2 and c3", or their number if they are many."""
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
    """Tell how many of the living clients work on one file at once: a frozen one does nothing."""
    alive = [one["process"] for one in candidates.values() if one["process"] != "exited"]
    able, of = alive.count("running"), len(alive)
    if able == 1:
        return f"{'The only' if of == 1 else 'Only one'} client works on the file"
    if able == of:
        return f"{all_of(able, 'client')} work on the file at once"
    if not able:
        return "No client works on the file now"
    return f"{in_words(able).capitalize()} of {in_words(of)} clients work on the file at once"
