"""The chain: an election's candidates in order, with what each watches and how that is known.

A chain entry is made of what ZooKeeper says (znode, session, czxid), of what the server lists as
watches (`listed`), and of what our own candidate reports; see the state document in docs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.recipes.naming import in_order, label_of, parse_sequence

Entry = dict[str, Any]
Member = Mapping[str, Any]
Candidates = Mapping[str, Mapping[str, Any]]


def entry_of(member: Member) -> Entry:
    """A chain entry with what is known from ZooKeeper alone.

    `member`: {znode, session, czxid, ctime, data}; all but znode may be missing as yet.
    """
    name = member["znode"]
    sequence = parse_sequence(name)
    return {
        "znode": name,
        "label": label_of(name),
        "sequence": sequence.number if sequence else None,
        "session": member.get("session"),
        "czxid": member.get("czxid"),
        "about": member.get("data"),
        "listed": None,
    }


def ordered(entries: Iterable[Entry]) -> list[Entry]:
    """The entries by sequence number, the wrap in mind."""
    by_name = {entry["znode"]: entry for entry in entries}
    return [by_name[name] for name in in_order(by_name)]


def link(entries: Sequence[Entry], candidates: Candidates, election: str) -> list[Entry]:
    """The chain: `entries`, in order, joined with the election's own candidates."""
    by_session = _by_session(candidates, election)
    names = [entry["znode"] for entry in entries]
    return [
        _linked(entry, by_session.get(entry["session"]), names[position - 1] if position else None)
        for position, entry in enumerate(entries)
    ]


def _by_session(candidates: Candidates, election: str) -> dict[str, tuple[str, Mapping[str, Any]]]:
    return {
        one["session"]: (name, one)
        for name, one in candidates.items()
        if one["election"] == election and one["session"] is not None
    }


def _linked(
    entry: Entry, known: tuple[str, Mapping[str, Any]] | None, predecessor: str | None
) -> Entry:
    truth = "waiting" if predecessor else "leader"
    if known is None:
        return {**entry, **_FOREIGN, "truth": truth, **_foreign_watch(entry, predecessor)}
    name, candidate = known
    fault = candidate["fault"]
    return {
        **entry,
        "candidate": name,
        "belief": candidate["belief"],
        "truth": truth,
        "process": candidate["process"],
        "fault": fault["kind"] if fault else None,
        "fault_at": fault["at"] if fault else None,
        "session_ends": candidate["session_ends"],
        **_own_watch(entry, candidate),
    }


_FOREIGN: Entry = {
    "candidate": None,
    "belief": "unknown",
    "process": "foreign",
    "fault": None,
    "fault_at": None,
    "session_ends": None,
}


def _foreign_watch(entry: Entry, predecessor: str | None) -> Entry:
    """What a client of somebody else watches: as the server lists it, else by the order alone."""
    if entry["listed"] is None:
        return {"watches": predecessor, "evidence": "inferred"}
    return {"watches": _seen(entry, predecessor), "evidence": "server"}


def _own_watch(entry: Entry, candidate: Mapping[str, Any]) -> Entry:
    """A report, raised to `server` where the server was asked after it and lists the watch."""
    reported = candidate["watches"]
    listed = entry["listed"]
    if listed is None or listed["asked_at"] <= candidate["reported_at"]:
        return {"watches": reported, "evidence": "reported"}
    return {"watches": _seen(entry, reported), "evidence": "server"}


def _seen(entry: Entry, expected: str | None) -> str | None:
    """The watch to draw; a candidate's watch on its own znode is not part of the chain."""
    others = [name for name in entry["listed"]["watches"] if name != entry["znode"]]
    if expected in others:
        return expected
    return others[0] if others else None
