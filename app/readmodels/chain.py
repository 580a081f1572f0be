"""Link the chain: the members at a path in order, with what each watches and how that is known.

A chain entry is made of what ZooKeeper says (znode, session, czxid), of what the servers list as
watches, and of what our own candidate reports; see the state document in docs. A watch on the path
itself is written `PARENT`. ZooKeeper's own lists say nothing of such a watch (they know data
watches only), so a list without it proves nothing.

A question about all members costs no walk along the chain: its numbers are those of the chain that
it was made of, without the members that went, and with those that came.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Any, Literal, NamedTuple, Unpack, cast, get_args
from weakref import ref

from ..foreign_json import read_json
from ..participation.forms import Form, form_of, is_in_group
from ..participation.libraries import HANDOFF, in_order_of, library_of
from ..participation.naming import LEADER, PARENT, label_of, parse_sequence, precedes
from ..participation.said import is_pid
from .document import Candidates, Data, Entry, Joined, Listed, OfSomeChains, Watch
from .lines import UNPLACED, places, span
from .shared_map import APART, SharedMap
from .watched import watches_of

# -- how those who wait for one thing line up -------------------------------------------------


@dataclass(frozen=True)
class Strategy:
    """A strategy: how those who wait for one thing line up. wakes_all: all watch the parent's list
    of children, and so hear of each end.

    races: there is one znode, and those who wait have none. invariants: what must hold.
    """

    wakes_all: bool
    races: bool
    invariants: tuple[str, ...]

    def ordered(self, names: list[str]) -> list[str]:
        """Return the names among `names` that belong to candidates, the leader's first. Where
        nobody has a number, return all that stand without an order.
        """
        if self.races:
            return [name for name in names if name in (LEADER, PARENT)]
        return in_order_of(names) or sorted(filter(is_in_group, names))


PREDECESSOR = Strategy(
    wakes_all=False,
    races=False,
    invariants=("one_leader", "watches_predecessor", "one_wakeup", "leader_is_lowest"),
)


def ordered(entries: Iterable[Entry], strategy: Strategy = PREDECESSOR) -> list[Entry]:
    """Return the entries of candidates, in their order; a sequence may wrap."""
    by_name = {entry["znode"]: entry for entry in entries}
    return [by_name[name] for name in strategy.ordered(list(by_name))]


# -- a member, as it is read ------------------------------------------------------------------


def by_session(candidates: Candidates) -> dict[str, str]:
    """Return session -> candidate, of those that have a session."""
    return {one["session"]: name for name, one in candidates.items() if one["session"]}


_FOREIGN: Joined = {
    "owner": None,
    "candidate": None,
    "belief": "unknown",
    "process": "foreign",
    "fault": None,
    "fault_at": None,
    "session_ends": None,
    "timeout_ms": None,
    "watches": None,
    "evidence": "inferred",
    "as_of": None,
}


def entry_of(member: Data, **more: Unpack[OfSomeChains]) -> Entry:
    """Return a chain entry with what ZooKeeper alone says of it, until it is linked. more: what its
    recipe adds.

    `member`: {znode, label, session, czxid, ctime, data, hidden, unread}; all but znode may be
    missing; the label is by default the znode's name without a GUID. The list of children names a
    hidden member, and its ACL hides the rest; an event has told that an unread member came, and the
    rest is on its way.
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
        **more,
        "behind": None,
        "since": 0.0,
        "place": UNPLACED,
        **_FOREIGN,
        "truth": None,
        "name": "",
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


# -- its name ---------------------------------------------------------------------------------

LONGEST = 60
_OURS = re.compile(r"c[0-9]+|dashboard")
NAMING = ("name", "brokerid", "address", "host")
"""`brokerid` is Kafka's, `address` Canal's; `name` and `host` are many's."""

