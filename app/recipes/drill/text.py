"""Every sentence about a drill: what it does, and what it has shown."""

from __future__ import annotations

from ...readmodels.ensemble_story import out_of_reach
from ...readmodels.scenes import Places, Scenes, sentence
from ...readmodels.zookeeper import Telling, Zookeeper
from .rounds import HANDOFF
from .state import Drill

CUT_OFF, STORY = Scenes(), Scenes()


def tell(section: Drill, zookeeper: Zookeeper) -> Telling:
    """Tell what is happening, or what the result is. zookeeper: that part of the state document."""
    return out_of_reach(
        zookeeper,
        "nothing is measured",
        CUT_OFF.tell(section),
        anybody=section["running"] is not None,
    ) or STORY.told(section)


# -- while ZooKeeper is out of reach ----------------------------------------------------------


@CUT_OFF("Round {number} of {rounds} goes on: its candidates are cut off.")
def it_is_cut_off_in_a_round(section: Drill) -> Places | None:
    plan, running = section["plan"], section["running"]
    if plan is None or running is None or not running["number"]:
        return None
    return {"number": running["number"], "rounds": plan["rounds"]}


@CUT_OFF("The candidates of the drill are cut off.")
def it_is_cut_off(section: Drill) -> bool:
    return section["running"] is not None


@CUT_OFF("No drill runs.")
def none_runs(section: Drill) -> bool:
    return True


# -- what it does, and has shown --------------------------------------------------------------


@STORY("The drill is being stopped: its candidates end.")
def it_is_being_stopped(section: Drill) -> bool:
    running = section["running"]
    return running is not None and running["stopping"]


@STORY("Getting ready: {candidates} candidates find their places.", "About {left} left.")
def it_gets_ready(section: Drill) -> Places | None:
    plan, running = section["plan"], section["running"]
    if plan is None or running is None or running["number"]:
        return None
    return {"candidates": plan["candidates"], "left": {"left": running["ends"]}}


@STORY(
    "Round {number} of {rounds}: {does}.",
    "[{failed} of {count} rounds have failed so far.]",
    "About {left} left.",
)
def it_runs(section: Drill) -> Places | None:
    plan, running = section["plan"], section["running"]
    if plan is None or running is None:
        return None
    return {
        "number": running["number"],
        "rounds": plan["rounds"],
        "does": plan["does"],
        "failed": section["failed"] or None,
        "count": section["count"],
        "left": {"left": running["ends"]},
    }


@STORY("The drill ended early, after {count} of {rounds} rounds.", "{error}")
def it_ended_early(section: Drill) -> Places | None:
    plan, error = section["plan"], section["error"]
    if plan is None or error is None:
        return None
    return {"count": section["count"], "rounds": plan["rounds"], "error": sentence(error)}


@STORY(
    "{failed} of {count} rounds failed: {does}.",
    "[A limit was missed: {missed}.]",
    "[Half of the handoffs took at most {half}.]",
)
def some_failed(section: Drill) -> Places | None:
    return {**_shown(section), "failed": section["failed"]} if section["failed"] else None


@STORY(
    "All {count} rounds handed over[: half of them within {half}].",
    "Each time, {does}.",
    "[The longest handoff took {longest}.]",
    "[A limit was missed: {missed}.]",
    "[{kept}]",
)
def all_handed_over(section: Drill) -> Places | None:
    plan = section["plan"]
    return _shown(section) if section["count"] and plan and plan["hands_over"] else None


@STORY(
    "All {count} rounds went as they should: {does}.",
    "[A limit was missed: {missed}.]",
    "[{kept}]",
)
def all_led_on(section: Drill) -> Places | None:
    return _shown(section) if section["count"] else None


@STORY("How long does a failover take?", "Start a drill: many failovers, each measured by phases.")
def nothing_was_drilled(section: Drill) -> bool:
    return True


def _shown(section: Drill) -> Places:
    plan, whole = section["plan"], section["figures"][HANDOFF]
    missed = [one for one in section["verdicts"] if not one["kept"]]
    half, longest = whole["quantiles"].get("p50", [None])[0], whole["max"]
    kept = "Every limit was kept." if section["verdicts"] and not missed else None
    return {
        "count": section["count"],
        "does": plan["does"] if plan else "",
        "half": None if half is None else {"ms": half},
        "longest": None if longest is None else {"ms": longest},
        "missed": f"{missed[0]['limit']}, {missed[0]['says']}" if missed else None,
        "kept": kept,
    }
