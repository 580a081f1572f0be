"""Join the members of an election with what is known of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....participation.naming import LEADER
from ....readmodels import chain as chains
from ....readmodels import member_names
from ....readmodels.document import Candidates, Data, Entry
from ....readmodels.violations import believers, in_session
from ..document import Election, Parts, Unheard, Woken
from . import departed, shapes
from .passing import strategy_of, with_heir, without_leader
from .strategies import STRATEGIES


def recipe_said(data: str | None) -> str | None:
    """Return the strategy of a znode's owner, as its data says; None where it says none."""
    strategy = chains.said_by(data).get("recipe")
    return strategy if isinstance(strategy, str) and strategy in STRATEGIES else None


def is_gone(entry: Entry, member: Data | None) -> bool:
    """Tell whether a znode is gone; one of the same name may have been created again, unseen."""
    return member is None or entry["czxid"] not in (None, member.get("czxid"))


def with_entries(election: Election, members: Sequence[Data]) -> Election:
    """Return the election with these znodes read: each keeps when it was first seen here, unless it
    is another one under the same name.
    """
    entries = {entry["znode"]: entry for entry in election["chain"]}
    for member in members:
        known = entries.get(member["znode"])
        came = known["came"] if known and not is_gone(known, member) else None
        entry: Entry = {**chains.entry_of(member), "came": came, "unheard": None}
        entries[member["znode"]] = entry
    chain = chains.ordered(entries.values(), strategy_of(election))
    return {**with_heir(election, chain), "chain": chain}


def without_unread(election: Election, znode: str) -> Election:
    """Drop the handoff: between two leaders that were read, another one came and went unread."""
    if not strategy_of(election).races or znode != LEADER:
        return election
    election = {**election, "chain": []}
    handoff = election["handoff"]
    is_open = handoff and handoff["at"]["deleted"] is not None and not handoff["to_znode"]
    over: Parts = {"handoff": None, "tally": None} if is_open else {}
    return {**election, **over, "vacant": None}


def without(election: Election, znodes: Sequence[str], at: float) -> Election:
    leader = election["chain"][0]
    rest = [entry for entry in election["chain"] if entry["znode"] not in znodes]
    if leader["znode"] in znodes and _leads(leader, election["shape"]):
        election = without_leader(election, leader, rest, at)
    woken: Woken = {"znode": znodes[-1], "zxid": None, "candidates": []}
    return {**election, "chain": rest, "woken": woken, "departed": _departed(election, rest)}


def _leads(first: Entry, shape: str) -> bool:
    """Tell whether the znode makes a leader: a persistent `leader` belongs to nobody."""
    is_nobodys = first["znode"] == LEADER and chains.is_persistent(first)
    return shapes.has_leader(shape) and not is_nobodys


def _departed(election: Election, rest: Sequence[Entry]) -> Mapping[str, str]:
    is_led = shapes.has_leader(election["shape"])
    return departed.with_gone(election, rest) if is_led else election["departed"]


def knows_session(election: Election, session: str) -> bool:
    """Tell whether the session is a member's, was that of the last leader, or departed."""
    last, under_way = election["last_handoff"], election["handoff"]
    left = [one["from_session"] for one in (last, under_way) if one]
    if session in left or session in election["departed"]:
        return True
    return any(entry["session"] == session for entry in election["chain"])


def linked(election: Election, own: Candidates, settle: float, at: float) -> Election:
    """Return the election with its chain joined with what else is known of its members. settle: the
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
    known: Election = {**election, "chain": chain, "estranged": estranged}
    left = departed.remaining(known, ours)
    unheard = _of_members(election["unheard"], [*left, *(one["session"] for one in chain)])
    return {**known, "departed": left, "unheard": unheard}


def _seen(chain: Sequence[Entry], unheard: Mapping[str, Unheard], at: float) -> list[Entry]:
    """Return the chain with names, with when each was first seen, and since when no server lists
    its connection.
    """
    known: list[Entry] = []
    for entry in member_names.named(chain):
        came = at if entry["came"] is None else entry["came"]
        silent = unheard.get(entry["session"] or "")
        lost = silent["missing"] if silent else None
        is_same = (entry["came"], entry["unheard"]) == (came, lost)
        known.append(entry if is_same else {**entry, "came": came, "unheard": lost})
    return known


def _of_members(
    unheard: Mapping[str, Unheard], sessions: Sequence[str | None]
) -> Mapping[str, Unheard]:
    there = set(sessions)
    return {session: one for session, one in unheard.items() if session in there}


ROLES = ("leader", "successor", "middle", "tail")


def roles(chain: Sequence[Entry]) -> dict[str, str | None]:
    """Return role -> the znode that holds it now, None where nobody does (the idea is Jepsen's)."""
    names = [entry["znode"] for entry in chain]
    waiting, between = names[1:], names[1:-1]
    holders = (names[:1], waiting[:1], between[len(between) // 2 :][:1], waiting[-1:])
    return {role: next(iter(held), None) for role, held in zip(ROLES, holders, strict=True)}


def leader(chain: Sequence[Entry]) -> Parts:
    lowest = next((entry for entry in chain[:1] if entry["truth"] is not None), None)
    return {
        "leader": lowest["znode"] if lowest else None,
        "epoch": lowest["czxid"] if lowest else None,
    }


def is_led(election: Election, own: Candidates, at: float, *, seen: bool) -> bool | None:
    """Tell whether somebody leads at `at`; None where nobody can tell, or nobody is there who could
    lead: a lock may be free, and an election forgotten.

    seen: whether the chain is what ZooKeeper says now. Else our own candidates are asked: if all
    are cut off, and nobody else stood there, nobody leads.
    """
    chain, vacant = election["chain"], election["vacant"]
    alive = [one for one in own.values() if one["process"] != "exited"]
    if election["leader"] if seen else in_session(believers(own, "leading"), at):
        return True
    if seen:
        was_led = vacant is not None and vacant["from"] is None
        return False if alive or (was_led and election["shape"] == shapes.ELECTION) else None
    may_lead = any(entry["candidate"] is None for entry in chain) or believers(own, "waiting")
    return False if alive and not may_lead else None
