"""The chain: the members at a path in order, with what each watches and how that is known.

A chain entry is made of what ZooKeeper says (znode, session, czxid), of what the servers list as
watches, and of what our own candidate reports; see the state document in docs. Where all watch
the path itself, that is written `PARENT`; ZooKeeper's own lists say nothing of such a watch
(they know data watches only), so that a list without it proves nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any, Literal, NamedTuple, cast
from weakref import ref

from ..foreign_json import read_json
from ..participation.libraries import library_of
from ..participation.naming import PARENT, label_of, parse_sequence, precedes
from ..participation.said import is_pid
from ..readmodels.document import Watch
from .chain_counts import ChainCounts, Joint, Member, NameCounts, Pair, is_persistent
from .document import Candidates, CandidateState, Data, Entry, Listed
from .lines import places, span
from .member_names import named, said_of
from .shared_map import APART
from .strategy import PREDECESSOR, Strategy
from .watched import watches_of

Stand = tuple[str | None, str | None]
"""What a member watches by the rules, and the truth about it."""
Stands = Mapping[str, Stand]
Heard = Mapping[str, Mapping[str, Any]]


def by_session(candidates: Candidates) -> dict[str, str]:
    """Return session -> candidate, of those that have a session."""
    return {one["session"]: name for name, one in candidates.items() if one["session"]}


def by_znode(candidates: Candidates) -> dict[str, str]:
    """Return znode -> candidate, by what each reports that it has created."""
    return {
        one["znode"].rpartition("/")[2]: name for name, one in candidates.items() if one["znode"]
    }


def entry_of(member: Data) -> Entry:
    """Return a chain entry with what is known from ZooKeeper alone.

    `member`: {znode, label, session, czxid, ctime, data, hidden, unread}; all but znode may be
    missing, the label of a znode is by default its name without a GUID. If
    it is hidden, the list of children names it, and its ACL hides the rest; if it is unread, an
    event has told that it came, and the rest is on its way.
    """
    name = member["znode"]
    sequence = parse_sequence(name)
    return {
        "znode": name,
        "label": member.get("label") or label_of(name),
        "sequence": sequence.number if sequence else None,
        "library": library_of(name),
        "session": member.get("session"),
        "czxid": member.get("czxid"),
        "about": about(member.get("data")),
        "recipe": recipe_said(member.get("data")),
        "hidden": bool(member.get("hidden")),
        "unread": bool(member.get("unread")),
        "owner": None,
    }


def about(data: str | None) -> str | None:
    """Return who a znode's data says it is: for ours "c1 on host a, process 4711", else the
    text.
    """
    known = said_by(data)
    name, host, pid = known.get("candidate"), known.get("host"), known.get("pid")
    if not (isinstance(name, str) and isinstance(host, str) and is_pid(pid)):
        return data
    return f"{name} on {host}, process {pid}"


def recipe_said(data: str | None) -> str | None:
    """Return which recipe its owner follows, by what it has written into its znode."""
    recipe = said_by(data).get("recipe")
    return recipe if isinstance(recipe, str) else None


def said_by(data: str | None) -> Data:
    """Return the JSON object that a znode's data is; anybody may have written it."""
    try:
        document = read_json(data or "")
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}


def ordered(entries: Iterable[Entry], strategy: Strategy = PREDECESSOR) -> list[Entry]:
    """Return the entries of candidates, in their order; a sequence may wrap."""
    by_name = {entry["znode"]: entry for entry in entries}
    return [by_name[name] for name in strategy.ordered(list(by_name))]


Span = tuple[int, int, int]
"""See `span`."""


class Index:
    """Where to look for the members of a chain. Chains that are made of one another share it: it
    has all of them, with the place of the newest of each name, and some that are gone.
    """

    def __init__(self) -> None:
        self.places: dict[str, float] = {}
        self.of_session: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self.saying: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self.newest: Callable[[], Chain | None] = lambda: None

    def add(self, entry: Entry) -> None:
        """Note a linked entry."""
        znode, session, said = entry["znode"], entry["session"], said_of(entry)
        self.places[znode] = entry["place"]
        if session is not None:
            self.of_session[session][znode] = None
        if said is not None:
            self.saying[said][znode] = None


