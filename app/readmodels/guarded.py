"""Fold the tasks on the file that a lock of either kind guards, and declare the events of both.

A task reads the number in the file, works for a while, and writes the number plus one. If two
overlap, one update is lost: then the file shows fewer than the finished tasks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Literal, TypedDict, TypeVar, cast

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
    """A task on the file that said `read` has begun, or has gone on after it stood still. ends:
    when it will be done, if nothing holds it up; done: the part of it that is done, from 0 to 1.
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
    """A client has left a task undone."""

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
    """The account of a file that nobody uses any longer."""

    locking: bool
    value: int
    finished: int
    lost: int


class TurnState(TypedDict):
    """A turn: from when a client asked, and when it held the lock, until it let it go, or was
    killed or frozen (`fault`), and until its znode was gone. None: not yet, or not seen.
    """

    candidate: str
    asked: float
    held: float
    ended: float | None
    fault: str | None
    freed: float | None


class Guarded(Chained):
    """A lock of either kind. last_turns: the latest ones, the newest last."""

    recipe: str
    locking: bool
    asks: Mapping[str, Asked]
    holds: Mapping[str, float]
    tasks: Mapping[str, Task]
    last_turns: Sequence[TurnState]


TURNS_KEPT = 8
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
    """Return what is left to say of a file that nobody uses any longer; None where nothing was
    written.
    """
    if not file["finished"]:
        return None
    value, finished, lost = file["value"], file["finished"], file["lost"]
    return {"locking": locking, "value": value, "finished": finished, "lost": lost}


# -- turns --------------------------------------------------------------------------------------


def turn_begins(lock: Kept, name: str, asked: float, at: float) -> Kept:
    """Begin a turn of a client that holds the lock now."""
    turn: TurnState = {
        "candidate": name,
        "asked": asked,
        "held": at,
        "ended": None,
        "fault": None,
        "freed": None,
    }
    return cast(Kept, {**lock, "last_turns": [*lock["last_turns"], turn][-TURNS_KEPT:]})


def turn_ends(lock: Kept, name: str, at: float, fault: str | None = None) -> Kept:
    """End a client's turn, unless that is known."""
    return _with_turn(lock, name, lambda one: {**one, "ended": at, "fault": fault}, "ended")


def turn_goes_on(lock: Kept, name: str) -> Kept:
    """Continue the turn of a client that was frozen, and whose znode is there."""
    return _with_turn(lock, name, lambda one: {**one, "ended": None, "fault": None}, "freed")


def turn_is_freed(lock: Kept, gone: Entry, at: float) -> Kept:
    """Note that the znode of a turn is gone."""

    def freed(one: TurnState) -> TurnState:
        return {**one, "ended": at if one["ended"] is None else one["ended"], "freed": at}

    return _with_turn(lock, gone["candidate"], freed, "freed")


def _with_turn(
    lock: Kept,
    name: str | None,
    change: Callable[[TurnState], TurnState],
    lacks: Literal["ended", "freed"],
) -> Kept:
    """Change a client's newest turn, if it lacks this moment."""
    turns = lock["last_turns"]
    known = (at for at in reversed(range(len(turns))) if turns[at]["candidate"] == name)
    place = next(known, None)
    if place is None or turns[place][lacks] is not None:
        return lock
    changed = [*turns[:place], change(turns[place]), *turns[place + 1 :]]
    return cast(Kept, {**lock, "last_turns": changed})


# -- clients and their tasks --------------------------------------------------------------------

STANDS_STILL = (CandidateKilled, CandidatePaused, CandidateExited)
FAULTS: Mapping[type[Event], str] = {
    CandidateKilled: "kill",
    CandidatePaused: "pause",
    CandidateExited: "exit",
}


def stood_still(lock: Kept, event: Event, at: float) -> Kept:
    """Stop the task of a process that is frozen or dead. A process that has ended asks for nothing,
    and holds nothing.
    """
    name, task = event.subject, lock["tasks"].get(event.subject)
    if task and task["stopped"] is None:
        lock = _with_task(lock, name, {**task, "stopped": at})
    lock = turn_ends(lock, name, at, FAULTS[type(event)])
    if not isinstance(event, CandidateExited):
        return lock
    asks, holds = without_key(lock["asks"], name), without_key(lock["holds"], name)
    return cast(Kept, {**lock, "asks": asks, "holds": holds})


def went_on(lock: Kept, event: CandidateResumed, at: float) -> Kept:
    """Continue the task of a process that was woken; the process will say how far it is."""
    lock, task = turn_goes_on(lock, event.subject), lock["tasks"].get(event.subject)
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
