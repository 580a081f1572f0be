"""What became of a leader that slept too long, in words."""

from __future__ import annotations

from app.recipes.election.state import Stale, new_stale
from app.recipes.election.text import tell_stale

WOKEN: Stale = {
    **new_stale("c1", 8),
    "leader": "c2",
    "seen": 9,
    "woke": 100.0,
    "believes": True,
}
WRITTEN: Stale = {**WOKEN, "number": 41, "verdict": "refused"}


def noticed(stale: Stale) -> Stale:
    return {**stale, "noticed": 100.007, "believes": False}


def said(stale: Stale) -> str:
    texts = (part if isinstance(part, str) else str(*part.values()) for part in tell_stale(stale))
    return "".join(texts).strip()


def test_between_waking_and_noticing_two_believe_and_one_is_right() -> None:
    """Some milliseconds on a real day."""
    both = "c1 and c2 both believe that they lead. c2 is right: its epoch 0x9 is later than 0x8."
    assert said(WOKEN) == both
    assert said(WRITTEN).startswith(both)
    assert said(noticed(WRITTEN)) == (
        "c1 woke and wrote number 41 with epoch 0x8; the store had seen epoch 0x9 of c2: refused. "
        "For 7.0 ms after waking c1 believed that it led; c2 was right."
    )
    assert said(noticed(WOKEN)).startswith("c1 woke, and wrote nothing. For 7.0 ms")
    assert said({**WOKEN, "leader": None}) == "c1 believes that it leads, but nobody does."


def test_without_fencing_its_write_was_taken() -> None:
    damage: Stale = {**WRITTEN, "verdict": "damage", "believes": False, "first": "c2"}
    assert "Without fencing it was taken: c2 had handed it out before." in said(damage)
    taken: Stale = {**WRITTEN, "verdict": "accepted", "believes": False}
    assert "after epoch 0x9 of c2 was seen. Without fencing it was taken." in said(taken)


def test_one_that_ended_never_noticed() -> None:
    ended: Stale = {**WOKEN, "believes": False, "ended": 101.0}
    assert said(ended) == "c1 woke, and wrote nothing. It ended before it noticed."
