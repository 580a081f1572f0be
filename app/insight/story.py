"""The sentence at the top of the page: what is happening now, in words a student knows.

A story is a list of parts: a string, {"who", "tone"}, {"ago": AT}, {"left": AT} or {"ms": number};
the page keeps the times running.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from app.insight.chain import Candidates
from app.insight.ensemble_story import back_again, moving, without_quorum, without_server
from app.insight.servers import away

Part = str | dict[str, Any]
Story = list[Part]
Election = Mapping[str, Any]

_DEED = {
    "kill": "was killed",
    "pause": "was frozen",
    "expire": "had its session ended by hand",
    "stop": "was asked to stop",
    "resign": "gave up leadership",
    "exit": "ended by itself",
    "deleted": "lost its znode",
}


_SUSPENDED = (
    " holds the lowest znode, but cannot reach ZooKeeper: it has stopped leading, and nobody else "
    "can lead until its session ends."
)


def tell(election: Election, candidates: Candidates, zookeeper: Mapping[str, Any]) -> Story:
    """The election's story as it stands. zookeeper: that part of the state document."""
    chain, quorum = election["chain"], zookeeper["quorum"]
    only = away(zookeeper["servers"])
    if only:
        return without_server(only, zookeeper["keeps"], chain)
    if quorum and quorum["lost"] and not _is_served(zookeeper):
        return without_quorum(quorum, chain)
    if zookeeper["state"] != "connected":
        return moving() if quorum else _cut_off(chain)
    if election["handoff"]:
        return _under_way(election["handoff"], chain)
    deluded = _believing_in_vain(chain, candidates)
    if deluded:
        return _split(deluded, chain)
    now = _steady(election, chain) if chain else _empty(candidates)
    return [*back_again(quorum, election["last_handoff"]), *now]


def _is_served(zookeeper: Mapping[str, Any]) -> bool:
    """Whether the dashboard's session proves that there is a quorum, which the servers, asked once
    a second, have not told yet.
    """
    connected = zookeeper["state"] == "connected"
    return connected and bool(zookeeper["since"] > zookeeper["quorum"]["since"])


def who(entry: Mapping[str, Any], tone: str) -> Part:
    """A candidate's name in a colour: ours by its id, a foreign one by its znode's label."""
    return {"who": entry["candidate"] or entry["label"], "tone": tone}


def _cut_off(chain: Sequence[Mapping[str, Any]]) -> Story:
    if not chain:
        return ["ZooKeeper does not answer. Nobody can be chosen until it does."]
    return [
        "ZooKeeper does not answer. Whoever led has stopped: a leader that cannot reach "
        "ZooKeeper cannot know that it still leads."
    ]


def _empty(candidates: Candidates) -> Story:
    joining = [name for name, one in candidates.items() if one["process"] == "running"]
    if joining:
        return [f"{_count(len(joining), 'candidate')} on the way into the election."]
    return ["Nobody stands in this election. Start five candidates, then kill the leader."]


def _steady(election: Election, chain: Sequence[Mapping[str, Any]]) -> Story:
    leader = chain[0]
    if leader["belief"] == "suspended":
        return [who(leader, "dead"), _SUSPENDED]
    if leader["belief"] not in ("leading", "unknown"):
        return [who(leader, "new"), " has the lowest znode and is about to lead."]
    known = leader["belief"] == "leading"
    return [
        who(leader, "lead"),
        " leads: its znode is the lowest. " if known else " has the lowest znode: it should lead. ",
        *(_broken_link(chain) or [*_queue(chain), *_last(election["last_handoff"])]),
    ]


def _broken_link(chain: Sequence[Mapping[str, Any]]) -> Story:
    """A dead or frozen one in the queue: what will happen when its session ends."""
    for position, entry in enumerate(chain[1:], start=1):
        if entry["process"] in ("exited", "paused") and entry["fault"]:
            start: Story = [
                who(entry, _tone(entry["fault"])),
                f" {_DEED[entry['fault']]} ",
                {"ago": entry["fault_at"]},
                "; its znode stays until its session ends. ",
            ]
            return start + _next_told(chain[position + 1 : position + 2])
    return []


def _next_told(following: Sequence[Mapping[str, Any]]) -> Story:
    if not following:
        return ["Nobody watches it: nobody will be told."]
    told = who(following[0], "wait")
    return ["Then ", told, ", which watches it, is told, and closes the chain."]


