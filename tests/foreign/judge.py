"""Every statement of a state document about foreign members, held against what was true.

A statement may lag: it is true if it was true at some moment of the window, which begins as long
before the question as a notification and a read take. A statement that names its own moment
(`as_of`) is judged from then on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from tests.foreign.claims import INFERRED, WRONG, Claim, claim, unknown, unless_said
from tests.foreign.kinds import Kind
from tests.foreign.truth import Member, Truth, Window, common

Json = Mapping[str, Any]
COUNTS = ("notifications", "reads", "writes")
POINTS = ("deleted", "notified", "leading", "acknowledged")
SEEN = ("wire", "server")


class Case(NamedTuple):
    """What a statement is judged by. lag: seconds; offset: our clock less the dashboard's."""

    kind: Kind
    truth: Truth
    window: Window
    lag: float
    offset: float = 0.0

    def since(self, as_of: float | None) -> Case:
        """The same for a statement as of a moment of the dashboard's clock."""
        if as_of is None:
            return self
        return self._replace(window=self.window.reaching(as_of + self.offset - self.lag))


def judge(election: Json, case: Case) -> Iterator[Claim]:
    """All that an election's part of the state document says, but for its sentence."""
    yield from _shape(election, case)
    yield _leader(election.get("leader"), case)
    yield _order(election, case)
    for before, entry in zip([None, *election["chain"]], election["chain"], strict=False):
        yield from _entry(entry, before, case)
    if election["chain"]:
        yield from invariants(election.get("invariants") or {}, case.since(oldest(election)))
    else:
        yield is_empty("it has no members", case)
    for name in ("handoff", "last_handoff"):
        if election.get(name):
            yield from _handoff(name, election[name], case)


def oldest(election: Json) -> float | None:
    """As of when its arrows are said to be."""
    return min((one["as_of"] for one in election["chain"] if one.get("as_of")), default=None)


def _shape(election: Json, case: Case) -> Iterator[Claim]:
    if "shape" in election:
        shape = election["shape"]
        yield claim("shape", shape in case.kind.shapes, f"a {case.kind.title} is a {shape!r}")
    if case.kind.strategy:
        strategy = election["strategy"]
        quote = f"a {case.kind.title} is followed as {strategy!r}"
        yield claim("shape", strategy == case.kind.strategy, quote)


def _leader(leader: str | None, case: Case) -> Claim:
    if not case.kind.leads:
        return unless_said("leader", leader, f"{leader!r} leads a {case.kind.title}")
    if leader is None:
        return unknown("leader")
    orders = list(case.truth.orders(case.window))
    holds = any(order and order[0].name == leader for order in orders)
    return claim("leader", holds, f"{leader!r} is the lowest; true: {_names(orders)}")


def _order(election: Json, case: Case) -> Claim:
    said = [entry["znode"] for entry in election["chain"]]
    orders = list(case.truth.orders(case.window))
    holds = any([one.name for one in order] == said for order in orders)
    return claim("chain", holds, f"there stand {said}; true: {_names(orders)}")


def is_empty(quote: str, case: Case) -> Claim:
    """That nobody stands there. Programs that say when their znodes stand are believed, also where
    the witness has not seen each of these.
    """
    if case.truth.stood_throughout(case.window):
        return Claim("empty", WRONG, f"{quote}; somebody stood there throughout")
    sizes = {len(order) for order in case.truth.orders(case.window)}
    return claim("empty", 0 in sizes if sizes else None, f"{quote}; true: {sorted(sizes)} stood")


def _names(orders: Sequence[Sequence[Member]]) -> list[list[str]]:
    told: list[list[str]] = []
    for order in orders:
        names = [one.name[-14:] for one in order]
        if names not in told:
            told.append(names)
    return told


def _entry(entry: Json, before: Json | None, case: Case) -> Iterator[Claim]:
    for key in ("fault", "session_ends", "candidate"):
        if entry.get(key) is not None:
            yield Claim("member", WRONG, f"{key} of a foreign member is {entry[key]!r}")
    belief = entry.get("belief")
    yield unless_said("belief", None if belief == "unknown" else belief, f"it is {belief!r}")
    known = [one for one in case.truth.there(case.window) if one.name == entry["znode"]]
    yield _identity(entry, known)
    if entry.get("truth") == "holder":
        orders = case.truth.orders(case.window)
        holds = any(entry["znode"] in _holders(order) for order in orders)
        yield claim("holder", holds, f"{entry['znode']} holds the lock, by the order")
    if known:
        # Keys have one name: a later one may have come while the question was answered.
        own = [one for one in known if one.czxid == entry.get("czxid")]
        yield _arrow(entry, before, (own or known)[-1], case)


