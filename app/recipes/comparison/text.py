"""Every sentence about the comparison: what is measured, and what it has shown so far."""

from __future__ import annotations

from collections.abc import Mapping

from ...readmodels.endings import Ending
from ...readmodels.ensemble_story import out_of_reach
from ...readmodels.scenes import People, Places, Scenes, called, joined, sentence
from ...readmodels.zookeeper import Part, Story, Telling, Zookeeper
from ..election.strategies import STRATEGIES
from .state import Comparison, Death, Ended, Figures

CUT_OFF, STORY, WAKE_UPS, NEXT = Scenes(), Scenes(), Scenes(), Scenes()
_ENDED = {
    "stop": "was stopped",
    "kill": "was killed",
    "pause": "was frozen",
    "expire": "lost its session",
    "resign": "gave up",
}


def tell(section: Comparison, zookeeper: Zookeeper) -> Telling:
    """Tell what is happening, or what the result was. zookeeper: that part of the document."""
    are_there = bool(section["count"] or section["measuring"])
    seen = CUT_OFF.tell(are_there)
    return out_of_reach(zookeeper, "nobody may lead", seen, anybody=are_there) or STORY.told(
        section
    )


# -- while ZooKeeper is out of reach ----------------------------------------------------------


@CUT_OFF("All candidates of these elections are cut off.")
def they_are_cut_off(are_there: bool) -> bool:
    return are_there


@CUT_OFF("Nothing is compared or measured now.")
def nobody_is_there(are_there: bool) -> bool:
    return True


# -- what is measured, and what it has shown --------------------------------------------------


@STORY("Cancelling: the candidates of the measurement are being stopped.")
def it_is_being_cancelled(section: Comparison) -> bool:
    measuring = section["measuring"]
    return measuring is not None and bool(measuring.get("cancelling"))


@STORY("Getting ready to measure.", "About {left} left.")
def it_gets_ready(section: Comparison) -> Places | None:
    measuring = section["measuring"]
    if measuring is None or measuring["strategy"] is not None:
        return None
    return {"left": {"left": measuring["ends"]}}


@STORY("Measuring {strategy} with {size} candidates: {done} of {of} deaths.", "About {left} left.")
def it_measures(section: Comparison) -> Places | None:
    measuring = section["measuring"]
    if measuring is None:
        return None
    strategy = measuring["strategy"] or ""
    return {
        "strategy": People([strategy], strategy),
        "size": measuring["size"],
        "done": measuring["done"],
        "of": measuring["of"],
        "left": {"left": measuring["ends"]},
    }


@STORY("The measurement ended early.", "{error}")
def it_failed(section: Comparison) -> Places | None:
    return {"error": sentence(section["error"])} if section["error"] else None


_FILL_UP = "Fill the elections up again, so that they are of one size."


@STORY(
    "{who}, the leader of {strategy}, {deed} {ago}[: {leader} leads now].",
    "[Nobody leads there {until}.]",
    "{left:Words} of {count:words} candidates {left:is|are} left there.",
    _FILL_UP,
)
def a_leader_has_ended(section: Comparison) -> Places | None:
    """Tell which leader no strike has ended, and who follows it."""
    ended = section["ended"]
    if ended is None or not ended["led"]:
        return None
    leader, runs_out = ended["leader"], ended["fault"] in ("kill", "exit")
    return {
        **_ending(section, ended),
        "leader": called(leader, "lead") if leader else None,
        "until": None if leader else "until its session is over" if runs_out else "yet",
    }


@STORY(
    "{who} {deed} {ago}: {left:words} of {count:words} candidates {left:is|are} left under "
    "{strategy}.",
    _FILL_UP,
)
def one_has_ended(section: Comparison) -> Places | None:
    """Tell whom no strike has ended."""
    return _ending(section, section["ended"]) if section["ended"] else None