def _queue(chain: Sequence[Mapping[str, Any]]) -> Story:
    """What is said of the watches is what the evidence bears."""
    waiting = chain[1:]
    if not waiting:
        return ["Nobody waits to take over. "]
    others = (
        f"{_count(len(waiting), 'other')} {'stands' if len(waiting) == 1 else 'stand'} behind it"
    )
    if any(entry["evidence"] == "inferred" for entry in waiting):
        return [f"{others}. Nobody says what they watch: the arrows follow from the order alone. "]
    loose = _not_watching_their_predecessor(chain)
    if loose:
        return [f"{others}; {len(loose)} of them {_do_not_watch(len(loose))}. "]
    if len(waiting) == 1:
        return [who(waiting[0], "wait"), " waits, and watches it. "]
    return [
        f"{_count(len(waiting), 'other')} wait, each watching only the one before it: ",
        "if the leader goes, only ",
        who(waiting[0], "wait"),
        " is told. ",
    ]


def _do_not_watch(number: int) -> str:
    return "does not watch the one before it" if number == 1 else "do not watch the one before them"


def _not_watching_their_predecessor(
    chain: Sequence[Mapping[str, Any]],
) -> list[Mapping[str, Any]]:
    pairs = pairwise(chain)
    alive = [(before, entry) for before, entry in pairs if entry["process"] != "exited"]
    return [entry for before, entry in alive if entry["watches"] != before["znode"]]


def _last(handoff: Mapping[str, Any] | None) -> Story:
    if handoff is None or handoff["phases_ms"]["leading"] is None:
        return []
    took = handoff["phases_ms"]["leading"]
    return ["The last handoff took ", {"ms": took}, f" and {_woke(handoff['notifications'])}."]


def _woke(notifications: int) -> str:
    return "woke one candidate" if notifications == 1 else f"woke {notifications} candidates"


def _under_way(handoff: Mapping[str, Any], chain: Sequence[Mapping[str, Any]]) -> Story:
    parts: Story = [
        {"who": handoff["from"] or handoff["from_znode"], "tone": _tone(handoff["fault"])},
        f" {_DEED[handoff['fault']]} ",
        {"ago": handoff["at"]["fault"]},
    ]
    if handoff["at"]["deleted"] is None:
        return parts + _not_yet(handoff, chain)
    return parts + _on_the_way(handoff)


def _tone(fault: str) -> str:
    return "frozen" if fault == "pause" else "dead"


def _not_yet(handoff: Mapping[str, Any], chain: Sequence[Mapping[str, Any]]) -> Story:
    if handoff["fault"] in ("stop", "resign"):
        return [". It deletes its own znode, so nobody has to wait for its session."]
    left = next((e["session_ends"] for e in chain if e["znode"] == handoff["from_znode"]), None)
    if left is None:
        return [". Its znode stays until ZooKeeper ends its session."]
    return [
        ". ZooKeeper does not know yet: it hears no heartbeats, and ends the session in about ",
        {"left": left},
        ". Until then nobody else can lead.",
    ]


def _on_the_way(handoff: Mapping[str, Any]) -> Story:
    if handoff["to_znode"] is None:
        return ["; its znode is gone, and nobody waited to take over."]
    heir: Part = {"who": handoff["to"] or handoff["to_znode"], "tone": "wait"}
    if handoff["at"]["notified"] is None:
        return ["; its znode is gone. One notification is on its way to ", heir, "."]
    if handoff["at"]["leading"] is None:
        return ["; ", heir, " has been told, and lists the children to see whether it is lowest."]
    return ["; ", heir, " leads now, and writes its acknowledgement."]


def _believing_in_vain(chain: Sequence[Mapping[str, Any]], candidates: Candidates) -> str | None:
    lowest = chain[0]["candidate"] if chain else None
    return next(
        (
            name
            for name, one in candidates.items()
            if one["belief"] == "leading" and one["process"] == "paused" and name != lowest
        ),
        None,
    )


def _split(deluded: str, chain: Sequence[Mapping[str, Any]]) -> Story:
    start: Story = [{"who": deluded, "tone": "frozen"}, " is frozen and still believes it leads. "]
    if not chain:
        return [*start, "Its session is over; nobody has taken its place."]
    return [
        *start,
        "Its session is over, and ZooKeeper says that ",
        who(chain[0], "lead"),
        " leads. When it wakes, it must find out before it writes.",
    ]


def _count(number: int, noun: str) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    amount = words[number] if number < len(words) else str(number)
    return f"{amount.capitalize()} {noun}{'' if number == 1 else 's'}"