_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""The letters that are drawn as nothing."""
_DOCUMENTS = ("{", "[", "<?")


def said_of(entry: Entry) -> str | None:
    """Return what another program has written into its znode, if that can be a name: it is short,
    has one line and a letter, and has no characters that reverse text.
    """
    if entry["candidate"]:
        return None
    text = (entry["about"] or "").strip()
    text = _named_in(text).strip() if text.startswith("{") else text
    can_be = len(text) <= LONGEST and text.isprintable() and any(map(str.isalpha, text))
    can_be = can_be and _FILLERS.isdisjoint(text)
    return text if can_be and not text.startswith(_DOCUMENTS) else None


@lru_cache(maxsize=4096)
def _named_in(text: str) -> str:
    try:
        document = read_json(text)
    except ValueError:
        return ""
    said = ((key, document.get(key)) for key in NAMING)
    return next((f"{key} {one}" if type(one) is int else one
                 for key, one in said if type(one) in (int, str)), "")  # fmt: skip


def named(entry: Entry, often: SharedMap[int]) -> Entry:
    """Return the entry with its `name`, by which it is called everywhere; an entry that keeps its
    name is the same object. often: how many members of the chain say each text.

    A candidate of ours is called by its id. Another program is called by what it has written into
    its znode, if that can be a name, or by what a JSON object there says under a key of NAMING; if
    another member has that name too, the znode's label is added.
    """
    said = said_of(entry)
    if said is None:
        name = str(entry["candidate"] or entry["label"])
    elif (often.get(said) or 0) > 1 or _OURS.fullmatch(said) or parse_sequence(said):
        name = f"{said} ({entry['label']})"
    else:
        name = said
    return entry if entry["name"] == name else {**entry, "name": name}


# -- its numbers ------------------------------------------------------------------------------

Pair = tuple[Entry | None, Entry]
"""A member, with the one before it."""


def is_persistent(entry: Entry) -> bool:
    """Tell whether no session is known to own the znode: then nobody leads by it."""
    return entry["session"] is None and entry["czxid"] is not None and not entry["unread"]


def is_anybodys(entry: Entry) -> bool:
    """Tell whether nobody knows yet whose the znode is: it was not read, and no candidate of ours
    reports it.
    """
    return entry["unread"] and entry["candidate"] is None


def is_strangers(entry: Entry) -> bool:
    """Tell whether the znode is known to be none of ours."""
    return entry["candidate"] is None and not entry["unread"]


Question = Literal[
    "anybodys", "strangers", "struck", "led", "inferred", "unlisted", "loose", "watches wrong"
]
"""The questions that are asked about all members.

anybodys, strangers: see `is_anybodys` and `is_strangers`. struck: somebody has done something to
its process and not undone it. led: it is ours, and believes that it leads. inferred: what it
watches follows from the order alone; the first one watches nothing. unlisted: it watches something
by the rules of its recipe, and no list shows it. loose: its process has not ended, and it does not
watch the one before it.

