"""Three Apache servers under faults: are the promises of each recipe kept, judged by its history?

See tests/judges/histories.py, which says what is done and how it is judged.
"""

from __future__ import annotations

from benchmarks.measure import Figure
from tests.judges.histories import SECONDS, SEED, run
from tests.judges.history.account import Account


def measure(seconds: float = SECONDS, seed: int = SEED) -> list[Figure]:
    """Judge a minute; the goal is that nothing is lost, stale, done twice or left early."""
    return figures(run(seconds, seed))


def figures(account: Account) -> list[Figure]:
    """Return what was found, each against how much there was of it."""
    shelf, lock, work = account.shelf, account.lock, account.work
    queue, rounds = account.queue, account.rounds
    return [
        Figure("histories: faults", sum(account.faults.values()), ""),
        _none("books lost", len(shelf.lost), shelf.kept),
        _none("stale reads", shelf.stale, shelf.reads),
        _none("updates lost under the lock", lock.lost, lock.updates),
        _none("leaders' numbers lost", work.lost, work.updates),
        _none("items lost", len(queue.lost), queue.items),
        _none("items done twice", queue.done_twice, queue.done),
        _none("rounds left early", rounds.left_early, rounds.rounds),
        Figure("histories: items given out again", queue.again, "", queue.items),
        _none("promises broken", len(account.broken), sum(account.faults.values())),
    ]


def _none(what: str, count: int, of: int) -> Figure:
    return Figure(f"histories: {what}", count, "", of, "0", count == 0 < of)
