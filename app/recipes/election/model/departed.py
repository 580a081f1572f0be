"""Track strangers without a znode: those that lost theirs, and racers that never had one.

A session outlasts its znode where somebody deletes that by hand: its client goes on leading until
it looks. Only a server that lists no connection of it shows that it is over, or has to ask again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from ....readmodels.chain import counts_of
from ....readmodels.chain_counts import is_strangers
from ....readmodels.document import DoubtState, Entry
from ....readmodels.quoting import listed
from ....readmodels.strategy import Strategy
from ....readmodels.watched import sessions_watching
from ..document import Election

MOST = 16
"""How many are remembered: those that went last."""

RACERS_UNKNOWN = "programs that wait for it have no znode: nobody knows who they are"
_BY_BELIEF = ("one_leader", "leader_is_lowest", "leader_owns_znode")


def with_gone(election: Election, znodes: Collection[str]) -> dict[str, str]:
    """Return session -> name of the departed, with the strangers that may have led and whose
    `znodes` are gone. A stranger whose connection was gone before its znode has not lost the znode
    by hand.
    """
    gone = _may_have_led(election, znodes)
    strange = (one for one in gone if one["candidate"] is None and one["session"])
    unheard = election["unheard"]
    new = {
        session: one["name"]
        for one in strange
        if (session := one["session"]) and session not in unheard
    }
    known = {who: name for who, name in election["departed"].items() if who not in new} | new
    heard_last = sorted(known, key=lambda who: who not in unheard)
    kept = set(heard_last[-MOST:])
    return {who: name for who, name in known.items() if who in kept}


def _may_have_led(election: Election, gone: Collection[str]) -> Iterator[Entry]:
    """Yield those that were the first of all by some order; of many found gone at once, each was
    first once those before it had gone.
    """
    chain = election["chain"]
    yield from (first := list(takewhile(lambda entry: entry["znode"] in gone, chain)))
    leaders = {order["leader"] for order in election["orders"] or ()}.intersection(gone)
    if leaders:
        yield from (entry for entry in chain[len(first) :] if entry["znode"] in leaders)


def remaining(election: Election, ours: Sequence[str | None]) -> dict[str, str]:
    """Return the departed without those that are back, and without the sessions that are `ours`."""
    there = counts_of(election["chain"]).sessions
    departed = election["departed"].items()
    return {who: name for who, name in departed if who not in there and who not in ours}


def estranged(
    chain: Sequence[Entry], before: str | None, ours: Collection[str | None]
) -> str | None:
    """Return the session of a stranger that was first here, None where no stranger was: a racer for
    a key may race again. before: the previous result; ours: our sessions, which may be read before
    their candidates report them.
    """
    known = None if before in ours else before
    if known is None and chain and is_strangers(chain[0]):
        known = chain[0]["session"] or chain[0]["znode"]
    return known


def onlookers(election: Election, key: str, ours: Collection[str | None]) -> int | None:
    """Return how many sessions the servers list that watch the key, and neither own it nor are
    `ours`; None where there is no list. key: its znode.
    """
    listed = election["listed"]
    if listed is None:
        return None
    known = {*ours, *(entry["session"] for entry in election["chain"])}
    return sum(who not in known for who in sessions_watching(listed, key))


def doubts(election: Election, strategy: Strategy) -> list[DoubtState]:
    """Return the invariants that nobody can judge: `[{"invariant", "detail"}]`."""
    return [{"invariant": name, "detail": detail} for name, detail in _doubtful(election, strategy)]


def _doubtful(election: Election, strategy: Strategy) -> Iterator[tuple[str, str]]:
    departed, unheard = election["departed"], election["unheard"]
    lasting = [name for who, name in departed.items() if who not in unheard]
    for name in _BY_BELIEF if lasting else ():
        yield name, _may_lead(lasting)
    if strategy.races and (election["onlookers"] or _is_of_strangers(election)):
        for name in strategy.invariants:
            yield name, RACERS_UNKNOWN


def _is_of_strangers(election: Election) -> bool:
    """Tell whether strangers have had the key, and none of them has it now."""
    chain = election["chain"]
    has_owner = bool(chain) and is_strangers(chain[0])
    return election["estranged"] is not None and not has_owner


def _may_lead(names: Sequence[str]) -> str:
    who = listed(names)
    if len(names) == 1:
        return f"{who}'s znode went, and its session may last: nobody observes whether it knows"
    return f"the znodes of {who} went, and their sessions may last: nobody observes who knows"
