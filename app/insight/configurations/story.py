"""The sentence above a configuration: what it says, who has it, and how long that took.

Parts are as in `app.insight.story_parts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.insight.configurations import changes
from app.insight.ensemble_story import out_of_reach
from app.insight.story_parts import Story, in_words, several

Data = Mapping[str, Any]
LONGEST = 24
_CUT_OFF = (
    "Every subscriber goes on with the value it has; nobody can know whether it is the newest. "
)


def tell(document: Data, zookeeper: Data) -> Story:
    """The story as it stands. zookeeper: that part of the state document."""
    anybody = bool(document["subscribers"])
    seen = _CUT_OFF if anybody else "Nobody subscribes to it."
    gone = out_of_reach(zookeeper, "no value is read or written", [], [seen], anybody=anybody)
    if gone:
        return gone
    if not anybody:
        return [*_says(document), " Nobody subscribes to it. Start five subscribers."]
    for scene in (_under_way, _asleep):
        told = scene(document)
        if told:
            return told
    return _settled(document)


def _says(document: Data) -> Story:
    znode = document["znode"]
    if znode is None:
        return [f"There is no znode {document['path']}." if document["read"] else ""]
    return [f"The configuration says “{_short(znode['value'])}”."]


def _short(value: str) -> str:
    line = " ".join(value.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _change_words(change: Data) -> str:
    if change["what"] == "deleted":
        return "The znode was deleted"
    again = " deleted and created anew, and says" if change["recreated"] else " changed to"
    return f"The configuration was{again} “{_short(change['value'])}”"


def _under_way(document: Data) -> Story | None:
    change = changes.latest(document)
    if change is None or changes.is_done(change, document["subscribers"]):
        return None
    told, of = len(change["told"]), len(document["subscribers"])
    return [f"{_change_words(change)}: {told} of {of} subscribers have been told so far."]


def _asleep(document: Data) -> Story | None:
    """Who cannot be told: frozen, or cut off."""
    behind = {
        name: one for name, one in document["subscribers"].items() if one["standing"] == "behind"
    }
    if not behind:
        return None
    name, one = next(iter(behind.items()))
    how = "is frozen" if one["process"] == "paused" else "has no connection"
    others = len(document["subscribers"]) - len(behind)
    more = f", and so do {several(len(behind) - 1, 'other')}" if len(behind) > 1 else ""
    return [
        {"who": name, "tone": "frozen" if one["process"] == "paused" else "dead"},
        f" {how} and goes on with {_what_it_has(one)}{more}. ",
        *_others(document, others),
        "When it comes back it reads again, and finds out.",
    ]


def _others(document: Data, others: int) -> Story:
    if not others:
        return []
    verb = "has" if others == 1 else "have"
    knows = f"{verb} the newest" if document["znode"] else f"{verb} been told that it is deleted"
    within = _within(changes.latest(document))
    return [f"The {several(others, 'other')} {knows}", *within, ". "]


def _what_it_has(one: Data) -> str:
    return "no value" if one["mzxid"] is None else f"“{_short(one['value'])}”"


def _within(change: Data | None) -> Story:
    if change is None or change["within_ms"] is None or not change["asked_at"]:
        return []
    return [", within ", {"ms": change["within_ms"]}, " of the write"]


def _settled(document: Data) -> Story:
    change, count = changes.latest(document), len(document["subscribers"])
    coming = [one for one in document["subscribers"].values() if one["standing"] == "reading"]
    if coming:
        return [*_says(document), f" {in_words(len(coming)).capitalize()} on the way to read it."]
    if document["znode"] is None:
        return [*_says(document), f" {_all_await(count)}"]
    if change is None or not change["told"]:
        told = f" {_all_have(count)} it, and a watch on it. Publish another one."
        return [*_says(document), told]
    return [
        f"{_change_words(change)}. {_all_have(count)} it",
        *_within(change),
        *_last(change, count),
        ".",
        *_misleading(change),
    ]


def _last(change: Data, count: int) -> Story:
    if count == 1 or change["last"] is None or not change["asked_at"]:
        return []
    return ["; ", {"who": change["last"], "tone": "wait"}, " was the last"]


def _misleading(change: Data) -> Story:
    """Rule 17, as it happens."""
    if not change["recreated"]:
        return []
    return [
        f" Its version is {change['version']} again: only the mzxid, which never goes back, "
        "tells that it is newer."
    ]


def _all_await(count: int) -> str:
    if count == 1:
        return "The only subscriber awaits its creation, and goes on with what it has."
    return f"All {in_words(count)} subscribers await its creation, and go on with what they have."


def _all_have(count: int) -> str:
    return "The only subscriber has" if count == 1 else f"All {in_words(count)} subscribers have"