watches wrong: it does not watch the one before it, as a report or a list shows. These two leave out
a frozen process, which cannot act, and an inferred watch, which proves nothing. A list of the
servers proves what a member watches that is no process of ours, unless no server lists its
connection any longer: its watches went with that. The lowest of these may lead and watch as it
likes, and Mesos's masters watch the list.
"""


def answers_of(before: Entry | None, entry: Entry) -> list[Question]:
    """Return the questions that are true of a member. before: the one before it."""
    process, belief, watches = entry["process"], entry["belief"], entry["watches"]
    is_foreign, is_inferred = process == "foreign", entry["evidence"] == "inferred"
    is_elsewhere = watches != (before["znode"] if before else None)
    if is_foreign:
        is_listed = before is not None and entry["evidence"] == "server"
        is_connected = entry.get("unheard") is None
        is_bound = is_listed and is_connected and form_of(entry["znode"]) is not Form.MESOS
        is_wrong = is_elsewhere and is_bound
    else:
        is_wrong = is_elsewhere and process == "running" and belief == "waiting"
    is_so: dict[Question, bool] = {
        "anybodys": is_anybodys(entry),
        "strangers": is_strangers(entry),
        "struck": process in ("exited", "paused") and entry["fault"] is not None,
        "led": belief == "leading" and entry["candidate"] is not None,
        "inferred": is_inferred and before is not None,
        "unlisted": is_inferred and is_foreign and (before is not None or watches is not None),
        "loose": is_elsewhere and before is not None and process != "exited",
        "watches wrong": is_wrong,
    }
    return [question for question, so in is_so.items() if so]


class NameCounts(NamedTuple):
    """The numbers of a chain's names; None counts those that say nothing. libraries: how many names
    are of each; forms: how many names that are not Handoff's have each; recipes: how many of
    Handoff's members say that they follow each.
    """

    libraries: Counter[str | None]
    forms: Counter[Form | None]
    recipes: Counter[str | None]

    def after(self, went: Iterable[Entry], came: Iterable[Entry]) -> NameCounts:
        """Return the numbers when these have gone, and these have come."""
        names = NameCounts(self.libraries.copy(), self.forms.copy(), self.recipes.copy())
        for entries, by in ((went, -1), (came, 1)):
            for entry in entries:
                library = entry["library"]
                names.libraries[library] += by
                if library != HANDOFF:
                    names.forms[form_of(entry["znode"])] += by
                elif not entry["unread"]:
                    names.recipes[entry["recipe"]] += by
            names = NameCounts(+names.libraries, +names.forms, +names.recipes)  # without zeros
        return names


class ChainCounts(NamedTuple):
    """The numbers of a linked chain. of: question -> the znodes of which it is true, each with the
    moment since when, the earliest first; sessions: how many members each session has; said: how
    many strangers say each text; alone: how many sessions have one member.
    """

    names: NameCounts
    of: Mapping[Question, SharedMap[float]]
    sessions: SharedMap[int]
    said: SharedMap[int]
    alone: int

    def after(
        self, went: Sequence[Pair], came: Sequence[Pair], at: float, was: ChainCounts | None = None
    ) -> ChainCounts:
        """Return the numbers when these have gone and these have come, at the moment `at`. was:
        earlier numbers, which say since when each question is true.
        """
        gone: defaultdict[Question, dict[str, None]] = defaultdict(dict)
        here: defaultdict[Question, dict[str, None]] = defaultdict(dict)
        for found, pairs in ((gone, went), (here, came)):
            for before, entry in pairs:
                for question in answers_of(before, entry):
                    found[question][entry["znode"]] = None
        of = dict(self.of)
        for question in gone.keys() | here.keys():
            kept, known, now = of[question], (was or self).of[question], here[question]
            new = [(known.get(one) or at, one) for one in now if kept.get(one) is None]
            changes: dict[str, float | None] = dict.fromkeys(gone[question].keys() - now.keys())
            changes |= {znode: since for since, znode in sorted(new, key=itemgetter(0))}
            of[question] = kept.changed(changes)
        left, new_ones = ([entry for _, entry in pairs] for pairs in (went, came))
        sessions = _counted(self.sessions, map(_SESSION, left), map(_SESSION, new_ones))
        changed = {*map(_SESSION, left), *map(_SESSION, new_ones)}
        alone = sum((sessions.get(one) == 1) - (self.sessions.get(one) == 1) for one in changed)
        said = _counted(self.said, map(said_of, left), map(said_of, new_ones))
        return ChainCounts(self.names.after(left, new_ones), of, sessions, said, self.alone + alone)


_SESSION = itemgetter("session")
NO_NAMES = NameCounts(Counter(), Counter(), Counter())
NO_COUNTS = ChainCounts(
    NO_NAMES,
    dict.fromkeys(get_args(Question), SharedMap[float]()),
    SharedMap(),
    SharedMap(),
    0,
)


def _counted(
    counts: SharedMap[int], went: Iterable[str | None], came: Iterable[str | None]
) -> SharedMap[int]:
    """Return how many there are of each when these have gone and these have come."""
    by = Counter(came)
    by.subtract(went)
    return counts.changed({
        one: (counts.get(one) or 0) + more or None
        for one, more in by.items()
        if one is not None and more
    })  # fmt: skip


# -- the chain --------------------------------------------------------------------------------

Stand = tuple[str | None, str | None]
"""What the rules say that a member watches, and the truth about it."""
Stands = Mapping[str, Stand]
Heard = Mapping[str, Mapping[str, Any]]


Span = tuple[int, int, int]
"""See `span`."""


@dataclass
class Index:
    """An index of the members of a chain. Chains that are made of one another share it: it has all
    members, with the place of the newest of each name, and some that are gone.
    """

    newest: Callable[[], Chain | None]
    places: dict[str, float] = field(default_factory=dict)
    of_session: dict[str, dict[str, None]] = field(default_factory=dict)
    saying: dict[str, dict[str, None]] = field(default_factory=dict)


class Chain(list[Entry]):
    """A chain. `link` makes one that is linked, with its `counts`; `made_of` makes one of it, to be
    linked again, which costs what has changed. left: the sessions that have lost their last member;
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
        """Return the `span` of where it differs from the chain that it was made of."""
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

    def change_from(self, before: Sequence[object]) -> Span:
        """Return the `span` of where it differs from the chain `before`."""
        is_known = self.follows is not None and self.follows() is before
        return self.change if is_known else span(before, self)


