"""`python -m tests.simulation.differential --seed N`: one run, its figures, and what is wrong."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack, closing

from tests.simulation.differential.apache import ApacheServers
from tests.simulation.differential.checker import Checker
from tests.simulation.differential.client import Servers
from tests.simulation.differential.history import History
from tests.simulation.differential.script import Script
from tests.simulation.differential.simulated import SimulatedServers
from tests.versions.homes import use_the_newest


def play(server: str, seed: int, operations: int) -> History:
    """The history of one script, with Apache's servers or with the simulated ones."""
    with ExitStack() as stack:
        if server == "apache":
            servers: Servers = stack.enter_context(closing(ApacheServers()))
        else:
            servers = SimulatedServers(seed)
        return Script(servers, seed, operations).play()


def main() -> None:
    """Play one script, and judge what was heard."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--server", choices=("apache", "simulated"), default="simulated")
    parser.add_argument("--operations", type=int, default=400)
    options = parser.parse_args()
    use_the_newest()
    checker = Checker(play(options.server, options.seed, options.operations))
    print(json.dumps({**vars(options), **checker.figures()._asdict()}))
    problems = checker.problems()
    print("\n".join(problems))
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
