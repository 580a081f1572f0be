"""What the stories of all strategies are told with.

A story is a list of parts: a string, {"who", "tone"}, {"ago": AT}, {"left": AT} or {"ms": number};
the page keeps the times running.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.insight.handoff import began

Part = str | dict[str, Any]
Story = list[Part]
Entry = Mapping[str, Any]
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
}
_LEAVES_BY_ITSELF = ("stop", "resign", "behind")


def who(entry: Entry, tone: str) -> Part:
    """A member's name in a colour."""
    return {"who": entry["name"], "tone": tone}


def tone_of(fault: str | None) -> str:
    """The colour of whom it befell."""
    return "frozen" if fault == "pause" else "dead"


def deed(handoff: Entry) -> Story:
    """What befell the leader, and how long ago; where nobody saw it, what became of its znode."""
    ended = {"who": handoff["from_name"], "tone": tone_of(handoff["fault"])}
    lost = "lost its znode, which was found" if handoff["found_gone"] else "lost its znode"
    return [ended, f" {DEED.get(handoff['fault'], lost)} ", {"ago": began(handoff)}]


def heir_of(handoff: Entry, tone: str = "wait") -> Part:
    """Who is to follow."""
    return {"who": handoff["to_name"] or handoff["to_znode"], "tone": tone}


def not_gone(handoff: Entry, chain: Chain, meanwhile: str) -> Story:
    """The leader's znode is still there. meanwhile: what cannot happen until its session ends."""
    if handoff["fault"] in _LEAVES_BY_ITSELF:
        return [". It deletes its own znode, so nobody has to wait for its session."]
    left = next((e["session_ends"] for e in chain if e["znode"] == handoff["from_znode"]), None)
    if left is None:
        return [". Its znode stays until ZooKeeper ends its session."]
    return [
        ". ZooKeeper does not know yet: it hears no heartbeats, and ends the session in about ",
        {"left": left},
        f". {meanwhile}",
    ]


def in_words(number: int) -> str:
    """ "three", "12"."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


MOST_NAMED = 4


def named(names: Sequence[str], tone: str) -> Story:
    """ "c1, c2 and c3", or how many they are."""
    if len(names) > MOST_NAMED:
        return [{"who": str(len(names)), "tone": tone}, " processes"]
    story: Story = []
    for place, name in enumerate(names):
        if place:
            story.append(" and " if place == len(names) - 1 else ", ")
        story.append({"who": name, "tone": tone})
    return story


def several(number: int, noun: str) -> str:
    """ "three others", "12 others": within a sentence."""
    return f"{in_words(number)} {noun}{'' if number == 1 else 's'}"


def count(number: int, noun: str) -> str:
    """ "Three others", "12 others": for the start of a sentence."""
    return several(number, noun).capitalize()


def took(handoff: Entry | None) -> Story:
    """How long the last handoff took; nothing where that is not known."""
    if handoff is None or handoff["phases_ms"]["leading"] is None:
        return []
    since = " from the deletion on" if handoff["phases_from"] == "deleted" else ""
    return ["The last handoff took ", {"ms": handoff["phases_ms"]["leading"]}, since]


def lowest_leads(chain: Chain) -> Story:
    """The beginning where the lowest znode is the leader's; what its owner believes is told."""
    known = chain[0]["belief"] == "leading"
    leads = " leads: its znode is the lowest. "
    return [who(chain[0], "lead"), leads if known else " has the lowest znode: it should lead. "]
