"""`python -m tests.simulation`: play many seeds, or one with its trace."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from types import FrameType

from tests.simulation.mutations import MUTATIONS
from tests.simulation.options import COMMAND, parse
from tests.simulation.parts import part_of
from tests.simulation.plan import Fault, Plan, draw
from tests.simulation.progress import Progress
from tests.simulation.run import Tally, run_everywhere, verdict_of
from tests.simulation.shrink import Small, shrink, whole
from tests.simulation.trace import EXPLAINED, LEGEND, Trace
from tests.support.output import ended

SHOWN = 3
LISTED = 20
INTERRUPTED = 130
EVENTS = {
    "stale_reads": "stale read",
    "cut_offs": "cut off",
    "moves": "move",
    "leader_changes": "leader change",
}
"""What is told of the ensembles: in the line of JSON, and in `World.seen`."""


def main(arguments: list[str] | None = None) -> int:
    """The exit code: 1 where an invariant was broken, 130 where somebody ended it before that."""
    chosen = parse(arguments, __doc__)
    if chosen.seed is None:
        return _play_many(chosen)
    with MUTATIONS[chosen.mutation]() if chosen.mutation else nullcontext():
        return int(_show(chosen.small) is not None)


# -- one seed -------------------------------------------------------------------------------------


def _show(small: Small) -> str | None:
    """Play it and print all that happens; what it breaks."""
    trace = Trace()
    verdict = verdict_of(small.plan, trace)
    print(_described(small), LEGEND, "", *trace.lines, sep="\n")
    if verdict.violation is None:
        print(f"Nothing was broken; order {verdict.settled_in:.2f} s after the last fault.")
        return None
    return str(verdict.violation)


def _described(small: Small) -> str:
    plan = small.plan
    counter = "is not there yet" if plan.counter is None else f"has counted to {plan.counter}"
    servers = "one server" if plan.servers == 1 else f"{plan.servers} servers"
    late = f" to {(plan.latency + plan.jitter) * 1000:.3g}" if plan.jitter else ""
    processes = "1 process" if small.present == 1 else f"{small.present} processes"
    lines = [
        f"seed {plan.seed}: {plan.recipe}, {processes}, {servers}; "
        f"the parent znode {counter}; a message takes {plan.latency * 1000:.3g}{late} ms"
    ]
    lines += [
        f"  c{number} joins at {one.joins_at:.3f} s, session timeout {one.timeout} s"
        for number, one in enumerate(plan.members, 1)
        if number not in plan.absent
    ]
    faults = zip(small.faults, plan.faults, strict=True)
    lines += [
        f"  fault {at}: {fault.at:.4f} s {fault}{_explained(plan, fault)}" for at, fault in faults
    ]
    return "\n".join(lines)


def _explained(plan: Plan, fault: Fault) -> str:
    own = part_of(plan.recipe).kinds.get(fault.kind)
    words = own.explained if own else EXPLAINED.get(fault.kind)
    return f" ({words})" if words else ""


# -- many seeds -----------------------------------------------------------------------------------


@contextmanager
def _asked_to_end() -> Iterator[threading.Event]:
    """Set once Ctrl-C was pressed: what it raises is lost where it meets a callback of Python's."""
    asked = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        asked.set()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)


def _play_many(chosen: argparse.Namespace) -> int:
    seeds = range(chosen.first, chosen.first + chosen.seeds)
    total, progress = Tally(), Progress()
    interrupted = False
    played = run_everywhere(seeds, chosen.recipe, chosen.mutation, chosen.servers)
    try:
        with _asked_to_end() as asked:
            for tally in played:
                if asked.is_set():
                    raise KeyboardInterrupt
                total.add(tally)
                for seed, broken in tally.failures.items():
                    progress.note(f"seed {seed} failed: {broken}")
                progress.played(total.schedules, len(seeds), len(total.failures))
    except KeyboardInterrupt:
        interrupted = True
    seconds = progress.seconds
    progress.clear()
    _tell(total, seconds, len(seeds) if interrupted else None)
    try:
        _explain_some(total, chosen, progress)
    except KeyboardInterrupt:
        interrupted = True
        progress.clear()
    print(json.dumps(summary(total, seconds)), flush=True)
    return 1 if total.failures else INTERRUPTED * interrupted


def summary(total: Tally, seconds: float) -> dict[str, float]:
    """What a program has to know of it."""
    return {
        "schedules": total.schedules,
        "failed": len(total.failures),
        "with_ensemble": total.with_ensemble,
        **{name: total.seen["ensemble", event] for name, event in EVENTS.items()},
        "seconds": round(seconds, 1),
    }


def _tell(total: Tally, seconds: float, wanted: int | None) -> None:
    """wanted: how many it ought to have been, where somebody ended it before."""
    if wanted is not None:
        print(f"Interrupted: {total.schedules:,} of {wanted:,} schedules were played.")
    print(
        f"{total.schedules:,} schedules, {total.steps:,} steps in {seconds:.1f} s "
        f"({total.schedules / max(seconds, 1e-3):.0f} a second); at the latest, order came "
        f"{total.settled_in:.2f} s after the last fault; {len(total.failures)} failed"
    )
    for kind in ("recipe", "fault", "judged"):
        print(_counts(total, kind))
    for seed, broken in sorted(total.failures.items())[:LISTED]:
        print(f"seed {seed} failed: {broken}")
    if len(total.failures) > LISTED:
        print(f"and {len(total.failures) - LISTED} seeds more")


def _counts(total: Tally, kind: str) -> str:
    found = sorted((key[1], count) for key, count in total.seen.items() if key[0] == kind)
    return f"{kind}: " + ", ".join(f"{name} {count}" for name, count in found)


def _explain_some(total: Tally, chosen: argparse.Namespace, progress: Progress) -> None:
    """Shrink the first failures, tell them, and say how to see them again. What ended its process
    is not played in this one.
    """
    for seed in sorted(total.failures)[:SHOWN]:
        drawn = whole(draw(seed, chosen.recipe, servers=chosen.servers))
        print()
        if seed in total.lost:
            print(f"Again: {COMMAND} {drawn.options}{_planted(chosen.mutation)}")
        else:
            _explain(drawn, chosen.mutation, progress)


def _explain(drawn: Small, mutation: str | None, progress: Progress) -> None:
    with MUTATIONS[mutation]() if mutation else nullcontext():
        small = shrink(drawn.plan, progress.say)
        progress.clear()
        faults = f"{len(small.faults)} of {len(drawn.faults)} faults"
        members = f"{small.present} of {drawn.present} processes"
        print(f"The smallest schedule found that breaks the same: {faults}, {members}.")
        _show(small)
    print(f"Again: {replay_command(small, mutation)}")


def replay_command(small: Small, mutation: str | None = None) -> str:
    """What replays it."""
    return f"{COMMAND} {small.options}{_planted(mutation)}"


def _planted(mutation: str | None) -> str:
    return f" --mutation '{mutation}'" if mutation else ""


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(ended(main))
