"""The invariants of an election, checked on every event: each strategy has its own invariants.

Some must hold at every moment. The
others are about what a candidate does once it has been told; between a deletion and the arrival
of its notification they cannot hold, so they count as broken after `SETTLING` seconds and the
slack of the round trips.

Nobody knows what members that are no processes of ours believe. What cannot be judged is
neither true nor false: a doubt, {invariant, detail}, says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import cast

from ....participation.naming import PARENT
from ....readmodels.chain import counts_of, place_in, place_of, those_of
from ....readmodels.chain_counts import is_anybodys, is_strangers, is_unlisted, watches_wrong
from ....readmodels.document import Candidates, CandidateState, DoubtState, Entry, Violation
from ....readmodels.quoting import MOST_LISTED, listed, quoted
from ....readmodels.strategy import Strategy
from ....readmodels.violations import (
    OTHERS,
    FoundViolation,
    believers,
    in_session,
    standing,
)
from ....readmodels.wording import thousands
from ....readmodels.zookeeper import Part, Who
from ..state import Election, Order, Woken
from .shapes import leads_by

RACERS_UNKNOWN = "programs that wait for it have no znode: nobody knows who they are"
_BY_BELIEF = ("one_leader", "leader_is_lowest", "leader_owns_znode")


SETTLING = {
    "one_leader": 0.0,
    "watches_predecessor": 1.0,
    "watches_parent": 1.0,
    "one_wakeup": 0.0,
    "leader_is_lowest": 1.0,
    "leader_owns_znode": 1.0,
}

OF_ZNODES = (
    "watches_predecessor",
    "watches_parent",
    "one_wakeup",
    "leader_is_lowest",
    "leader_owns_znode",
)
"""The invariants about znodes, or about what happens to them."""

MOST_TOLD = 8
"""How many of those that watch wrong are told one by one."""

_OF_STRANGERS = ("one_leader", "leader_is_lowest", "leader_owns_znode", "one_wakeup")


HIDDEN = "the ACL of the path hides who stands there from the dashboard"


def violations_of(
    strategy: Strategy,
    chain: Sequence[Entry],
    candidates: Candidates,
    woken: Woken | None,
    before: Sequence[Violation],
    at: float,
    *,
    seen: bool = True,
) -> list[Violation]:
    """Return the violations at `at`; one that was there `before` keeps its `since`.

    woken: of the last deletion, {znode, candidates that it woke}. seen: whether `chain` is what
    ZooKeeper says now, and not what was last known of it: then nobody is judged by it.
    """
    found, leaders = [], in_session(believers(candidates, "leading"), at)
    if len(leaders) > 1:  # Each by its own clock.
        detail = f"{' and '.join(leaders)} believe at the same time that they lead"
        found.append(FoundViolation("one_leader", " ".join(leaders), detail))
    if seen:
        found += _not_lowest(strategy, chain, candidates)
        found += _not_watching(candidates) if strategy.wakes_all else _watching_wrong(chain)
    if not strategy.wakes_all and woken and len(woken["candidates"]) > 1:
        detail = f"one deletion woke {' and '.join(woken['candidates'])}"
        found.append(FoundViolation("one_wakeup", woken["znode"], detail))
    return standing(found, before, at)


def doubts_of(
    election: Election, strategy: Strategy, orders: Sequence[Order] | None, *, unseen: str | None
) -> list[DoubtState]:
    """Return the invariants that nobody can judge, and why: one reason each, the first one. orders:
    those that several libraries see. unseen: why the chain may not be what ZooKeeper says now.
    """
    chain, found = election["chain"], dict[str, str]()
    for name, detail in (
        *_of_orders(orders or (), chain),
        *([("one_leader", HIDDEN)] if election["denied"] else ()),
        *_doubtful(strategy, chain, unseen),
        *_of_departed(election, strategy),
    ):
        if name in strategy.invariants:
            found.setdefault(name, detail)
    return [{"invariant": name, "detail": detail} for name, detail in found.items()]


def _doubtful(
    strategy: Strategy, chain: Sequence[Entry], unseen: str | None
) -> Iterator[tuple[str, str]]:
    for name in OF_ZNODES if unseen is not None else ():
        yield name, str(unseen)
    if unread := len(counts_of(chain).those(is_anybodys)):
        who = _names(those_of(chain, is_anybodys), unread)
        for name in _OF_STRANGERS:
            yield name, f"{who} {'was' if unread == 1 else 'were'} not read yet"
    strangers = len(counts_of(chain).those(is_strangers))
    for name in _OF_STRANGERS if strangers else ():
        yield name, _unobserved(_names(those_of(chain, is_strangers), strangers), strangers)
    if strategy.races and strangers:
        yield "watches_parent", RACERS_UNKNOWN
    if number := len(counts_of(chain).those(is_unlisted)):
        detail = _not_listed(chain, number)
        for name in ("watches_predecessor", "watches_parent"):
            yield name, detail


def _not_listed(chain: Sequence[Entry], number: int) -> str:
    who = _names(those_of(chain, is_unlisted), number)
    if number > 1 and _share_all(chain):
        return f"{who} share a session: no server's list says which of them watches what"
    return f"no new list of a server shows what is watched by {who}"


def _share_all(chain: Sequence[Entry]) -> bool:
    """Tell whether none of them has a session of its own."""
    counts = counts_of(chain)
    return not counts.alone or all(
        counts.sessions.get(entry["session"] or "") != 1 for entry in those_of(chain, is_unlisted)
    )


def _unobserved(who: str, number: int) -> str:
    if number > 1:
        are = "are not processes of this dashboard"
        return f"{who} {are}: nobody observes what they believe and what wakes them"
    is_none = "is not a process of this dashboard"
    return f"{who} {is_none}: nobody observes what it believes and what wakes it"


def _names(entries: Iterable[Entry], number: int) -> str:
    """Name these, of which there are so many."""
    first = sorted(islice(entries, MOST_LISTED), key=place_of)
    return listed([entry.get("name") or entry["label"] for entry in first], number)


def watched(candidates: Candidates) -> list[CandidateState]:
    """Return the processes whose session's end changes a verdict."""
    return [*believers(candidates, "leading").values(), *_without_znode(candidates)]


