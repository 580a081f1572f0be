"""`python -m benchmarks.hurried PATH OPTIONS`: the dashboard, with a leader's work at any pace.

A leader writes four numbers a second; here each line "COUNT SECONDS" that comes in has so many
written, evenly, to the store that the leaders of all elections write to.
"""

from __future__ import annotations

import sys
import threading
import time
from typing import Any

import app
from app.commands.serve import main
from app.journal.journal import Journal
from app.recipes.election.actions import Store
from benchmarks.measure import tell

LEADER, EPOCH = "c1", 1
_create_app = app.create_app


def _work(journal: Journal, path: str) -> None:
    store, number = Store(lambda *_: None), 0
    store.count(LEADER, path, {"term": 1, "epoch": EPOCH}, 0.0)
    for line in sys.stdin:
        count, seconds = map(float, line.split())
        began = time.monotonic()
        for done in range(1, int(count) + 1):
            number += 1
            written = {"term": 1, "epoch": EPOCH, "number": number}
            for fact in store.write(LEADER, path, written, 0.0):
                journal.append(*fact)
            time.sleep(max(0.0, began + done * seconds / count - time.monotonic()))
        tell(f"  {number:,} numbers are written")


def _with_work(path: str) -> Any:
    def create(*settings: Any, **more: Any) -> Any:
        flask = _create_app(*settings, **more)
        journal = flask.extensions["handoff"].journal
        threading.Thread(target=_work, args=(journal, path), daemon=True).start()
        return flask

    return create


if __name__ == "__main__":
    app.create_app = _with_work(sys.argv[1])
    sys.exit(main(sys.argv[2:]))
