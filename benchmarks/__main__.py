"""`python -m benchmarks [NAME]`: measure, print a table, write build/bench.json.

The exit code is 0 even where a goal is missed, for this is a table and no test; 2 for a name that
there is not.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from app.errors import SetupError
from benchmarks import (
    big_election,
    burst,
    change_to_client,
    clean_handoff,
    compare,
    configuration,
    drills,
    endurance,
    first_picture,
    folds,
    hall,
    histories,
    history,
    hundred_candidates,
    lock,
    lost_books,
    many_locks,
    membership,
    mirror,
    pages,
    queue,
    relays,
    sandbox_handoff,
    sandbox_requests,
    sandbox_sessions,
    sandbox_start,
    sockets,
    wide_folder,
    workbench,
)
from benchmarks.measure import Figure, as_table, tell
from tests.support.output import ended

BENCHMARKS = {
    "hundred-candidates": hundred_candidates.measure,
    "folds": folds.measure,
    "mirror-10000": mirror.measure_10_000,
    "mirror-100000": mirror.measure_100_000,
    "change-to-client": change_to_client.measure,
    "clean-handoff": clean_handoff.measure,
    "lock": lock.measure,
    "many-locks": many_locks.measure,
    "membership": membership.measure,
    "configuration": configuration.measure,
    "lost-books": lost_books.measure,
    "histories": histories.measure,
    "queue": queue.measure,
    "first-picture": first_picture.measure,
    "pages": pages.measure,
    "hall": hall.measure,
    "sockets": sockets.measure,
    "relays": relays.measure,
    "drills": drills.measure,
    "compare": compare.measure,
    "workbench": workbench.measure,
    "sandbox-start": sandbox_start.measure,
    "sandbox-requests": sandbox_requests.measure,
    "sandbox-sessions": sandbox_sessions.measure,
    "sandbox-handoff": sandbox_handoff.measure,
    "history": history.measure,
    "wide-folder": wide_folder.measure,
    "big-election": big_election.measure,
    "burst": burst.measure,
    "steady-events": endurance.steady_events,
    "many-elections": endurance.many_elections,
    "wide-churn": endurance.wide_churn,
    "leaders-work": endurance.leaders_work,
}
RESULTS = Path("build/bench.json")


def main(arguments: Sequence[str]) -> int:
    """Run all benchmarks, or the one that is named; returns the exit code."""
    unknown = [name for name in arguments if name not in BENCHMARKS]
    if unknown or len(arguments) > 1:
        tell(f"There is no benchmark {' '.join(arguments)!r}. There are: {', '.join(BENCHMARKS)}.")
        return 2
    # So that a polite end runs every clean-up, as Ctrl-C does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        figures = _run(arguments or list(BENCHMARKS))
    except SetupError as error:
        tell(error.message)
        return 2
    except KeyboardInterrupt:
        return 130
    print(as_table(figures))
    _write(figures)
    return 0


def _run(names: Sequence[str]) -> list[Figure]:
    figures: list[Figure] = []
    for name in names:
        tell(f"{name} …")
        figures += BENCHMARKS[name]()
    return figures


def _write(figures: Sequence[Figure]) -> None:
    RESULTS.parent.mkdir(exist_ok=True)
    document = [figure.as_json() for figure in figures]
    RESULTS.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(ended(lambda: main(sys.argv[1:])))
