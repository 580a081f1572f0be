"""An election in the state document: what the facts about its znodes and candidates make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.insight import chain as chains
from app.insight import (
    departed,
    invariants,
    leaderless,
    member_names,
    orders,
    shapes,
    witnesses,
    work,
)
from app.insight import handoff as handoffs
from app.insight.chain import Candidates
from app.insight.passing import completed, counted, strategy_of, with_heir, without_leader
from app.insight.passing import with_candidate_event as with_candidate_event
from app.insight.passing import with_connection as with_connection
from app.insight.passing import with_deletion as with_deletion
from app.insight.passing import with_removal as with_removal
from app.insight.story import tell
from app.insight.strategies import STRATEGIES
from app.insight.violations import SETTLE, is_seen, slack, slackened
from app.recipes.inputs import PARENT
from app.recipes.single import LEADER

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
        "unheard": {},
        "departed": {},
        "estranged": None,
        "onlookers": None,
        "removed": None,
        "vacant": None,
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
        election = with_deletion(election, gone[0], {"found_gone": True})
    return _with_entries(election, members)


def _is_gone(entry: Data, member: Data | None) -> bool:
    """A znode may have been deleted and made anew, under the same name, while nobody saw it."""
    return member is None or entry["czxid"] not in (None, member.get("czxid"))


def with_member(election: Election, member: Data) -> Election:
    """One znode more, read with its owner."""
    return _with_entries(election, [member])


def _with_entries(election: Election, members: Sequence[Data]) -> Election:
    """The election with these znodes read: each keeps when it was first seen here, unless it is
    another one under the same name.
    """
    entries = {entry["znode"]: entry for entry in election["chain"]}
    for member in members:
        known = entries.get(member["znode"])
        came = known["came"] if known and not _is_gone(known, member) else None
        entry = {**chains.entry_of(member), "came": came, "unheard": None}
        entries[member["znode"]] = entry
    chain = chains.ordered(entries.values(), strategy_of(election))
    return {**with_heir(election, chain), "chain": chain}


def without_member(election: Election, znode: str, at: float) -> Election:
    """A znode is gone; if it was the leader's, leadership passes on."""
    known = any(entry["znode"] == znode for entry in election["chain"])
    return _without(election, [znode], at) if known else _without_unread(election, znode)


def _without_unread(election: Election, znode: str) -> Election:
    """Between two leaders that were read, another one came and went: neither followed the other."""
    if not strategy_of(election).races or znode != LEADER:
        return election
    handoff = election["handoff"]
    is_open = handoff and handoff["at"]["deleted"] is not None and not handoff["to_znode"]
    over = {"handoff": None, "tally": None} if is_open else {}
    return {**election, **over, "vacant": None}


def _without(election: Election, znodes: Sequence[str], at: float) -> Election:
    leader = election["chain"][0]
    rest = [entry for entry in election["chain"] if entry["znode"] not in znodes]
    if leader["znode"] in znodes and _leads(leader, election["shape"]):
        election = without_leader(election, leader, rest, at)
    woken: Election = {"znode": znodes[-1], "zxid": None, "candidates": []}
    return {**election, "chain": rest, "woken": woken, "departed": _departed(election, rest)}


def _leads(first: Data, shape: str) -> bool:
    """A persistent `leader` is nobody's."""
    is_nobodys = first["znode"] == LEADER and chains.is_persistent(first)
    return shapes.has_leader(shape) and not is_nobodys


def _departed(election: Election, rest: Sequence[Data]) -> dict[str, str]:
    is_led = shapes.has_leader(election["shape"])
    return departed.with_gone(election, rest) if is_led else election["departed"]


def knows_session(election: Election, session: str) -> bool:
    """Whether the session is a member's, was that of the leader that went last, or departed."""
    last, under_way = election["last_handoff"], election["handoff"]
    left = [one["from_session"] for one in (last, under_way) if one]
    if session in left or session in election["departed"]:
        return True
    return any(entry["session"] == session for entry in election["chain"])


