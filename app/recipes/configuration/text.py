"""Every sentence about a configuration: what it says, who has it, and how long that took."""

from __future__ import annotations

from collections.abc import Mapping

from ...participation.step import EXISTS_WATCHES, ONE_TIME, Step
from ...readmodels import changes
from ...readmodels.changes import Change, Subscriber
from ...readmodels.document import Candidates
from ...readmodels.endings import ending_of, told_after
from ...readmodels.ensemble_story import out_of_reach
from ...readmodels.looks import Looks, looking
from ...readmodels.scenes import People, Places, Scenes, all_of, in_words
from ...readmodels.zookeeper import Telling, Zookeeper
from .state import ConfigurationState

STORY, GONE, SAYS, CHANGED, SOON = (Scenes() for _ in range(5))
LONGEST = 24


def tell(document: ConfigurationState, candidates: Candidates, zookeeper: Zookeeper) -> Telling:
    """Tell the configuration's story. zookeeper: that part of the state document."""
    anybody = bool(document["subscribers"])
    seen = (
        "Every subscriber keeps the value it has; nobody can know whether it is the newest."
        if anybody
        else "Nobody subscribes to it."
    )
    return out_of_reach(
        zookeeper, "no value is read or written", [seen], anybody=anybody
    ) or told_after(GONE.told(document, candidates), STORY.told(document))


