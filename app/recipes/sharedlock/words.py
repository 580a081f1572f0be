"""The shared lock's own events, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ...readmodels.document import Data
from ...readmodels.untyped import Words, asked_by
from ...readmodels.wording import Line, who, znode


def _read(name: str, data: Data) -> Line:
    first, last = data["first"], data["last"]
    if first == last:
        return [who(name), f" has read {first}"]
    return [who(name), f" has read {first} at the beginning and {last} at the end: torn"]


WORDS: Words = {
    "shared_lock.opened": lambda path, data: [f"the shared lock {path} guards {data['file']}"],
    "shared_lock.switched": lambda path, data: [
        f"the shared lock {path} was {'given back' if data['on'] else 'taken away'}"
        f"{asked_by(data)}"
    ],
    "shared_lock.revoking": lambda _, data: [
        "the owner of ", znode(data["znode"]), f" was asked to give back{asked_by(data)}",
    ],
    "shared_lock.unrevoked": lambda _, data: [
        "the owner of ", znode(data["znode"]), " could not be asked",
    ],
    "candidate.revoked": lambda name, data: [
        who(name), " has read unlock in its znode, and gives back",
    ],
    "candidate.read": _read,
}  # fmt: skip
TONES: Mapping[str, str] = {
    "shared_lock.switched": "frozen",
    "shared_lock.revoking": "wait",
    "shared_lock.unrevoked": "dead",
    "candidate.revoked": "wait",
}
