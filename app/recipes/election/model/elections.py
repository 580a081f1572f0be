"""Join the members of an election with what is known of each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ....participation.forms import is_in_group
from ....participation.naming import LEADER, PARENT, parse_sequence
from ....readmodels import chain as chains
from ....readmodels.chain_counts import ChainCounts, is_anybodys, is_persistent
from ....readmodels.document import Candidates, Data, Entry, split
from ....readmodels.events import ZnodeDeleted
from ....readmodels.strategy import Strategy
from ....readmodels.violations import believers, in_session
from ....readmodels.znode_list import ZnodeList
from ..document import Election, Parts, Unheard, Woken
from . import departed, shapes
from .passing import strategy_of, with_deletion, with_heir, without_leader
from .strategies import STRATEGIES


def recipe_said(data: str | None) -> str | None:
    """Return the strategy of a znode's owner, as its data says; None where it says none."""
    strategy = chains.recipe_said(data)
    return strategy if strategy in STRATEGIES else None


def is_gone(entry: Entry, member: Data | None) -> bool:
    """Tell whether a znode is gone; one of the same name may have been created again, unseen."""
    if member is None:
        return True
    return not _is_known_only_by_name(member) and entry["czxid"] not in (None, member.get("czxid"))


def _is_known_only_by_name(member: Data) -> bool:
    """Tell whether a list names it, and nothing else is known of it."""
    return bool(member.get("unread")) and member.get("czxid") is None


def with_entries(election: Election, members: Sequence[Data]) -> Election:
    """Return the election with these znodes read: each keeps when it was first seen here, unless it
    is another one under the same name.
    """
    chain, strategy = election["chain"], strategy_of(election)
    if election["itself"]:
        members = [{**member, "label": key_called(election)} for member in members]
    if len(members) == 1:
        chain = _with_entry(chain, members[0], strategy)
    else:
        entries = {entry["znode"]: entry for entry in chain}
        read = [_entry_of(member, entries.get(member["znode"])) for member in members]
        entries |= {entry["znode"]: entry for entry in read}
        chain = chains.Chain.made_of(chain, chains.ordered(entries.values(), strategy))
    return {**with_heir(election, chain), "chain": chain}


def _with_entry(chain: Sequence[Entry], member: Data, strategy: Strategy) -> chains.Chain:
    """Return the chain with one more member, or one read again; most come last."""
    name = member["znode"]
    place = chains.place_in(chain, name)
    if place is not None:
        return chains.with_span(chain, (place, place + 1), [_entry_of(member, chain[place])])
    entry = _entry_of(member, None)
    last = [chain[-1]["znode"], name] if chain else []
    is_alike = chain and chain[-1]["library"] == entry["library"]
    if is_alike and strategy.ordered(last) == last:
        return chains.with_span(chain, (len(chain), len(chain)), [entry])
    return chains.Chain.made_of(chain, chains.ordered([*chain, entry], strategy))


def _entry_of(member: Data, known: Entry | None) -> Entry:
    if known and _is_known_only_by_name(member):
        return known
    came = known["came"] if known and not is_gone(known, member) else None
    return {**chains.entry_of(member), "came": came, "unheard": None}


def key_of(election: Election) -> str:
    """Return the name of the one znode for which all race, relative to the path."""
    return PARENT if election["itself"] else LEADER


def key_called(election: Election) -> str:
    """Return what that znode is called."""
    return split(election["path"])[1] if election["itself"] else LEADER


def without_unread(election: Election, znode: str) -> Election:
    """Drop the handoff: between two leaders that were read, another one came and went unread."""
    if not strategy_of(election).races or znode != key_of(election):
        return election
    election = {**election, "chain": []}
    handoff = election["handoff"]
    is_open = handoff and handoff["at"]["deleted"] is not None and not handoff["to_znode"]
    over: Parts = {"handoff": None, "tally": None} if is_open else {}
    return {**election, **over, "vacant": None}


def without_uncounted(election: Election, znodes: Collection[str]) -> Election:
    """Return the election without what never was a member: nothing has ended with it."""
    rest = [entry for entry in election["chain"] if entry["znode"] not in znodes]
    return {**election, "chain": chains.Chain.made_of(election["chain"], rest)}


def without(election: Election, znodes: Sequence[str], at: float) -> Election:
    chain = election["chain"]
    leader, gone = chain[0], frozenset(znodes)
    rest = _without(chain, gone)
    if len(chains.names_of(rest).libraries) < len(chains.names_of(chain).libraries):
        in_order = chains.ordered(rest, strategy_of(election))  # by the library of those left
        rest = chains.Chain.made_of(chain, in_order)
    if leader["znode"] in gone and _leads(leader, election["shape"]):
        election = without_leader(election, leader, rest, at)
    woken: Woken = {"znode": znodes[-1], "zxid": None, "candidates": []}
    marks = {znode: mark for znode, mark in election["marks"].items() if znode not in gone}
    departed = _departed(election, gone)
    forgotten = election["departed"].keys() - departed.keys()
    unheard = _of_others(election["unheard"], forgotten, chains.counts_of(chain), departed)
    left: Parts = {"marks": marks, "departed": departed, "unheard": unheard}
    return {**election, **left, "chain": rest, "woken": woken}


