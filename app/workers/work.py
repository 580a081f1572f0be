"""What a process does with what its recipe gives it: a leader's work, a task under a lock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.participant import Participant
from app.workers.channel import Task


class Host(Protocol):
    """The process as its work sees it. Times are seconds of `time.monotonic()`."""

    task: Task
    recipe: Participant

    def give(self, given: i.Input) -> None:
        """Tell the recipe something; only on the in-order thread."""

    def post(self, function: Callable[[], object]) -> None:
        """Run `function` on the in-order thread; from any thread."""

    def report(self, kind: str, data: dict[str, Any]) -> None:
        """Say something to the dashboard, at once; from any thread."""

    def wake_at(self, at: float) -> None:
        """Ask for a `tick` at this time or soon after; only on the in-order thread."""


class Work:
    """Nothing at all; the base of everything else. All methods are called on the in-order
    thread, unless they say otherwise, and none may block.
    """

    def __init__(self, host: Host) -> None:
        self.host = host

    def begin(self, epoch: int) -> None:
        """The recipe has said Lead: what it gives is ours, under `epoch`."""

    def end(self, reason: str) -> None:
        """The recipe has said StepDown: it is ours no longer."""

    def told(self, command: c.Command) -> None:
        """A command of the recipe that is for its work, and not for ZooKeeper."""

    def order(self, word: str, value: Any) -> bool:
        """An order from the dashboard; whether it was one of the work's."""
        return False

    def tick(self, now: float) -> None:
        """Time has passed; the recipe has been told already."""

    def changed(self) -> None:
        """The recipe has dealt with an input."""

    def close(self) -> None:
        """The process is about to end."""

    def tell(self, kind: str, thread: str, data: Mapping[str, Any]) -> None:
        """What has become of a thread of the work's, for a `LastingThread`; from any thread."""
        self.host.report(kind, {**data, "thread": thread})