class Chain(list[Entry]):
    """A chain. `link` makes one that is linked, with its `counts`; `made_of` makes one of it, to be
    linked again, which costs what has changed. left: the sessions that have no member any more,
    None where nobody knows.
    """

    counts: ChainCounts
    lookup: Index
    basis: Basis | None = None
    was: Chain | None = None
    left: Collection[str] | None = None
    follows: ref[Chain] | None = None
    """The linked chain that this linked one was made of."""

    @cached_property
    def change(self) -> Span:
        """Return the `span` of what it is another in than the chain that it was made of."""
        return (0, 0, len(self)) if self.was is None else span(self.was, self)

    @classmethod
    def made_of(
        cls, chain: Sequence[Entry], entries: Iterable[Entry], change: Span | None = None
    ) -> Chain:
        """Return `entries` as what has become of a chain. change: what `span` would find."""
        made = cls(entries)
        made.was = linked_before(chain)
        if change is not None and made.was is chain:
            made.change = change
        return made

    def span_from(self, before: object) -> Span | None:
        """Return the `span` of what is another than in the chain `before`, where that is known."""
        is_known = self.follows is not None and self.follows() is before
        return self.change if is_known else None


class Basis(NamedTuple):
    """All but the entries that a chain is linked by; see `link`."""

    candidates: Candidates
    listed: Listed | None
    strategy: Strategy
    settle: float
    unheard: Heard | None
    stand: Stand | None

    def is_of(self, was: Basis) -> bool:
        """Tell whether `was` says the same, but perhaps of who is `unheard`."""
        same = self.listed is was.listed and (self.unheard is None) == (was.unheard is None)
        ways = (self.strategy, self.settle, self.stand) == (was.strategy, was.settle, was.stand)
        return same and ways and self.candidates == was.candidates

    def otherwise_heard(self, was: Basis) -> set[str]:
        """Return the sessions of which it says another thing about their connection."""
        now, then = self.unheard or {}, was.unheard or {}
        if now is then:
            return set()
        return {who for who in now.keys() | then.keys() if now.get(who) is not then.get(who)}


def link(
    entries: Sequence[Entry],
    candidates: Candidates,
    listed: Listed | None,
    strategy: Strategy = PREDECESSOR,
    *,
    at: float,
    settle: float,
    stands: Stands | Stand | None = None,
    unheard: Heard | None = None,
) -> Chain:
    """Return the chain: `entries`, in order, joined with our own `candidates` there, and named.

    listed: {asked_at, complete, watches: session -> names}, from the servers, or None. settle: the
    seconds that a client may take to set its watch. stands: how each stands by its own rules, or
    all do, where a strategy does not say so. unheard: session -> {missing: since when
    no server lists its connection}, where it matters when each came. An entry that stays as it was
    is the same object.
    """
    stand = stands if isinstance(stands, tuple) else None
    stands = stands if isinstance(stands, Mapping) else None
    basis = Basis(candidates, listed, strategy, settle, unheard, stand)
    was = linked_before(entries)
    if was is not None and was.basis is not None and stands is None and basis.is_of(was.basis):
        again = _Linking(entries, basis, at, stands).again(was)
        if again is not None:
            return again
    return _Linking(entries, basis, at, stands).all()


