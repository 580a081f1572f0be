"""The barrier's part of the state document, from what the mirror reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from app.recipes.barrier.events import BarrierApproached, BarrierOpened
from app.recipes.barrier.model import BarrierModel


def test_a_process_that_waits_shows_that_the_round_before_has_begun() -> None:
    """The ready znode of round 7 came and went before the mirror could read it."""
    model = BarrierModel()
    waiting = {"znode": "0c5b_r8-n_0000000031", "session": "0x17", "data": ""}
    new = model.new("/barrier")
    processes = model.list_at(new, "/barrier/processes")
    barrier = processes.with_read(new, [waiting], 1.0)
    assert barrier["round"] == 7
    before = {"znode": "0c5b_r5-n_0000000012", "session": "0x17", "data": ""}
    assert processes.with_read(barrier, [before], 2.0)["round"] == 7


NAMES = ("a_r2-n_0000000004", "b_r2-n_0000000005", "c_r2-n_0000000006")
CANDIDATES: Any = {f"c{at}": {"process": "running", "belief": "waiting"} for at in range(3)}


def words(number: int, ready: Sequence[str]) -> list[str]:
    """Return what three do that have come for round 2 of a barrier for two, by the latest ready."""
    model = BarrierModel()
    opened = BarrierOpened("/barrier", size=2, by="page")
    barrier: Any = model.folded(model.new("/barrier"), opened, 1.0)
    processes = model.list_at(barrier, "/barrier/processes")
    for name, candidate in zip(NAMES, CANDIDATES, strict=True):
        member = {"znode": name, "session": candidate, "data": ""}
        barrier = processes.with_read(barrier, [member], 1.0)
        barrier["processes"][name]["candidate"] = candidate
        barrier = model.folded(barrier, BarrierApproached(candidate), 1.0)
    data = json.dumps({"members": [*ready]})
    member = {"znode": f"round-{number}", "session": None, "data": data}
    barrier = model.list_at(barrier, "/barrier/ready").with_read(barrier, [member], 1.0)
    return [one["words"] for one in model.with_looks(barrier, CANDIDATES)["people"].values()]


def test_whom_ready_names_enters_and_only_who_comes_after_it_is_too_late() -> None:
    named = "named by ready: enters"
    assert words(2, NAMES[:2]) == [named, named, "too late for this round"]


def test_until_there_is_a_ready_nobody_is_too_late() -> None:
    waits = "waits for round 2: all have come"
    assert words(1, ["a_r1-n_0000000001", "b_r1-n_0000000002"]) == [waits] * 3
