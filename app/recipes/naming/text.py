"""Every sentence about a name service: where a name leads, and what its clients find there."""

from __future__ import annotations

from collections.abc import Sequence

from ...participation.step import EXISTS_WATCHES, ONE_TIME, Step
from ...readmodels import changes
from ...readmodels.changes import Change, Subscriber, ZnodeState
from ...readmodels.document import Candidates
from ...readmodels.endings import ending_of, told_after
from ...readmodels.ensemble_story import out_of_reach
from ...readmodels.scenes import DEED, NOTHING, People, Places, Scenes, all_of, called, tone_of
from ...readmodels.violations import SETTLE
from ...readmodels.wording import cut
from ...readmodels.zookeeper import Telling, Zookeeper
from .state import PROVIDER, Name, ProviderState, ServiceState

NEWS, GONE, SETTLED, CALLS, CLIENTS = (Scenes() for _ in range(5))
LONGEST = 36
NOBODY = "Nobody provides or looks up a name here."


def tell(service: ServiceState, candidates: Candidates, zookeeper: Zookeeper) -> Telling:
    """Tell the name's story: of the first name with news, else of the one that changed last.

    zookeeper: that part of the state document.
    """
    names = service["names"].values()
    anybody = any(name["providers"] or name["subscribers"] for name in names)
    seen = (
        "Every client keeps calling the address that it has; nobody can know whether the name "
        "still leads there."
    )
    seen = seen if anybody else NOBODY
    gone = out_of_reach(zookeeper, "no name gets another address", [seen], anybody=anybody)
    if gone or not anybody:
        return gone or Telling([NOBODY], ["Start a provider, a standby and clients."])
    latest = max(names, key=lambda name: name["since"] or 0.0)
    ends = (GONE.told(name, candidates) for name in names)
    told = NEWS.told_of(names) or SETTLED.told(latest)
    return told_after(next(filter(None, ends), NOTHING), told)


# -- who has ended ----------------------------------------------------------------------------


def _since(name: Name, at: float, what: str) -> Sequence[Change]:
    """Return the changes since then that are a writing, or a deletion."""
    changed = name["changes"].values()
    return [one for one in changed if one["at"] > at and one["what"] == what]


@GONE("{who} {deed} {ago}: {left:words} {left:client is|clients are} left.")
def a_client_has_ended(name: Name, candidates: Candidates) -> Places | None:
    """Tell who ended last, until the name leads elsewhere."""
    ending = ending_of(name, candidates)
    if ending is None or candidates[ending.name]["recipe"] == PROVIDER:
        return None
    is_news = not _since(name, ending.at, "written")
    return {**ending.places, "left": len(name["subscribers"])} if is_news else None


@GONE("{who} {deed} {ago}{over}: {heir} its name.")
def a_provider_has_ended(name: Name, candidates: Candidates) -> Places | None:
    """Tell what became of the name that it had."""
    ending = ending_of(name, candidates)
    if ending is None or ending.name in name["providers"]:
        return None
    registered = _since(name, ending.at, "written")
    if not _since(name, ending.at, "deleted") or len(registered) > 1:
        return None
    heir = next((one["by"] or "another provider" for one in registered), None)
    return {
        **ending.places,
        "over": "" if ending.fault == "stop" else " and its session is over",
        "heir": [called(heir, "new"), " took"] if heir else "its address is gone, and nobody has",
    }


@GONE("{who} {deed} {ago}: it stood by, and “{name}” leads where it led before.")
def a_standby_has_ended(name: Name, candidates: Candidates) -> Places | None:
    ending = ending_of(name, candidates)
    if ending is None or candidates[ending.name]["recipe"] != PROVIDER:
        return None
    is_news = ending.name not in name["providers"] and not _since(name, ending.at, "written")
    return {**ending.places, "name": name["name"]} if is_news and name["znode"] else None


# -- what befalls a name ----------------------------------------------------------------------


def _holder(name: Name) -> tuple[str, ProviderState] | None:
    for provider, one in name["providers"].items():
        if one["standing"] in ("registered", "fading"):
            return provider, one
    return None