class _Linking:
    """A linking of entries, on a basis, at a moment."""

    def __init__(
        self, entries: Sequence[Entry], basis: Basis, at: float, stands: Stands | None
    ) -> None:
        self._entries, self._basis, self._at, self._stands = entries, basis, at, stands
        self._owners = by_session(basis.candidates)
        self._creators = {} if basis.strategy.races else by_znode(basis.candidates)
        self._shared: dict[str, Collection[str] | None] = {}

    def all(self) -> Chain:
        """Link all."""
        shared = of_several(self._entries)
        self._shared = {session: _all_seen(session, self._basis.listed) for session in shared}
        numbered = enumerate(places(self._entries))
        chain = Chain(self._linked(index, place) for index, place in numbered)
        was = linked_before(self._entries)
        known = was.counts if was is not None else None
        counts = ChainCounts().after((), [*pairs(chain, range(len(chain)))], self._at, known)
        for place, entry in enumerate(chain):
            chain[place] = named(entry, counts.said)
        if known is not None:
            chain.left = {session for session in known.sessions if session not in counts.sessions}
        return self._done(chain, counts, Index(), range(len(chain)))

    def again(self, was: Chain) -> Chain | None:
        """Link what is not as it was, and what depends on that; None where all must be."""
        entries, before = self._entries, was.counts
        heard = self._basis.otherwise_heard(cast(Basis, was.basis))
        if entries is was and not heard:
            return was
        if not isinstance(entries, Chain):
            return None
        start, end, stop = change = (0, 0, 0) if entries is was else entries.change
        moves = Counter(one["session"] or "" for one in entries[start:stop])
        moves.subtract(one["session"] or "" for one in was[start:end])
        numbers = {who: (before.sessions.get(who) or 0, by) for who, by in moves.items() if who}
        changed = {who for who, (of, by) in numbers.items() if (of > 1) != (of + by > 1)}
        others = _of_any(was, was.lookup.of_session, changed | heard)
        again = sorted({*range(start, min(stop + 1, len(entries))), *_moved(others, change)})
        known = _places_between(entries, start, stop)
        if known is None:
            return None
        sessions = {entries[index]["session"] or "" for index in again} - {""}
        shared = (who for who in sessions
                  if (before.sessions.get(who) or 0) + numbers.get(who, (0, 0))[1] > 1)  # fmt: skip
        self._shared = {session: _all_seen(session, self._basis.listed) for session in shared}
        chain = Chain(entries)
        for index in again:
            chain[index] = self._linked(index, known.get(index, entries[index].get("place", 0.0)))
        beside = [index for index in again if not start <= index <= stop]
        went = [*pairs(was, range(start, min(end + 1, len(was)))), *pairs(entries, beside)]
        came = [*pairs(chain, again)]
        counts = before.after(went, came, self._at)
        said = {said for _, one in (*went, *came) if (said := said_of(one)) is not None}
        renamed = {text for text in said if before.is_shared(text) != counts.is_shared(text)}
        alike = _of_any(was, was.lookup.saying, renamed)
        again = [*{*again, *_moved(alike, change)}]
        for index in again:
            chain[index] = named(chain[index], counts.said)
        chain.left = [who for who, (of, by) in numbers.items() if of and not of + by]
        other = [index for index in again if chain[index] is not entries[index]]
        first, last = min([start, *other]), max([stop, *(index + 1 for index in other)])
        chain.follows, chain.change = ref(was), (first, last - len(chain) + len(was), last)
        return self._done(chain, counts, was.lookup, again)

    def _done(self, chain: Chain, counts: ChainCounts, index: Index, again: Iterable[int]) -> Chain:
        if len(index.places) > 2 * len(chain) + APART:
            index, again = Index(), range(len(chain))
        for place in again:
            index.add(chain[place])
        index.newest = ref(chain)
        chain.counts, chain.lookup = counts, index
        chain.basis = self._basis if self._stands is None else None
        return chain

    def _linked(self, index: int, place: float) -> Entry:
        entry, basis = self._entries[index], self._basis
        before = self._entries[index - 1] if index else None
        since = _neighbour(before, entry, self._at)
        is_unread = entry.get("unread")
        creator = self._creators.get(entry["znode"]) if is_unread else None
        owner = self._owners.get(entry["session"] or "") or creator or entry["owner"]
        expected, truth = self._stand(entry, before, owner)
        by_time = since["since"] + basis.settle
        link = _link(entry, owner, basis.candidates, expected, basis.listed, by_time, self._shared)
        news: Entry = {**since, "place": place, **link, "truth": truth, **self._seen(entry)}
        is_same = _dated(news, entry).items() <= entry.items()
        return entry if is_same else {**entry, **news}

    def _seen(self, entry: Entry) -> Entry:
        """Return when it was first seen, and since when no server lists its connection."""
        if self._basis.unheard is None:
            return {}
        silent = self._basis.unheard.get(entry["session"] or "")
        came = self._at if entry["came"] is None else entry["came"]
        return {"came": came, "unheard": silent["missing"] if silent else None}

    def _stand(self, entry: Entry, before: Entry | None, owner: str | None) -> Stand:
        if self._stands is not None:
            return self._stands[entry["znode"]]
        if self._basis.stand is not None:
            return self._basis.stand
        strategy = self._basis.strategy
        expected = before["znode"] if before else None
        expected = PARENT if strategy.wakes_all else expected
        truth = "waiting" if before else "leader"
        if not strategy.races or owner is not None:
            return expected, truth
        # Nobody knows what the owner of somebody else's key watches.
        return None, None if is_persistent(entry) else truth