def _ending(section: Comparison, ended: Ended) -> Places:
    strategy = ended["strategy"]
    return {
        **Ending(ended["candidate"], ended["fault"], ended["at"]).places,
        "left": ended["left"],
        "count": section["count"],
        "strategy": People([strategy], strategy),
    }


def _deaths(section: Comparison) -> dict[str, Death]:
    return {name: death for name, death in section["deaths"].items() if death}


@STORY("{said} {wake_ups}")
def some_were_woken(section: Comparison) -> Places | None:
    deaths = _deaths(section)
    if not any(death["notifications"] for death in deaths.values()):
        return None
    are_over = all(death["to"] for death in deaths.values())
    said = "One death caused" if are_over else "So far one death has caused"
    return {"said": said, "wake_ups": _woken(deaths)}


@STORY("{leaders} {ended}.", "{next}")
def nobody_was_woken_yet(section: Comparison) -> Places | None:
    deaths = _deaths(section)
    if not deaths:
        return None
    fault = next(iter(deaths.values()))["fault"]
    leaders = f"The leader of {' and that of '.join(deaths)}"
    return {
        "leaders": "Every leader" if len(deaths) == len(STRATEGIES) else leaders,
        "ended": _ENDED.get(fault, "ended"),
        "next": NEXT.tell(deaths, fault),
    }


@NEXT("What happened to these elections after that is not counted.")
def it_is_not_counted(deaths: Mapping[str, Death], fault: str) -> bool:
    return not any(death["open"] for death in deaths.values())


@NEXT("Nobody is notified until ZooKeeper ends its session.")
def its_session_has_to_end(deaths: Mapping[str, Death], fault: str) -> bool:
    return fault in ("kill", "pause")


@NEXT("Its znode is deleted at once.")
def its_znode_is_deleted(deaths: Mapping[str, Death], fault: str) -> bool:
    return True


@STORY(
    "Three elections of {count} candidates each.",
    "End all three leaders at once, and see how many processes one death wakes.",
)
def they_are_ready(section: Comparison) -> Places | None:
    return {"count": section["count"]} if section["count"] else None


@STORY("Cancelled after {done} of {of} deaths.", "{measured}")
def it_was_cancelled(section: Comparison) -> Places | None:
    cancelled = section["cancelled"]
    if cancelled is None:
        return None
    measured = _measured(section) if section["curve"] else []
    return {"done": cancelled["done"], "of": cancelled["of"], "measured": measured}


@STORY("{measured}")
def it_was_measured(section: Comparison) -> Places | None:
    return {"measured": _measured(section)} if section["curve"] else None


@STORY(
    "Three elections, three strategies, the same number of candidates: start them.",
    "Then end all three leaders at once, and see how many processes that wakes.",
)
def nothing_is_here(section: Comparison) -> bool:
    return True


def _measured(section: Comparison) -> Story:
    """Tell the result at the largest number of candidates measured."""
    largest = max(point["n"] for point in section["curve"])
    points = {point["strategy"]: point for point in section["curve"] if point["n"] == largest}
    return joined([f"With {largest} candidates, one death caused"], _woken(points))


def _woken(deaths: Mapping[str, Figures]) -> Story:
    """Tell "1, 49 and 98 wake-ups", and how many processes were woken a second time."""
    woken = {name: death["notifications"] + death["again"] for name, death in deaths.items()}
    numbers: list[Part] = [{"who": str(woken[name]), "tone": name} for name in woken]
    row: Story = []
    for place, number in enumerate(numbers):
        joint = " and " if place == len(numbers) - 1 else ", "
        row += [joint, number] if place else [number]
    is_one = [*woken.values()] == [1]
    return WAKE_UPS.tell(row, is_one, sum(death["again"] for death in deaths.values()))


@WAKE_UPS("{row} {number:wake-up|wake-ups}[ ({twice} of them woke a process again)].")
def wake_ups(row: Story, is_one: bool, twice: int) -> Places:
    return {"row": row, "number": 1 if is_one else 2, "twice": twice or None}
