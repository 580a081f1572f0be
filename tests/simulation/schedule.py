"""One schedule from its beginning to its verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from tests.simulation.judge import Violation, doubled
from tests.simulation.machine import simulated_machines, threads
from tests.simulation.plan import LONGEST_TIMEOUT, Plan
from tests.simulation.strike import strike
from tests.simulation.trace import Trace
from tests.simulation.world import World

GRACE = 12.0
"""Seconds, beside the longest session timeout, in which order must be restored after the last
fault: a connection attempt that was begun in vain (3 s), a handshake in vain (2 s), the waits
between them, the recipe's longest pause before it tries again (5 s), and some messages."""

LASTS = (0.1, 0.1, 0.1, 1.0)
"""Seconds for which order must stay once it is back, of which one is drawn. In one second everybody
has had a heartbeat; in all schedules it would cost a fifth of the speed."""

TURN_TAKES = 4.0
"""Seconds in which another turn comes, where turns are taken."""

LOOK_EVERY = 0.05
MOST_STEPS, STEPS_A_SECOND = 40_000, 250


@dataclass(frozen=True)
class Verdict:
    """How a schedule ended. settled_in: seconds from the last fault to order. seen: see World."""

    violation: Violation | None
    settled_in: float
    steps: int
    seen: Counter[tuple[str, ...]]


def play(plan: Plan, trace: Trace | None = None) -> Verdict:
    """Run a plan; its violation, if there is one, is part of the verdict."""
    with simulated_machines():
        world = World(plan, trace)
        try:
            came_at = _run(world)
        except Violation as violation:
            if trace is not None:
                trace.say(world.now, "VIOLATION", str(violation))
            return Verdict(violation, 0.0, world.steps, world.seen)
        finally:
            threads.end()
    return Verdict(None, came_at - plan.quiet_at, world.steps, world.seen)


def _run(world: World) -> float:
    plan = world.plan
    for number, member in enumerate(plan.members, 1):
        if number not in plan.absent:
            world.at(member.joins_at, partial(world.start, member, f"c{number}"))
    for fault in plan.faults:
        world.at(fault.at, partial(strike, world, fault))
    quiet_at = plan.quiet_at
    while world.now <= quiet_at:
        _step(world)
    return _settle(world)


def _settle(world: World) -> float:
    """When faults stop, order comes back within bounded time, and stays. When it came."""
    for process in world.living:
        process.awaited = None
    until = world.now + LONGEST_TIMEOUT + GRACE + world.judge.patience + world.server.patience
    for _ in _looks(world, until):
        came_at = world.now
        if disorder(world) is None and _lasts(world):
            return came_at
    raise Violation("liveness", disorder(world) or "order came too late, or did not stay")


def _lasts(world: World) -> bool:
    """Whether order stays for a while. Where turns are taken, it is one more turn that shows it."""
    turns, places = world.judge.turns, world.judge.places
    lasts = world.plan.stream("lasts").choice(LASTS) if turns is None else TURN_TAKES
    for _ in _looks(world, world.now + lasts):
        if disorder(world) is not None:
            return False
        if turns is not None and world.judge.turns > turns:
            return True
    return turns is None and world.judge.places == places


def _looks(world: World, until: float) -> Iterator[None]:
    """Let time go on until then, and stop now and then to look."""
    look_at = world.now
    while world.now < until:
        _step(world)
        if world.now >= look_at:
            look_at = world.now + LOOK_EVERY
            yield


def _step(world: World) -> None:
    world.step()
    most = MOST_STEPS + int(world.plan.quiet_at) * STEPS_A_SECOND
    if world.steps > most:
        raise Violation("liveness", f"no end: {most} steps in {world.now:.1f} s")


def disorder(world: World) -> str | None:
    """What is still not as it should be."""
    if any(one.is_told_to_stop for one in world.living):
        return "not everybody has left who was told to"
    troubles = [world.judge.trouble(process) for process in world.living]
    trouble = next((one for one in troubles if one is not None), None) or world.judge.vacancy()
    return trouble or _left_over(world)


def _left_over(world: World) -> str | None:
    owners = {place.owner: place.name for place in world.judge.places}
    for process in world.living:
        owners.pop(process.recipe.session, None)
    if owners:
        return f"{', '.join(owners.values())} belong to nobody"
    twice = doubled(world.judge.places)
    return None if twice is None else f"session 0x{twice:x} owns two znodes"
