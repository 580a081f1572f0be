"""The chain: an election's candidates in order, with what each watches and how that is known.

A chain entry is made of what ZooKeeper says (znode, session, czxid), of what the servers list as
watches, and of what our own candidate reports; see the state document in docs. Where all watch
the election itself, that is written `PARENT`; of such a watch ZooKeeper's own lists say nothing
(they know data watches only), so that a list without it proves nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.insight.strategies import PREDECESSOR, Strategy
from app.recipes.inputs import PARENT
from app.recipes.kinds import STRATEGIES
from app.recipes.libraries import library_of
from app.recipes.naming import label_of, parse_sequence, precedes

Entry = dict[str, Any]
Member = Mapping[str, Any]
Candidates = Mapping[str, Mapping[str, Any]]
Listed = Mapping[str, Any] | None
Stands = Mapping[str, tuple[str | None, str | None]]


def by_session(candidates: Candidates) -> dict[str, str]:
    """Return session -> candidate, of those that have a session."""
    return {one["session"]: name for name, one in candidates.items() if one["session"]}


def entry_of(member: Member) -> Entry:
    """A chain entry with what is known from ZooKeeper alone.

    `member`: {znode, session, czxid, ctime, data, hidden}; all but znode may be missing as yet. Of
    a hidden one, the list of children names it, and its ACL hides the rest.
    """
    name = member["znode"]
    sequence = parse_sequence(name)
    return {
        "znode": name,
        "label": label_of(name),
        "sequence": sequence.number if sequence else None,
        "library": library_of(name),
        "session": member.get("session"),
        "czxid": member.get("czxid"),
        "about": about(member.get("data")),
        "hidden": bool(member.get("hidden")),
        "owner": None,
    }


def about(data: str | None) -> str | None:
    """Who a znode's data says it is: of our own "c1 on host a, process 4711", else the text."""
    known = _said(data)
    if any(key not in known for key in ("candidate", "host", "pid")):
        return data
    return f"{known['candidate']} on {known['host']}, process {known['pid']}"


def recipe_said(data: str | None) -> str | None:
    """The recipe by which its owner is there, as a znode's data says; None where it says none."""
    recipe = _said(data).get("recipe")
    return recipe if recipe in STRATEGIES else None


def _said(data: str | None) -> Mapping[str, Any]:
    """Anybody may have written it."""
    try:
        document = json.loads(data or "")
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def ordered(entries: Iterable[Entry], strategy: Strategy = PREDECESSOR) -> list[Entry]:
    """The entries that stand for candidates, in their order; a sequence's wrap in mind."""
    by_name = {entry["znode"]: entry for entry in entries}
    return [by_name[name] for name in strategy.ordered(list(by_name))]


def link(
    entries: Sequence[Entry],
    candidates: Candidates,
    listed: Listed,
    strategy: Strategy = PREDECESSOR,
    *,
    at: float,
    settle: float,
    stands: Stands | None = None,
) -> list[Entry]:
    """The chain: `entries`, in order, joined with the election's own `candidates`.

    listed: {asked_at, complete, watches: session -> names}, as the servers tell, or None. settle:
    the seconds that a client may take to set its watch. stands: what each watches by its own rules,
    and the truth about it, where it is no election. An entry that stays as it was is the same
    object.
    """
    owners = by_session(candidates)
    shared = of_several(entries)
    chain: list[Entry] = []
    for entry, since in zip(entries, _places(entries, at), strict=True):
        before = chain[-1]["znode"] if chain else None
        owner = owners.get(entry["session"], entry["owner"])
        expected = PARENT if strategy.wakes_all else before
        truth: str | None = "waiting" if before else "leader"
        if stands is not None:
            expected, truth = stands[entry["znode"]]
        elif strategy.races and owner is None:
            expected = None  # nobody knows what the owner of somebody else's key watches
            truth = None if is_persistent(entry) else truth
        placed = {**entry, **since}
        is_shared = entry["session"] in shared
        linked = _linked(placed, owner, candidates, expected, listed, settle, is_shared=is_shared)
        linked["truth"] = truth
        chain.append(entry if _dated(linked, entry) == entry else linked)
    return chain


def is_persistent(entry: Member) -> bool:
    """Whether no session owns the znode, as far as it has been read: then nobody leads by it."""
    return entry["session"] is None and entry["czxid"] is not None


def of_several(entries: Iterable[Member]) -> set[str]:
    """Return the sessions of which several members stand."""
    counts = Counter(entry["session"] for entry in entries)
    return {session for session, count in counts.items() if session and count > 1}


def _places(entries: Sequence[Entry], at: float) -> list[Entry]:
    """Return {behind, since} of each entry: the czxid of the one before it, and since when both
    stand so, as the dashboard saw it. One that has just been read is new, for its data may have
    changed, and watches on it have fired.
    """
    places: list[Entry] = []
    for before, entry in zip([None, *entries], entries, strict=False):
        behind = before["czxid"] if before else None
        is_new = any("since" not in one for one in (before, entry) if one is not None)
        is_same = not is_new and entry["behind"] == behind
        places.append({"behind": behind, "since": entry["since"] if is_same else at})
    return places


