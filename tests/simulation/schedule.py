"""One schedule from its beginning to its verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial

from tests.simulation.judge import Violation, doubled
from tests.simulation.machine import simulated_machines
from tests.simulation.plan import LONGEST_TIMEOUT, Plan
from tests.simulation.strike import strike
from tests.simulation.trace import Trace
from tests.simulation.world import World

GRACE = 12.0
"""Seconds, beside the longest session timeout, in which order must be restored after the last
fault: a connection attempt that was begun in vain (3 s), a handshake in vain (2 s), the waits
between them, the recipe's longest pause before it tries again (5 s), and some messages."""

LOOK_EVERY = 0.05
MOST_STEPS = 40_000


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
            _run(world)
        except Violation as violation:
            if trace is not None:
                trace.say(world.now, "VIOLATION", str(violation))
            return Verdict(violation, 0.0, world.steps, world.seen)
    return Verdict(None, world.now - plan.quiet_at, world.steps, world.seen)


def _run(world: World) -> None:
    plan = world.plan
    for number, member in enumerate(plan.members, 1):
        world.at(member.joins_at, partial(world.start, member, f"c{number}"))
    for fault in plan.faults:
        world.at(fault.at, partial(strike, world, fault))
    quiet_at = plan.quiet_at
    while world.now <= quiet_at:
        _step(world)
    _settle(world)


def _settle(world: World) -> None:
    """When faults stop: somebody leads, and everybody else watches, within bounded time."""
    for process in world.living:
        process.awaited = None
    until = world.now + LONGEST_TIMEOUT + GRACE + world.judge.patience
    look_at = world.now
    while world.now < until:
        _step(world)
        if world.now >= look_at:
            look_at = world.now + LOOK_EVERY
            if disorder(world) is None:
                return
    raise Violation("liveness", disorder(world) or "order came too late")


def _step(world: World) -> None:
    world.step()
    if world.steps > MOST_STEPS:
        raise Violation("liveness", f"no end: {MOST_STEPS} steps in {world.now:.1f} s")


def disorder(world: World) -> str | None:
    """What is still not as it should be."""
    if any(one.is_told_to_stop for one in world.living):
        return "not everybody has left who was told to"
    owners = {place.owner: place.name for place in world.judge.places}
    troubles = [world.judge.trouble(process) for process in world.living]
    for trouble in troubles:
        if trouble is not None:
            return str(trouble)
    for process in world.living:
        owners.pop(process.recipe.session, None)
    if owners:
        return f"{', '.join(owners.values())} belong to nobody"
    twice = doubled(world.judge.places)
    return None if twice is None else f"session 0x{twice:x} owns two znodes"
