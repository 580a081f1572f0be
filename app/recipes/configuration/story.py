"""Tell what a configuration says, who has it, and how long that took.

Parts are as in `app.readmodels.story_parts`.
"""

from __future__ import annotations

from ...readmodels import changes
from ...readmodels.changes import Change, Subscriber
from ...readmodels.document import Candidates
from ...readmodels.ensemble_story import out_of_reach
from ...readmodels.looks import Looks, looking
from ...readmodels.story_parts import all_of, count, named, several
from ...readmodels.zookeeper import Story, Zookeeper
from .document import ConfigurationState

LONGEST = 24
_CUT_OFF = "Every subscriber keeps the value it has; nobody can know whether it is the newest. "


def tell(document: ConfigurationState, candidates: Candidates, zookeeper: Zookeeper) -> Story:
    """Tell the configuration's story. zookeeper: that part of the state document."""
    anybody = bool(document["subscribers"])
    seen = _CUT_OFF if anybody else "Nobody subscribes to it."
    gone = out_of_reach(zookeeper, "no value is read or written", [], [seen], anybody=anybody)
    if gone:
        return gone
    if not anybody:
        return [*_says(document), " Nobody subscribes to it. Start five subscribers."]
    for scene in (_under_way, _asleep, _deaf):
        told = scene(document)
        if told:
            return told
    return _settled(document)


def _says(document: ConfigurationState) -> Story:
    znode = document["znode"]
    if znode is None:
        return [f"There is no znode {document['path']}." if document["read"] else ""]
    return [f"The configuration says “{_short(znode['value'])}”."]


def _short(value: str | None) -> str:
    line = " ".join((value or "").split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _change_words(change: Change) -> str:
    if change["what"] == "deleted":
        return "The znode was deleted"
    if change["recreated"]:
        how = "deleted and created again, and says"
    else:
        how = "changed to" if change["version"] else "created, and says"
    return f"The configuration was {how} “{_short(change['value'])}”"


def _under_way(document: ConfigurationState) -> Story | None:
    change = changes.latest(document)
    if change is None or changes.is_done(change, document["subscribers"]):
        return None
    told, of = len(change["told"]), len(document["subscribers"])
    has = "has" if told == 1 else "have"
    return [f"{_change_words(change)}: {told} of {of} subscribers {has} been told so far."]


def _asleep(document: ConfigurationState) -> Story | None:
    """Tell which subscribers cannot be told: they are frozen or cut off."""
    behind = {
        name: one for name, one in document["subscribers"].items() if one["standing"] == "behind"
    }
    if not behind:
        return None
    name, one = next(iter(behind.items()))
    how = "is frozen" if one["process"] == "paused" else "has no connection"
    others = len(document["subscribers"]) - len(behind)
    do = "does" if len(behind) == 2 else "do"
    more = f", and so {do} {several(len(behind) - 1, 'other')}" if len(behind) > 1 else ""
    return [
        {"who": name, "tone": "frozen" if one["process"] == "paused" else "dead"},
        f" {how} and keeps {_what_it_has(one)}{more}. ",
        *_others(document, others),
        "When it comes back, it reads again and finds out.",
    ]


def _deaf(document: ConfigurationState) -> Story | None:
    """Tell who is frozen, although it has the newest: its watch goes with its session."""
    frozen = [name for name, one in document["subscribers"].items() if one["process"] == "paused"]
    if not frozen:
        return None
    hears = "is frozen: it hears" if len(frozen) == 1 else "are frozen: they hear"
    wakes = "it wakes" if len(frozen) == 1 else "they wake"
    until = f" {hears} of no change until {wakes}."
    return [*_says(document), " ", *named(frozen, "frozen"), until]


def _others(document: ConfigurationState, others: int) -> Story:
    if not others:
        return []
    verb = "has" if others == 1 else "have"
    knows = f"{verb} the newest" if document["znode"] else f"{verb} been told that it is deleted"
    within = _within(changes.latest(document))
    who = "other one" if others == 1 else several(others, "other")
    return [f"The {who} {knows}", *within, ". "]


def _what_it_has(one: Subscriber) -> str:
    return "no value" if one["mzxid"] is None else f"“{_short(one['value'])}”"


def _within(change: Change | None) -> Story:
    if change is None or change["within_ms"] is None or not change["asked_at"]:
        return []
    return [", within ", {"ms": change["within_ms"]}, " of the write"]


def _settled(document: ConfigurationState) -> Story:
    change, number = changes.latest(document), len(document["subscribers"])
    coming = [one for one in document["subscribers"].values() if one["standing"] == "reading"]
    if coming:
        are = "is" if len(coming) == 1 else "are"
        return [
            *_says(document),
            f" {count(len(coming), 'subscriber')} {are} on the way to read it.",
        ]
    if document["znode"] is None:
        return [*_says(document), f" {_all_await(document)}"]
    if change is None or not change["told"]:
        told = f" {_all_have(number)} it, and a watch on it. Publish another value."
        return [*_says(document), told]
    return [
        f"{_change_words(change)}. {_all_have(number)} it",
        *_how_soon(change, document),
        ".",
        *_misleading(change),
    ]


def _how_soon(change: Change, document: ConfigurationState) -> Story:
    """Tell how long it took, and who was not there to be told."""
    within, late = _within(change), changes.told_later(change, document["subscribers"])
    if not late:
        return [*within, *_last(change, len(document["subscribers"]))]
    others = [", the others had it within ", *within[1:]] if within else []
    return [": ", *named(late, "wait"), " could not be told at once", *others]


def _last(change: Change, count: int) -> Story:
    if count == 1 or change["last"] is None or not change["asked_at"]:
        return []
    return ["; ", {"who": change["last"], "tone": "wait"}, " was the last"]


def _misleading(change: Change) -> Story:
    """Tell how the version misleads (rule 17)."""
    if not change["recreated"]:
        return []
    return [
        f" Its version is {change['version']} again: only the mzxid, which never goes back, "
        "shows that it is newer."
    ]


def _all_await(document: ConfigurationState) -> str:
    count, subscribers = len(document["subscribers"]), document["subscribers"].values()
    has_any = any(one["mzxid"] is not None for one in subscribers)
    if count == 1:
        keeps = ", and keeps what it has" if has_any else ""
        return f"The only subscriber awaits its creation{keeps}."
    keep = ", and keep what they have" if has_any else ""
    return f"{all_of(count, 'subscriber')} await its creation{keep}."


def _all_have(count: int) -> str:
    return "The only subscriber has" if count == 1 else f"{all_of(count, 'subscriber')} have"


def with_looks(document: ConfigurationState, own: Candidates) -> ConfigurationState:
    """Return the configuration with how each subscriber looks."""
    subscribers = {name: looking(one, _looks(one)) for name, one in document["subscribers"].items()}
    return {**document, "subscribers": subscribers}


def _looks(one: Subscriber) -> Looks:
    is_behind = one["standing"] == "behind"
    if one["process"] == "paused":
        return Looks("frozen", "frozen: lags" if is_behind else "frozen")
    if one["belief"] == "suspended":
        return Looks("dead", "cut off")
    if one["standing"] == "reading":
        return Looks("wait", "reading")
    words = "awaits it" if one["missing"] else "is told" if is_behind else "watching"
    return Looks("behind" if is_behind else "new", words)