def _without_znode(candidates: Candidates) -> list[CandidateState]:
    """Return those that wait for a race: no znode shows that their session ran out."""
    return [
        one
        for one in candidates.values()
        if one["process"] != "exited" and one["belief"] == "waiting" and not one["znode"]
    ]


def _not_lowest(
    strategy: Strategy, chain: Sequence[Entry], candidates: Candidates
) -> Iterator[FoundViolation]:
    lowest = chain[0]["candidate"] if chain else None
    name, what = ("leader_is_lowest", "the lowest znode")
    if strategy.races:
        name, what = ("leader_owns_znode", "the znode `leader`")
    for candidate, one in candidates.items():
        acting = one["process"] == "running" and one["belief"] == "leading"
        if acting and candidate != lowest:
            yield FoundViolation(name, candidate, f"{candidate} leads, but does not own {what}")


def _not_watching(candidates: Candidates) -> Iterator[FoundViolation]:
    """Yield those that wait without watching the list: they would never be told."""
    for candidate, one in candidates.items():
        waits = one["process"] == "running" and one["belief"] == "waiting"
        if waits and one["watches"] != PARENT:
            detail = f"{candidate} waits, but does not watch the election's list of children"
            yield FoundViolation("watches_parent", candidate, detail)


def _watching_wrong(chain: Sequence[Entry]) -> Iterator[FoundViolation]:
    """Yield those that watch wrong: so many one by one, and the others together."""
    wrong = counts_of(chain).those(watches_wrong)
    first = [*islice(wrong.items(), MOST_TOLD + 1)]
    told = [(place_in(chain, znode) or 0, since) for znode, since in first[:MOST_TOLD]]
    for place, since in sorted(told):
        before, entry = chain[place - 1] if place else None, chain[place]
        name = entry["candidate"] or entry["znode"]
        detail = _wrong_watch(entry, before, chain)
        yield FoundViolation("watches_predecessor", name, detail, since)
    for _, since in first[MOST_TOLD:]:
        number = len(wrong) - MOST_TOLD
        others = "1 other watches" if number == 1 else f"{thousands(number)} others watch"
        detail = f"{others} another znode than the one before it, or none"
        yield FoundViolation("watches_predecessor", OTHERS, detail, since)


def _wrong_watch(entry: Entry, before: Entry | None, chain: Sequence[Entry]) -> str:
    wanted = quoted(before["name"]) if before else "nothing, for it is the lowest"
    watches = entry["watches"]
    place = place_in(chain, watches) if watches else None
    watched = watches if place is None else chain[place]["name"]
    shown = quoted(str(watched)) if watched else "nothing here"
    return f"{quoted(entry['name'])} watches {shown}, and should watch {wanted}"


# -- what strangers without a znode, or of other libraries, make doubtful -------------------------


def _of_departed(election: Election, strategy: Strategy) -> Iterator[tuple[str, str]]:
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


def _of_orders(orders: Sequence[Order], chain: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    if len({order["leader"] for order in orders}) > 1:
        parts = ["".join(map(_text, leads_by(order, chain))) for order in orders]
        yield "one_leader", f"by {'; by '.join(parts)}: whether only one of them leads is not known"


def _text(part: Part) -> str:
    return part if isinstance(part, str) else quoted(cast(Who, part)["who"])
