"""A configuration in the state document: what its znode says, and which subscriber has what.

What the mirror reads is the truth; what a subscriber reports is what that one has in use. A change
is known by its mzxid: whoever has read that mzxid has been told of it, whoever has read a higher
one has passed it over, which is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.insight.chain import Candidates
from app.insight.configurations import changes, checks
from app.insight.configurations.story import tell
from app.insight.violations import is_seen, slackened

Configuration = dict[str, Any]
Subscriber = dict[str, Any]
Data = Mapping[str, Any]

RECIPE = "configuration"
LONGEST = 500
_SEEN = ("value", "mzxid", "version", "missing", "taken_at", "read_at", "told_at")


def new(path: str, recipe: str = RECIPE) -> Configuration:
    """A configuration of which nothing is known yet."""
    return {
        "path": path,
        "recipe": recipe,
        "read": False,
        "znode": None,
        "subscribers": {},
        "changes": {},
        "counted": 0,
        "asked": None,
        "spread": changes.NO_SPREAD,
        "invariants": checks.verdicts([], 0.0),
        "violations": [],
        "story": [],
    }


# -- what the mirror reads, and what is published --------------------------------------------------


def with_value(document: Configuration, data: Data, at: float) -> Configuration:
    """The znode as read; {} for a missing one. The first reading is no change."""
    znode = shown(data) if data else None
    before, was_read = document["znode"], document["read"]
    document = {**document, "znode": znode, "read": True}
    if not was_read or (before or {}).get("mzxid") == (znode or {}).get("mzxid"):
        return document
    return changes.with_change(document, before, znode, at)


def shown(data: Data) -> dict[str, Any]:
    """What `value.read` says of a znode that is there, its value as far as it is kept."""
    said = {key: value for key, value in data.items() if key != "found"}
    return {**said, "value": (said["value"] or "")[:LONGEST]}


def with_event(document: Configuration, what: str, data: Data, at: float) -> Configuration:
    """`configuration.publishing` {what, by}: it is about to be asked for; `published` {mzxid} and
    `removed`: done; `refused`: not done; `unanswered`: done or not, which the next change shows.
    """
    if what == "publishing":
        asked = {"what": data["what"], "at": at, "by": data["by"], "answer": None}
        return {**document, "asked": asked}
    if what in ("published", "removed"):
        return changes.with_asked(document, data.get("mzxid"))
    if what == "unanswered" and document["asked"]:
        return {**document, "asked": {**document["asked"], "answer": {"mzxid": None}}}
    return {**document, "asked": None} if what == "refused" else document


def with_watches(document: Configuration, data: Data) -> Configuration:
    """What the servers list: `sessions` maps each session to the paths it watches."""
    subscribers = listing(document["subscribers"], document["path"], data)
    return {**document, "subscribers": subscribers}


# -- subscribers -----------------------------------------------------------------------------------


def with_candidate_event(
    document: Configuration, name: str, kind: str, data: Data, at: float
) -> Configuration:
    """What happened to one of its subscribers, or what that one says."""
    if kind == "starting":
        return _with_subscriber(document, name, newcomer(at))
    if kind == "exited":
        rest = {one: two for one, two in document["subscribers"].items() if one != name}
        return {**document, "subscribers": rest}
    if kind == "reported" and data.get("configuration") and name in document["subscribers"]:
        return _reported(document, name, data["configuration"])
    return document


def newcomer(at: float) -> Subscriber:
    """One who is being started at `at`, and has seen nothing yet."""
    return {**dict.fromkeys(_SEEN), "started_at": at, "session": None, "listed": False}


def listing(parts: Mapping[str, Any], path: str, data: Data) -> dict[str, Any]:
    """Each with whether a server lists its watch on `path`; asked before it has set it, a server
    says nothing.
    """
    watching = {session for session, paths in data["sessions"].items() if path in paths}
    asked_at = data["asked_at"]
    return {
        name: {**one, "listed": one["session"] in watching}
        if (one.get("read_at") or 0.0) <= asked_at
        else one
        for name, one in parts.items()
    }


def _with_subscriber(document: Configuration, name: str, one: Subscriber) -> Configuration:
    return {**document, "subscribers": {**document["subscribers"], name: one}}


def _reported(document: Configuration, name: str, seen: Data) -> Configuration:
    before = document["subscribers"][name]
    if all(before.get(key) == seen[key] for key in _SEEN):
        return document
    backwards = (before["mzxid"] or 0) > (seen["mzxid"] or 0)
    one = {**before, **{key: seen[key] for key in _SEEN}, "listed": False}
    one["backwards"] = bool(before.get("backwards") or backwards)
    return changes.with_report(_with_subscriber(document, name, one), name, one)


# -- what follows ----------------------------------------------------------------------------------


def derive(
    document: Configuration, candidates: Candidates, zookeeper: Data, at: float
) -> Configuration:
    """Everything that follows from the rest: who is behind, changes, invariants, story.

    zookeeper: that part of the state document.
    """
    subscribers = {
        name: _joined(one, candidates[name], document)
        for name, one in document["subscribers"].items()
        if name in candidates
    }
    linked = changes.followed({**document, "subscribers": subscribers})
    violations = slackened(checks.check(linked, at, seen=is_seen(zookeeper)), zookeeper)
    verdicts = checks.verdicts(violations, at)
    judged = {**linked, "violations": violations, "invariants": verdicts}
    return {**judged, "story": tell(judged, zookeeper)}


def _joined(one: Subscriber, candidate: Data, document: Configuration) -> Subscriber:
    """standing: reading (it has never looked), current, behind; what it believes, and how it is."""
    return {
        **one,
        "standing": standing(one, document["znode"]),
        "session": candidate["session"],
        "process": candidate["process"],
        "belief": candidate["belief"],
        "session_ends": candidate["session_ends"],
    }


def standing(one: Data, znode: Data | None) -> str:
    """Whether what it has seen last is what the znode says."""
    if one["read_at"] is None:
        return "reading"
    if znode is None:
        return "current" if one["missing"] else "behind"
    is_newest = one["mzxid"] is not None and one["mzxid"] >= znode["mzxid"]
    return "current" if is_newest and not one["missing"] else "behind"


def next_check(document: Configuration, at: float) -> float | None:
    """When the verdicts can change without any event, None if never."""
    return checks.next_check(document["violations"], at)
