"""An election in the state document: what the facts about its znodes and candidates make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.insight import chain as chains
from app.insight import handoff as handoffs
from app.insight import invariants
from app.insight.chain import Candidates
from app.insight.story import tell

Election = dict[str, Any]
Data = Mapping[str, Any]

LEADER_FAULTS = frozenset({"killed", "paused", "stopping", "expired", "resigning", "exited"})
FAULT_NAMES = {
    "killed": "kill",
    "paused": "pause",
    "stopping": "stop",
    "expired": "expire",
    "resigning": "resign",
    "exited": "exit",
}


def new_election(path: str, strategy: str) -> Election:
    """An election that nobody stands in yet."""
    return {
        "path": path,
        "strategy": strategy,
        "leader": None,
        "roles": roles([]),
        "epoch": None,
        "acknowledged": None,
        "chain": [],
        "listed": None,
        "handoff": None,
        "last_handoff": None,
        "handoffs": 0,
        "woken": None,
        "invariants": invariants.verdicts([], 0.0),
        "violations": [],
        "story": [],
    }


def with_members(election: Election, members: Sequence[Data], at: float) -> Election:
    """The full membership as read: what is missing from it is gone, all at the same moment."""
    names = {member["znode"] for member in members}
    gone = [entry["znode"] for entry in election["chain"] if entry["znode"] not in names]
    if gone:
        election = _without(election, gone, at)
    for member in members:
        election = with_member(election, member)
    return election


def with_member(election: Election, member: Data) -> Election:
    """One znode more, read with its owner."""
    entry = chains.entry_of(member)
    rest = [one for one in election["chain"] if one["znode"] != entry["znode"]]
    return {**election, "chain": chains.ordered([*rest, entry])}


def without_member(election: Election, znode: str, at: float) -> Election:
    """A znode is gone; if it was the leader's, leadership passes on."""
    known = any(entry["znode"] == znode for entry in election["chain"])
    return _without(election, [znode], at) if known else election


def _without(election: Election, znodes: Sequence[str], at: float) -> Election:
    leader = election["chain"][0]
    rest = [entry for entry in election["chain"] if entry["znode"] not in znodes]
    handoff = election["handoff"]
    if leader["znode"] in znodes:
        handoff = _after_deletion(handoff, leader, rest, at)
    woken = {"znode": znodes[-1], "candidates": []}
    return {**election, "chain": rest, "handoff": handoff, "woken": woken}


def _after_deletion(
    handoff: handoffs.Handoff | None, gone: Data, rest: Sequence[Data], at: float
) -> handoffs.Handoff | None:
    if not rest:
        return None
    if handoff and handoff["at"]["deleted"] is not None:
        return handoffs.heir_gone(handoff, rest)
    return handoffs.deleted(handoff, gone, rest, at)


def with_watches(election: Election, data: Data) -> Election:
    """What the servers list: `sessions` maps each session to the paths it watches, as of
    `asked_at`. A session that is not in it watches nothing if the list is `complete`.
    """
    prefix = election["path"].rstrip("/") + "/"
    watches = {
        session: [path[len(prefix) :] for path in paths if path.startswith(prefix)]
        for session, paths in data["sessions"].items()
    }
    listed = {"asked_at": data["asked_at"], "complete": data["complete"]}
    return {**election, "listed": {**listed, "watches": {k: v for k, v in watches.items() if v}}}


def with_candidate_event(
    election: Election, candidate: str, kind: str, data: Data, at: float
) -> Election:
    """What happened to, or was reported by, one of the election's own candidates."""
    if kind in LEADER_FAULTS:
        return _with_fault(election, candidate, kind, at)
    if kind == "resumed":
        return _with_wake(election, candidate)
    if kind == "notified":
        return _with_notice(election, candidate, data, at)
    if kind == "reported" and data.get("belief") == "leading":
        return _with_leader(election, candidate, data, at)
    return election


def _with_fault(election: Election, candidate: str, kind: str, at: float) -> Election:
    """A handoff under way goes on: a frozen leader may be killed too, and so may the heir."""
    leader, heir = [*election["chain"], None, None][:2]
    if leader is None or leader["candidate"] != candidate or election["handoff"]:
        return election
    return {**election, "handoff": handoffs.begun(leader, heir, FAULT_NAMES[kind], at)}


def _with_wake(election: Election, candidate: str) -> Election:
    """A frozen leader that woke in time leads on: there is no handoff."""
    handoff = election["handoff"]
    if handoff and handoff["from"] == candidate and handoff["at"]["deleted"] is None:
        return {**election, "handoff": None}
    return election


