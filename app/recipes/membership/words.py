"""The events of groups, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ...readmodels.untyped import Words, asked_by
from ...readmodels.wording import who

WORDS: Words = {
    "group.followed": lambda path, data: [f"the group at {path} opened{asked_by(data)}"],
    "group.forgotten": lambda path, data: [
        who(data["node"]), f" is forgotten in {path}{asked_by(data)}",
    ],
}  # fmt: skip
TONES: Mapping[str, str] = {"group.forgotten": "lost"}
