"""The barrier's own events, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ...readmodels.untyped import Words
from ...readmodels.wording import who

WORDS: Words = {
    "barrier.opened": lambda path, data: [f"{data['size']} pass the barrier {path} together"],
    "candidate.enters": lambda name, data: [who(name), " comes to the barrier"],
    "candidate.entered": lambda name, data: [who(name), f" is inside, in round {data['round']}"],
    "candidate.departs": lambda name, data: [who(name), f" is done in round {data['round']}"],
    "candidate.left": lambda name, data: [who(name), f" has left round {data['round']}"],
    "candidate.late": lambda name, data: [who(name), f" was too late for round {data['round']}"],
    "candidate.fell_out": lambda name, data: [
        who(name), f" is no longer inside: {data['reason']}",
    ],
}  # fmt: skip
TONES: Mapping[str, str] = {
    "candidate.entered": "lead",
    "candidate.left": "new",
    "candidate.late": "frozen",
    "candidate.fell_out": "dead",
}
