"""`python -m tests.conformance`: runs kazoo's tests and prints the table of docs/conformance.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from tests.conformance.kazoo_runner import Outcome, run_all
from tests.conformance.kazoo_suite import EXPECTED
from tests.conformance.servers import KINDS, running
from tests.support.output import ended

TITLES = {"apache": "Apache ZooKeeper", "sandbox": "sandbox"}


def main(arguments: list[str]) -> int:
    """Print the table; 0 when all that is expected passed, else 1 with the failures on stderr."""
    kinds = _kinds(arguments)
    outcomes = {kind: _run(kind) for kind in kinds}
    print("\n".join(table(outcomes)))
    bad = [(kind, one) for kind in kinds for one in outcomes[kind].values() if not one.is_expected]
    for kind, outcome in bad:
        print(f"\n{TITLES[kind]}, {outcome.module}: {outcome.explain()}", file=sys.stderr)
    return 1 if bad else 0


def table(outcomes: dict[str, dict[str, Outcome]]) -> Iterable[str]:
    """The lines of a Markdown table: kind -> module -> outcome, and the totals below."""
    titles = [TITLES[kind] for kind in outcomes]
    yield f"| module | left out | {' | '.join(titles)} |"
    yield f"|---|---|{'---|' * len(titles)}"
    for module in EXPECTED:
        row = [by_module[module] for by_module in outcomes.values()]
        yield f"| `{module}` | {len(row[0].left_out)} | {' | '.join(map(_counts, row))} |"
    sums = [str(sum(len(one.passed) for one in of.values())) for of in outcomes.values()]
    left_out = sum(len(one.left_out) for one in next(iter(outcomes.values())).values())
    yield f"| all | {left_out} | {' | '.join(f'{total} passed' for total in sums)} |"


def _counts(outcome: Outcome) -> str:
    kinds = {"failed": outcome.failed, "skipped": outcome.skipped}
    others = [f"{len(found)} {kind}" for kind, found in kinds.items() if found]
    return ", ".join([f"{len(outcome.passed)} passed", *others])


def _run(kind: str) -> dict[str, Outcome]:
    print(f"running {sum(EXPECTED.values())} tests against {TITLES[kind]} …", file=sys.stderr)
    with running(kind) as server:
        return {module: future.result()[module] for module, future in run_all(server.hosts).items()}


def _kinds(arguments: list[str]) -> tuple[str, ...]:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    group = parser.add_mutually_exclusive_group()
    for kind in KINDS:
        group.add_argument(
            f"--{kind}", action="store_const", dest="kinds", const=(kind,), help=f"only {kind}"
        )
    group.add_argument("--both", action="store_const", dest="kinds", const=KINDS, help="default")
    kinds: tuple[str, ...] = parser.parse_args(arguments).kinds or KINDS
    return kinds


if __name__ == "__main__":
    sys.exit(ended(lambda: main(sys.argv[1:])))
