"""The comparison in the state document: what a death cost, by what its candidates say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from app.journal.patch import apply, difference
from app.journal.state import JournalFact, fold
from app.readmodels.event import event_of
from app.recipes.comparison.model import DEATHS, PATHS, SIZES, cost, estimate
from app.recipes.election.strategies import STRATEGIES
from app.recipes.registry import MODELS
from tests.journal.script import Script, session_of, told_of

Counters = dict[str, int]
LEADER = f"{PATHS['single']}/leader"


class Compared(Script):
    """Three elections of three: c1 c2 c3 predecessor, c4 c5 c6 herd, c7 c8 c9 single."""

    def __init__(self) -> None:
        super().__init__()
        self.counters: dict[str, Counters] = {}
        names = iter(f"c{number}" for number in range(1, 10))
        for strategy in STRATEGIES:
            self.event("election.followed", PATHS[strategy], strategy=strategy, by="test")
            for name in (next(names) for _ in range(3)):
                self.stands(name, strategy)
        self.event("comparison.started", "comparison", count=3, by="test")

    def stands(self, name: str, strategy: str) -> None:
        data = {"recipe": strategy, "path": PATHS[strategy], "session_timeout_ms": 4000}
        self.event("candidate.starting", name, by="test", **data)
        self.event("candidate.started", name, pid=4711)
        self.counters[name] = {"notifications": 0, "reads": 2, "writes": 1, "failed": 0}
        self.says(name, belief="waiting", znode=None, watches=".")

    def spend(self, name: str, **more: int) -> Mapping[str, int]:
        known = self.counters[name]
        self.counters[name] = {kind: n + more.get(kind, 0) for kind, n in known.items()}
        return self.counters[name]

    def says(self, name: str, **told: Any) -> None:
        data = {"session": session_of(name), **told}
        self.event("candidate.reported", name, **data, counters=self.counters[name])

    def is_told(self, name: str, znode: str = "leader") -> None:
        counters = self.spend(name, notifications=1)
        self.event("candidate.notified", name, znode=znode, event="children", counters=counters)

    def reads(self, name: str, epoch: int) -> None:
        """The mirror has read the one znode, which is `name`'s."""
        told = {"session": session_of(name), "czxid": epoch, "ctime": 0, "data": ""}
        path = PATHS["single"]
        self.event("member.read", LEADER, election=path, znode="leader", **told)

    def ends(self, name: str) -> None:
        self.event("candidate.killed", name, by="test", session_ends=104.0)
        self.event("candidate.exited", name, code=-9, signal="SIGKILL")

    def strike(self, action: str = "kill", **leaders: str) -> None:
        leaders = leaders or {"predecessor": "c1", "herd": "c4", "single": "c7"}
        standing = {strategy: {"n": 3, "watches": 5} for strategy in leaders}
        data = {"action": action, "leaders": leaders, "standing": standing, "by": "test"}
        self.event("comparison.struck", "comparison", **data)

    @property
    def section(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["comparison"]
        assert self.folded["comparison"].get("story") == found["story"]
        return found

    def death(self, strategy: str) -> dict[str, Any]:
        found: dict[str, Any] = self.section["deaths"][strategy]
        return found

    def figures(self, strategy: str) -> dict[str, int]:
        names = ("notifications", "again", "reads", "writes", "creates", "failed")
        return {name: self.death(strategy)[name] for name in names}

    def sentence(self) -> str:
        return told_of(self.section, "…")


@pytest.fixture
def script() -> Compared:
    return Compared()


NOTHING = {"notifications": 0, "again": 0, "reads": 0, "writes": 0, "creates": 0, "failed": 0}


def test_one_all_and_all_twice(script: Compared) -> None:
    script.strike("stop")
    script.is_told("c2")
    for name in ("c5", "c6"):
        script.is_told(name)
    for name in ("c8", "c9"):
        script.is_told(name)
        script.spend(name, notifications=1)
        script.says(name, step="remember leader")
    assert script.figures("predecessor") == {**NOTHING, "notifications": 1}
    assert script.figures("herd") == {**NOTHING, "notifications": 2}
    assert script.figures("single") == {**NOTHING, "notifications": 2, "again": 2}
    assert script.death("single")["woken"] == {"c8": 2, "c9": 2}
    told = "So far one death has caused 1, 2 and 4 wake-ups (2 of them woke a process again)."
    assert script.sentence() == told


def test_the_return_of_one_that_was_frozen_is_no_cost_of_its_death(script: Compared) -> None:
    """It wakes a herd once more, when it queues again."""
    script.event("candidate.paused", "c4", by="test", session_ends=104.0)
    script.strike("pause", herd="c4")
    for name in ("c5", "c6"):
        script.is_told(name)
    script.event("candidate.resumed", "c4", by="test")
    for name in ("c5", "c6"):
        script.is_told(name)
    assert script.figures("herd") == {**NOTHING, "notifications": 2}


def test_one_that_goes_on_in_time_is_not_waited_for(script: Compared) -> None:
    script.strike("pause", herd="c4")
    assert script.sentence().endswith("Nobody is notified until ZooKeeper ends its session.")
    script.event("candidate.resumed", "c4", by="test")
    assert script.sentence() == (
        "The leader of herd was frozen. What happened to these elections after that is not counted."
    )


def test_what_a_death_cost_is_what_its_handoff_cost(script: Compared) -> None:
    """A herd is woken by whoever joins, too, and need not have said so yet."""
    script.reads("c7", 1001)
    script.says("c7", belief="leading", step="lead", znode=LEADER, epoch=1001)
    script.strike(single="c7")
    script.event("candidate.killed", "c7", by="test", session_ends=104.0)
    script.event("znode.deleted", LEADER, zxid=1500)
    script.spend("c8", notifications=7, reads=7)
    script.is_told("c8")
    script.spend("c8", reads=2, writes=1)
    script.reads("c8", 2001)
    script.says("c8", belief="leading", step="acknowledge", znode=LEADER, epoch=2001)
    script.spend("c8", reads=1, writes=1)
    script.says("c8", belief="leading", step="lead", znode=LEADER, epoch=2001)
    script.is_told("c9")
    script.spend("c9", reads=1, writes=1, failed=1)
    script.says("c9", step="remember leader")
    assert script.figures("single") == {
        "notifications": 2, "again": 0, "reads": 3, "writes": 2, "creates": 2, "failed": 1,
    }  # fmt: skip
    handoff = script.state["elections"][PATHS["single"]]["last_handoff"]
    assert script.figures("single") == {name: handoff[name] for name in NOTHING}


def test_whoever_ended_is_not_woken_by_its_own_end(script: Compared) -> None:
    script.strike("stop")
    script.is_told("c4")
    script.spend("c4", reads=9)
    script.says("c4", belief="gone")
    assert script.figures("herd") == NOTHING


@pytest.mark.parametrize("what", ["starting", "stopping", "killed", "paused", "expired"])
def test_what_happens_to_another_ends_the_counting(script: Compared, what: str) -> None:
    script.strike()
    script.is_told("c5")
    if what == "starting":
        script.stands("c10", "herd")
    else:
        script.event(f"candidate.{what}", "c6", by="test")
    script.is_told("c6")
    assert script.figures("herd")["notifications"] == 1
    assert (script.death("herd")["open"], script.death("single")["open"]) == (False, True)


def test_what_changes_nothing_leaves_the_section_alone(script: Compared) -> None:
    script.strike()
    script.starting("c10")
    before = script.section
    script.event("candidate.killed", "c10", by="test", session_ends=104.0)
    script.event("candidate.resumed", "c5", by="test")
    assert script.section is before


def begin(script: Compared) -> None:
    plan = {"sizes": [3], "deaths": 1, "fault": "stop", "of": 3, "by": "test", "seconds": 12}
    script.event("comparison.measuring", "comparison", **plan)


def measured(script: Compared, strategy: str, n: int, woken: int) -> None:
    point = {"notifications": woken, "again": 0, "ms": 2.0, "evidence": "server"}
    script.event("comparison.measured", "comparison", strategy=strategy, n=n, **point)


def test_a_measurement_goes_its_way(script: Compared) -> None:
    script.strike()
    begin(script)
    assert script.section["measuring"]["ends"] == script.at + 12
    assert script.section["deaths"] == dict.fromkeys(STRATEGIES)
    assert script.sentence() == "Getting ready to measure. About … left."
    progress = {"strategy": "herd", "size": 3, "done": 1, "left": 8.0}
    script.event("comparison.progressed", "comparison", **progress)
    assert script.section["measuring"]["ends"] == script.at + 8
    assert script.sentence() == "Measuring herd with 3 candidates: 1 of 3 deaths. About … left."
    for strategy, woken in zip(STRATEGIES, (1, 49, 98), strict=True):
        measured(script, strategy, 5, 1)
        measured(script, strategy, 50, woken)
    script.event("comparison.ended", "comparison", error=None, cancelled=False, by=None)
    assert script.section["measuring"] is None
    assert script.sentence() == "With 50 candidates, one death caused 1, 49 and 98 wake-ups."


def test_the_servers_count_takes_the_candidates_place(script: Compared) -> None:
    begin(script)
    script.strike("stop", herd="c4")
    script.is_told("c5")
    counted = {"notifications": 2, "again": 1, "watches": 3, "evidence": "server"}
    script.event("comparison.counted", "comparison", strategy="herd", **counted)
    script.is_told("c6")
    death = script.death("herd")
    assert {key: death[key] for key in counted} == counted
    assert death["woken"] == {"c5": 1, "c6": 1}


def test_an_error_is_said(script: Compared) -> None:
    begin(script)
    script.event("comparison.ended", "comparison", error="ZooKeeper went", cancelled=False, by=None)
    assert script.sentence() == "The measurement ended early. ZooKeeper went."
    script.event("comparison.started", "comparison", count=3, by="test")
    assert script.section["error"] is None


def test_that_a_measurement_is_cancelled_is_said_at_once_and_afterwards(script: Compared) -> None:
    plan = {"sizes": [5, 10], "deaths": 3, "fault": "stop", "of": 18, "by": "test", "seconds": 9}
    script.event("comparison.measuring", "comparison", **plan)
    place = {"strategy": "herd", "size": 10, "done": 4, "left": 5.0}
    script.event("comparison.progressed", "comparison", **place)
    script.event("comparison.cancelling", "comparison", by="test")
    assert script.section["measuring"]["cancelling"] is True
    assert script.sentence().startswith("Cancelling:")
    script.event("comparison.ended", "comparison", error=None, cancelled=True, by="test")
    script.event("comparison.cancelling", "comparison", by="another, too late")
    assert (script.section["measuring"], script.section["error"]) == (None, None)
    assert script.sentence() == "Cancelled after 4 of 18 deaths."
    script.event("comparison.started", "comparison", count=3, by="test")
    assert script.section["cancelled"] is None


def test_only_those_who_were_struck_are_said_to_be(script: Compared) -> None:
    script.strike("kill")
    assert script.sentence().startswith("Every leader was killed.")
    script.strike("kill", predecessor="c1", single="c7")
    assert script.sentence().startswith("The leader of predecessor and that of single was killed.")
    script.strike("kill", herd="c4")
    assert script.sentence().startswith("The leader of herd was killed.")


def test_the_patches_are_small(script: Compared) -> None:
    """Of two hundred who are told, each is a small change."""
    for number in range(10, 210):
        script.stands(f"c{number}", "herd")
    script.strike()
    for number in range(10, 209):
        script.is_told(f"c{number}")
    before = script.state
    told = {"znode": "leader", "event": "children", "counters": script.spend("c209")}
    notified = JournalFact(event_of("candidate.notified", "c209", told), script.at)
    after: Any = fold(MODELS, before, [notified], script.at)
    patch = difference(before, after)
    assert len(str(patch["comparison"]["deaths"])) < 400
    assert apply(before, patch)["comparison"] == after["comparison"]


def test_the_estimate_is_the_sum_of_its_points() -> None:
    points = zip((0, *SIZES), SIZES, strict=False)
    each = [cost(s, a, b, DEATHS, "stop", 4.0) for a, b in points for s in STRATEGIES]
    assert estimate(SIZES, DEATHS, "stop") == round(sum(each))
    assert estimate(SIZES, DEATHS, "kill") > estimate(SIZES, DEATHS, "stop")


def test_who_ended_by_no_strike_is_told_and_who_was_struck_is_not(script: Compared) -> None:
    ends = script.ends
    assert script.sentence().startswith("Three elections of 3 candidates each.")
    ends("c8")
    assert script.sentence().startswith(
        "c8 was killed …: two of three candidates are left under single."
    )
    script.stands("c10", "single")
    assert script.sentence().startswith("Three elections of 3 candidates each.")
    ends("c9")
    script.strike()
    ends("c7")
    assert script.sentence().startswith("Every leader was killed.")


def test_of_a_leader_that_ended_by_no_strike_it_is_told_that_it_led_and_who_leads_now(
    script: Compared,
) -> None:
    script.reads("c7", 1001)
    script.says("c7", belief="leading", step="lead", znode=LEADER, epoch=1001)
    script.ends("c7")
    assert script.sentence().startswith(
        "c7, the leader of single, was killed …. Nobody leads there until its session is over. "
        "Two of three candidates are left there."
    )
    script.event("znode.deleted", LEADER, zxid=1500)
    script.is_told("c8")
    script.reads("c8", 2001)
    script.says("c8", belief="leading", step="acknowledge", znode=LEADER, epoch=2001)
    assert script.sentence().startswith(
        "c7, the leader of single, was killed …: c8 leads now. Two of three"
    )
    script.ends("c9")
    assert script.sentence().startswith("c9 was killed …: one of three candidates is left under")