def _short(value: str | None) -> str:
    line = " ".join((value or "").split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


# -- what it says -----------------------------------------------------------------------------


@SAYS("The configuration says “{value}”.")
def it_says(document: ConfigurationState) -> Places | None:
    return {"value": _short(document["znode"]["value"])} if document["znode"] else None


@SAYS("There is no znode {path}.")
def it_is_not_there(document: ConfigurationState) -> Places | None:
    return {"path": document["path"]} if document["read"] else None


@CHANGED("The znode was deleted")
def it_was_deleted(change: Change) -> bool:
    return change["what"] == "deleted"


@CHANGED("The configuration was deleted and created again, and says “{value}”")
def it_was_created_again(change: Change) -> Places | None:
    return {"value": _short(change["value"])} if change["recreated"] else None


@CHANGED("The configuration was changed to “{value}”")
def it_was_changed(change: Change) -> Places | None:
    return {"value": _short(change["value"])} if change["version"] else None


@CHANGED("The configuration was created, and says “{value}”")
def it_was_created(change: Change) -> Places:
    return {"value": _short(change["value"])}


# -- who has ended ----------------------------------------------------------------------------


@GONE("{who} {deed} {ago}: {left:words} {left:subscriber is|subscribers are} left.")
def one_has_ended(document: ConfigurationState, candidates: Candidates) -> Places | None:
    """Tell who ended last, until the next change."""
    ending, change = ending_of(document, candidates), changes.latest(document)
    left = len(document["subscribers"])
    if ending is None or not left or (change is not None and change["at"] > ending.at):
        return None
    return {**ending.places, "left": left}


# -- who has it -------------------------------------------------------------------------------


@STORY("{says}", "Nobody subscribes to it. Start five subscribers.")
def nobody(document: ConfigurationState) -> Places | None:
    says = SAYS.tell(document)
    return {"says": says} if says and not document["subscribers"] else None


@STORY("Nobody subscribes to it.", "Start five subscribers.")
def nobody_has_read_it(document: ConfigurationState) -> bool:
    return not document["subscribers"]


@STORY("{changed}: {told} of {of} subscribers {told:has|have} been told so far.")
def it_is_under_way(document: ConfigurationState) -> Places | None:
    change = changes.latest(document)
    if change is None or changes.is_done(change, document["subscribers"]):
        return None
    told, of = len(change["told"]), len(document["subscribers"])
    return {"changed": CHANGED.tell(change), "told": told, "of": of}


@STORY(
    "{who} {how} and keeps {what}[, and so {others:does|do} {others:words} {others:other|others}].",
    "[The {current} {knows}][, within {ms} of the write][{end}]",
    "When it comes back, it reads again and finds out.",
)
def some_cannot_be_told(document: ConfigurationState) -> Places | None:
    """Tell which subscribers are frozen or cut off."""
    subscribers = document["subscribers"]
    behind = {name: one for name, one in subscribers.items() if one["standing"] == "behind"}
    if not behind:
        return None
    name, one = next(iter(behind.items()))
    is_frozen = one["process"] == "paused"
    return {
        "who": People([name], "frozen" if is_frozen else "dead"),
        "how": "is frozen" if is_frozen else "has no connection",
        "what": "no value" if one["mzxid"] is None else f"“{_short(one['value'])}”",
        "others": len(behind) - 1 or None,
        **_others(document, len(subscribers) - len(behind)),
    }


def _others(document: ConfigurationState, number: int) -> Places:
    has = "has" if number == 1 else "have"
    knows = f"{has} the newest" if document["znode"] else f"{has} been told that it is deleted"
    current = "other one" if number == 1 else f"{in_words(number)} others"
    change = changes.latest(document)
    took = _took(change) if change else {"ms": None}
    if not number:
        return {"current": None, "knows": None, "ms": None, "end": None}
    return {"current": current, "knows": knows, **took, "end": "."}


@STORY(
    "{says}",
    "{names} {names:is frozen: it hears|are frozen: they hear} of no change until "
    "{names:it wakes|they wake}.",
)
def some_are_deaf(document: ConfigurationState) -> Places | None:
    """Tell who is frozen, although it has the newest: its watch goes with its session."""
    frozen = [name for name, one in document["subscribers"].items() if one["process"] == "paused"]
    return {"says": SAYS.tell(document), "names": People(frozen, "frozen")} if frozen else None


@STORY("{says}", "{coming:Words} {coming:subscriber is|subscribers are} on the way to read it.")
def some_are_coming(document: ConfigurationState) -> Places | None:
    subscribers = document["subscribers"].values()
    coming = sum(one["standing"] == "reading" for one in subscribers)
    return {"says": SAYS.tell(document), "coming": coming} if coming else None


@STORY("{says}", "{whose} its creation[{keeps}].")
def they_await_it(document: ConfigurationState) -> Places | None:
    if document["znode"] is not None:
        return None
    number, subscribers = len(document["subscribers"]), document["subscribers"].values()
    keeps = ", and keeps what it has" if number == 1 else ", and keep what they have"
    only = "The only subscriber awaits"
    return {
        "says": SAYS.tell(document),
        "whose": only if number == 1 else f"{all_of(number, 'subscriber')} await",
        "keeps": keeps if any(one["mzxid"] is not None for one in subscribers) else None,
    }


@STORY("{says} {all_have} it, and a watch on it.", "Publish another value.")
def nothing_has_changed(document: ConfigurationState) -> Places | None:
    change = changes.latest(document)
    if change is not None and change["told"]:
        return None
    return {"says": SAYS.tell(document), "all_have": _all_have(document)}


@STORY(
    "{changed}.",
    "{all_have} it{soon}.",
    "[Its version is {version} again: only the mzxid, which never goes back, shows that it is "
    "newer.]",
)
def all_have_it(document: ConfigurationState) -> Places | None:
    """Tell how long it took, who was not there to be told, and how the version misleads
    (rule 17).
    """
    change = changes.latest(document)
    if change is None:
        return None
    return {
        "changed": CHANGED.tell(change),
        "all_have": _all_have(document),
        "soon": SOON.tell(change, document["subscribers"]),
        "version": change["version"] if change["recreated"] else None,
    }


def _all_have(document: ConfigurationState) -> str:
    number = len(document["subscribers"])
    return "The only subscriber has" if number == 1 else f"{all_of(number, 'subscriber')} have"


@SOON(": {late} could not be told at once[, the others had it within {ms} of the write]")
def some_were_late(change: Change, subscribers: Mapping[str, Subscriber]) -> Places | None:
    late = changes.told_later(change, subscribers)
    return {"late": People(late, "wait"), **_took(change)} if late else None


@SOON("[, within {ms} of the write][; {last} was the last]")
def all_were_told_at_once(change: Change, subscribers: Mapping[str, Subscriber]) -> Places:
    last = change["last"] if len(subscribers) > 1 and change["asked_at"] else None
    return {**_took(change), "last": People([last], "wait") if last else None}


def _took(change: Change) -> Places:
    is_known = change["within_ms"] is not None and change["asked_at"]
    return {"ms": {"ms": change["within_ms"]} if is_known else None}


# -- how its processes look ------------------------------------------------------------------


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


# -- step by step: each step with its line and the sentence that it carries out ---------------

CONFIGURATION_IDEA = "A watch says once that the value has changed; each reads it again."
"""Its key idea."""

CONFIGURATION_SOURCE = "Apache ZooKeeper, Programmer's Guide: Watches, Things to Remember"

CONFIGURATION = (
    Step(
        "read",
        "Read the znode, with a watch: its data and its mzxid",
        "All of the read operations in ZooKeeper have the option of setting a watch as a side "
        "effect",
    ),
    Step(
        "watch",
        "Higher mzxid than mine? Use that value. The watch stays",
        "The zxid of the change that last modified this znode: unlike the version, it never "
        "begins again",
    ),
    Step(
        "notified",
        "It fires: read again, with a new watch",
        ONE_TIME,
    ),
    Step(
        "await",
        "No such znode? exists() with a watch learns of its creation",
        EXISTS_WATCHES,
    ),
    Step(
        "read again",
        "Reconnected? Read again: nobody told me what happened meanwhile",
        "When you disconnect from a server, you will not get any watches until the connection is "
        "reestablished",
    ),
)
