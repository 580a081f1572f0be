"""The chain: an election's candidates in order, with what each watches and how that is known.

A chain entry is made of what ZooKeeper says (znode, session, czxid), of what the servers list as
watches, and of what our own candidate reports; see the state document in docs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.recipes.naming import in_order, label_of, parse_sequence

Entry = dict[str, Any]
Member = Mapping[str, Any]
Candidates = Mapping[str, Mapping[str, Any]]
Listed = Mapping[str, Any] | None


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
        "about": about(member.get("data")),
        "owner": None,
    }


def about(data: str | None) -> str | None:
    """Who a znode's data says it is: of our own "c1 on host a, process 4711", else the text."""
    try:
        known = json.loads(data or "")
        return f"{known['candidate']} on {known['host']}, process {known['pid']}"
    except (ValueError, TypeError, KeyError):
        return data


def ordered(entries: Iterable[Entry]) -> list[Entry]:
    """The entries by sequence number, the wrap in mind."""
    by_name = {entry["znode"]: entry for entry in entries}
    return [by_name[name] for name in in_order(by_name)]


def link(entries: Sequence[Entry], candidates: Candidates, listed: Listed) -> list[Entry]:
    """The chain: `entries`, in order, joined with the election's own `candidates`.

    listed: {asked_at, complete, watches: session -> names}, as the servers tell, or None.
    """
    by_session = {one["session"]: name for name, one in candidates.items() if one["session"]}
    names = [entry["znode"] for entry in entries]
    return [
        _linked(
            {**entry, "owner": by_session.get(entry["session"], entry["owner"])},
            candidates,
            names[position - 1] if position else None,
            listed,
        )
        for position, entry in enumerate(entries)
    ]


def _linked(entry: Entry, candidates: Candidates, predecessor: str | None, listed: Listed) -> Entry:
    """Whose znode it was stays known when the candidate has gone on to another session."""
    truth = "waiting" if predecessor else "leader"
    seen = _listed_for(entry, listed)
    candidate = candidates.get(entry["owner"] or "")
    if candidate is None:
        return {**entry, **_FOREIGN, "truth": truth, **_foreign_watch(seen, predecessor)}
    left = candidate["session"] != entry["session"]
    if left or listed is None or listed["asked_at"] <= candidate["reported_at"]:
        seen = None
    fault = candidate["fault"]
    return {
        **entry,
        "candidate": entry["owner"],
        "belief": "gone" if left else candidate["belief"],
        "truth": truth,
        "process": candidate["process"],
        "fault": fault["kind"] if fault else None,
        "fault_at": fault["at"] if fault else None,
        "session_ends": candidate["session_ends"],
        **_own_watch(None if left else candidate["watches"], seen),
    }


def _listed_for(entry: Entry, listed: Listed) -> list[str] | None:
    """What the servers say that an entry's session watches, its own znode left out; None where
    they do not say.
    """
    if listed is None:
        return None
    names = listed["watches"].get(entry["session"])
    if names is None:
        return [] if listed["complete"] else None
    return [name for name in names if name != entry["znode"]]


_FOREIGN: Entry = {
    "candidate": None,
    "belief": "unknown",
    "process": "foreign",
    "fault": None,
    "fault_at": None,
    "session_ends": None,
}


def _foreign_watch(seen: list[str] | None, predecessor: str | None) -> Entry:
    """What a client of somebody else watches: as the server lists it, else by the order alone."""
    if seen is None:
        return {"watches": predecessor, "evidence": "inferred"}
    return {"watches": _pick(seen, predecessor), "evidence": "server"}


def _own_watch(reported: str | None, seen: list[str] | None) -> Entry:
    """A report, raised to `server` where the servers were asked after it."""
    if seen is None:
        return {"watches": reported, "evidence": "reported"}
    return {"watches": _pick(seen, reported), "evidence": "server"}


def _pick(seen: list[str], expected: str | None) -> str | None:
    return expected if expected in seen else next(iter(seen), None)
