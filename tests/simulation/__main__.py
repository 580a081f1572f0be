"""`python -m tests.simulation`: play many seeds, or one with its trace."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import nullcontext

from tests.simulation.mutations import MUTATIONS, needs_follower, recipe_of
from tests.simulation.plan import RECIPES, Plan, draw
from tests.simulation.run import Tally, run_everywhere
from tests.simulation.schedule import play
from tests.simulation.shrink import Small, shrink
from tests.simulation.trace import Trace

SHOWN = 3
COMMAND = "python -m tests.simulation"


def main(arguments: list[str] | None = None) -> int:
    """The exit code: 1 where an invariant was broken."""
    chosen = _parser().parse_args(arguments)
    if chosen.seed is None:
        seeds = range(chosen.first, chosen.first + chosen.seeds)
        return _play_many(seeds, _recipe(chosen), chosen.mutation, _has_follower(chosen))
    with MUTATIONS[chosen.mutation]() if chosen.mutation else nullcontext():
        return _play_one(_plan(chosen))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000, help="how many schedules to play")
    parser.add_argument("--first", type=int, default=0, help="the first seed of these")
    parser.add_argument("--seed", type=int, help="play this one and show its trace")
    parser.add_argument("--faults", help="of --seed: the faults to keep (0,3,4), or none")
    parser.add_argument("--members", type=int, help="of --seed: how many candidates to keep")
    parser.add_argument("--calm", action="store_true", help="of --seed: an even network")
    parser.add_argument("--follower", action="store_true", help="with a server that lags behind")
    parser.add_argument("--recipe", choices=sorted(RECIPES), help="default: the seed's own")
    parser.add_argument("--mutation", choices=sorted(MUTATIONS), help="plant this mistake first")
    return parser


def _plan(chosen: argparse.Namespace) -> Plan:
    plan = draw(chosen.seed, _recipe(chosen), follower=_has_follower(chosen))
    if chosen.faults is not None:
        kept = [] if chosen.faults == "none" else [int(one) for one in chosen.faults.split(",")]
        plan = plan.keeping(kept)
    if chosen.members is not None:
        plan = plan.with_members(chosen.members)
    return plan.calm() if chosen.calm else plan


def _recipe(chosen: argparse.Namespace) -> str | None:
    recipe: str | None = recipe_of(chosen.mutation) if chosen.mutation else chosen.recipe
    return recipe


def _has_follower(chosen: argparse.Namespace) -> bool:
    return bool(chosen.follower or (chosen.mutation and needs_follower(chosen.mutation)))


def _play_one(plan: Plan) -> int:
    trace = Trace()
    verdict = play(plan, trace)
    print(_described(plan), *trace.lines, sep="\n")
    if verdict.violation is None:
        print(f"Nothing was broken; order {verdict.settled_in:.2f} s after the last fault.")
    return int(verdict.violation is not None)


def _described(plan: Plan) -> str:
    counter = "not there yet" if plan.counter is None else f"counter at {plan.counter}"
    servers = ", a follower" if plan.has_follower else ""
    drawn = f"{plan.recipe}, {len(plan.members)} candidates, {counter}{servers}"
    lines = [f"seed {plan.seed}: {drawn}"]
    lines += [
        f"  c{number} joins at {one.joins_at:.3f} s, session timeout {one.timeout} s"
        for number, one in enumerate(plan.members, 1)
    ]
    lines += [
        f"  fault {place}: {fault.at:.4f} s {fault}" for place, fault in enumerate(plan.faults)
    ]
    return "\n".join(lines)


def _play_many(seeds: range, recipe: str | None, mutation: str | None, follower: bool) -> int:
    began, total = time.monotonic(), Tally()
    for tally in run_everywhere(seeds, recipe, mutation, follower):
        total.add(tally)
        if sys.stderr.isatty():
            print(f"\r{total.schedules} of {len(seeds)}", end="", file=sys.stderr)
    took = time.monotonic() - began
    print(
        f"{total.schedules} schedules, {total.steps} steps in {took:.1f} s "
        f"({total.schedules / took:.0f} a second); at the latest, order came "
        f"{total.settled_in:.2f} s after the last fault; {len(total.failures)} failed"
    )
    for kind in ("recipe", "fault", "judged"):
        print(_counts(total, kind))
    for seed in sorted(total.failures)[:SHOWN]:
        _explain(draw(seed, recipe, follower=follower), mutation)
    return int(bool(total.failures))


def _counts(total: Tally, kind: str) -> str:
    found = sorted((key[1], count) for key, count in total.seen.items() if key[0] == kind)
    return f"{kind}: " + ", ".join(f"{name} {count}" for name, count in found)


def _explain(plan: Plan, mutation: str | None) -> None:
    """Shrink a failure, tell it, and say how to see it again."""
    with MUTATIONS[mutation]() if mutation else nullcontext():
        small = shrink(plan)
        _play_one(small.plan)
    print(f"Again: {replay_command(small, mutation)}\n")


def replay_command(small: Small, mutation: str | None = None) -> str:
    """What replays it."""
    planted = f" --mutation '{mutation}'" if mutation else ""
    return f"{COMMAND} {small.options}{planted}"


if __name__ == "__main__":
    sys.exit(main())
