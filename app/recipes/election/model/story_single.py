"""Tell of an election in which all race to create one znode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....participation.naming import PARENT
from ....readmodels.document import Candidates, Watch
from ....readmodels.story_parts import DEED, count, in_words, several, tone_of, who
from ....readmodels.zookeeper import Story
from ..document import Election, Handoff
from .elections import key_called
from .story_foreign import passed
from .story_parts import deed, heir_of, not_gone, took


def steady(election: Election, candidates: Candidates) -> Story:
    """Tell that somebody owns `leader`, and whether it knows that it leads."""
    leader, racers = election["chain"][0], election["racers"]
    known = leader["belief"] == "leading"
    return [
        who(leader, "lead"),
        " leads: it was first to create “leader”. "
        if known
        else f" owns the znode “{key_called(election)}”: it should lead. ",
        *(_dying(racers, candidates) or [*_waiting(election), *_last(election["last_handoff"])]),
    ]


def persistent() -> Story:
    """Tell that the znode `leader` is there, and nobody owns it."""
    return [
        "The znode “leader” is persistent: no session owns it, so it does not show that anybody "
        "leads. It stays until somebody deletes it. ",
    ]


def under_way(election: Election, handoff: Handoff) -> Story:
    """Tell that the leader dies or is dead, and all others race."""
    if handoff["at"]["deleted"] is None:
        number = len(election["racers"])
        who_races = "one other tries" if number == 1 else f"all {several(number, 'other')} race"
        race = f"Then {who_races} to create it."
        end = not_gone(handoff, election["chain"], race if number else "Nobody else waits.")
        return deed(handoff) + end
    return deed(handoff) + _on_the_way(handoff, key_called(election))


def _on_the_way(handoff: Handoff, key: str) -> Story:
    told, number = handoff["notifications"], handoff["others"]
    if not told and handoff["to_znode"] is None:
        go = "goes" if number == 1 else "go"
        return [
            f"; “{key}” is gone. {count(number, 'notification')} {go} out at once: "
            "everybody will try to create it, and one will succeed."
        ]
    if handoff["to_znode"] is None:
        has = "has been told, and tries" if told == 1 else "have been told, and try"
        return [f"; the race is on: {told} of {number} {has} to create “{key}”."]
    heir = heir_of(handoff)
    if handoff["at"]["leading"] is None:
        return ["; ", heir, " was the first: its create succeeded", *_beaten(handoff), "."]
    return ["; ", heir, " won the race, and writes its acknowledgement", *_beaten(handoff), "."]


def _beaten(handoff: Handoff) -> Story:
    failed = handoff["failed"]
    return [f"; {several(failed, 'create')} failed"] if failed else []


def _dying(racers: Sequence[str], candidates: Candidates) -> Story:
    """Tell of dead or frozen racers: without a znode, their end wakes nobody."""
    for name in racers:
        fault = candidates[name]["fault"]
        if fault and candidates[name]["process"] == "paused":
            return [
                {"who": name, "tone": tone_of(fault["kind"])},
                f" {DEED[fault['kind']]} ",
                {"ago": fault["at"]},
                ". It has no znode: nobody is told of it, and it misses the next race. ",
            ]
    return []


def _waiting(election: Election) -> Story:
    """Tell who waits: ours, those whom the servers list, and others that nobody knows."""
    others = onlookers(election)
    if not others and election["estranged"]:
        others = ["Other programs have raced for it: which of them wait is not known. "]
    return [*(_crowd(election["racing"]) if election["racing"] or not others else []), *others]


def onlookers(election: Election) -> Story:
    """Return what the servers list of those who wait for the key and have no znode."""
    number = election["onlookers"]
    if not number:
        return []
    watch = "watches" if number == 1 else "watch"
    sessions = several(number, "session")
    key = key_called(election)
    return [f"The servers list {sessions} without a znode here that {watch} “{key}”. "]


def _crowd(racing: Mapping[str, Watch]) -> Story:
    if not racing:
        return ["Nobody waits to take over. "]
    loose = [one for one in racing.values() if one["watches"] != PARENT]
    if loose:
        if len(racing) == 1:
            return ["One other waits, without a watch. "]
        return [
            f"{count(len(racing), 'other')} wait; {in_words(len(loose))} of them without a watch. "
        ]
    if len(racing) == 1:
        (name,) = racing
        waits = " has no znode, and watches the list: when “leader” goes, it tries to create it. "
        return [{"who": name, "tone": "wait"}, waits]
    return [
        f"{count(len(racing), 'other')} have no znode, and watch the list: when “leader” goes, "
        "all race to create it. "
    ]


def _last(handoff: Handoff | None) -> Story:
    start = took(handoff)
    if not handoff or not start:
        return passed(handoff)
    woke = f" and woke {several(handoff['notifications'], 'candidate')}"
    failed = handoff["failed"]
    return [*start, woke, f"; {several(failed, 'create')} failed." if failed else "."]
