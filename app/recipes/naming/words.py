"""The events of name services, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ...readmodels.document import Data
from ...readmodels.wording import Line, Words, asked_by, who


def _called(name: str, data: Data) -> Line:
    called = f" called {data['address']}: "
    if data.get("error"):
        return [who(name), f"{called}{data['error']}"]
    return [who(name), called, who(data["by"]), " answered"]


WORDS: Words = {
    "name.followed": lambda path, data: [f"the name service at {path} opened{asked_by(data)}"],
    "name.moving": lambda path, data: [
        who(data["candidate"]), f" is asked to move{asked_by(data)}",
    ],
    "candidate.moving": lambda name, data: [who(name), f" moves to {data['address']}"],
    "candidate.called": _called,
}  # fmt: skip
TONES: Mapping[str, str] = {"candidate.moving": "lead"}
