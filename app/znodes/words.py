"""The events of the workbench and of consoles, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ..readmodels.document import Data
from ..readmodels.untyped import Words, asked_by
from ..readmodels.wording import Line, cut, plural, znode

_LONGEST_LINE = 60
_DOING = {"delete": "deleting", "export": "exporting", "import": "importing"}
_KINDS = {"ttl": "time to live", "ttl_sequential": "time to live, sequential"}


def _created(path: str, data: Data) -> Line:
    kind = data.get("kind") or ""
    word = _KINDS.get(kind, kind.replace("_", ", "))
    how = f" ({word})" if word else ""
    return ["workbench: ", znode(path), f" created{how}{asked_by(data)}"]


def _deleted(path: str, data: Data) -> Line:
    znodes = data.get("znodes") or 1
    several = f"{plural(znodes, 'znode')} at and below " if znodes > 1 else ""
    return [f"workbench: {several}", znode(path), f" deleted{asked_by(data)}"]


def _session(_: str, data: Data) -> Line:
    own = data.get("ephemeral_count")
    ephemerals = f", with {plural(own, 'ephemeral')}" if own else ""
    session = data.get("session") or ""
    return [f"the workbench's session {session} is {data['connection']}{ephemerals}"]


def _job_started(job: str, data: Data) -> Line:
    doing = _DOING.get(data["kind"], data["kind"])
    return [f"{doing} ", znode(data.get("path") or "/"), f" began ({job}){asked_by(data)}"]


WORKBENCH: Words = {
    "workbench.created": _created,
    "workbench.written": lambda path, data: [
        "workbench: ", znode(path), f" written as version {data['version']}{asked_by(data)}",
    ],
    "workbench.protected": lambda path, data: [
        "workbench: ACL of ", znode(path), f" set, version {data['aversion']}{asked_by(data)}",
    ],
    "workbench.deleted": _deleted,
    "workbench.imported": lambda path, data: [
        f"workbench: {plural(data.get('znodes', 0), 'znode')} imported to ", znode(path),
        asked_by(data),
    ],
    "workbench.session": _session,
    "job.started": _job_started,
    "job.ended": lambda job, data: [
        f"{job} is {data['state']} after {plural(data.get('done', 0), 'znode')}"
    ],
}  # fmt: skip
CONSOLES: Words = {
    "console.opened": lambda name, data: [
        f"console {name} was opened, with the session {data['session']}"
    ],
    "console.said": lambda name, data: [f"{name}: {cut(data.get('line') or '', _LONGEST_LINE)}"],
    "console.closed": lambda name, data: [f"console {name} was closed, and its session with it"],
}
WORKBENCH_TONES: Mapping[str, str] = {"workbench.deleted": "dead", "workbench.created": "new"}
CONSOLE_TONES: Mapping[str, str] = {"console.opened": "new"}
