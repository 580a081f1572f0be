"""What events about znodes make of the state; where a path belongs, its section says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.insight import elections as e
from app.insight.chain import recipe_said
from app.journal.document import (
    Data,
    Folded,
    State,
    everywhere,
    split,
    with_part,
    with_zookeeper,
)
from app.journal.sections import SECTIONS, section_at

FOLLOWED_UNASKED = 64
KEPT = ("asked_for", "data", "fencing", "work")
"""What an election keeps when it is followed by another strategy."""


def znode(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """A znode has come, changed or gone."""
    state = _ended(_counted(state, what), what, subject)
    parent, name = split(subject)
    place = section_at(state, parent) if what in ("created", "deleted") else None
    if place is None:
        return state, ()
    section, document = SECTIONS[place[0]], state[place[0]][place[1]]
    change = section.made if what == "created" else section.without
    changed = change(document, parent, name, at) if change else document
    if what == "deleted" and section.deletion:
        changed = section.deletion(changed, name, data)
    return (state, ()) if changed is document else (with_part(state, place, changed), (place,))


def _ended(state: State, what: str, path: str) -> State:
    """With its znode, a dead candidate's session is over too."""
    over = {
        name: {**one, "znode": None, "session_ends": None}
        for name, one in state["candidates"].items()
        if what == "deleted" and one["znode"] == path and one["process"] == "exited"
    }
    return {**state, "candidates": {**state["candidates"], **over}} if over else state


def _counted(state: State, what: str) -> State:
    change = {"created": 1, "deleted": -1}.get(what, 0)
    if not change:
        return state
    return with_zookeeper(state, znodes=state["zookeeper"]["znodes"] + change)


def summary(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Many znodes of a busy tree have."""
    change = data["created"] - data["deleted"]
    return with_zookeeper(state, znodes=state["zookeeper"]["znodes"] + change), ()


def member(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """One child of a path that is followed was read."""
    place = section_at(state, data["election"])
    if place is None:
        return state, ()
    name, key = place
    document = _as_they_say(name, state[name][key], [data], None)
    changed = SECTIONS[name].member(document, data["election"], data, at)
    return with_part(state, place, changed), (place,)


def _strategy_of(members: Sequence[Data]) -> str | None:
    said = {recipe_said(member["data"]) for member in members}
    return said.pop() if len(said) == 1 else None


def _as_they_say(section: str, document: Any, members: Sequence[Data], said: str | None) -> Any:
    """An election in which nobody stood follows the strategy of those who come, where their
    znodes say it: they may be no candidates of ours. said: that of a leader key.
    """
    if section != "elections" or document["chain"] or not members:
        return document
    strategy = said or _strategy_of(members) or document["strategy"]
    if strategy == document["strategy"]:
        return document
    return _anew(document, strategy)


def _anew(document: Any, strategy: str) -> Any:
    """An election that nobody stands in, by another strategy; its store and its data stay."""
    kept = {key: document[key] for key in KEPT if key in document}
    return {**e.new_election(document["path"], strategy), **kept}


def followed(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """An election that nobody stands in may be followed anew by another strategy. What was offered
    because it was found is opened by that, and not said to be an election.
    """
    known = state["elections"].get(subject)
    if known is None:
        known = e.new_election(subject, data["strategy"])
    elif known["strategy"] != data["strategy"]:
        known = _anew(known, data["strategy"])
    place = ("elections", subject)
    offered = subject in state["found"] or known.get("offered", False)
    named = data.get("named") or known.get("named", False)
    known = {**known, "asked_for": True, "offered": offered, "named": named}
    return with_part(not_found(state, subject), place, known), (place,)


def not_found(state: State, path: str) -> State:
    """`path` is not, or no longer, one that was found and is not followed."""
    found = {other: one for other, one in state["found"].items() if other != path}
    return {**state, "found": found}


def found(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """All children of a path were read."""
    place, said = section_at(state, subject), data.get("strategy")
    if place is None and len(state["elections"]) >= FOLLOWED_UNASKED:
        found = {**state["found"], subject: {"members": len(data["members"])}}
        return {**state, "found": found}, ()
    if place is None:
        place = ("elections", subject)
        new = {**e.new_election(subject, said or "predecessor"), "asked_for": False}
        state = with_part(state, place, new)
    name, key = place
    document = _as_they_say(name, state[name][key], data["members"], said)
    changed = SECTIONS[name].members(document, subject, data["members"], at)
    return with_part(state, place, changed), (place,)


def gone(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """What a person asked for stays in view, empty: its candidates make it again."""
    state, place = not_found(state, subject), section_at(state, subject)
    if place is None:
        return state, ()
    name, key = place
    if state[name][key].get("asked_for", True):
        changed = SECTIONS[name].members(state[name][key], subject, [], at)
        return with_part(state, place, changed), (place,)
    left = {other: one for other, one in state[name].items() if other != key}
    return {**state, name: left}, ()


def acknowledgement(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Who has written down that it leads."""
    return with_election(state, subject, lambda one: e.with_acknowledgement(one, data, at))


def version(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """The newest version of the candidates' data."""
    return with_election(state, subject, lambda one: e.with_version(one, data))


def removal(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Somebody has deleted a znode through the workbench, or by a line of a console."""
    election, name = split(subject)
    removed = {"znode": name, "by": data["by"], "zxid": data.get("zxid")}
    return with_election(state, election, lambda one: e.with_removal(one, removed))


def connection(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Whether the servers list a connection of a member's session."""
    changed: dict[str, Any] = {
        path: e.with_connection(one, what, subject, data)
        for path, one in state["elections"].items()
        if e.knows_session(one, subject)
    }
    elections = {**state["elections"], **changed}
    return {**state, "elections": elections}, [("elections", path) for path in changed]


def with_election(state: State, path: str, change: Callable[[Any], Any]) -> Folded:
    """The state with one election changed, where there is such a one."""
    election = state["elections"].get(path)
    if election is None:
        return state, ()
    place = ("elections", path)
    return with_part(state, place, change(election)), (place,)


def watches(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """What the servers list as watched; that the dashboard itself watches is no news."""
    own = state["zookeeper"]["session"]
    sessions = {who: paths for who, paths in data["sessions"].items() if who != own}
    data = {**data, "sessions": sessions}
    for name, key in everywhere(state):
        changed = SECTIONS[name].watches(state[name][key], data)
        state = with_part(state, (name, key), changed)
    return state, everywhere(state)
