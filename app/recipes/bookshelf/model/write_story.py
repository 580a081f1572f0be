"""Tell where a write to a bookshelf is, and what cut it short.

Parts are as in `app.recipes.election.model.story`.
"""

from __future__ import annotations

from ....readmodels.story_parts import called
from ....readmodels.zookeeper import Story
from ..document import ShelfNode, ShelfState, Write
from .wording import (
    hexed,
    listed,
    named,
    serving,
    titled,
)


def refused(shelf: ShelfState) -> Story | None:
    """Tell of a stale leader's copy, if that was the last thing that happened to a write."""
    last, copy = shelf["last_write"], next(iter(shelf["refused"][::-1]), None)
    if copy is None or last is None or last["id"] != copy["id"] or shelf["write"]:
        return None
    if last["outcome"] == "acknowledged":
        return None
    gone = " Nobody was told that the book is stored, and it is dropped."
    fate = gone if last["fate"] == "dropped" else " Nobody was told that the book is stored."
    return [
        named(shelf, copy["from"]),
        f" sent {titled(last)} under epoch {hexed(copy['epoch'])}, and ",
        named(shelf, copy["to"]),
        " refused it ",
        {"ago": copy["at"]},
        f": it had seen epoch {hexed(copy['seen'])}.{fate}",
    ]


def under_way(shelf: ShelfState) -> Story | None:
    """Tell how far the write is."""
    write = shelf["write"]
    if write is None:
        return None
    node, by = shelf["nodes"].get(write["node"] or ""), write["by"]
    if by is None:
        return _forwarding(shelf, write, node)
    if shelf["nodes"].get(by, {}).get("process") == "paused":
        return [
            called(by, "frozen"),
            f" was frozen in the middle of copying {titled(write)}: ",
            *_copies(shelf, write),
            " The client still waits for an answer.",
        ]
    if not write["copies"]:
        return [named(shelf, by), f" has {titled(write)} on its disk, and nobody else is in sync."]
    return [
        named(shelf, by),
        f" has {titled(write)} on its disk and copies it under epoch {hexed(write['epoch'])}: ",
        *_copies(shelf, write),
        " The client gets no answer before all of them have it.",
    ]


def _forwarding(shelf: ShelfState, write: Write, node: ShelfNode | None) -> Story:
    asked: Story = [named(shelf, write["node"]), f" was asked to add {titled(write)}"]
    if write["to"] in (None, write["node"]):
        return [*asked, "."]
    return [*asked, ", and passes it on to the leader, ", named(shelf, write["to"]), "."]


_HOW = {
    "waiting": ("waits for it", "wait for it"),
    "sent": ("is being sent it", "are being sent it"),
    "stored": ("has it", "have it"),
    "lost": (
        "does not answer, and is taken out of the in-sync set",
        "do not answer, and are taken out of the in-sync set",
    ),
    "refused": ("refused it", "refused it"),
}


def _copies(shelf: ShelfState, write: Write) -> Story:
    """List who has the book and who does not: "n2 and n3 have it, n4 waits for it." """
    alike: dict[str, list[str]] = {}
    for name, how in write["copies"].items():
        alike.setdefault(how, []).append(name)
    told: Story = []
    for how, names in alike.items():
        one, more = _HOW.get(how, (how, how))
        told += [", "] if told else []
        told += [*_all_named(shelf, names), f" {one if len(names) == 1 else more}"]
    return [*told, "."] if told else ["nobody else has it."]


def _all_named(shelf: ShelfState, names: list[str]) -> Story:
    told: Story = [named(shelf, names[0])]
    for name in names[1:]:
        told += [" and " if name == names[-1] else ", ", named(shelf, name)]
    return told


def cut(shelf: ShelfState) -> Story | None:
    """Tell of a kill in the middle of a write, until something else is written."""
    last = shelf["last_write"]
    if last is None or last["outcome"] not in ("cut", "unknown") or last["by"] is None:
        return None
    have = [name for name, how in last["copies"].items() if how == "stored"]
    ended = "ended" if last["outcome"] == "cut" else "lost its term"
    begin: Story = [
        called(last["by"], "dead"),
        f" {ended} in the middle of {titled(last)}, ",
        {"ago": last["ended"]},
        f": {listed(have) or 'nobody else'} had a copy, and nobody was told that it is stored. ",
    ]
    return [*begin, *_fate(shelf, last)]


def _fate(shelf: ShelfState, last: Write) -> Story:
    leader = serving(shelf)
    if last["fate"] == "kept" and leader:
        return [named(shelf, leader), " leads now and has it: it stays, and all in sync have it."]
    if last["fate"] == "dropped":
        return ["The leader of the next term does not have it: it is gone. Nothing was promised."]
    if leader:
        return [named(shelf, leader), " leads now, and decides what stays."]
    ends = shelf["nodes"].get(last["by"] or "", {}).get("session_ends")
    if last["by"] == shelf["leader"] and ends:
        return [
            "Its session is over in about ",
            {"left": ends},
            "; until another leads, nobody takes a write.",
        ]
    return ["Until another leads, nobody takes a write."]