def _holders(order: Sequence[Member]) -> list[str]:
    """Whose turn it is by the znodes: the first, and with a reader all up to the first writer."""
    before_writers = takewhile(lambda one: "__WRIT__" not in one.name, order)
    return [one.name for one in before_writers] or [one.name for one in order[:1]]


def _identity(entry: Json, known: Sequence[Member]) -> Claim:
    if entry.get("session") is None:
        return unknown("session")
    said = (entry["session"], entry["czxid"])
    holds = any((one.session, one.czxid) == said for one in known)
    true = [(one.session, one.czxid) for one in known]
    return claim("session", holds, f"{entry['znode']} is of {said}; true: {true}")


def _arrow(entry: Json, before: Json | None, member: Member, case: Case) -> Claim:
    evidence, target = entry.get("evidence"), entry.get("watches")
    what = "arrow" if target else "no arrow"
    if evidence == "inferred":
        return Claim(what, INFERRED, "")
    if evidence not in SEEN:
        return unless_said(what, evidence, f"what a foreign member watches is {evidence!r}")
    case = case.since(entry.get("as_of"))
    if target:
        return watches(member, target, case)
    return _watches_nothing(entry, before, member, case)


def watches(member: Member, target: str, case: Case) -> Claim:
    """That a member was seen to watch the znode `target`; `.` is the election itself."""
    truth = case.truth
    path = truth.path if target == "." else f"{truth.path}/{target}"
    snapshots = truth.in_window(case.window)
    holds = any(member.session in one.watched(path) for one in snapshots)
    quote = f"{member.data or member.name} watches {target} (evidence server)"
    return claim("arrow", holds if snapshots else None, quote)


def _watches_nothing(entry: Json, before: Json | None, member: Member, case: Case) -> Claim:
    """With evidence: it is no evidence where it is older than the znodes that it is about."""
    quote = "does not watch the one before it (evidence server)"
    others = [one for one in case.truth.there(case.window) if one is not member]
    pair = [one for one in others if before and one.name == before["znode"]]
    if before and not pair:
        return claim("no arrow", None, "the one before it is not known to the witness")
    asked = entry.get("as_of")
    born = max(one.began for one in (member, *pair))
    if asked is not None and asked + case.offset + case.lag < born:
        return Claim("no arrow", WRONG, f"{quote}, by a list from before it was there")
    span = common([member, *pair], case.window)
    snapshots = case.truth.in_window(span) if span else []
    targets = pair or others
    holds = any(
        not any(case.truth.watches(member, one, snapshot) for one in targets)
        for snapshot in snapshots
    )
    return claim("no arrow", holds if snapshots else None, quote)


def invariants(verdicts: Mapping[str, bool | None], case: Case) -> Iterator[Claim]:
    """The ticks. Of what foreign programs believe and are told, nobody can give one."""
    if not case.truth.there(case.window) and case.kind.leads:
        return
    for name, holds in verdicts.items():
        if holds is None:
            yield unknown("tick")
        elif name == "watches_predecessor" and case.kind.leads:
            yield _chained(holds, case)
        else:
            yield Claim("tick", WRONG, f"{name} is {holds} of foreign members")


def _chained(holds: bool, case: Case) -> Claim:
    found = {_is_chained(case.truth, one) for one in case.truth.in_window(case.window)}
    quote = f"watches_predecessor is {holds}"
    return claim("tick", holds in found if found else None, quote)


def _is_chained(truth: Truth, snapshot: Any) -> bool:
    """Whether each watched the one before it; who had come just now counts as one that does not."""
    order = truth.standing(snapshot.asked)
    return all(truth.watches(one, before, snapshot) for before, one in pairwise(order))


