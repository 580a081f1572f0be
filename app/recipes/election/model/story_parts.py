"""Tell what the stories of all strategies share: what happened to the leader, and who follows."""

from __future__ import annotations

from ....readmodels.story_parts import DEED, Chain, tone_of, who
from ....readmodels.zookeeper import Part, Quorum, Story, Who
from ..document import Handoff
from .handoff import LEAVES_BY_ITSELF, began

_SINCE = {
    "deleted": " from the deletion on",
    "lost": " from the lost connection on",
    "mark": " from the mark on",
}


def deed(handoff: Handoff) -> Story:
    """Tell what happened to the leader, or to its znode if nobody saw that, and when."""
    ended: Who = {"who": handoff["from_name"], "tone": tone_of(handoff["fault"])}
    lost = "lost its znode, which was found gone" if handoff["found_gone"] else "lost its znode"
    return [ended, f" {DEED.get(handoff['fault'] or '', lost)} ", {"ago": began(handoff)}]


def heir_of(handoff: Handoff, tone: str = "wait") -> Part:
    """Return who will follow."""
    return {"who": handoff["to_name"] or handoff["to_znode"] or "", "tone": tone}


def not_gone(handoff: Handoff, chain: Chain, meanwhile: str) -> Story:
    """Tell that the leader's znode is still there. meanwhile: what cannot happen until it goes."""
    if handoff["fault"] in LEAVES_BY_ITSELF:
        return [". It deletes its own znode, so nobody has to wait for its session."]
    left = next((e["session_ends"] for e in chain if e["znode"] == handoff["from_znode"]), None)
    if left is None:
        return [". Its znode stays until ZooKeeper ends its session."]
    return [
        ". ZooKeeper does not know yet: it hears no heartbeats, and ends the session in about ",
        {"left": left},
        f". {meanwhile}",
    ]


def took(handoff: Handoff | None) -> Story:
    """Tell how long the last handoff took, to the acknowledgement; nothing where that is not
    known.
    """
    ms = handoff["phases_ms"]["acknowledged"] if handoff else None
    if handoff is None or ms is None:
        return []
    return ["The last handoff took ", {"ms": ms}, _SINCE.get(handoff["phases_from"], "")]


def lowest_leads(chain: Chain) -> Story:
    """Tell that the owner of the lowest znode leads, or that it should."""
    known = chain[0]["belief"] == "leading"
    leads = " leads: its znode is the lowest. "
    return [who(chain[0], "lead"), leads if known else " has the lowest znode: it should lead. "]


def back_again(quorum: Quorum | None, handoff: Handoff | None) -> Story:
    """Tell that the quorum is back, until a later handoff."""
    if quorum is None or not quorum["regained"]:
        return []
    if handoff is not None and began(handoff) > quorum["since"]:
        return []
    serving = f"{quorum['serving']} of {quorum['of']} servers serve"
    return ["The quorum came back ", {"ago": quorum["since"]}, f"; {serving} now. "]
