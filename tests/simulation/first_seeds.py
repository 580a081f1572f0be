"""The seed at which drawing first meets each mistake: `python -m tests.simulation.first_seeds`
draws them again, and writes the file.

It saves `make test` the drawing. A seed shows its mistake no longer once what is drawn has changed;
then the test draws, as `make proofs` always does.
"""

from __future__ import annotations

import json
import os
from multiprocessing import Pool
from pathlib import Path

from tests.simulation.mutations import MUTATIONS
from tests.simulation.run import first_failure

FILE = Path(__file__).with_suffix(".json")
ENOUGH = 1000
"""Schedules: a mistake that none of them meets is not caught."""


def known() -> dict[str, int]:
    """Return the seeds of the file, by mutation."""
    seeds: dict[str, int] = json.loads(FILE.read_text("utf-8"))
    return seeds


def write() -> None:
    """Draw for every mutation, on all processors, and write the file."""
    names = sorted(MUTATIONS)
    with Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        seeds = dict(zip(names, pool.imap(_first, names, chunksize=1), strict=True))
    met = {name: seed for name, seed in seeds.items() if seed is not None}
    FILE.write_text(json.dumps(met, indent=1) + "\n", "utf-8")


def _first(mutation: str) -> int | None:
    failure = first_failure(range(ENOUGH), mutation)
    return failure and failure[0]


if __name__ == "__main__":
    write()
