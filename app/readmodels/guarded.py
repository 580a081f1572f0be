"""The file that a lock of either kind guards, the tasks done on it, and the events of both.

A task reads the number in the file, works for a while, and writes the number plus one. If two
overlap, one update is lost: then the file shows fewer than the finished tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, TypedDict, TypeVar, cast

from .document import Candidates, CandidateState, Chained, Entry, split, without_key
from .event import CandidateEvent, Event, PlaceEvent
from .events import CandidateExited, CandidateKilled, CandidatePaused, CandidateResumed
from .model import Model, by_kind, on
from .violations import believers
from .watched import with_watches
from .wording import Line, asked_by, who

# -- events -----------------------------------------------------------------------------------


class GuardEvent(PlaceEvent):
    """An event of a lock of either kind: a fresh `file` begins with it, its name in the lock's
    directory. thing: the kind, in words. on: whether the lock is there.
    """

    thing: ClassVar[str]
    on: bool
    file: str
    by: str


class GuardOpened(GuardEvent):
    """Somebody has opened the lock."""

    def line(self) -> Line:
        return [f"the {self.thing} {self.subject} guards {self.file}"]


class GuardSwitched(GuardEvent):
    """Somebody has taken the lock away from its clients, or given it back."""

    def line(self) -> Line:
        what = "given back" if self.on else "taken away"
        return [f"the {self.thing} {self.subject} was {what}{asked_by(self.by)}"]


class LockAsked(CandidateEvent, kind="candidate.asking"):
    """A client asks for the lock, or for the one that it has lost. within: seconds; None: without a
    limit. until: when it gives up.
    """

    within: float | None
    until: float | None

    def line(self) -> Line:
        at_most = "" if self.within is None else f", for at most {self.within:g} s"
        return [who(self.subject), f" asks for the lock{at_most}"]


class WaitGivenUp(CandidateEvent, kind="candidate.gave_up", tone="frozen"):
    """A client has waited for the lock for too long."""

    within: float

    def line(self) -> Line:
        return [who(self.subject), f" gave up after waiting {self.within:g} s"]


class TaskGoesOn(CandidateEvent, kind="candidate.working"):
    """A task on the file that said `read` has begun or, after a stand, gone on. ends: when it will
    be done, if nothing holds it up; done: how much of it is, from 0 to 1.
    """

    read: int
    began: float
    since: float
    ends: float
    done: float
    file: str

    def line(self) -> Line:
        if self.done > 0:
            return [who(self.subject), f" goes on with its task at {100 * self.done:.0f} %"]
        return [who(self.subject), f" has read {self.read}, and works"]


class TaskWritten(CandidateEvent, kind="candidate.written", tone="new"):
    """A task is finished, and has written `value`."""

    file: str
    read: int
    value: int
    by: str

    def line(self) -> Line:
        return [who(self.subject), f" has written {self.value}"]


class TaskAbandoned(CandidateEvent, kind="candidate.abandoned", tone="dead"):
    """A task is left undone."""

    reason: str

    def line(self) -> Line:
        return [who(self.subject), f" writes nothing: {self.reason}"]


# -- the state --------------------------------------------------------------------------------


class Asked(TypedDict):
    at: float
    until: float | None


class Task(TypedDict):
    read: int
    began: float
    since: float
    ends: float
    done: float
    stopped: float | None


class File(TypedDict):
    name: str | None
    value: int
    finished: int
    lost: int
    told: int
    at: float | None
    by: str | None


class Account(TypedDict):
    """The account of a file that is no longer used."""

    locking: bool
    value: int
    finished: int
    lost: int


class Guarded(Chained):
    """A lock of either kind."""

    recipe: str
    locking: bool
    asks: Mapping[str, Asked]
    holds: Mapping[str, float]
    tasks: Mapping[str, Task]


Tasks = Mapping[str, Task]
Kept = TypeVar("Kept", bound=Guarded)
AnyFile = TypeVar("AnyFile", bound=File)


def new_file(name: str | None) -> File:
    """Return a fresh file, `name` in the lock's directory, that says 0."""
    return {"name": name, "value": 0, "finished": 0, "lost": 0, "told": 0, "at": None, "by": None}


