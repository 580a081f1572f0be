"""The state document as such: what it begins with, and how a part of it is replaced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.insight import comparison, crowd, workbench
from app.journal.sections import SECTION_OF, SECTIONS
from app.recipes import steps

State = dict[str, Any]
Data = Mapping[str, Any]
Place = tuple[str, str]
"""A section's name, and the key of a document in it."""

Folded = tuple[State, Iterable[Place]]
"""The state after an event, and the places from which something else follows now."""


def initial_state(*, read_only: bool = False, candidate_limit: int = 256) -> State:
    """The document before anything has happened."""
    return {
        "seq": 0,
        "read_only": read_only,
        "limits": {"candidates": candidate_limit},
        "zookeeper": {
            "source": "external",
            "hosts": "",
            "chroot": "",
            "version": None,
            "state": "connecting",
            "silent": None,
            "since": None,
            "reason": None,
            "session": None,
            "timeout_ms": None,
            "round_trip_ms": None,
            "servers": [],
            "quorum": None,
            "freeze": None,
            "actions": False,
            "keeps": None,
            "znodes": 0,
            "mirror": "loading",
            "lacks": [],
        },
        **{name: {} for name in SECTIONS},
        "comparison": comparison.new(),
        "workbench": workbench.new(),
        "consoles": {},
        "threads": {},
        "found": {},
        "candidates": {},
        "crowd": crowd.new(),
        "recipes": {
            name: {**recipe, "section": SECTION_OF[name]}
            for name, recipe in steps.as_document().items()
        },
    }


def with_part(state: State, place: Place, document: Any) -> State:
    """The state with another document in this place."""
    name, key = place
    return {**state, name: {**state[name], key: document}}


def everywhere(state: State) -> list[Place]:
    """All places."""
    return [(name, key) for name in SECTIONS for key in state[name]]


def with_zookeeper(state: State, /, **news: Any) -> State:
    """The state with other facts about ZooKeeper."""
    return {**state, "zookeeper": {**state["zookeeper"], **news}}


def split(path: str) -> tuple[str, str]:
    """A path's parent and its name."""
    parent, _, name = path.rpartition("/")
    return parent or "/", name