def _of_any(chain: Chain, those: Mapping[str, Iterable[str]], keys: Iterable[str]) -> Iterator[int]:
    """Yield the indices of members that an index names under one of these keys."""
    znodes = (znode for key in keys for znode in those.get(key, ()))
    return (index for znode in znodes if (index := place_in(chain, znode)) is not None)


def _moved(indices: Iterable[int], change: Span) -> Iterator[int]:
    """Yield where these members stand after a change, without those that it replaces."""
    start, end, stop = change
    return (
        index if index < start else index + stop - end
        for index in indices
        if not start <= index < end
    )


def pairs(chain: Sequence[Entry], indices: Iterable[int]) -> Iterator[Pair]:
    """Yield these members, each with the one before it."""
    return ((chain[index - 1] if index else None, chain[index]) for index in indices)


def with_span(chain: Sequence[Entry], span: tuple[int, int], entries: Sequence[Entry]) -> Chain:
    """Return what has become of a chain: other entries from span[0] on, up to span[1]."""
    start, end = span
    made = Chain.made_of(chain, chain, (start, end, start + len(entries)))
    made[start:end] = entries
    return made


def linked_before(chain: Sequence[Entry]) -> Chain | None:
    """Return the linked chain that this one is, or was made of."""
    if not isinstance(chain, Chain):
        return None
    return chain if chain.basis else chain.was


def place_in(chain: Sequence[Entry], znode: str) -> int | None:
    """Return the index of a znode, None where it is not in the chain."""
    if isinstance(chain, Chain) and chain.basis is not None:
        place = chain.lookup.places.get(znode)
        found = len(chain) if place is None else bisect_left(chain, place, key=itemgetter("place"))
        if found < len(chain) and chain[found]["znode"] == znode:
            return found
        if place is None or chain.lookup.newest() is chain:
            return None
    try:
        return [*map(itemgetter("znode"), chain)].index(znode)
    except ValueError:
        return None


def counts_of(chain: Sequence[Entry]) -> ChainCounts:
    """Return the numbers of a linked chain."""
    if isinstance(chain, Chain) and chain.basis is not None:
        return chain.counts
    return ChainCounts().after((), [*pairs(chain, range(len(chain)))], 0.0)


def those_of(chain: Sequence[Entry], question: Member | Joint) -> Iterator[Entry]:
    """Yield the members that are so, those first that have been so for the longest time."""
    return (chain[place_in(chain, znode) or 0] for znode in counts_of(chain).those(question))


def place_of(entry: Entry) -> float:
    """Return by what members are sorted."""
    return entry.get("place", 0.0)


def names_of(chain: Sequence[Entry]) -> NameCounts:
    """Return how many names are of each library and form, of a chain that may not be linked yet."""
    was = linked_before(chain)
    if was is chain and was is not None:
        return was.counts.names
    if was is None or not isinstance(chain, Chain):
        return NameCounts().after((), chain)
    start, end, stop = chain.change
    return was.counts.names.after(was[start:end], chain[start:stop])


def of_small_sessions(chain: Sequence[Entry], sessions: Collection[str]) -> Sequence[Entry]:
    """Return the members of these sessions in order, but not of those that surely have several."""
    was = linked_before(chain)
    if was is None or not isinstance(chain, Chain):
        return [entry for entry in chain if entry["session"] in sessions]
    start, end, stop = change = (0, 0, 0) if chain is was else chain.change
    most = 2 + end - start
    sessions = {one for one in sessions if (was.counts.sessions.get(one) or 0) <= most}
    new = (place for place in range(start, stop) if chain[place]["session"] in sessions)
    known = _moved(_of_any(was, was.lookup.of_session, sessions), change)
    return [chain[place] for place in sorted({*new, *known})]


