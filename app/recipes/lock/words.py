"""The lock's own events, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ...readmodels.document import Data
from ...readmodels.untyped import Words, asked_by
from ...readmodels.wording import Line, who


def _asking(name: str, data: Data) -> Line:
    within = data.get("within")
    at_most = "" if within is None else f", for at most {within:g} s"
    return [who(name), f" asks for the lock{at_most}"]


def _working(name: str, data: Data) -> Line:
    if data["done"] > 0:
        return [who(name), f" goes on with its task at {data['done']:.0%}".replace("%", " %")]
    return [who(name), f" has read {data['read']}, and works"]


WORDS: Words = {
    "lock.opened": lambda path, data: [f"the lock {path} guards {data['file']}"],
    "lock.switched": lambda path, data: [
        f"the lock {path} was {'given back' if data['on'] else 'taken away'}{asked_by(data)}"
    ],
    "candidate.asking": _asking,
    "candidate.gave_up": lambda name, data: [
        who(name), f" gave up after waiting {data['within']:g} s",
    ],
    "candidate.working": _working,
    "candidate.written": lambda name, data: [who(name), f" has written {data['value']}"],
    "candidate.abandoned": lambda name, data: [who(name), f" writes nothing: {data['reason']}"],
}  # fmt: skip
TONES: Mapping[str, str] = {
    "lock.switched": "frozen",
    "candidate.gave_up": "frozen",
    "candidate.written": "new",
    "candidate.abandoned": "dead",
}
