"""The barrier's part of the state document, from what the mirror reads."""

from __future__ import annotations

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
