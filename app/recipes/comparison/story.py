"""Tell what the comparison has shown so far, in words a student knows.

The parts are those of `app.readmodels.story_parts`; a number of wake-ups has its strategy's tone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...readmodels.zookeeper import Part, Story
from ..election.model.strategies import STRATEGIES
from .document import Cancelled, Comparison, Death, Figures, Measuring, Point

_ENDED = {
    "stop": "was stopped",
    "kill": "was killed",
    "pause": "was frozen",
    "expire": "lost its session",
    "resign": "gave up",
}


def tell(section: Comparison) -> Story:
    """Tell what is happening, or what the result was."""
    if section["measuring"]:
        return _measuring(section["measuring"])
    if section["error"]:
        return [f"The measurement ended early: {section['error']}"]
    deaths = {name: death for name, death in section["deaths"].items() if death}
    if deaths:
        return _struck(deaths)
    if section["count"]:
        return _ready(section["count"])
    if section["cancelled"]:
        return _cancelled(section["cancelled"], section["curve"])
    if section["curve"]:
        return _measured(section["curve"])
    return [
        "Three elections, three strategies, the same number of candidates: start them, then end "
        "all three leaders at once, and see how many processes that wakes."
    ]


def _ready(count: int) -> Story:
    return [
        f"Three elections of {count} candidates each. End all three leaders at once, and see how "
        "many processes one death wakes."
    ]


def _measuring(measuring: Measuring) -> Story:
    if measuring.get("cancelling"):
        return ["Cancelling: the candidates of the measurement are being stopped."]
    left: Story = [". About ", {"left": measuring["ends"]}, " left."]
    if measuring["strategy"] is None:
        return ["Getting ready to measure", *left]
    which: Part = {"who": measuring["strategy"], "tone": measuring["strategy"]}
    with_ = f" with {measuring['size']} candidates: {measuring['done']} of {measuring['of']} deaths"
    return ["Measuring ", which, with_, *left]


def _struck(deaths: Mapping[str, Death]) -> Story:
    """Tell how often each death woke somebody, or that nobody has been woken yet."""
    fault = next(iter(deaths.values()))["fault"]
    is_open = any(death["open"] for death in deaths.values())
    if any(death["notifications"] for death in deaths.values()):
        are_over = all(death["to"] for death in deaths.values())
        said = "One death caused " if are_over else "So far one death has caused "
        return [said, *_wakeups(deaths)]
    end = f"{_ENDED.get(fault, 'ended')}. {_until(fault) if is_open else _MORE}"
    return [f"{_leaders(list(deaths))} {end}"]


def _leaders(strategies: list[str]) -> str:
    if len(strategies) == len(STRATEGIES):
        return "Every leader"
    return f"The leader of {' and that of '.join(strategies)}"


_MORE = "What happened to these elections after that is not counted."


def _until(fault: str) -> str:
    if fault in ("kill", "pause"):
        return "Nobody is notified until ZooKeeper ends its session."
    return "Its znode is deleted at once."


def _listed(woken: Mapping[str, int]) -> Story:
    """List the numbers, "1, 49 and 98", each in the tone of its strategy."""
    numbers: Story = [{"who": str(woken[strategy]), "tone": strategy} for strategy in woken]
    parts: Story = []
    for place, number in enumerate(numbers):
        joint = " and " if place == len(numbers) - 1 else ", "
        parts += [joint, number] if place else [number]
    return parts


def _wakeups(deaths: Mapping[str, Figures]) -> Story:
    """Tell "1, 49 and 98 wake-ups", and how many processes were woken a second time."""
    woken = {name: death["notifications"] + death["again"] for name, death in deaths.items()}
    noun = " wake-up" if list(woken.values()) == [1] else " wake-ups"
    twice = sum(death["again"] for death in deaths.values())
    return [*_listed(woken), noun, f" ({twice} of them woke a process again)." if twice else "."]


def _cancelled(cancelled: Cancelled, curve: Sequence[Point]) -> Story:
    said = f"Cancelled after {cancelled['done']} of {cancelled['of']} deaths."
    return [f"{said} ", *_measured(curve)] if curve else [said]


def _measured(curve: Sequence[Point]) -> Story:
    """Tell the result at the largest number of candidates measured."""
    largest = max(point["n"] for point in curve)
    points = {point["strategy"]: point for point in curve if point["n"] == largest}
    return [f"With {largest} candidates, one death caused ", *_wakeups(points)]
