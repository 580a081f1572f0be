"""The events of configurations, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ...readmodels.document import Data
from ...readmodels.wording import Line, Words, asked_by, by_server, cut, hexed

_LONGEST = 40


def _publishing(path: str, data: Data) -> Line:
    if data.get("what") == "deleted":
        return [f"{path} will be deleted{asked_by(data)}"]
    return [f"a value is sent to {path}{asked_by(data)}"]


def _read(path: str, data: Data) -> Line:
    if data.get("version") is None:
        return [f"there is no znode {path}"]
    found = data.get("found")
    value = cut(data.get("value") or "", _LONGEST)
    says = f"{path} says {'' if found else 'now '}“{value}”, version {data['version']}"
    return [says, *(by_server("written", data.get("mtime")) if found else ())]


WORDS: Words = {
    "configuration.opened": lambda path, data: [
        f"the configuration at {path} opened{asked_by(data)}"
    ],
    "configuration.publishing": _publishing,
    "configuration.published": lambda path, data: [
        f"{path} is written: version {data['version']}, mzxid {hexed(data['mzxid'])}"
    ],
    "configuration.removed": lambda path, data: [f"{path} is deleted"],
    "configuration.refused": lambda path, data: [f"ZooKeeper refused to change {path}"],
    "configuration.unanswered": lambda path, data: [
        f"no answer came: {path} may have been changed, or not"
    ],
    "value.read": _read,
}
TONES: Mapping[str, str] = {
    "configuration.refused": "dead",
    "configuration.unanswered": "dead",
    "configuration.published": "new",
    "configuration.removed": "lost",
}