@NEWS(
    "{provider} {deed}[ {ago}], and “{name}” still leads to it.",
    "Its znode is deleted when its session ends[ in about {left}].",
    "{calls}",
)
def its_provider_does_not_answer(name: Name) -> Places | None:
    """Tell that the name leads to a provider whose session has not ended yet."""
    found = _holder(name)
    if found is None or found[1]["standing"] != "fading":
        return None
    provider, one = found
    return {
        "provider": People([provider], tone_of(one["fault"] or "kill")),
        "deed": DEED.get(one["fault"] or "", "has no connection"),
        "ago": {"ago": one["fault_at"]} if one["fault_at"] else None,
        "name": name["name"],
        "left": {"left": one["session_ends"]} if one["session_ends"] else None,
        "calls": CALLS.tell(name),
    }


@CALLS("{failing:Words} {failing:client's|clients'} calls {how}.")
def calls_fail(name: Name) -> Places | None:
    """Tell what the clients find at the address that they call."""
    calls_made = (one["call"] for one in name["subscribers"].values())
    failing = [call["error"] for call in calls_made if call and call["error"]]
    how = "are refused" if {*failing} == {"refused"} else "get no answer"
    return {"failing": len(failing), "how": how} if failing else None


@NEWS(
    "“{name}” leads nowhere: {clients:words} {clients:client awaits|clients await} its "
    "registration, and {clients:calls|call} nobody.",
    "{then}",
)
def it_leads_nowhere(name: Name) -> Places | None:
    if name["znode"] is not None or not name["subscribers"]:
        return None
    waiting = any(one["standing"] == "standby" for one in name["providers"].values())
    then = "A standby is about to register." if waiting else "Start a provider."
    return {"name": name["name"], "clients": len(name["subscribers"]), "then": then}


@NEWS(
    "{client} is frozen, and still has {old}; “{name}” leads to {new} now.",
    "When it wakes, it looks the name up again.",
)
def a_client_is_frozen(name: Name) -> Places | None:
    for client, one in name["subscribers"].items():
        if one["process"] == "paused" and one["standing"] == "behind":
            return {
                "client": People([client], "frozen"),
                "old": _address(one),
                "name": name["name"],
                "new": _address(name["znode"]),
            }
    return None


def _address(said: Subscriber | ZnodeState | None) -> str:
    return cut(said["value"] or "nowhere", LONGEST) if said else "nowhere"


@NEWS("“{name}” leads {where} now: {told} of {of} clients {told:has|have} been told so far.")
def it_is_under_way(name: Name) -> Places | None:
    change = changes.latest(name)
    if change is None or changes.is_done(change, name["subscribers"]):
        return None
    address = None if change["what"] == "deleted" else change["value"]
    return {
        "name": name["name"],
        "where": f"to {cut(address, LONGEST)}" if address else "nowhere",
        "told": len(change["told"]),
        "of": len(name["subscribers"]),
    }


# -- where it leads ---------------------------------------------------------------------------


@SETTLED("“{name}” leads nowhere yet.")
def it_leads_nowhere_yet(name: Name) -> Places | None:
    return None if name["znode"] else {"name": name["name"]}


@SETTLED("“{name}” is registered without an address: it leads nowhere.")
def it_has_no_address(name: Name) -> Places | None:
    return None if name["znode"] and name["znode"]["value"] else {"name": name["name"]}


@SETTLED(
    "“{name}” leads to [{provider} at ]{address}.",
    "{clients}",
    "[Before that, calls failed for {outage}.]",
    "[{standby:Words} {standby:other is|others are} standing by.]",
)
def it_leads_there(name: Name) -> Places:
    found = _holder(name)
    standby = sum(one["standing"] == "standby" for one in name["providers"].values())
    return {
        "name": name["name"],
        "provider": People([found[0]], "new") if found else None,
        "address": _address(name["znode"]),
        "clients": CLIENTS.tell(name),
        "outage": _outage(name),
        "standby": standby or None,
    }


