"""An election in the state document: what the facts about its znodes and candidates make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.insight import chain as chains
from app.insight import handoff as handoffs
from app.insight import invariants, leaderless, orders, shapes, work
from app.insight.chain import Candidates
from app.insight.passing import completed, counted, strategy_of, with_heir, without_leader
from app.insight.passing import with_candidate_event as with_candidate_event
from app.insight.story import tell
from app.insight.strategies import STRATEGIES
from app.insight.violations import is_seen
from app.recipes.inputs import PARENT

Election = dict[str, Any]
Data = Mapping[str, Any]


def new_election(path: str, strategy: str) -> Election:
    """An election that nobody stands in yet."""
    return {
        "path": path,
        "strategy": strategy,
        "shape": shapes.ELECTION,
        "holders": [],
        "leader": None,
        "roles": roles([]),
        "epoch": None,
        "acknowledged": None,
        "data": None,
        "chain": [],
        "racers": [],
        "racing": {},
        "listed": None,
        "handoff": None,
        "last_handoff": None,
        "handoffs": 0,
        "woken": None,
        "tally": None,
        "invariants": invariants.verdicts(STRATEGIES[strategy], [], 0.0),
        "violations": [],
        "orders": None,
        "doubts": [],
        "story": [],
        **work.new(),
    }


def with_members(election: Election, members: Sequence[Data], at: float) -> Election:
    """The full membership as read: what is missing from it is gone, all at the same moment."""
    there = {member["znode"]: member for member in members}
    gone = [
        entry["znode"] for entry in election["chain"] if _is_gone(entry, there.get(entry["znode"]))
    ]
    if gone:
        election = _without(election, gone, at)
    for member in members:
        election = with_member(election, member)
    return election


def _is_gone(entry: Data, member: Data | None) -> bool:
    """A znode may have been deleted and made anew, under the same name, while nobody saw it."""
    return member is None or entry["czxid"] not in (None, member.get("czxid"))


def with_member(election: Election, member: Data) -> Election:
    """One znode more, read with its owner."""
    entry = chains.entry_of(member)
    rest = [one for one in election["chain"] if one["znode"] != entry["znode"]]
    chain = chains.ordered([*rest, entry], strategy_of(election))
    return {**with_heir(election, chain), "chain": chain}


def without_member(election: Election, znode: str, at: float) -> Election:
    """A znode is gone; if it was the leader's, leadership passes on."""
    known = any(entry["znode"] == znode for entry in election["chain"])
    return _without(election, [znode], at) if known else election


def _without(election: Election, znodes: Sequence[str], at: float) -> Election:
    leader = election["chain"][0]
    rest = [entry for entry in election["chain"] if entry["znode"] not in znodes]
    if leader["znode"] in znodes and shapes.has_leader(election["shape"]):
        election = without_leader(election, leader, rest, at)
    woken: Election = {"znode": znodes[-1], "zxid": None, "candidates": []}
    return {**election, "chain": rest, "woken": woken}


def with_watches(election: Election, data: Data) -> Election:
    """What the servers list: `sessions` maps each session to the paths it watches, as of
    `asked_at`. A session that is not in it watches nothing if the list is `complete`.
    """
    watches = {
        session: [name for path in paths if (name := _name_in(election, path))]
        for session, paths in data["sessions"].items()
    }
    listed = {"asked_at": data["asked_at"], "complete": data["complete"]}
    return {**election, "listed": {**listed, "watches": {k: v for k, v in watches.items() if v}}}


def _name_in(election: Election, path: str) -> str:
    """The name of a znode in the election, `PARENT` for the election itself, "" for others."""
    if path == election["path"]:
        return PARENT
    prefix = election["path"].rstrip("/") + "/"
    return path.removeprefix(prefix) if path.startswith(prefix) else ""


def with_acknowledgement(election: Election, data: Data, at: float) -> Election:
    """The acknowledgement znode as read; empty `data` says that there is none."""
    handoff = election["handoff"]
    if handoff and handoff["at"]["leading"] and handoffs.is_of_heir(handoff, data):
        handoff = handoffs.acknowledged(handoff, at)
    keys = ("znode", "epoch", "candidate", "believed")
    written = {key: data.get(key) for key in keys} if data else None
    return {**election, "acknowledged": written, "handoff": handoff}


def with_version(election: Election, data: Data) -> Election:
    """The newest data version as read; None where there is none."""
    newest = data.get("newest")
    return {**election, "data": None if newest is None else {"newest": newest}}


def derive(election: Election, candidates: Candidates, zookeeper: Data, at: float) -> Election:
    """Everything that follows from the rest: links, leader, handoff, invariants, story.

    zookeeper: that part of the state document.
    """
    own = {name: one for name, one in candidates.items() if one["path"] == election["path"]}
    election = {**election, "shape": shapes.shape_of(election, own), "holders": []}
    strategy, stands = strategy_of(election), shapes.stands(election)
    chain = chains.link(election["chain"], own, election["listed"], strategy, stands)
    linked = {**election, "chain": chain, "roles": roles(chain), **_leader(chain)}
    if stands is not None:
        return leaderless.derived({**linked, "roles": roles([])}, zookeeper)
    if strategy.races:
        racing = chains.racing(own, chain, election["listed"], at)
        linked |= {"racing": racing, "racers": list(racing)}
    linked |= completed(linked, chain, own)
    linked |= counted(linked, own)
    seen = is_seen(zookeeper)
    before = election["violations"]
    violations = invariants.check(strategy, chain, own, election["woken"], before, at, seen=seen)
    ordered = orders.orders_of(chain)
    doubts = orders.doubts(ordered, chain)
    judged = {
        **linked,
        "violations": violations,
        "orders": ordered,
        "doubts": doubts,
        "invariants": invariants.verdicts(strategy, violations, at, doubts),
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
