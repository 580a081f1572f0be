"""The sentence above a name service: where a name leads, and what its clients find there.

Parts are as in `app.insight.story_parts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.insight.configurations import changes
from app.insight.ensemble_story import out_of_reach
from app.insight.story_parts import DEED, Story, count, in_words, several, tone_of

Data = Mapping[str, Any]
_CUT_OFF = (
    "Every client goes on calling the address that it has; nobody can know whether the name still "
    "leads there. "
)


def tell(service: Data, zookeeper: Data) -> Story:
    """The story as it stands. zookeeper: that part of the state document."""
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


def _changed_at(name: Data) -> float:
    return float(name["since"] or 0.0)


def _holder(name: Data) -> tuple[str, Data] | None:
    for provider, one in name["providers"].items():
        if one["standing"] in ("registered", "fading"):
            return provider, one
    return None


def _fading(name: Data) -> Story | None:
    """The name leads to somebody who does not answer: its session has not ended yet."""
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
        f", and “{name['name']}” still leads to it: its znode goes when its session ends",
        *left,
        ". ",
        *_calls(name),
    ]


def _calls(name: Data) -> Story:
    """What the clients find at the address that they call."""
    failing = [one for one in name["subscribers"].values() if (one["call"] or {}).get("error")]
    if not failing:
        return []
    why = {one["call"]["error"] for one in failing}
    how = "are refused" if why == {"refused"} else "get no answer"
    calls = "client's calls" if len(failing) == 1 else "clients' calls"
    return [f"{in_words(len(failing)).capitalize()} {calls} {how}."]


def _nowhere(name: Data) -> Story | None:
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


def _asleep(name: Data) -> Story | None:
    for client, one in name["subscribers"].items():
        if one["process"] == "paused" and one["standing"] == "behind":
            return [
                {"who": client, "tone": "frozen"},
                f" is frozen, and would call {_address(one)}; “{name['name']}” leads to "
                f"{_address(name['znode'])} now. When it wakes it looks the name up again.",
            ]
    return None


def _address(said: Data | None) -> str:
    return str(said["value"]) if said and said["value"] else "nowhere"


def _under_way(name: Data) -> Story | None:
    change = changes.latest(name)
    if change is None or changes.is_done(change, name["subscribers"]):
        return None
    told = f"{len(change['told'])} of {len(name['subscribers'])}"
    where = "nowhere" if change["what"] == "deleted" else change["value"]
    return [f"“{name['name']}” leads to {where} now: {told} clients have been told so far."]


def _settled(name: Data) -> Story:
    found, number = _holder(name), len(name["subscribers"])
    standby = sum(one["standing"] == "standby" for one in name["providers"].values())
    if name["znode"] is None:
        return [f"“{name['name']}” leads nowhere yet."]
    whose: Story = [" to somebody at "] if found is None else [" to ", _named(found[0]), " at "]
    reserve = f" {count(standby, 'other')} {'is' if standby == 1 else 'are'} standing by."
    return [
        f"“{name['name']}” leads",
        *whose,
        f"{_address(name['znode'])}. ",
        *_clients(name, number),
        *_outage(name),
        reserve if standby else "",
    ]


def _outage(name: Data) -> Story:
    """How long nobody answered, when the last change was the end of that."""
    outage = name["outage"]
    if outage is None or outage["ms"] is None or outage["since"] > (name["since"] or 0.0):
        return []
    return [" Before that, calls failed for ", {"ms": outage["ms"]}, "."]


def _named(provider: str) -> dict[str, Any]:
    return {"who": provider, "tone": "new"}


def _clients(name: Data, number: int) -> Story:
    if not number:
        return ["Nobody looks it up yet."]
    who = "The only client calls" if number == 1 else f"All {several(number, 'client')} call"
    change = changes.latest(name)
    took = change["within_ms"] if change and change["asked_at"] else None
    if took is None:
        return [f"{who} it there."]
    return [f"{who} it there, the last one ", {"ms": took}, " after its provider moved."]