def _handoff(name: str, handoff: Json, case: Case) -> Iterator[Claim]:
    if not case.kind.leads:
        yield Claim("handoff", WRONG, f"a {case.kind.title} has a {name}")
        return
    yield _passed(name, handoff, case)
    fault = handoff.get("fault")
    yield unless_said("fault", fault, f"{name}.fault is {fault!r}, and nobody saw one")
    at = handoff.get("at") or {}
    if name == "last_handoff":
        yield _deletion(handoff, at.get("deleted"), case)
    for count in COUNTS:
        value = handoff.get(count)
        yield unless_said("count", value, f"{name}.{count} is {value}, and nobody counted")
    for point in POINTS:
        value = (handoff.get("phases_ms") or {}).get(point)
        if name == "last_handoff" and value is not None and handoff["phases_from"] == "lost":
            yield _since_lost(point, value, handoff)
        elif name == "last_handoff":
            yield unless_said("phase", value, f"{name}.phases_ms.{point} is {value}")
    yield from _watched(handoff.get("watched"), handoff["from_znode"], case)
    yield from _watched(handoff.get("watched_after"), handoff.get("to_znode"), case)
    heard = (handoff.get("heard") or {}).get("at")
    if heard is not None:
        yield heard_at(handoff["from_znode"], heard + case.offset, case)


def _since_lost(point: str, value: float, handoff: Json) -> Claim:
    """Whether a length is that from the lost connection to the end of the znode. Nothing that a
    foreign program did is in the servers' lists.
    """
    seen = (handoff["at"]["deleted"] - handoff["heard"]["missing"]) * 1000
    holds = point == "deleted" and abs(value - seen) < 1
    return claim("phase", holds, f"{point} is {value}, and was {seen} after the lost connection")


def _passed(name: str, handoff: Json, case: Case) -> Claim:
    """Whether the one followed the other, at any time: it is told until the next one."""
    first, heir = handoff["from_znode"], handoff.get("to_znode")
    quote = f"{name}: from {first} to {heir}"
    holds = False
    for member in (one for one in case.truth.members if one.name == first):
        after = Window(member.ended, member.ended + case.lag + 0.1)
        heirs = {order[0].name if order else None for order in case.truth.orders(after)}
        # A leader key is made anew under its name, by somebody sooner or later.
        later = {one.name for one in case.truth.members if one.began >= member.ended}
        holds |= heir in (heirs | later if case.kind.strategy == "single" else heirs)
    return claim("handoff", holds, quote)


def _deletion(handoff: Json, at: float | None, case: Case) -> Claim:
    if at is None:
        return unknown("deleted")
    moment = at + case.offset
    gone = [one for one in case.truth.members if one.name == handoff["from_znode"]]
    spans, ends = [case.truth.went(one) for one in gone], [one.ended for one in gone]
    holds = any(one.start - 0.02 <= moment <= one.end + case.lag for one in spans)
    late = min((moment - ended for ended in ends), key=abs, default=0.0)
    return claim("deleted", holds, f"the znode's end is told {late * 1000:.0f} ms late")


def _watched(told: Json | None, target: str | None, case: Case) -> Iterator[Claim]:
    """Who is said to have watched a znode, and that nobody else did."""
    if not told or target is None:
        return
    moment = told["as_of"] + case.offset
    at = case._replace(window=Window(moment - case.lag, moment + case.lag))
    there = case.truth.there(at.window)
    for member in there:
        if member.name in told["by"]:
            yield watches(member, target, at)
        elif told.get("complete") and not told.get("others"):
            yield _does_not_watch(member, target, at)
    for name in set(told["by"]) - {one.name for one in there}:
        yield claim("arrow", False, f"{name} watched {target} before it was there")


def _does_not_watch(member: Member, target: str, case: Case) -> Claim:
    path = f"{case.truth.path}/{target}"
    snapshots = case.truth.in_window(case.window)
    holds = any(member.session not in one.watched(path) for one in snapshots)
    return claim("no arrow", holds if snapshots else None, f"it did not watch {target}")


POLLED = 1.0
"""Seconds between two questions of the dashboard's when a session was heard."""


def heard_at(znode: str, moment: float, case: Case) -> Claim:
    """That a server had heard the owner of a znode then for the last time that is known."""
    owners = [one for one in case.truth.members if one.name == znode]
    true = [case.truth.last_heard(one) for one in owners]
    late = [moment - at for at in true if at is not None]
    holds = any(-case.lag - POLLED <= one <= case.lag + POLLED for one in late)
    quote = f"it was heard {[round(one * 1000) for one in late]} ms after the last time"
    return claim("heard", holds if late else None, quote)
