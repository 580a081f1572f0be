"""The file that a lock guards, and the tasks done on it.

A task reads the number in the file, works for a while, and writes the number plus one. Of two that
overlap, one's update is lost: then the file says less than tasks were finished.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

File = Mapping[str, Any]
Tasks = Mapping[str, Mapping[str, Any]]


def new(name: str | None) -> dict[str, Any]:
    """A fresh file, `name` in the lock's directory, that says 0."""
    return {"name": name, "value": 0, "finished": 0, "lost": 0, "told": 0, "at": None, "by": None}


def written(file: File, data: Mapping[str, Any], at: float) -> dict[str, Any]:
    """A task was finished, and wrote data["value"]; what was written to an earlier file does not
    count. Reports may come out of order: the latest write is what stands in the file. Somebody may
    have died, or been frozen, between its write and its report: then the file says more than was
    told.
    """
    if data["file"] != file["name"]:
        return dict(file)
    is_latest = file["at"] is None or at >= file["at"]
    latest = {"value": data["value"], "at": at, "by": data["by"]} if is_latest else {}
    after = {**file, **latest, "told": file["told"] + 1}
    finished = max(after["told"], after["value"])
    return {**after, "finished": finished, "lost": finished - after["value"]}


def account(file: File, locking: bool) -> dict[str, Any] | None:
    """What is left to say of a file that is no longer used; None where nothing was written."""
    if not file["finished"]:
        return None
    return {"locking": locking, **{key: file[key] for key in ("value", "finished", "lost")}}


# -- tasks ------------------------------------------------------------------------------------


def with_task(tasks: Tasks, candidate: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """A task that runs from data["began"] to data["ends"], if nothing holds it up."""
    task = {key: data[key] for key in ("read", "began", "ends", "done")}
    return {**tasks, candidate: {**task, "since": data["since"], "stopped": None}}


def stopped(tasks: Tasks, candidate: str, at: float) -> dict[str, Any]:
    """Its process stands still, or is no more, since `at`."""
    if candidate not in tasks or tasks[candidate]["stopped"] is not None:
        return dict(tasks)
    return {**tasks, candidate: {**tasks[candidate], "stopped": at}}


def going_on(tasks: Tasks, candidate: str, at: float) -> dict[str, Any]:
    """Its process goes on; where its task does too, it says how far it is."""
    if candidate not in tasks:
        return dict(tasks)
    return {**tasks, candidate: {**tasks[candidate], "stopped": None}}