def _with_notice(election: Election, candidate: str, data: Data, at: float) -> Election:
    woken = election["woken"]
    if woken and woken["znode"] == data["znode"] and candidate not in woken["candidates"]:
        woken = {**woken, "candidates": [*woken["candidates"], candidate]}
    handoff = election["handoff"]
    if handoff and handoff["gone"] == data["znode"]:
        handoff = handoffs.notified(handoff, candidate, data["counters"], at)
    return {**election, "woken": woken, "handoff": handoff}


def _with_leader(election: Election, candidate: str, data: Data, at: float) -> Election:
    handoff = election["handoff"]
    if handoff is None or handoff["to"] != candidate or _is_by_another_znode(handoff, data):
        return election
    handoff = handoffs.leading(handoff, data["counters"], at)
    if data.get("step") == "lead":
        handoff = handoffs.acknowledged(handoff, at)
    return {**election, "handoff": handoff}


def _is_by_another_znode(handoff: handoffs.Handoff, data: Data) -> bool:
    """The heir lost its place too and has joined anew: what made it lead is not this handoff."""
    path = data.get("znode")
    return bool(path and handoff["to_znode"] and path.rpartition("/")[2] != handoff["to_znode"])


def with_acknowledgement(election: Election, data: Data, at: float) -> Election:
    """The acknowledgement znode as read; empty `data` says that there is none."""
    handoff = election["handoff"]
    if handoff and handoff["to_znode"] == data.get("znode") and handoff["at"]["leading"]:
        handoff = handoffs.acknowledged(handoff, at)
    written = {key: data.get(key) for key in ("znode", "epoch", "candidate")} if data else None
    return {**election, "acknowledged": written, "handoff": handoff}


def derive(election: Election, candidates: Candidates, zookeeper: Data, at: float) -> Election:
    """Everything that follows from the rest: links, leader, handoff, invariants, story.

    zookeeper: that part of the state document.
    """
    own = {name: one for name, one in candidates.items() if one["election"] == election["path"]}
    chain = chains.link(election["chain"], own, election["listed"])
    facts = {"chain": chain, "roles": roles(chain), **_leader(chain)}
    linked = {**election, **facts, **_completed(election, chain, own)}
    seen = zookeeper["state"] == "connected"
    before = election["violations"]
    violations = invariants.check(chain, own, election["woken"], before, at, seen=seen)
    judged = {
        **linked,
        "violations": violations,
        "invariants": invariants.verdicts(violations, at),
    }
    return {**judged, "story": tell(judged, own, zookeeper)}


ROLES = ("leader", "successor", "middle", "tail")


def roles(chain: Sequence[Data]) -> dict[str, str | None]:
    """Role -> the znode that holds it now, None where nobody does (the idea is Jepsen's)."""
    names = [entry["znode"] for entry in chain]
    waiting, between = names[1:], names[1:-1]
    holders = (names[:1], waiting[:1], between[len(between) // 2 :][:1], waiting[-1:])
    return {role: next(iter(held), None) for role, held in zip(ROLES, holders, strict=True)}


def _leader(chain: Sequence[Data]) -> Election:
    lowest = chain[0] if chain else None
    return {
        "leader": lowest["znode"] if lowest else None,
        "epoch": lowest["czxid"] if lowest else None,
    }


def _completed(election: Election, chain: Sequence[Data], own: Candidates) -> Election:
    handoff = election["handoff"]
    if handoff is None:
        return {}
    heir = next((one for one in chain if one["znode"] == handoff["to_znode"]), None)
    if heir and handoff["to"] is None:
        handoff = {**handoff, "to": heir["candidate"]}
    if heir and heir["belief"] == "leading" and _is_seen_late(handoff):
        written = election["acknowledged"]
        is_acknowledged = bool(written and written["znode"] == heir["znode"])
        since = own[heir["candidate"]]["since"]
        handoff = handoffs.leads_already(handoff, since, is_acknowledged)
    if not handoffs.is_complete(handoff):
        return {"handoff": handoff}
    return {
        "handoff": None,
        "last_handoff": handoffs.finished(handoff),
        "handoffs": election["handoffs"] + 1,
    }


def _is_seen_late(handoff: handoffs.Handoff) -> bool:
    return handoff["at"]["deleted"] is not None and handoff["at"]["leading"] is None
