"""How far the start and the stop of many have come, as the state document tells it."""

from __future__ import annotations

from typing import Any

from app.journal.journal import Journal
from app.recipes.registry import MODELS

MADE = {"recipe": "predecessor", "path": "/e", "settings": {}, "session_timeout_ms": 4000}


class Script:
    """A journal in which c1 to c5 are asked for; c1 is started at once."""

    def __init__(self) -> None:
        self.journal = Journal(MODELS)
        self.event("candidate.starting", "c1", **MADE)
        self.queue("c2", "c3", "c4", "c5", of=5)

    def event(self, kind: str, subject: str, **data: Any) -> None:
        self.journal.tell(kind, subject, {"by": "test", **data})

    def queue(self, *names: str, of: int) -> None:
        self.event("candidates.queued", "/e", names=list(names), of=of, **MADE)

    @property
    def crowd(self) -> Any:
        return self.journal.state["crowd"]

    def progress(self) -> tuple[int, int] | None:
        starting = self.crowd["starting"]
        return (starting["started"], starting["of"]) if starting else None

    @property
    def names(self) -> list[str]:
        return list(self.journal.state["candidates"])


def test_those_that_are_queued_have_their_place_and_are_counted_as_they_start() -> None:
    script = Script()
    assert script.names == ["c1", "c2", "c3", "c4", "c5"]
    assert script.progress() == (1, 5)
    for name, progress in (("c2", (2, 5)), ("c3", (3, 5)), ("c4", (4, 5)), ("c5", None)):
        script.event("candidate.starting", name, **MADE)
        assert script.progress() == progress
    assert script.names == ["c1", "c2", "c3", "c4", "c5"]


def test_a_second_start_is_counted_with_the_first() -> None:
    script = Script()
    script.queue("c6", "c7", of=2)
    assert script.progress() == (1, 7)


def test_whoever_is_withdrawn_is_gone_and_no_longer_counted() -> None:
    script = Script()
    script.event("candidates.withdrawn", "candidates", names=["c5"])
    assert script.progress() == (1, 4)
    script.event("candidates.withdrawn", "candidates", names=["c2", "c3", "c4"])
    assert script.progress() is None
    assert script.names == ["c1"]


def test_a_refusal_is_told_until_somebody_is_started_or_stopped() -> None:
    for what in ("starting", "stopping"):
        script = Script()
        script.event("candidates.refused", "candidates", names=["c3", "c4", "c5"], reason="full")
        assert script.names == ["c1", "c2"]
        assert script.progress() is None
        assert (script.crowd["refused"]["left"], script.crowd["refused"]["reason"]) == (3, "full")
        script.event(f"candidate.{what}", "c1", **MADE)
        assert script.crowd["refused"] is None


def test_whoever_ends_is_counted_of_those_to_be_stopped_and_of_no_others() -> None:
    script = Script()
    for name in ("c2", "c3"):
        script.event("candidate.starting", name, **MADE)
    script.event("candidates.stopping", "candidates", names=["c1", "c2"])
    script.event("candidate.exited", "c3", code=0, signal=None)
    assert script.crowd["stopping"]["ended"] == 0
    script.event("candidate.exited", "c1", code=0, signal=None)
    assert (script.crowd["stopping"]["ended"], script.crowd["stopping"]["of"]) == (1, 2)
    script.event("candidate.exited", "c2", code=None, signal="SIGKILL")
    assert script.crowd["stopping"] is None
