"""The queue's own events, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ...readmodels.document import Data
from ...readmodels.untyped import Words, asked_by
from ...readmodels.wording import Line, nth, who
from .window import number_of


def _item(name: str) -> str:
    number = number_of(name)
    return f"item {name if number is None else number}"


def _passed(path: str, data: Data) -> Line:
    counts = f": {data['put']} put in, {data['taken']} taken, {data['done']} done"
    return [f"in {data['seconds']:g} s ", who(path), counts]


def _put(name: str, data: Data) -> Line:
    items = data["items"]
    what = _item(items[0]) if len(items) == 1 else f"{data['count']} items"
    return [who(name), f" has put {what} in"]


def _took(name: str, data: Data) -> Line:
    again = f", given out for the {nth(data['times'])} time" if data["times"] > 1 else ""
    return [who(name), f" has taken {_item(data['item'])}{again}"]


WORDS: Words = {
    "queue.opened": lambda path, data: [f"the queue {path} begins"],
    "queue.asked": lambda path, data: [
        who(data["candidate"]), f" is asked to put {data['count']} in",
    ],
    "queue.paced": lambda path, data: [f"the pace of {path} was changed{asked_by(data)}"],
    "queue.passed": _passed,
    "candidate.put": _put,
    "candidate.took": _took,
    "candidate.finished": lambda name, data: [who(name), f" is done with {_item(data['item'])}"],
    "candidate.dropped": lambda name, data: [who(name), f" lost its item: {data['reason']}"],
}  # fmt: skip
TONES: Mapping[str, str] = {
    "queue.passed": "new",
    "candidate.put": "wait",
    "candidate.took": "lead",
    "candidate.finished": "new",
    "candidate.dropped": "dead",
}