class Basis(NamedTuple):
    """The basis that a chain is linked by, besides its entries; see `link`."""

    candidates: Candidates
    listed: Listed | None
    strategy: Strategy
    settle: float
    unheard: Heard | None
    stand: Stand | None


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
    how all stand, where a strategy does not say so. unheard: session -> {missing: since when no
    server lists its connection}; only where it matters when each member came. An entry that stays
    as it was is the same object.
    """
    stand = stands if isinstance(stands, tuple) else None
    stands = stands if isinstance(stands, Mapping) else None
    basis = Basis(candidates, listed, strategy, settle, unheard, stand)
    linking = _Linking(entries, basis, at, stands)
    again = linking.again()
    return linking.all() if again is None else again


class _Linking:
    """A linking of entries, on a basis, at a moment."""

    def __init__(
        self, entries: Sequence[Entry], basis: Basis, at: float, stands: Stands | None
    ) -> None:
        self._entries, self._basis, self._at, self._stands = entries, basis, at, stands
        self._was = linked_before(entries)
        self._owners = by_session(basis.candidates)
        creators = {} if basis.strategy.races else basis.candidates
        self._creators = {
            one["znode"].rpartition("/")[2]: name for name, one in creators.items() if one["znode"]
        }
        self._shared: Collection[str] = ()
        """The sessions that have several members."""

    def all(self) -> Chain:
        """Link all entries."""
        entries, was = self._entries, self._was
        numbers = Counter(entry["session"] for entry in entries)
        self._shared = {session for session, number in numbers.items() if session and number > 1}
        chain = Chain(self._linked(index, place) for index, place in enumerate(places(entries)))
        known = was.counts if was is not None else None
        counts = NO_COUNTS.after((), [*pairs(chain, range(len(chain)))], self._at, known)
        for place, entry in enumerate(chain):
            chain[place] = named(entry, counts.said)
        if known is not None:
            chain.left = {session for session in known.sessions if session not in counts.sessions}
        return self._done(chain, counts, Index(ref(chain)), range(len(chain)))

    def again(self) -> Chain | None:
        """Link what has changed, and what depends on that; return None where all must be linked."""
        entries, was = self._entries, self._was
        if self._stands is not None or not isinstance(entries, Chain):
            return None
        if was is None or was.basis is None:
            return None
        now, then = self._basis, was.basis
        is_same = now.listed is then.listed and (now.unheard is None) == (then.unheard is None)
        ways, known_ways = ((one.strategy, one.settle, one.stand) for one in (now, then))
        if not is_same or ways != known_ways or now.candidates != then.candidates:
            return None
        unheard, known = now.unheard or {}, then.unheard or {}
        heard = set() if unheard is known else {
            who for who in unheard.keys() | known.keys() if unheard.get(who) is not known.get(who)
        }  # fmt: skip
        if entries is was and not heard:
            return was
        start, end, stop = change = (0, 0, 0) if entries is was else entries.change
        first, last = max(start - 1, 0), min(stop + 1, len(entries))
        found = dict(zip(range(first, last), places(entries[first:last]), strict=True))
        if any(first <= index < last and found[index] != entries[index]["place"]
               for index in (start - 1, stop)):  # fmt: skip
            return None

        before = was.counts
        moves = Counter(one["session"] or "" for one in entries[start:stop])
        moves.subtract(one["session"] or "" for one in was[start:end])
        numbers = {who: (before.sessions.get(who) or 0, by) for who, by in moves.items() if who}
        changed = {who for who, (of, by) in numbers.items() if (of > 1) != (of + by > 1)}
        others = _of_any(was, was.lookup.of_session, changed | heard)
        again = sorted({*range(start, min(stop + 1, len(entries))), *_moved(others, change)})
        sessions = {entries[index]["session"] or "" for index in again} - {""}
        self._shared = {
            who for who in sessions
            if (before.sessions.get(who) or 0) + numbers.get(who, (0, 0))[1] > 1
        }  # fmt: skip
        chain = Chain(entries)
        for index in again:
            chain[index] = self._linked(index, found.get(index, entries[index]["place"]))

        beside = [index for index in again if not start <= index <= stop]
        went = [*pairs(was, range(start, min(end + 1, len(was)))), *pairs(entries, beside)]
        came = [*pairs(chain, again)]
        counts = before.after(went, came, self._at)
        said = {text for _, one in (*went, *came) if (text := said_of(one)) is not None}
        renamed = {
            text for text in said
            if ((before.said.get(text) or 0) > 1) != ((counts.said.get(text) or 0) > 1)
        }  # fmt: skip
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
        """Give a linked chain its numbers and its index, which knows all entries except those
        linked `again`.
        """
        if len(index.places) > 2 * len(chain) + APART:
            index, again = Index(ref(chain)), range(len(chain))
        for place in again:
            entry = chain[place]
            znode, session, said = entry["znode"], entry["session"], said_of(entry)
            index.places[znode] = entry["place"]
            if session is not None:
                index.of_session.setdefault(session, {})[znode] = None
            if said is not None:
                index.saying.setdefault(said, {})[znode] = None
        index.newest = ref(chain)
        chain.counts, chain.lookup = counts, index
        chain.basis = self._basis if self._stands is None else None
        return chain

    def _linked(self, index: int, place: float) -> Entry:
        """Return an entry with what follows from the one before it, from our candidates, and from
        the servers' lists: among others {behind, since}: the czxid of the one before it, and since
        when the dashboard has seen both so.
        """
        entry, basis, at = self._entries[index], self._basis, self._at
        before = self._entries[index - 1] if index else None
        behind = before["czxid"] if before else None
        # One that has just been read is new: its data may have changed, and watches on it fired.
        is_new = UNPLACED in (entry["place"], before["place"] if before else None)
        since = at if is_new or entry["behind"] != behind else entry["since"]
        creator = self._creators.get(entry["znode"]) if entry["unread"] else None
        owner = self._owners.get(entry["session"] or "") or creator or entry["owner"]
        expected, truth = self._stand(entry, before, owner)
        joined = self._joined(entry, owner, expected, since + basis.settle)
        news: dict[str, Any] = {"behind": behind, "since": since, "place": place, **joined}
        news["truth"] = truth
        if basis.unheard is not None:
            silent = basis.unheard.get(entry["session"] or "")
            news["came"] = at if entry["came"] is None else entry["came"]
            news["unheard"] = silent["missing"] if silent else None
        shown = {"evidence": "server", "watches": news["watches"], "since": since}
        if news["evidence"] == "server" and shown.items() <= entry.items():
            news["as_of"] = entry["as_of"]  # A later list shows the same as the first one.
        return entry if news.items() <= entry.items() else cast(Entry, {**entry, **news})

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

    def _joined(
        self, entry: Entry, owner: str | None, expected: str | None, by_time: float
    ) -> Joined:
        """Return what joins an entry with its candidate, even if that has gone on to another znode.
        by_time: when its watch must be there.
        """
        candidate, listed = self._basis.candidates.get(owner or ""), self._basis.listed
        if candidate is None:
            return {**_FOREIGN, "owner": owner, **self._foreign_watch(entry, expected, by_time)}
        is_of_session = entry["unread"] or candidate["session"] == entry["session"]
        name, number = (candidate["znode"] or "").rpartition("/")[2], entry["sequence"]
        own = None if name == entry["znode"] else parse_sequence(name)
        # It may report a later znode: the end of this one has yet to be seen.
        is_later = own is not None and number is not None and precedes(number, own.number)
        left = is_later or not is_of_session
        seen, reported = None, None
        if not left:
            seen = _seen(entry["session"], entry["znode"], listed, candidate["reported_at"])
            # Where all watch the same, the read that follows a notification sets the watch again:
            # to tell of the gap would tell the whole chain again, twice for each that was woken.
            is_rearming = expected == PARENT and candidate["step"] == "notified"
            reported = PARENT if is_rearming else candidate["watches"]
        fault = candidate["fault"]
        return {
            "owner": owner,
            "candidate": owner,
            "belief": "gone" if left else candidate["belief"],
            "process": candidate["process"],
            "fault": fault["kind"] if fault else None,
            "fault_at": fault["at"] if fault else None,
            "session_ends": candidate["session_ends"] if is_of_session else None,
            "timeout_ms": candidate["session_timeout_ms"],
            **_own_watch(reported, seen, expected, listed),
        }

    def _foreign_watch(self, entry: Entry, expected: str | None, by_time: float) -> Watch:
        """Return what a foreign client watches: as the server lists it, else by the recipe.

        A listed watch on the one before proves itself. A list proves that there is none, or another
        one, only if it is fresh: it was requested when nothing had changed for long enough. Of a
        session with several members it does not name which of them set the watch: it proves for all
        of them that there is no such watch.
        """
        listed, session, own = self._basis.listed, entry["session"], entry["znode"]
        inferred: Watch = {"watches": expected, "evidence": "inferred", "as_of": None}
        if listed is None or session is None:
            return inferred
        if session not in listed["watches"] and not listed["complete"]:
            return inferred
        proves_none = listed["asked_at"] >= by_time and expected != PARENT
        if session in self._shared:
            names, seen = watches_of(listed).names(session), list[str]()
            if expected in names or not proves_none:
                return inferred
            if len(names) > (own in names):
                return {**inferred, "watches": None}
        else:
            seen = [name for name in listed["watches"].get(session, ()) if name != own]
            if expected not in seen and not proves_none:
                return inferred
        watches = expected if expected in seen else next(iter(seen), None)
        return {"watches": watches, "evidence": "server", "as_of": listed["asked_at"]}


def _own_watch(
    reported: str | None, seen: list[str] | None, expected: str | None, listed: Listed | None
) -> Watch:
    """Return what a report says; its evidence is `server` where the servers were asked after it."""
    if listed is None or seen is None or (expected == PARENT and PARENT not in seen):
        return {"watches": reported, "evidence": "reported", "as_of": None}
    likely = PARENT if expected == PARENT else reported
    watches = likely if likely in seen else next(iter(seen), None)
    return {"watches": watches, "evidence": "server", "as_of": listed["asked_at"]}


def _seen(
    session: str | None, own: str | None, listed: Listed | None, reported_at: float
) -> list[str] | None:
    """Return what the servers say that a session watches, its `own` znode left out; None where they
    do not say, or were not asked after the last report, or the session is not known.
    """
    if listed is None or session is None or listed["asked_at"] <= reported_at:
        return None
    names = listed["watches"].get(session, () if listed["complete"] else None)
    return None if names is None else [name for name in names if name != own]


def racing(
    candidates: Candidates, chain: Sequence[Entry], listed: Listed | None, at: float
) -> dict[str, Watch]:
    """Return those who wait without a znode: id -> what each watches, and how that is known. A
    watch goes with its session; no znode shows that, and a frozen process cannot say so.
    """
    placed = {entry["candidate"] for entry in chain}
    return {
        name: _own_watch(
            None if one["session_ends"] and at >= one["session_ends"] else one["watches"],
            _seen(one["session"], None, listed, one["reported_at"]),
            PARENT,
            listed,
        )
        for name, one in candidates.items()
        if one["belief"] == "waiting" and one["process"] != "exited" and name not in placed
    }


# -- what is asked of a chain -----------------------------------------------------------------


def _of_any(chain: Chain, those: Mapping[str, Iterable[str]], keys: Iterable[str]) -> Iterator[int]:
    """Yield the indices of members that an index names under one of these keys."""
    znodes = (znode for key in keys for znode in those.get(key, ()))
    return (index for znode in znodes if (index := place_in(chain, znode)) is not None)


def _moved(indices: Iterable[int], change: Span) -> Iterator[int]:
    """Yield the indices of these members after a change, without those that it replaces."""
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
    """Return the chain that a chain becomes: with other entries from span[0] up to span[1]."""
    start, end = span
    made = Chain.made_of(chain, chain, (start, end, start + len(entries)))
    made[start:end] = entries
    return made


def linked_before(chain: Sequence[Entry]) -> Chain | None:
    """Return this chain where it is linked, else the linked chain that it was made of."""
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
    return NO_COUNTS.after((), [*pairs(chain, range(len(chain)))], 0.0)


def those_of(chain: Sequence[Entry], question: Question) -> Iterator[Entry]:
    """Yield the members of which this is true, those first of which it has been true for the
    longest time.
    """
    return (chain[place_in(chain, znode) or 0] for znode in counts_of(chain).of[question])


def place_of(entry: Entry) -> float:
    """Return the key that members are sorted by."""
    return entry["place"]


def names_of(chain: Sequence[Entry]) -> NameCounts:
    """Return how many names are of each library and form, in a chain that may not be linked yet."""
    was = linked_before(chain)
    if was is chain and was is not None:
        return was.counts.names
    if was is None or not isinstance(chain, Chain):
        return NO_NAMES.after((), chain)
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
