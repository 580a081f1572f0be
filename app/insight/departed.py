"""Strangers of whom no znode stands: who has lost its own, and who races for one and never had any.

A session outlasts its znode where somebody deletes that by hand: its client goes on leading until
it looks. Only that no server lists its connection shows that it is over, or has to ask again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.insight.quoting import listed
from app.insight.strategies import Strategy

Election = Mapping[str, Any]
Entry = Mapping[str, Any]
Doubt = dict[str, str]

MOST = 16
"""So many are remembered: those that went last."""

RACERS_UNKNOWN = "programs that wait for the znode have none: nobody knows who they are"
_BY_BELIEF = ("one_leader", "leader_is_lowest", "leader_owns_znode")


def with_gone(election: Election, gone: Sequence[Entry]) -> dict[str, str]:
    """Session -> name of those that have departed, with the strangers among `gone`. One whose
    connection was gone before its znode has not lost that by hand.
    """
    strange = (one for one in gone if one["candidate"] is None and one["session"])
    unheard = election["unheard"]
    new = {one["session"]: one["name"] for one in strange if one["session"] not in unheard}
    known = {who: name for who, name in election["departed"].items() if who not in new} | new
    heard_last = sorted(known, key=lambda who: who not in unheard)
    kept = set(heard_last[-MOST:])
    return {who: name for who, name in known.items() if who in kept}


def remaining(election: Election, ours: Sequence[str | None]) -> dict[str, str]:
    """The departed without those that stand again, and without the sessions that are `ours`."""
    there = {*ours, *(entry["session"] for entry in election["chain"])}
    return {who: name for who, name in election["departed"].items() if who not in there}


def is_estranged(chain: Sequence[Entry], before: bool) -> bool:
    """Whether the last leader was a stranger. before: whether that held when it was last asked."""
    return chain[0]["candidate"] is None if chain else before


def doubts(election: Election, strategy: Strategy) -> list[Doubt]:
    """Of which invariants nobody can say whether they hold, `[{"invariant", "detail"}]`."""
    return [{"invariant": name, "detail": detail} for name, detail in _doubtful(election, strategy)]


def _doubtful(election: Election, strategy: Strategy) -> Iterator[tuple[str, str]]:
    departed, unheard = election["departed"], election["unheard"]
    lasting = [name for who, name in departed.items() if who not in unheard]
    for name in _BY_BELIEF if lasting else ():
        yield name, _may_lead(lasting)
    if strategy.races and not election["chain"] and election["estranged"]:
        for name in strategy.invariants:
            yield name, RACERS_UNKNOWN


def _may_lead(names: Sequence[str]) -> str:
    who = listed(names)
    if len(names) == 1:
        return f"{who}'s znode went, and its session may last: nobody observes whether it knows"
    return f"the znodes of {who} went, and their sessions may last: nobody observes who knows"