def _dated(linked: Entry, before: Entry) -> Entry:
    """What a later list shows unchanged keeps the time of the list that has shown it first."""
    same = all(linked[key] == before.get(key) for key in ("watches", "evidence", "since"))
    if same and linked["evidence"] == "server":
        linked["as_of"] = before["as_of"]
    return linked


def racing(
    candidates: Candidates, chain: Sequence[Entry], listed: Listed, at: float
) -> dict[str, Entry]:
    """Those who wait without a znode: id -> what each watches, and how that is known. With its
    session, a watch is gone too; no znode shows that, and who is frozen cannot say so.
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


def _linked(
    entry: Entry,
    owner: str | None,
    candidates: Candidates,
    expected: str | None,
    listed: Listed,
    settle: float,
    *,
    is_shared: bool,
) -> Entry:
    """Whose znode it was stays known when the candidate has gone on to another one."""
    seen = _seen(entry["session"], listed, entry["znode"])
    candidate = candidates.get(owner or "")
    if candidate is None:
        is_fresh = listed is not None and listed["asked_at"] >= entry["since"] + settle
        of_one = _shared_watch if is_shared else _foreign_watch
        watch = of_one(seen, expected, listed, is_fresh=is_fresh)
        return {**entry, "owner": owner, **_FOREIGN, **watch}
    left = candidate["session"] != entry["session"] or _has_later(candidate, entry)
    seen = None if left else _newer(candidate, seen, listed)
    fault = candidate["fault"]
    return {
        **entry,
        "owner": owner,
        "candidate": owner,
        "belief": "gone" if left else candidate["belief"],
        "process": candidate["process"],
        "fault": fault["kind"] if fault else None,
        "fault_at": fault["at"] if fault else None,
        "session_ends": candidate["session_ends"],
        **_own_watch(None if left else _watch_of(candidate, expected), seen, expected, listed),
    }


def _has_later(candidate: Mapping[str, Any], entry: Entry) -> bool:
    """Whether it has a later znode by its own word: the end of this one has yet to be seen."""
    name, number = (candidate["znode"] or "").rpartition("/")[2], entry["sequence"]
    own = None if name == entry["znode"] else parse_sequence(name)
    return own is not None and number is not None and precedes(number, own.number)


def _watch_of(candidate: Mapping[str, Any], expected: str | None) -> str | None:
    """Where all watch the same, the read that follows a notification sets the watch again: to
    tell of the gap would tell the whole chain anew, twice for each of those that were woken.
    """
    is_rearming = expected == PARENT and candidate["step"] == "notified"
    watches: str | None = PARENT if is_rearming else candidate["watches"]
    return watches


def _seen(session: str | None, listed: Listed, own: str | None = None) -> list[str] | None:
    """What the servers say that a session watches, its `own` znode left out; None where they do
    not say, or whose session it is is not known.
    """
    if listed is None or session is None:
        return None
    names = listed["watches"].get(session)
    if names is None:
        return [] if listed["complete"] else None
    return [name for name in names if name != own]


def _newer(
    candidate: Mapping[str, Any], seen: list[str] | None, listed: Listed
) -> list[str] | None:
    """What was seen, where the servers were asked after the candidate's last report."""
    is_newer = listed is not None and listed["asked_at"] > candidate["reported_at"]
    return seen if is_newer else None


_FOREIGN: Entry = {
    "candidate": None,
    "belief": "unknown",
    "process": "foreign",
    "fault": None,
    "fault_at": None,
    "session_ends": None,
}


def _foreign_watch(
    seen: list[str] | None, expected: str | None, listed: Listed, *, is_fresh: bool
) -> Entry:
    """What a client of somebody else watches: as the server lists it, else as the recipe has it.

    A listed watch on the one before proves itself. That there is none, or another one, a list
    proves only where it is fresh: asked for when all had stood so for long enough.
    """
    is_there = expected is not None and expected in (seen or ())
    if seen is None or not (is_there or (is_fresh and _tells(seen, expected))):
        return {"watches": expected, **_by("inferred")}
    return {"watches": _pick(seen, expected), **_by("server", listed)}


def _shared_watch(
    seen: list[str] | None, expected: str | None, listed: Listed, *, is_fresh: bool
) -> Entry:
    """What a member watches whose session has others: a list names the session, and not which of
    them has set the watch. That there is no such watch it proves of them all.
    """
    if seen is None or not is_fresh or not _tells(seen, expected) or expected in seen:
        return {"watches": expected, **_by("inferred")}
    return {"watches": None, **(_by("inferred") if seen else _by("server", listed))}


def _own_watch(
    reported: str | None, seen: list[str] | None, expected: str | None, listed: Listed
) -> Entry:
    """A report, raised to `server` where the servers were asked after it."""
    if seen is None or not _tells(seen, expected):
        return {"watches": reported, **_by("reported")}
    watches = _pick(seen, PARENT if expected == PARENT else reported)
    return {"watches": watches, **_by("server", listed)}


def _by(evidence: str, listed: Listed = None) -> Entry:
    """Return how a watch is known, with the time of the list that shows it."""
    return {"evidence": evidence, "as_of": listed["asked_at"] if listed else None}


def _tells(seen: list[str], expected: str | None) -> bool:
    return expected != PARENT or PARENT in seen


def _pick(seen: list[str], expected: str | None) -> str | None:
    return expected if expected in seen else next(iter(seen), None)