def with_watches(election: Election, data: Data) -> Election:
    """What the servers list: `sessions` maps each session to the paths it watches, as of
    `asked_at`. A session that is not in it watches nothing if the list is `complete`; a member's
    that is in it without a path watches nothing in any case.
    """
    members = {entry["session"] for entry in election["chain"]}
    watches = {
        session: [name for path in paths if (name := _name_in(election, path))]
        for session, paths in data["sessions"].items()
    }
    listed = {"asked_at": data["asked_at"], "complete": data["complete"]}
    kept = {who: names for who, names in watches.items() if names or who in members}
    return {**election, "listed": {**listed, "watches": kept}}


def with_list(election: Election, data: Data) -> Election:
    """What the servers list as watched, also of the last handoff."""
    changed = with_watches(election, data)
    last, chain = election["last_handoff"], election["chain"]
    return {**changed, "last_handoff": witnesses.watched_since(last, changed["listed"], chain)}


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
    shaped = {**election, "shape": shapes.shape_of(election, own), "holders": []}
    election = _linked(shaped, own, SETTLE + slack(zookeeper), at)
    strategy, chain = strategy_of(election), election["chain"]
    linked = {**election, "roles": roles(chain), **_leader(chain)}
    if not shapes.has_leader(election["shape"]):
        return leaderless.derived({**linked, "roles": roles([])}, zookeeper)
    if strategy.races:
        racing = chains.racing(own, chain, election["listed"], at)
        unknown = departed.onlookers(election, [one["session"] for one in own.values()])
        linked |= {"racing": racing, "racers": list(racing), "onlookers": unknown}
    linked |= completed(linked, chain, own)
    linked |= counted(linked, own)
    seen = is_seen(zookeeper)
    before = election["violations"]
    found = invariants.check(strategy, chain, own, election["woken"], before, at, seen=seen)
    violations = slackened(found, zookeeper)
    ordered = orders.orders_of(chain)
    known, absent = orders.doubts(ordered, chain), departed.doubts(linked, strategy)
    doubts = invariants.doubts(strategy, chain, known, absent, seen=seen)
    judged = {
        **linked,
        "violations": violations,
        "orders": ordered,
        "doubts": doubts,
        "invariants": invariants.verdicts(strategy, violations, at, doubts),
    }
    return {**judged, "story": tell(judged, own, zookeeper)}


def _linked(election: Election, own: Candidates, settle: float, at: float) -> Election:
    """The election with its chain joined with what else is known of its members. settle: the
    seconds that a client may take to set its watch.
    """
    linked = chains.link(
        election["chain"],
        own,
        election["listed"],
        strategy_of(election),
        at=at,
        settle=settle,
        stands=shapes.stands(election),
    )
    chain = _seen(linked, election["unheard"], at)
    ours = [one["session"] for one in own.values()]
    estranged = departed.estranged(chain, election["estranged"], ours)
    known = {**election, "chain": chain, "estranged": estranged}
    left = departed.remaining(known, ours)
    unheard = _of_members(election["unheard"], [*left, *(one["session"] for one in chain)])
    return {**known, "departed": left, "unheard": unheard}


def _seen(chain: Sequence[chains.Entry], unheard: Data, at: float) -> list[chains.Entry]:
    """The chain with names, with when each was seen first, and since when no server lists its
    connection.
    """
    known = []
    for entry in member_names.named(chain):
        came = at if entry["came"] is None else entry["came"]
        lost = unheard[entry["session"]]["missing"] if entry["session"] in unheard else None
        is_same = (entry["came"], entry["unheard"]) == (came, lost)
        known.append(entry if is_same else {**entry, "came": came, "unheard": lost})
    return known


def _of_members(unheard: Data, sessions: Sequence[str | None]) -> Data:
    return {session: one for session, one in unheard.items() if session in sessions}


ROLES = ("leader", "successor", "middle", "tail")


def roles(chain: Sequence[Data]) -> dict[str, str | None]:
    """Role -> the znode that holds it now, None where nobody does (the idea is Jepsen's)."""
    names = [entry["znode"] for entry in chain]
    waiting, between = names[1:], names[1:-1]
    holders = (names[:1], waiting[:1], between[len(between) // 2 :][:1], waiting[-1:])
    return {role: next(iter(held), None) for role, held in zip(ROLES, holders, strict=True)}


def _leader(chain: Sequence[Data]) -> Election:
    lowest = next((entry for entry in chain[:1] if entry["truth"] is not None), None)
    return {
        "leader": lowest["znode"] if lowest else None,
        "epoch": lowest["czxid"] if lowest else None,
    }
