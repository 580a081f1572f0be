"""Tell where a name leads, and what the clients of a name service find there.

Parts are as in `app.readmodels.story_parts`.
"""

from __future__ import annotations

from ...readmodels import changes
from ...readmodels.changes import Subscriber, ZnodeState
from ...readmodels.document import Candidates
from ...readmodels.ensemble_story import out_of_reach
from ...readmodels.story_parts import DEED, all_of, count, in_words, named, tone_of
from ...readmodels.violations import SETTLE
from ...readmodels.zookeeper import Story, Who, Zookeeper
from .document import Name, ProviderState, ServiceState

_CUT_OFF = (
    "Every client keeps calling the address that it has; nobody can know whether the name still "
    "leads there. "
)


def tell(service: ServiceState, candidates: Candidates, zookeeper: Zookeeper) -> Story:
    """Tell the name's story. zookeeper: that part of the state document."""
    names = service["names"].values()
    anybody = any(name["providers"] or name["subscribers"] for name in names)
    seen = _CUT_OFF if anybody else "Nobody provides or looks up a name here."
    gone = out_of_reach(zookeeper, "no name gets another address", [], [seen], anybody=anybody)
    if gone:
        return gone
    if not anybody:
        return ["Nobody provides or looks up a name here. Start a provider, a standby and clients."]
    for scene in (_fading, _nowhere, _asleep, _under_way):
        for name in names:
            told = scene(name)
            if told:
                return told
    return _settled(max(names, key=_changed_at))


def _changed_at(name: Name) -> float:
    return name["since"] or 0.0


def _holder(name: Name) -> tuple[str, ProviderState] | None:
    for provider, one in name["providers"].items():
        if one["standing"] in ("registered", "fading"):
            return provider, one
    return None


def _fading(name: Name) -> Story | None:
    """Tell that the name leads to a provider that does not answer: its session has not ended
    yet.
    """
    found = _holder(name)
    if found is None or found[1]["standing"] != "fading":
        return None
    provider, one = found
    deed = DEED.get(one["fault"] or "", "has no connection")
    ago: Story = [" ", {"ago": one["fault_at"]}] if one["fault_at"] else []
    left: Story = [" in about ", {"left": one["session_ends"]}] if one["session_ends"] else []
    return [
        {"who": provider, "tone": tone_of(one["fault"] or "kill")},
        f" {deed}",
        *ago,
        f", and “{name['name']}” still leads to it: its znode is deleted when its session ends",
        *left,
        ". ",
        *_calls(name),
    ]


def _calls(name: Name) -> Story:
    """Tell what the clients find at the address that they call."""
    calls_made = (one["call"] for one in name["subscribers"].values())
    failing = [call["error"] for call in calls_made if call and call["error"]]
    if not failing:
        return []
    why = set(failing)
    how = "are refused" if why == {"refused"} else "get no answer"
    calls = "client's calls" if len(failing) == 1 else "clients' calls"
    return [f"{in_words(len(failing)).capitalize()} {calls} {how}."]


def _nowhere(name: Name) -> Story | None:
    if name["znode"] is not None or not name["subscribers"]:
        return None
    waiting = [one for one in name["providers"].values() if one["standing"] == "standby"]
    then = " A standby is about to register." if waiting else " Start a provider."
    number = len(name["subscribers"])
    await_ = "client awaits" if number == 1 else "clients await"
    return [
        f"“{name['name']}” leads nowhere: {in_words(number)} {await_} its registration, and call"
        f"{'s' if number == 1 else ''} nobody.{then}"
    ]


def _asleep(name: Name) -> Story | None:
    for client, one in name["subscribers"].items():
        if one["process"] == "paused" and one["standing"] == "behind":
            return [
                {"who": client, "tone": "frozen"},
                f" is frozen, and still has {_address(one)}; “{name['name']}” leads to "
                f"{_address(name['znode'])} now. When it wakes, it looks the name up again.",
            ]
    return None


def _address(said: Subscriber | ZnodeState | None) -> str:
    return said["value"] or "nowhere" if said else "nowhere"


def _under_way(name: Name) -> Story | None:
    change = changes.latest(name)
    if change is None or changes.is_done(change, name["subscribers"]):
        return None
    told = f"{len(change['told'])} of {len(name['subscribers'])}"
    has = "has" if len(change["told"]) == 1 else "have"
    address = None if change["what"] == "deleted" else change["value"]
    where = f"to {address}" if address else "nowhere"
    return [f"“{name['name']}” leads {where} now: {told} clients {has} been told so far."]


def _settled(name: Name) -> Story:
    found, number = _holder(name), len(name["subscribers"])
    standby = sum(one["standing"] == "standby" for one in name["providers"].values())
    if name["znode"] is None:
        return [f"“{name['name']}” leads nowhere yet."]
    if not name["znode"]["value"]:
        return [f"“{name['name']}” is registered without an address: it leads nowhere."]
    whose: Story = [" to "] if found is None else [" to ", _named(found[0]), " at "]
    reserve = f" {count(standby, 'other')} {'is' if standby == 1 else 'are'} standing by."
    return [
        f"“{name['name']}” leads",
        *whose,
        f"{_address(name['znode'])}. ",
        *_clients(name, number),
        *_outage(name),
        reserve if standby else "",
    ]


def _outage(name: Name) -> Story:
    """Tell how long nobody answered before the last change; not of what was over by then. A client
    may be answered at the new address before the dashboard has read it.
    """
    outage, since = name["outage"], name["since"] or 0.0
    if outage is None or outage["ms"] is None or outage["until"] is None:
        return []
    if not outage["since"] <= since <= outage["until"] + SETTLE:
        return []
    return [" Before that, calls failed for ", {"ms": outage["ms"]}, "."]


def _named(provider: str) -> Who:
    return {"who": provider, "tone": "new"}


def _clients(name: Name, number: int) -> Story:
    if not number:
        return ["Nobody looks it up yet."]
    value = name["znode"]["value"] if name["znode"] else None
    there = sum(one["value"] == value for one in name["subscribers"].values())
    if not there:
        return ["Nobody calls it there yet."]
    if there < number:
        calls = "calls" if there == 1 else "call"
        return [f"{in_words(there).capitalize()} of {in_words(number)} clients {calls} it there."]
    who = "The only client calls" if number == 1 else f"{all_of(number, 'client')} call"
    change = changes.latest(name)
    took = change["within_ms"] if change and change["asked_at"] else None
    if change is None or took is None:
        return [f"{who} it there."]
    late = changes.told_later(change, name["subscribers"])
    if not late:
        return [f"{who} it there, the last one ", {"ms": took}, " after its provider moved."]
    others = " could not be told at once, the others had it "
    moved = " after its provider moved."
    return [f"{who} it there: ", *named(late, "new"), others, {"ms": took}, moved]
