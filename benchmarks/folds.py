"""The journal with a path of many members: what one who goes, and one who comes, costs it.

Pure: no ZooKeeper, no page. Who goes is told by one event, who comes by two (created, then read);
a figure is the median of one event. Against: the same with 100 members. Goal: at most 1 ms. Then
one who goes where a servers' list says that nobody watches: each member watches wrong.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from statistics import median

from app.journal.journal import Journal
from app.readmodels.document import Data
from app.recipes.registry import MODELS
from benchmarks.measure import Figure, tell

SIZES = (100, 2000)
CROWDS = (100, 400, 1600, 10_000)
CHANGES = 60
GOAL_MS = 1.0
FORMS = {"election": "n_{:010}", "lock of kazoo's": "a__lock__{:010}", "queue": "x-{:010}"}
PATH = "/strangers"


def measure() -> list[Figure]:
    """Measure each kind of path."""
    figures = []
    for kind, form in FORMS.items():
        tell(f"{kind}: {' and '.join(map(str, SIZES))} members")
        (gone, come), (gone_of_many, come_of_many) = (_costs(form, size) for size in SIZES)
        for what, few, many in (("goes", gone, gone_of_many), ("comes", come, come_of_many)):
            name = f"fold, {kind} of {SIZES[-1]}: one {what}"
            figures.append(Figure(name, many, "ms", few, f"<= {GOAL_MS:g}", many <= GOAL_MS))
    least, *more = (_costs(FORMS["election"], size, is_listed=True)[0] for size in CROWDS)
    for size, took in zip(CROWDS[1:], more, strict=True):
        name = f"fold, election of {size} where nobody watches: one goes"
        figures.append(Figure(name, took, "ms", least, f"<= {GOAL_MS:g}", took <= GOAL_MS))
    return figures


def _costs(form: str, size: int, *, is_listed: bool = False) -> tuple[float, float]:
    """Return the milliseconds of an event when one goes, and when one comes."""
    journal = Journal(MODELS)
    connection = {"session": "0x1", "version": "3.9.3", "timeout_ms": 10_000, "server": "a:1"}
    journal.tell("zookeeper.connected", "zookeeper", connection)
    journal.tell("mirror.loaded", "zookeeper", {"znodes": size, "took_ms": 1, "mode": "recursive"})
    members = [_member(form, number) for number in range(size)]
    journal.tell("election.found", PATH, {"members": members})
    if is_listed:
        sessions: Data = {member["session"]: [] for member in members}
        told = {"asked_at": journal.clock() + 10, "complete": True, "sessions": sessions,
                "count": size, "source": "dump"}  # fmt: skip
        journal.tell("watches.listed", "zookeeper", told)
    first, last = size // 3, size // 3 + min(CHANGES, size // 2)
    middle = [_member(form, number)["znode"] for number in range(first, last)]
    gone = _timed(journal, ((("znode.deleted", name, {"zxid": 9_000_000}),) for name in middle))
    new = (_member(form, number) for number in range(size, size + CHANGES))
    come = _timed(journal, (
        (("znode.created", one["znode"], {"zxid": one["czxid"]}),
         ("member.read", one["znode"], {**one, "election": PATH})) for one in new))  # fmt: skip
    return gone, come


def _timed(journal: Journal, changes: Iterable[Iterable[tuple[str, str, Data]]]) -> float:
    took = []
    for events in changes:
        for kind, name, data in events:
            began = time.perf_counter()
            journal.tell(kind, f"{PATH}/{name}", data)
            took.append((time.perf_counter() - began) * 1000)
    return median(took)


def _member(form: str, number: int) -> Data:
    stat = {"czxid": 1000 + number, "mzxid": 1000 + number, "ctime": 0}
    return {"znode": form.format(number), "session": hex(number), "data": "", **stat}
