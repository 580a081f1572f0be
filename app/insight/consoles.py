"""The consoles as the page shows them: each with its session, and what was said in it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Console = dict[str, Any]
Consoles = dict[str, Console]
Data = Mapping[str, Any]

KEPT_ENTRIES = 100
KEPT_CHARACTERS = 60_000
_OF_SESSION = (
    "session", "connection", "timeout_ms", "reason", "ephemerals", "ephemeral_count",
    "credentials", "watches", "prompt",
)  # fmt: skip


def fold(consoles: Consoles, name: str, what: str, data: Data, at: float) -> Consoles:
    """After `console.…` of the console `name`.

    A console: {"hosts", "since", "session", "connection": connecting|connected|suspended|lost|
    closed, "timeout_ms", "reason", "ephemerals" (the first of "ephemeral_count"), "credentials",
    "watches", "prompt", "said" (how many entries there were), "lines" (how many of them lines that
    somebody gave), "entries": {number: {"prompt", "line": null for what came by itself, "output":
    [text], "left_out", "at"}}}.
    """
    if what == "opened":
        return {**consoles, name: _new(data, at)}
    if name not in consoles:
        return consoles
    if what == "closed":
        return {other: one for other, one in consoles.items() if other != name}
    console = _FOLDS[what](consoles[name], data, at) if what in _FOLDS else consoles[name]
    return {**consoles, name: console}


def _new(data: Data, at: float) -> Console:
    console = {"hosts": data["hosts"], "since": at, "said": 0, "lines": 0, "entries": {}}
    return {**console, **{key: data[key] for key in _OF_SESSION}}


def _session(console: Console, data: Data, at: float) -> Console:
    return {**console, **{key: data[key] for key in _OF_SESSION}}


def _said(console: Console, data: Data, at: float) -> Console:
    entry = {
        "prompt": data["prompt"], "line": data["line"], "output": data["output"],
        "left_out": data["left_out"], "at": at,
    }  # fmt: skip
    with_entry = _with_entry(console, entry)
    return {**with_entry, "lines": console["lines"] + 1}


def _told(console: Console, data: Data, at: float) -> Console:
    entry = {"prompt": "", "line": None, "output": data["output"], "left_out": data["left_out"]}
    return _with_entry(console, {**entry, "at": at})


def _with_entry(console: Console, entry: Data) -> Console:
    """The oldest go as there are too many, or too much."""
    number = console["said"] + 1
    entries = {**console["entries"], str(number): entry}
    sizes = {key: sum(map(len, one["output"])) for key, one in entries.items()}
    while len(entries) > 1 and (
        len(entries) > KEPT_ENTRIES or sum(sizes[key] for key in entries) > KEPT_CHARACTERS
    ):
        del entries[min(entries, key=int)]
    return {**console, "said": number, "entries": entries}


_FOLDS = {"session": _session, "said": _said, "told": _told}
