"""Tell of an election in which everybody watches everything, and who is woken for nothing."""

from __future__ import annotations

from ....participation.naming import PARENT
from ....readmodels.document import Candidates
from ....readmodels.story_parts import (
    DEED,
    Chain,
    count,
    in_words,
    several,
    tone_of,
    who,
)
from ....readmodels.zookeeper import Story
from ..document import Election, Handoff
from .story_foreign import passed
from .story_parts import deed, heir_of, lowest_leads, not_gone, took


def steady(election: Election, candidates: Candidates) -> Story:
    """Tell that somebody holds the lowest znode, and whether it knows that it leads."""
    chain = election["chain"]
    return [
        *lowest_leads(chain),
        *(_dying(chain) or [*_crowd(chain), *_last(election["last_handoff"])]),
    ]


def under_way(election: Election, handoff: Handoff) -> Story:
    """Tell that the leader dies or is dead, and all others are woken for the one that follows."""
    chain = election["chain"]
    if handoff["at"]["deleted"] is None:
        number = len(chain) - 1
        who_is = "one other is" if number == 1 else f"all {several(number, 'other')} are"
        told = f"Then {who_is} told at once."
        return deed(handoff) + not_gone(handoff, chain, told if number else "Nobody else waits.")
    return deed(handoff) + _on_the_way(handoff)


def _on_the_way(handoff: Handoff) -> Story:
    if handoff["to_znode"] is None:
        return ["; its znode is gone, and nobody waited to take over."]
    heir, told, number = heir_of(handoff), handoff["notifications"], handoff["others"]
    go = "goes" if number == 1 else "go"
    if not told:
        return [f"; its znode is gone. {count(number, 'notification')} {go} out at once, to all."]
    if handoff["at"]["leading"] is None:
        has = "has" if told == 1 else "have"
        return [
            f"; {told} of {number} {has} been told, and each lists all children again. Only ",
            heir,
            " will find that it is the lowest.",
        ]
    return ["; ", heir, " leads now, and writes its acknowledgement. ", *_for_nothing(told)]


def _for_nothing(told: int) -> Story:
    if told < 2:
        return []
    return [f"{told} were woken for it, {told - 1} of them for nothing."]


def _dying(chain: Chain) -> Story:
    """Tell of a dead or frozen candidate that waits: its end will wake all others, too."""
    for entry in chain[1:]:
        if entry["process"] in ("exited", "paused") and entry["fault"]:
            return [
                who(entry, tone_of(entry["fault"])),
                f" {DEED[entry['fault']]} ",
                {"ago": entry["fault_at"] or 0.0},
                "; its znode stays until its session ends. Then everybody is told, although it "
                "changes nothing for anybody.",
            ]
    return []


def _crowd(chain: Chain) -> Story:
    """Tell who waits, and what they watch as far as the evidence goes."""
    waiting = chain[1:]
    if not waiting:
        return ["Nobody waits to take over. "]
    if any(entry["evidence"] == "inferred" for entry in waiting):
        stand = "stands" if len(waiting) == 1 else "stand"
        return [
            f"{count(len(waiting), 'other')} {stand} behind it. Nobody says what they watch: the "
            "arrows follow from the recipe alone. "
        ]
    loose = [one for one in waiting if one["process"] == "running" and one["watches"] != PARENT]
    if loose:
        if len(waiting) == 1:
            return ["One other waits, without a watch. "]
        return [
            f"{count(len(waiting), 'other')} wait; {in_words(len(loose))} of them without a watch. "
        ]
    if len(waiting) == 1:
        return [who(waiting[0], "wait"), " waits, and watches the whole list of children. "]
    return [
        f"{count(len(waiting), 'other')} wait, all watching the list of children: when anybody "
        "comes or goes, all are told. "
    ]


def _last(handoff: Handoff | None) -> Story:
    start = took(handoff)
    if not handoff or not start:
        return passed(handoff)
    told = handoff["notifications"]
    woke = f" and woke {several(told, 'candidate')}"
    return [*start, f"{woke}; one was needed." if told > 1 else f"{woke}."]