def written(file: AnyFile, event: TaskWritten, at: float) -> AnyFile:
    """Fold that a task was finished; writes to an earlier file do not count. Reports may come out
    of order: the latest write is what the file says. A client may have died, or been frozen,
    between its write and its report: then the file says more than was reported.
    """
    if event.file != file["name"]:
        return file
    told = file["told"] + 1
    if file["at"] is None or at >= file["at"]:
        file = cast(AnyFile, {**file, "value": event.value, "at": at, "by": event.by})
    finished = max(told, file["value"])
    lost = finished - file["value"]
    return cast(AnyFile, {**file, "told": told, "finished": finished, "lost": lost})


def account(file: File, locking: bool) -> Account | None:
    """Return what is left to say of a file that is no longer used; None where nothing was
    written.
    """
    if not file["finished"]:
        return None
    value, finished, lost = file["value"], file["finished"], file["lost"]
    return {"locking": locking, "value": value, "finished": finished, "lost": lost}


# -- clients and their tasks --------------------------------------------------------------------

STANDS_STILL = (CandidateKilled, CandidatePaused, CandidateExited)


def stood_still(lock: Kept, event: Event, at: float) -> Kept:
    """Stop the task of a process that is frozen or dead; one that has ended asks for nothing, and
    holds nothing.
    """
    name, task = event.subject, lock["tasks"].get(event.subject)
    if task and task["stopped"] is None:
        lock = _with_task(lock, name, {**task, "stopped": at})
    if not isinstance(event, CandidateExited):
        return lock
    asks, holds = without_key(lock["asks"], name), without_key(lock["holds"], name)
    return cast(Kept, {**lock, "asks": asks, "holds": holds})


def went_on(lock: Kept, event: CandidateResumed, at: float) -> Kept:
    """Continue the task with its process, which will say how far it is."""
    task = lock["tasks"].get(event.subject)
    return _with_task(lock, event.subject, {**task, "stopped": None}) if task else lock


def _asking(lock: Kept, event: LockAsked, at: float) -> Kept:
    asked: Asked = {"at": at, "until": event.until}
    return cast(Kept, {**lock, "asks": {**lock["asks"], event.subject: asked}})


def _working(lock: Kept, event: TaskGoesOn, at: float) -> Kept:
    task: Task = {
        "read": event.read,
        "began": event.began,
        "since": event.since,
        "ends": event.ends,
        "done": event.done,
        "stopped": None,
    }
    return _with_task(lock, event.subject, task)


def _with_task(lock: Kept, name: str, task: Task) -> Kept:
    return cast(Kept, {**lock, "tasks": {**lock["tasks"], name: task}})


def left(tasks: Tasks, own: Candidates, chain: Sequence[Entry]) -> Tasks:
    """Keep the task of a dead client as long as its znode is there."""
    standing = {entry["candidate"] for entry in chain}
    return {
        name: task
        for name, task in tasks.items()
        if name in own and (own[name]["process"] != "exited" or name in standing)
    }


# -- the model --------------------------------------------------------------------------------


def holders(candidates: Candidates) -> Candidates:
    """Return those that live and believe they hold the lock, by name."""
    return believers(candidates, "holding")


class GuardedModel(Model[Kept]):
    """The base of the read models of both kinds of locks."""

    folds = by_kind(on(LockAsked, _asking), on(TaskGoesOn, _working), on(CandidateResumed, went_on))
    with_watches = staticmethod(with_watches)

    def watched(self, lock: Kept, own: Candidates) -> Iterable[CandidateState]:
        return holders(own).values()

    def is_listed(self, known: Mapping[str, Kept], path: str) -> bool:
        return path in known or split(path)[0] in known

    def chain_of(self, lock: Kept) -> Sequence[Entry]:
        return lock["chain"]