def _without(chain: Sequence[Entry], znodes: Collection[str]) -> chains.Chain:
    if len(znodes) > 1:
        rest = [entry for entry in chain if entry["znode"] not in znodes]
        return chains.Chain.made_of(chain, rest)
    place = chains.place_in(chain, *znodes) or 0
    return chains.with_span(chain, (place, place + 1), [])


def _leads(first: Entry, shape: str) -> bool:
    """Tell whether the znode makes a leader: a persistent `leader` belongs to nobody."""
    is_nobodys = first["znode"] == LEADER and is_persistent(first)
    return shapes.has_leader(shape) and not is_nobodys


def _departed(election: Election, gone: Collection[str]) -> Mapping[str, str]:
    is_led = shapes.has_leader(election["shape"])
    return departed.with_gone(election, gone) if is_led else election["departed"]


def knows_session(election: Election, session: str) -> bool:
    """Tell whether the session is a member's, was that of the last leader, or departed."""
    last, under_way = election["last_handoff"], election["handoff"]
    left = [one["from_session"] for one in (last, under_way) if one]
    if session in left or session in election["departed"]:
        return True
    return session in chains.counts_of(election["chain"]).sessions


def linked(election: Election, own: Candidates, settle: float, at: float) -> Election:
    """Return the election with its chain joined with what else is known of its members. settle: the
    seconds that a client may take to set its watch.
    """
    chain = chains.link(
        election["chain"],
        own,
        election["listed"],
        strategy_of(election),
        at=at,
        settle=settle,
        stands=shapes.stands(election),
        unheard=election["unheard"],
    )
    ours = [one["session"] for one in own.values()]
    estranged = departed.estranged(chain, election["estranged"], ours)
    known: Election = {**election, "chain": chain, "estranged": estranged}
    left = departed.remaining(known, ours)
    gone = known["unheard"].keys() if chain.left is None else chain.left
    gone = {*gone, *(known["departed"].keys() - left.keys())}
    unheard = _of_others(known["unheard"], gone, chain.counts, left)
    return {**known, "departed": left, "unheard": unheard}


def _of_others(
    unheard: Mapping[str, Unheard],
    gone: Iterable[str],
    counts: ChainCounts,
    departed: Collection[str],
) -> Mapping[str, Unheard]:
    """Leave out those of `gone` that have no member here, and have not departed."""
    over = {who for who in gone if who in unheard and who not in departed}
    over = {who for who in over if who not in counts.sessions}
    return {who: one for who, one in unheard.items() if who not in over} if over else unheard


ROLES = ("leader", "successor", "middle", "tail")


def roles(chain: Sequence[Entry]) -> dict[str, str | None]:
    """Return role -> the znode that holds it now, None where nobody does (the idea is Jepsen's)."""
    last = len(chain) - 1
    places = (0, 1, 1 + (last - 1) // 2, last)
    is_held = (last >= 0, last >= 1, last >= 2, last >= 1)
    return {
        role: chain[place]["znode"] if held else None
        for role, place, held in zip(ROLES, places, is_held, strict=True)
    }


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


class Members(ZnodeList[Election]):
    """The znodes of those who stand: several may go in one change, and then leadership passes once.
    What opens an election follows it by its strategy.
    """

    def with_created(self, election: Election, member: Data, at: float) -> Election:
        """Add a znode that an event has told of, if it is a member by its name."""
        name, races = member["znode"], strategy_of(election).races
        may_be = parse_sequence(name) is not None or is_in_group(name)
        is_member = name == key_of(election) if races else may_be
        is_known = chains.place_in(election["chain"], name) is not None
        return with_entries(election, [member]) if is_member and not is_known else election

    def with_read(self, election: Election, members: Sequence[Data], at: float) -> Election:
        """Add znodes, read with their owners."""
        return with_entries(election, members)

    def with_all(self, election: Election, members: Sequence[Data], at: float) -> Election:
        """Take the full membership as read: what is missing from it is gone, all at the same
        moment.
        """
        election = {**election, "denied": False} if election["denied"] else election
        never = {member["znode"] for member in members if member.get("uncounted")}
        if never:
            members = [member for member in members if member["znode"] not in never]
            election = without_uncounted(election, never)
        there = {member["znode"]: member for member in members}
        gone = [
            entry["znode"]
            for entry in election["chain"]
            if is_gone(entry, there.get(entry["znode"]))
        ]
        if gone:
            election = without(election, gone, at)
            found_gone = ZnodeDeleted(gone[0], zxid=None, found_gone=True)
            election = with_deletion(election, gone[0], found_gone)
        return with_entries(election, members)

    def without(self, election: Election, ended: Mapping[str, ZnodeDeleted], at: float) -> Election:
        """Remove znodes; if the leader's is among them, leadership passes on."""
        chain, races = election["chain"], strategy_of(election).races
        places = {name: chains.place_in(chain, name) for name in ended}
        gone = [
            name
            for name, place in places.items()
            if place is not None and not (races and is_anybodys(chain[place]))
        ]
        for name in places.keys() - {*gone}:
            election = without_unread(election, name)
        election = without(election, gone, at) if gone else election
        for name, event in ended.items():
            election = with_deletion(election, name, event)
        return election