def of_several(entries: Iterable[Entry]) -> set[str]:
    """Return the sessions that have several members."""
    counts = Counter(entry["session"] for entry in entries)
    return {session for session, count in counts.items() if session and count > 1}


def _neighbour(before: Entry | None, entry: Entry, at: float) -> Entry:
    """Return {behind, since} of an entry: the czxid of the one before it, and since when both are
    so, as the dashboard saw it. An entry that has just been read is new, for its data may have
    changed, and watches on it have fired.
    """
    behind = before["czxid"] if before else None
    is_new = "since" not in entry or (before is not None and "since" not in before)
    is_same = not is_new and entry["behind"] == behind
    return {"behind": behind, "since": entry["since"] if is_same else at}


def _places_between(entries: Sequence[Entry], start: int, stop: int) -> dict[int, float] | None:
    """Return index -> place of the entries[start:stop], where those beside them keep theirs."""
    first, last = max(start - 1, 0), min(stop + 1, len(entries))
    found = dict(zip(range(first, last), places(entries[first:last]), strict=True))
    beside = [index for index in (start - 1, stop) if first <= index < last]
    return found if all(found[index] == entries[index]["place"] for index in beside) else None


def _dated(linked: Entry, before: Entry) -> Entry:
    """Keep the time of the first list that has shown what a later list shows unchanged."""
    is_listed = linked["evidence"] == "server" == before.get("evidence")
    if is_listed and all(linked[key] == before[key] for key in _SHOWN):
        linked["as_of"] = before["as_of"]
    return linked


_SHOWN: tuple[Literal["watches", "since"], ...] = ("watches", "since")


def racing(
    candidates: Candidates, chain: Sequence[Entry], listed: Listed | None, at: float
) -> dict[str, Watch]:
    """Return those who wait without a znode: id -> what each watches, and how that is known. With
    its session, a watch is gone too; no znode shows that, and a frozen process cannot say so.
    """
    placed = {entry["candidate"] for entry in chain}
    return {
        name: _own_watch(
            None if one["session_ends"] and at >= one["session_ends"] else one["watches"],
            _newer(one, _seen(one["session"], listed), listed),
            PARENT,
            listed,
        )
        for name, one in candidates.items()
        if one["belief"] == "waiting" and one["process"] != "exited" and name not in placed
    }


def _link(
    entry: Entry,
    owner: str | None,
    candidates: Candidates,
    expected: str | None,
    listed: Listed | None,
    by_time: float,
    shared: Mapping[str, Collection[str] | None],
) -> Entry:
    """Return what joins an entry with its candidate, also when that has gone on to another znode.

    by_time: when its watch must be there. shared: what the sessions with several members watch.
    """
    session, own, candidate = entry["session"], entry["znode"], candidates.get(owner or "")
    if candidate is None:
        is_fresh = listed is not None and listed["asked_at"] >= by_time
        if session is not None and session in shared:
            watch = _shared_watch(shared[session], own, expected, listed, is_fresh=is_fresh)
        else:
            seen = _seen(session, listed, own)
            watch = _foreign_watch(seen, expected, listed, is_fresh=is_fresh)
        return {"owner": owner, **_FOREIGN, **watch}
    seen = _seen(session, listed, own)
    is_of_session = entry.get("unread") or candidate["session"] == entry["session"]
    left = not is_of_session or _has_later(candidate, entry)
    seen = None if left else _newer(candidate, seen, listed)
    fault = candidate["fault"]
    joined: Entry = {
        "owner": owner,
        "candidate": owner,
        "belief": "gone" if left else candidate["belief"],
        "process": candidate["process"],
        "fault": fault["kind"] if fault else None,
        "fault_at": fault["at"] if fault else None,
        "session_ends": candidate["session_ends"] if is_of_session else None,
        "timeout_ms": candidate["session_timeout_ms"],
    }
    reported = None if left else _watch_of(candidate, expected)
    return {**joined, **_own_watch(reported, seen, expected, listed)}


