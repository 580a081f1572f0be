"""The election's own events in words: what candidates and foreign programs do at its path, and the
leader's work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...readmodels.document import Data
from ...readmodels.untyped import Words, asked_by
from ...readmodels.wording import Line, hexed, plural, who
from .model.shapes import ELECTION, LOCK, SEMAPHORE


def _passed(path: str, data: Data) -> Line:
    """Say what is known of a handoff between foreign programs, which do not report."""
    what = {ELECTION: "leadership", LOCK: "the lock"}.get(data["shape"], "lock or leadership")
    how = "was found to have passed" if data.get("found_gone") else "passed"
    mark = data.get("mark")
    why = f"; somebody had marked it: {mark['what']}" if mark else "; nobody here saw why"
    why = "" if data.get("fault") else why
    begin = f"{what} of {path} {how} from "
    return [begin, who(data["from_name"]), " to ", who(data["to_name"]), why]


def _held(path: str, data: Data) -> Line:
    """Say what changed among the holders of something that several may hold together."""
    went, came, holders = data["went_of"], data["came_of"], data["holders"]
    what = f"{'a lease of ' if data['shape'] == SEMAPHORE else ''}{path}"
    line: Line = ["found: "] if data.get("found_gone") else []
    if went:
        verb = "holds" if went == 1 else "hold"
        line += [*_several(data["went"], went), f" no longer {verb} {what}"]
    if went and came:
        line.append("; ")
    if came:
        verb = "holds" if came == 1 else "hold"
        line += [*_several(data["came"], came), f" {verb} {'it' if went else what} now"]
    elif went and holders:
        line.append(f"; {plural(holders, 'other')} still {'holds' if holders == 1 else 'hold'} it")
    return line


def _several(names: Sequence[str], of: int) -> Line:
    line: Line = []
    for name in names:
        line += [", ", who(name)] if line else [who(name)]
    return [*line, f" and {plural(of - len(names), 'other')}"] if of > len(names) else line


def _did(data: Data) -> str:
    number = data.get("number")
    what = "asked for the count" if number is None else f"wrote number {number}"
    return f" {what} with epoch {hexed(data['epoch'])}"


def _of_holder(data: Data) -> Line:
    return [" of ", who(data["holder"])] if data.get("holder") else []


def _refused(_: str, data: Data) -> Line:
    did = f"{_did(data)}; the store had seen epoch {hexed(data['seen'])}"
    return [who(data["candidate"], "somebody"), did, *_of_holder(data), ": refused"]


def _rebased(path: str, data: Data) -> Line:
    begins = (
        f"the store of {path} begins this history with epoch {hexed(data['epoch'])}, having seen"
        f" {hexed(data['seen'])}"
    )
    return [begins, *_of_holder(data), asked_by(data)]


WORDS: Words = {
    "election.followed": lambda path, data: [f"following {path}, strategy {data['strategy']}"],
    "election.marked": lambda path, data: [
        "somebody marked: ", who(data["member"]), f" {data['what']}, at {path}{asked_by(data)}",
    ],
    "election.passed": _passed,
    "election.held": _held,
    "work.begun": lambda _, data: [
        who(data["candidate"], "somebody"), f" begins to work, after number {data['count']}",
    ],
    "work.refused": _refused,
    "work.damaged": lambda _, data: [
        who(data["candidate"], "somebody"),
        f"{_did(data)}, which was handed out before: damage",
    ],
    "work.fencing": lambda path, data: [
        f"fencing of {path} turned {'on' if data['on'] else 'off'}{asked_by(data)}"
    ],
    "work.reset": lambda path, data: [f"the count of writes of {path} restarts"],
    "work.rebased": _rebased,
}  # fmt: skip
TONES: Mapping[str, str] = {
    "election.marked": "dead",
    "election.passed": "lead",
    "work.begun": "lead",
    "work.refused": "dead",
    "work.damaged": "dead",
    "work.fencing": "frozen",
    "work.rebased": "frozen",
}
