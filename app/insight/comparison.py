"""Three elections side by side: what one leader's death costs under each strategy.

The section is folded from the events `comparison.*`, and, while a death is looked at, from what the
candidates of its election report. `seen` are the counters of those who were told, as they were
heard last. `woken` maps each candidate to how often it was told: the first time is a notification
of the deletion, any further one is counted apart (`again`), for it is a creation that caused it:
of the next leader's znode, or of the old one's that queues again (`expire`, `resign`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.insight.comparison_story import tell
from app.insight.handoff import began

Comparison = dict[str, Any]
Data = Mapping[str, Any]
State = Mapping[str, Any]

STRATEGIES = ("predecessor", "herd", "single")
PATHS: Mapping[str, str] = {strategy: f"/compare/{strategy}" for strategy in STRATEGIES}
FAULTS = ("stop", "kill", "pause", "expire", "resign")
"""What can end the leaders."""
MEASURED_FAULTS = ("stop", "kill", "pause")
"""After the others the old leader queues again, and its new znode would be counted too."""
SIZES = (5, 10, 25, 50, 100, 200)
DEATHS = 3
FIGURES = (
    "notifications", "again", "reads", "writes", "creates", "failed", "ms", "watches",
)  # fmt: skip
"""What is told of a death: counts, but for `ms`, from the deletion to the acknowledgement."""

_STRATEGY_AT = {path: strategy for strategy, path in PATHS.items()}
_INTERFERES = frozenset(
    f"candidate.{what}"
    for what in ("starting", "stopping", "killed", "paused", "expired", "resigning")
)
"""What happens to others in the election: what follows is no longer of this death alone."""
_NOTHING_SAID: Mapping[str, Any] = {"error": None, "cancelled": None}
"""Of how the last measurement ended."""
_COUNTED = ("reads", "writes", "failed")


def new() -> Comparison:
    """Nothing compared yet."""
    section: Comparison = {
        "count": 0,
        "paths": dict(PATHS),
        "strike": None,
        "deaths": dict.fromkeys(STRATEGIES),
        "plan": {
            "sizes": list(SIZES),
            "deaths": DEATHS,
            "seconds": {fault: estimate(SIZES, DEATHS, fault) for fault in MEASURED_FAULTS},
        },
        "measuring": None,
        "error": None,
        "cancelled": None,
        "curve": [],
    }
    return {**section, "story": tell(section)}


def estimate(sizes: Sequence[int], deaths: int, fault: str, session_timeout: float = 4.0) -> int:
    """Seconds that measuring takes, from what it took on a machine with two cores."""
    steps = zip((0, *sizes), sizes, strict=False)
    joins = [(before, size) for before, size in steps]
    return round(
        sum(
            cost(strategy, before, size, deaths, fault, session_timeout)
            for strategy in STRATEGIES
            for before, size in joins
        )
    )


def cost(
    strategy: str, before: int, size: int, deaths: int, fault: str, session_timeout: float
) -> float:
    """Seconds for one point of the curve, after one with `before` candidates."""
    silent = 0.0 if fault == "stop" else session_timeout * 1.25
    crowd = 0.001 * (size * size - before * before) if strategy == "herd" else 0.0
    first = 2.0 if before == 0 else 0.0
    return first + 0.02 * (size - before) + crowd + deaths * (0.6 + 0.006 * size + silent)


def fold(section: Comparison, what: str, data: Data, at: float) -> Comparison:
    """The section after the event `comparison.<what>`."""
    step = _FOLDS.get(what)
    return _told({**section, **step(section, data, at)}) if step else section


def follow(
    section: Comparison, before: State, after: State, kind: str, subject: str, data: Data
) -> Comparison:
    """The section after any other event, which made `after` of the state `before`."""
    strategy = _STRATEGY_AT.get(_place(after, kind, subject))
    death = section["deaths"][strategy] if strategy else None
    if strategy is None or death is None or not death["open"]:
        return section
    changed = _handed_over(_changed(death, before, after, kind, subject, data), after, strategy)
    if changed == death:
        return section
    return _told({**section, "deaths": {**section["deaths"], strategy: changed}})


def _changed(
    death: Comparison, before: State, after: State, kind: str, subject: str, data: Data
) -> Comparison:
    """Whoever ended is not woken, though its own watches may fire as it goes. One that was frozen
    and goes on queues again: a herd is woken by that, too.
    """
    if subject == death["from"]:
        return {**death, "open": False} if kind == "candidate.resumed" else death
    if kind in _INTERFERES:
        return {**death, "open": False}
    if kind == "candidate.notified":
        return _notified(death, subject, data["counters"])
    if kind == "candidate.reported" and subject in death["seen"]:
        return _made(_spent(death, subject, data["counters"]), before, after, subject)
    return death


def _told(section: Comparison) -> Comparison:
    return {**section, "story": tell(section)}


# -- what is done ---------------------------------------------------------------------------------


def _started(section: Comparison, data: Data, at: float) -> Comparison:
    return {"count": data["count"], **_NOTHING_SAID}


def _stopped(section: Comparison, data: Data, at: float) -> Comparison:
    return {"count": 0, "strike": None, "deaths": dict.fromkeys(STRATEGIES)}


def standing_at(state: State, strategy: str) -> Comparison:
    """{"n", "watches"}: how many candidates stand in one of the elections, and how many watches
    they have by their own word: one on what they wait for, and one on the own znode of each who
    has something to lose with it.
    """
    path = PATHS[strategy]
    here = [one for one in state["candidates"].values() if one["election"] == path]
    alive = [one for one in here if one["process"] != "exited"]
    waited_for = sum(one["watches"] is not None for one in alive)
    guards = ("waiting", "leading") if strategy == "predecessor" else ("leading",)
    guarded = sum(one["znode"] is not None and one["belief"] in guards for one in alive)
    return {"n": len(alive), "watches": waited_for + guarded}


def _struck(section: Comparison, data: Data, at: float) -> Comparison:
    """All leaders at once, or, in a measurement, one after the other: then the rest stays shown."""
    deaths = {
        strategy: _death(leader, data["standing"][strategy], data["action"], at)
        for strategy, leader in data["leaders"].items()
    }
    rest = section["deaths"] if section["measuring"] else dict.fromkeys(STRATEGIES)
    strike = {"action": data["action"], "at": at, "by": data["by"]}
    return {"strike": strike, "deaths": {**rest, **deaths}, **_NOTHING_SAID}


def _death(leader: str, standing: Data, fault: str, at: float) -> Comparison:
    """standing: {"n", "watches"} as the leader was struck."""
    figures: Comparison = dict.fromkeys(FIGURES, 0)
    return {
        **figures,
        **standing,
        "fault": fault,
        "at": at,
        "from": leader,
        "to": None,
        "ms": None,
        "proven": None,
        "woken": {},
        "seen": {},
        "open": True,
        "evidence": "reported",
    }


def _counted(section: Comparison, data: Data, at: float) -> Comparison:
    """The server's own figures of the death that was measured last take the candidates' place."""
    strategy = data["strategy"]
    known = {key: data[key] for key in ("notifications", "again", "watches", "evidence")}
    death = {**section["deaths"][strategy], **known}
    return {"deaths": {**section["deaths"], strategy: death}}


def _measuring(section: Comparison, data: Data, at: float) -> Comparison:
    wanted = {key: data[key] for key in ("sizes", "deaths", "fault", "of", "by")}
    place = {"strategy": None, "size": None, "done": 0, "since": at, "ends": at + data["seconds"]}
    begun: Comparison = {
        "strike": None,
        "deaths": dict.fromkeys(STRATEGIES),
        "curve": [],
        "count": 0,
    }
    return {**begun, "measuring": {**wanted, **place}, **_NOTHING_SAID}


def _progressed(section: Comparison, data: Data, at: float) -> Comparison:
    known = {key: data[key] for key in ("strategy", "size", "done")}
    return {"measuring": {**section["measuring"], **known, "ends": at + data["left"]}}


def _cancelling(section: Comparison, data: Data, at: float) -> Comparison:
    """Its candidates are still to be stopped; where it has just ended, nothing is left to."""
    measuring = section["measuring"]
    return {"measuring": measuring and {**measuring, "cancelling": True}}


def _measured(section: Comparison, data: Data, at: float) -> Comparison:
    """One point: the median of the deaths of one strategy with one number of candidates."""
    return {"curve": [*section["curve"], dict(data)]}


def _ended(section: Comparison, data: Data, at: float) -> Comparison:
    nobody = {"strike": None, "deaths": dict.fromkeys(STRATEGIES)}
    error, measuring = data.get("error"), section["measuring"]
    is_cancelled = measuring and data.get("cancelled") and error is None
    cancelled = {key: measuring[key] for key in ("done", "of")} if is_cancelled else None
    return {**nobody, "measuring": None, "error": error, "cancelled": cancelled}


_FOLDS: Mapping[str, Callable[[Comparison, Data, float], Comparison]] = {
    "started": _started,
    "stopped": _stopped,
    "struck": _struck,
    "counted": _counted,
    "measuring": _measuring,
    "progressed": _progressed,
    "cancelling": _cancelling,
    "measured": _measured,
    "ended": _ended,
}


# -- what the candidates say of a death ---------------------------------------------------------


def _place(state: State, kind: str, subject: str) -> str:
    """The election that an event is about, if it is about one."""
    room = kind.partition(".")[0]
    if room == "candidate":
        return str((state["candidates"].get(subject) or {}).get("election") or "")
    if room == "znode":
        return subject.rpartition("/")[0]
    return subject if room in ("election", "acknowledgement") else ""


def _notified(death: Comparison, name: str, counters: Mapping[str, int]) -> Comparison:
    """What counts is what a candidate does from here on; what it did before may have gone untold
    for a while.
    """
    if name in death["seen"]:
        return _spent(death, name, counters)
    death = {**death, "seen": {**death["seen"], name: dict(counters)}}
    return _woken(death, name, 1)


def _spent(death: Comparison, name: str, counters: Mapping[str, int]) -> Comparison:
    """What a candidate has been told again, and has asked of ZooKeeper, since it was last heard."""
    was = death["seen"][name]
    grown = {key: _grown(was, counters, key) for key in _COUNTED}
    grown["creates"] = grown["failed"]
    death = {**death, **{key: death[key] + by for key, by in grown.items()}}
    death["seen"] = {**death["seen"], name: dict(counters)}
    times = _grown(was, counters, "notifications")
    return _woken(death, name, times) if times > 0 else death


def _made(death: Comparison, before: State, after: State, name: str) -> Comparison:
    """A create that was not refused gives its candidate a znode."""
    was, now = (state["candidates"][name]["znode"] for state in (before, after))
    return death if now is None or now == was else {**death, "creates": death["creates"] + 1}


def _woken(death: Comparison, name: str, times: int) -> Comparison:
    woken = {**death["woken"], name: death["woken"].get(name, 0) + times}
    if death["evidence"] == "server":
        return {**death, "woken": woken}
    told = {"notifications": len(woken), "again": sum(woken.values()) - len(woken)}
    return {**death, **told, "woken": woken}


def _grown(was: Mapping[str, int], now: Mapping[str, int], key: str) -> int:
    return now.get(key, 0) - was.get(key, 0)


def _handed_over(death: Comparison, after: State, strategy: str) -> Comparison:
    """The handoff that this death led to, once it is complete; `proven` notifications of those were
    fired by the very transaction of the death, None where ZooKeeper does not tell.
    """
    handoff = (after["elections"].get(PATHS[strategy]) or {}).get("last_handoff")
    if not handoff or handoff["from"] != death["from"] or began(handoff) < death["at"]:
        return death
    reached = handoff["phases_ms"]
    ms = _between(reached["deleted"], reached["acknowledged"])
    proven = handoff["proven"] if handoff["zxids"]["deleted"] else None
    return {**death, "ms": ms, "to": handoff["to"], "proven": proven}


def _between(start: float | None, end: float | None) -> float | None:
    return None if start is None or end is None else round(max(0.0, end - start), 3)