def _has_later(candidate: CandidateState, entry: Entry) -> bool:
    """Tell whether it reports a later znode: the end of this one has yet to be seen."""
    name, number = (candidate["znode"] or "").rpartition("/")[2], entry["sequence"]
    own = None if name == entry["znode"] else parse_sequence(name)
    return own is not None and number is not None and precedes(number, own.number)


def _watch_of(candidate: CandidateState, expected: str | None) -> str | None:
    """Return what it watches. Where all watch the same, the read that follows a notification sets
    the watch again: to tell of the gap would tell the whole chain again, twice for each that was
    woken.
    """
    is_rearming = expected == PARENT and candidate["step"] == "notified"
    return PARENT if is_rearming else candidate["watches"]


def _seen(session: str | None, listed: Listed | None, own: str | None = None) -> list[str] | None:
    """Return what the servers say that a session watches, its `own` znode left out; None where they
    do not say, or the session is not known.
    """
    if listed is None or session is None:
        return None
    names = listed["watches"].get(session)
    if names is None:
        return [] if listed["complete"] else None
    return [name for name in names if name != own]


def _all_seen(session: str, listed: Listed | None) -> Collection[str] | None:
    """Return all that a session watches, to be looked up once for each of its members."""
    if listed is None or (session not in listed["watches"] and not listed["complete"]):
        return None
    return watches_of(listed).names(session)


def _newer(
    candidate: CandidateState, seen: list[str] | None, listed: Listed | None
) -> list[str] | None:
    """Return what was seen, if the servers were asked after the candidate's last report."""
    is_newer = listed is not None and listed["asked_at"] > candidate["reported_at"]
    return seen if is_newer else None


_FOREIGN: Entry = {
    "candidate": None,
    "belief": "unknown",
    "process": "foreign",
    "fault": None,
    "fault_at": None,
    "session_ends": None,
    "timeout_ms": None,
}


def _foreign_watch(
    seen: list[str] | None, expected: str | None, listed: Listed | None, *, is_fresh: bool
) -> Watch:
    """Return what a foreign client watches: as the server lists it, else by the recipe.

    A listed watch on the one before proves itself. A list proves that there is none, or another
    one, only where it is fresh: asked for when all had been so for long enough.
    """
    is_there = expected is not None and expected in (seen or ())
    if seen is None or not (is_there or (is_fresh and _tells(seen, expected))):
        return {"watches": expected, **_by("inferred")}
    return {"watches": _pick(seen, expected), **_by("server", listed)}


def _shared_watch(
    seen: Collection[str] | None,
    own: str,
    expected: str | None,
    listed: Listed | None,
    *,
    is_fresh: bool,
) -> Watch:
    """Return what a member watches whose session has several: a list names the session, and not
    which of them set the watch. That there is no such watch it proves of them all. seen: all that
    the session watches.
    """
    if seen is None or not is_fresh or not _tells(seen, expected) or expected in seen:
        return {"watches": expected, **_by("inferred")}
    watches_another = len(seen) > (own in seen)
    return {"watches": None, **(_by("inferred") if watches_another else _by("server", listed))}


def _own_watch(
    reported: str | None, seen: list[str] | None, expected: str | None, listed: Listed | None
) -> Watch:
    """Return a report, raised to `server` where the servers were asked after it."""
    if seen is None or not _tells(seen, expected):
        return {"watches": reported, **_by("reported")}
    watches = _pick(seen, PARENT if expected == PARENT else reported)
    return {"watches": watches, **_by("server", listed)}


def _by(evidence: str, listed: Listed | None = None) -> Watch:
    """Return how a watch is known, with the time of the list that shows it."""
    return {"evidence": evidence, "as_of": listed["asked_at"] if listed else None}


def _tells(seen: Collection[str], expected: str | None) -> bool:
    return expected != PARENT or PARENT in seen


def _pick(seen: list[str], expected: str | None) -> str | None:
    return expected if expected in seen else next(iter(seen), None)