def _outage(name: Name) -> dict[str, float] | None:
    """Return how long nobody answered before the last change; not of what was over by then. A
    client may be answered at the new address before the dashboard has read it.
    """
    outage, since = name["outage"], name["since"] or 0.0
    if outage is None or outage["ms"] is None or outage["until"] is None:
        return None
    is_of_it = outage["since"] <= since <= outage["until"] + SETTLE
    return {"ms": outage["ms"]} if is_of_it else None


def _there(name: Name) -> int:
    """Return how many clients call the address that the name leads to."""
    value = name["znode"]["value"] if name["znode"] else None
    return sum(one["value"] == value for one in name["subscribers"].values())


@CLIENTS("Nobody looks it up yet.")
def nobody_looks_it_up(name: Name) -> bool:
    return not name["subscribers"]


@CLIENTS("Nobody calls it there yet.")
def nobody_calls_it(name: Name) -> bool:
    return not _there(name)


@CLIENTS("{there:Words} of {of:words} clients {there:calls|call} it there.")
def some_call_it(name: Name) -> Places | None:
    there, of = _there(name), len(name["subscribers"])
    return {"there": there, "of": of} if there < of else None


def _all(name: Name) -> str:
    number = len(name["subscribers"])
    return "The only client calls" if number == 1 else f"{all_of(number, 'client')} call"


@CLIENTS(
    "{all} it there: {late} could not be told at once, the others had it {ms} after its provider "
    "moved."
)
def some_were_late(name: Name) -> Places | None:
    took, change = _took(name), changes.latest(name)
    late = changes.told_later(change, name["subscribers"]) if change else []
    if took is None or not late:
        return None
    return {"all": _all(name), "late": People(late, "new"), "ms": took}


@CLIENTS("{all} it there[, the last one {ms} after its provider moved].")
def all_call_it(name: Name) -> Places:
    return {"all": _all(name), "ms": _took(name)}


def _took(name: Name) -> dict[str, float] | None:
    change = changes.latest(name)
    took = change["within_ms"] if change and change["asked_at"] else None
    return None if took is None else {"ms": took}


# -- step by step: each step with its line and the sentence that it carries out ---------------

NAMING_IDEA = "The znode of a session is the name: when it goes, all that watch it are told."
"""Its key idea."""

NAMING_SOURCE = "Apache ZooKeeper, Recipes and Solutions: Name Service; Programmer's Guide"

_NAME_SERVICE = (
    "Name service and configuration are two of the primary applications of ZooKeeper. These two "
    "functions are provided directly by the ZooKeeper API"
)
_EPHEMERAL = (
    "These znodes exist as long as the session that created the znode is active. When the session "
    "ends the znode is deleted"
)

NAMING = (
    Step("register", "Create NAME, EPHEMERAL; its data is my address", _NAME_SERVICE),
    Step(
        "taken",
        "It exists, created by another session? Watch it, and stand by",
        f"{_EPHEMERAL}: not earlier, even if its creator is dead",
    ),
    Step(
        "registered",
        "Mine: the name leads to me. Watch it: somebody may delete it",
        _EPHEMERAL,
    ),
    Step(
        "move",
        "Another address? Write it over the version that I read",
        "The version number is used for conditional updates: the update fails where it does not "
        "match",
    ),
    Step(
        "leave",
        "Delete NAME at once: nobody should call me any longer",
        "A provider that leaves need not wait for the session's end",
    ),
)

LOOKUP = (
    Step("look up", "Read NAME, with a watch: the address, and its mzxid", _NAME_SERVICE),
    Step(
        "use",
        "Call that address, until the watch fires",
        "A client will see a watch event for a znode it is watching before seeing the new data "
        "that corresponds to that znode",
    ),
    Step("notified", "It fires: read again, with a new watch", ONE_TIME),
    Step(
        "no such name",
        "No such name? Call nobody; exists() with a watch learns of it",
        EXISTS_WATCHES,
    ),
)
