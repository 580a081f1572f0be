"""The file that a lock of either kind guards, and the tasks done on it.

A task reads the number in the file, works for a while, and writes the number plus one. If two
overlap, one update is lost: then the file shows fewer than the finished tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict, TypeVar

from .document import Candidates, CandidateState, Chained, Data, Entry, split
from .untyped import UntypedModel
from .violations import believers
from .watched import with_watches


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


def new_file(name: str | None) -> File:
    """Return a fresh file, `name` in the lock's directory, that says 0."""
    return {"name": name, "value": 0, "finished": 0, "lost": 0, "told": 0, "at": None, "by": None}


def written(file: File, data: Data, at: float) -> File:
    """Fold that a task was finished, and wrote data["value"]; writes to an earlier file do not
    count. Reports may come out of order: the latest write is what the file says. A client may have
    died, or been frozen, between its write and its report: then the file says more than was
    reported.
    """
    if data["file"] != file["name"]:
        return file
    if file["at"] is None or at >= file["at"]:
        file = {**file, "value": data["value"], "at": at, "by": data["by"]}
    told = file["told"] + 1
    finished = max(told, file["value"])
    return {**file, "told": told, "finished": finished, "lost": finished - file["value"]}


def account(file: File, locking: bool) -> Account | None:
    """Return what is left to say of a file that is no longer used; None where nothing was
    written.
    """
    if not file["finished"]:
        return None
    value, finished, lost = file["value"], file["finished"], file["lost"]
    return {"locking": locking, "value": value, "finished": finished, "lost": lost}


# -- tasks ------------------------------------------------------------------------------------


def with_task(tasks: Tasks, candidate: str, data: Data) -> Tasks:
    """Add a task that runs from data["began"] to data["ends"], if nothing holds it up."""
    return {
        **tasks,
        candidate: {
            "read": data["read"],
            "began": data["began"],
            "since": data["since"],
            "ends": data["ends"],
            "done": data["done"],
            "stopped": None,
        },
    }


def stopped(tasks: Tasks, candidate: str, at: float) -> Tasks:
    """Stop the task: its process is frozen, or has ended, since `at`."""
    if candidate not in tasks or tasks[candidate]["stopped"] is not None:
        return tasks
    return {**tasks, candidate: {**tasks[candidate], "stopped": at}}


def going_on(tasks: Tasks, candidate: str, at: float) -> Tasks:
    """Continue the task with its process, and say how far it is."""
    if candidate not in tasks:
        return tasks
    return {**tasks, candidate: {**tasks[candidate], "stopped": None}}


def left(tasks: Tasks, own: Candidates, chain: Sequence[Entry]) -> Tasks:
    """Keep the task of a dead client as long as its znode is there."""
    standing = {entry["candidate"] for entry in chain}
    return {
        name: task
        for name, task in tasks.items()
        if name in own and (own[name]["process"] != "exited" or name in standing)
    }


# -- the model --------------------------------------------------------------------------------

Kept = TypeVar("Kept", bound=Guarded)


def holders(candidates: Candidates) -> Candidates:
    """Return those that live and believe they hold the lock, by name."""
    return believers(candidates, "holding")


class GuardedModel(UntypedModel[Kept]):
    """The base of the read models of both kinds of locks."""

    with_watches = staticmethod(with_watches)

    def watched(self, lock: Kept, own: Candidates) -> Iterable[CandidateState]:
        return holders(own).values()

    def is_listed(self, known: Mapping[str, Kept], path: str) -> bool:
        return path in known or split(path)[0] in known

    def chain_of(self, lock: Kept) -> Sequence[Entry]:
        return lock["chain"]
