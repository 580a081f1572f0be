"""`python -m tests.judges.histories [--seconds 60] [--seed 7]`: judge histories on three servers.

Clients and processes work on three Apache servers, while processes and servers are killed, frozen
and stopped. What they did is known by the answers and the events; each history is judged. Print
what was broken, and one line of JSON; the exit code is 1 where a promise was broken.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Sequence

from app.ensemble.apache.locate import find_classpath, find_java
from app.errors import SetupError
from tests.judges.history.account import Account
from tests.judges.history.run import account_of
from tests.judges.place import Place
from tests.judges.verdict import Missing, Verdict, clean
from tests.support.app import Dashboard
from tests.support.output import ended
from tests.support.zookeeper import await_until

SECONDS = 60.0
SEED = 7
SERVES_WITHIN = 180.0


def judge(own: Place) -> Verdict:
    """Judge a minute."""
    try:
        find_classpath()
        find_java()
    except SetupError as absent:
        raise Missing(absent.message.splitlines()[0]) from None
    account = run(SECONDS, SEED)
    return clean("histories", account.version, account.in_words, tuple(account.broken))


def run(seconds: float, seed: int) -> Account:
    """Judge so many seconds of a dashboard that has three servers of its own."""
    with contextlib.closing(Dashboard("--ensemble", "3")) as dashboard:
        await_until(lambda: "serves on" in dashboard.output, SERVES_WITHIN)
        return account_of(dashboard.url, seconds, seed)


def main(arguments: Sequence[str]) -> int:
    """Run it once, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.judges.histories")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--seed", type=int, default=SEED)
    told = parser.parse_args(arguments)
    account = run(told.seconds, told.seed)
    print(*account.broken, json.dumps(account.as_json()), sep="\n")
    return int(bool(account.broken))


if __name__ == "__main__":
    sys.exit(ended(lambda: main(sys.argv[1:])))
