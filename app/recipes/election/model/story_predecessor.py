"""Tell of an election in which each candidate watches only the one before it."""

from __future__ import annotations

from ....readmodels.chain import counts_of, place_in, place_of, those_of
from ....readmodels.chain_counts import is_inferred, is_loose, is_struck
from ....readmodels.document import Candidates
from ....readmodels.story_parts import DEED, Chain, count, in_words, tone_of, who
from ....readmodels.zookeeper import Story
from ..document import Election, Handoff
from .story_foreign import passed
from .story_parts import deed, heir_of, lowest_leads, not_gone, took


def steady(election: Election, candidates: Candidates) -> Story:
    """Tell that somebody holds the lowest znode, and whether it knows that it leads."""
    chain = election["chain"]
    return [
        *lowest_leads(chain),
        *(_broken_link(chain) or [*_queue(chain), *_last(election["last_handoff"])]),
    ]


def under_way(election: Election, handoff: Handoff) -> Story:
    """Tell that the leader dies or is dead, and another follows."""
    chain = election["chain"]
    if handoff["at"]["deleted"] is None:
        return deed(handoff) + not_gone(handoff, chain, "Until then nobody else can lead.")
    return deed(handoff) + _on_the_way(handoff)


def _on_the_way(handoff: Handoff) -> Story:
    if handoff["to_znode"] is None:
        return ["; its znode is gone, and nobody waited to take over."]
    heir = heir_of(handoff)
    if handoff["at"]["notified"] is None:
        return ["; its znode is gone. One notification is on its way to ", heir, "."]
    if handoff["at"]["leading"] is None:
        return ["; ", heir, " has been told, and lists the children: is it the lowest?"]
    return ["; ", heir, " leads now, and writes its acknowledgement."]


def _broken_link(chain: Chain) -> Story:
    """Tell of a dead or frozen candidate in the queue, and what happens when its session ends."""
    for entry in sorted(those_of(chain, is_struck), key=place_of):
        if position := place_in(chain, entry["znode"]):
            start: Story = [
                who(entry, tone_of(entry["fault"])),
                f" {DEED[entry['fault'] or '']} ",
                {"ago": entry["fault_at"] or 0.0},
                "; its znode stays until its session ends. ",
            ]
            return start + _next_told(chain[position + 1 : position + 2])
    return []


def _next_told(following: Chain) -> Story:
    if not following:
        return ["Nobody watches it: nobody will be told."]
    told = who(following[0], "wait")
    return ["Then ", told, ", which watches it, is told, and closes the chain."]


def _queue(chain: Chain) -> Story:
    """Tell who waits, and what they watch as far as the evidence goes."""
    waiting, counts = len(chain) - 1, counts_of(chain)
    if not waiting:
        return ["Nobody waits to take over. "]
    others = f"{count(waiting, 'other')} {'stands' if waiting == 1 else 'stand'} behind it"
    unsaid, loose = len(counts.those(is_inferred)), len(counts.those(is_loose))
    if unsaid == waiting:
        return [f"{others}. Nobody says what they watch: the arrows follow from the order alone. "]
    if loose or unsaid:
        known = f"; {in_words(loose)} of them {_do_not_watch(loose)}" if loose else ""
        return [f"{others}{known}. {_unsaid(unsaid)}"]
    if waiting == 1:
        return [who(chain[1], "wait"), " waits, and watches it. "]
    return [
        f"{count(waiting, 'other')} wait, each watching only the one before it: ",
        "if the leader goes, only ",
        who(chain[1], "wait"),
        " is told. ",
    ]


def _unsaid(number: int) -> str:
    if not number:
        return ""
    what = "watches: its arrow follows" if number == 1 else "watch: their arrows follow"
    return f"Nobody says what {in_words(number)} of them {what} from the order alone. "


def _do_not_watch(number: int) -> str:
    return "does not watch the one before it" if number == 1 else "do not watch the one before them"


def _last(handoff: Handoff | None) -> Story:
    start = took(handoff)
    if not handoff or not start:
        return passed(handoff)
    return [*start, f" and {_woke(handoff['notifications'])}."]


def _woke(notifications: int) -> str:
    if not notifications:
        return "woke nobody"
    return "woke one candidate" if notifications == 1 else f"woke {notifications} candidates"
