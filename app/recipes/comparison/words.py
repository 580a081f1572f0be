"""The events of the comparison, in words."""

from __future__ import annotations

from ...readmodels.document import Data
from ...readmodels.untyped import Words, asked_by
from ...readmodels.wording import DOES, Line, plural, who


def _struck(_: str, data: Data) -> Line:
    leaders = ", ".join(data["leaders"].values())
    action = DOES.get(data["action"], data["action"])
    return [f"the leaders {leaders} of the compared elections: {action},{asked_by(data)}"]


def _measuring(_: str, data: Data) -> Line:
    sizes, fault = ", ".join(map(str, data["sizes"])), DOES.get(data["fault"], data["fault"])
    return [
        f"measuring with {sizes} candidates, {data['deaths']} × {fault} each, asked for"  # noqa: RUF001
        f"{asked_by(data)}"
    ]


def _measured(_: str, data: Data) -> Line:
    wakeups = plural(data["notifications"] + data["again"], "wake-up")
    return [who(data["strategy"]), f" with {data['n']} candidates: one death causes {wakeups}"]


def _ended(_: str, data: Data) -> Line:
    if data.get("cancelled"):
        return [f"the measurement is cancelled{asked_by(data)}"]
    return [f"the measurement ended{': ' + data['error'] if data.get('error') else ''}"]


WORDS: Words = {
    "comparison.started": lambda _, data: [
        f"three elections of {data['count']} candidates started{asked_by(data)}"
    ],
    "comparison.stopped": lambda _, data: [f"the three elections are stopped{asked_by(data)}"],
    "comparison.struck": _struck,
    "comparison.counted": lambda _, data: [
        who(data["strategy"]),
        f": the server counted {data['notifications']} notifications, and {data['again']} more",
    ],
    "comparison.measuring": _measuring,
    "comparison.progressed": lambda _, data: [
        who(data["strategy"]),
        f": measuring with {data['size']} candidates, {data['done']} deaths done",
    ],
    "comparison.measured": _measured,
    "comparison.cancelling": lambda _, data: [
        f"the measurement is being cancelled, asked for{asked_by(data)}"
    ],
    "comparison.ended": _ended,
}
