"""`python -m tests.mutants`: plant mistakes in Handoff, one after the other, and see which of them
the tests find.

The mistakes are those of tests/mutants/list.json, or others, drawn by a seed. First all tests run
once, to learn which of them get to the place of each mistake; then each is planted in a copy of the
checkout, where the tests that cover it run up to the first failure. What a folder of results has
already is not done again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from queue import SimpleQueue

from tests.mutants import chosen, covering
from tests.mutants.chosen import Mutants
from tests.mutants.covering import Covering
from tests.mutants.judging import Verdict, in_order, judge
from tests.mutants.table import Verdicts, fell, kept, table
from tests.mutants.tree import Tree, tree_of
from tests.support.app import ROOT
from tests.support.output import ended

BEFORE = Path(__file__).with_name("before.json")
"""What came of the list where it was drawn."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit code: 1 where fewer mistakes are found than before."""
    options = _parse(arguments)
    folder = options.folder or ROOT / "build" / f"mutants{options.seed or ''}"
    folder.mkdir(parents=True, exist_ok=True)
    mutants = _mutants(options, folder)
    of = _covering(options, mutants, folder)
    before = _read(options.before) if options.before else {}
    verdicts = _judged(options, mutants, of, before, folder / "results.json")
    (folder / "kept.json").write_text(kept(verdicts))
    print(table(mutants, verdicts, before))
    return int(fell(verdicts, before))


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    add = parser.add_argument
    add("names", nargs="*", help="beginnings of mistakes' names: p for those in pure rooms")
    add("--seed", type=int, help="draw other mistakes")
    add("--before", type=Path, help="what they are compared with (that of the list)")
    add("--checkout", type=Path, default=ROOT, help="plant them there (in this one)")
    add("--folder", type=Path, help="of the results (build/mutants)")
    add("--workers", default="auto", help="how many processes run all tests at first")
    add("--jobs", type=int, default=1, help="how many mistakes are judged at a time")
    add("--bound", type=float, default=240.0, help="seconds for one mistake")
    options = parser.parse_args(arguments)
    if options.seed is None and options.before is None and BEFORE.exists():
        options.before = BEFORE
    return options


def _mutants(options: argparse.Namespace, folder: Path) -> Mutants:
    """Return the list, or that of a seed, which is written into the folder."""
    if options.seed is None:
        return chosen.read(chosen.FILE.read_text())
    mutants = chosen.choose(options.seed)
    (folder / "list.json").write_text(chosen.written(mutants, options.seed))
    return mutants


def _covering(options: argparse.Namespace, mutants: Mutants, folder: Path) -> Covering:
    """Return which tests cover them; all tests run for it where the folder does not know it."""
    file = folder / "covering.json"
    if not file.exists():
        log = folder / "probes.txt"
        print(f"all tests run once, with a probe at each place: {log}", flush=True)
        of = covering.probe(options.checkout, mutants, options.workers, log)
        file.write_text(covering.kept(of))
    return covering.read(file.read_text())


def _judged(
    options: argparse.Namespace, mutants: Mutants, of: Covering, before: Verdicts, file: Path
) -> Verdicts:
    """Return all verdicts that the file has in the end; each is written as it comes."""
    verdicts = _read(file) if file.exists() else {}
    begin = tuple(options.names) or ("",)
    left = [name for name in mutants if name.startswith(begin) and name not in verdicts]
    with ExitStack() as stack, ThreadPoolExecutor(options.jobs) as pool:
        trees: SimpleQueue[Tree] = SimpleQueue()
        for _ in range(options.jobs if left else 0):
            trees.put(stack.enter_context(tree_of(options.checkout)))

        def judged(name: str) -> tuple[str, Verdict]:
            tree = trees.get()
            try:
                lists = in_order(name, of, before[name].test if name in before else "")
                return name, judge(tree, mutants[name], lists, of, options.bound)
            finally:
                trees.put(tree)

        for name, verdict in pool.map(judged, left):
            verdicts[name] = verdict
            print(f"{name} {verdict.verdict} {verdict.seconds} s {verdict.test}", flush=True)
            file.write_text(json.dumps({one: asdict(verdicts[one]) for one in sorted(verdicts)}))
    return verdicts


def _read(file: Path) -> Verdicts:
    return {name: Verdict(**fields) for name, fields in json.loads(file.read_text()).items()}


if __name__ == "__main__":
    sys.exit(ended(main))
