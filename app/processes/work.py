"""Declare the work of a process with what its recipe gives it: a leader's work, a task under a
lock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from ..participation import commands as c
    from ..participation import inputs as i
    from ..participation.participant import Participant
    from .channel import WorkerTask


class Host(Protocol):
    """The process as its work sees it. Times are seconds of `time.monotonic()`."""

    task: WorkerTask
    recipe: Participant

    def give(self, given: i.Input) -> None:
        """Give the recipe an input; only the in-order thread may call this."""

    def post(self, function: Callable[[], object]) -> None:
        """Run `function` on the in-order thread; from any thread."""

    def report(self, kind: str, data: dict[str, Any]) -> None:
        """Say something to the dashboard at once; any thread may call this."""

    def wake_at(self, at: float) -> None:
        """Ask for a `tick` at this time or soon after; only the in-order thread may call this."""


class Work:
    """No work at all; the base of all other work. The in-order thread calls all methods, unless
    they say otherwise, and none may block.
    """

    def __init__(self, host: Host) -> None:
        self.host = host

    def begin(self, epoch: int) -> None:
        """Begin the work: the recipe has said Begin, and what it gives is ours, under `epoch`."""

    def end(self, reason: str) -> None:
        """End the work: the recipe has said End, and what it gave is ours no longer."""

    def told(self, command: c.Command) -> None:
        """Take a command of the recipe that is for its work, and not for ZooKeeper."""

    def order(self, word: str, value: Any) -> bool:
        """Take an order from the dashboard; return whether it was one of the work's."""
        return False

    def tick(self, now: float) -> None:
        """Go on: time has passed, and the recipe has been told already."""

    def changed(self) -> None:
        """Go on after the recipe has dealt with an input."""

    def close(self) -> None:
        """Close the work: the process is about to end."""

    def tell(self, kind: str, thread: str, data: Mapping[str, Any]) -> None:
        """Report the state of one of the work's threads, for a `LastingThread`; any thread may call
        this.
        """
        self.host.report(kind, {**data, "thread": thread})


MakeWork = Callable[[Host], Work]


class ProcessCode(NamedTuple):
    """The code that a process runs: a machine, and the work with what that gives."""

    machine: type[Participant]
    work: MakeWork = Work


class Role(NamedTuple):
    """The code that a process runs, by its names, `module:name`: only the process loads it."""

    machine: str
    work: str = f"{__name__}:{Work.__name__}"

    @property
    def modules(self) -> set[str]:
        """Return the names of the modules that have it."""
        return {name.partition(":")[0] for name in self}

    def load(self) -> ProcessCode:
        """Return the code itself. Raise ImportError or AttributeError where there is none."""
        return ProcessCode(*map(resolve_name, self))
