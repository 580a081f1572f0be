"""pyright: what another reader of types than mypy makes of the code.

pyproject.toml has its settings. It takes what a library without types is worth for unknown, as
mypy does, where it would guess from the library's sources by itself.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tests.judges.place import Place
from tests.judges.programs import run
from tests.judges.verdict import Verdict, unnamed
from tests.support.app import ROOT

_PARTIAL = "reportTypedDictNotRequiredAccess"
_KEY = re.compile(r'is not a (?:required|defined) key in "(\w+)\W?"')
_MADE_WHOLE = "it is whole where this is read; its class is also what a change to it is written as"
_TOLD_AT_TIMES = "a fact that not every event tells; the lines before have seen that this one does"
_SPREAD = "what is spread into it has the type's own keys: mypy infers so, pyright a dict"
_MEMBERS = "a function without self is a member here, as mypy understands `staticmethod`"
_ANSWERS = "which of the library's types an answer has was asked in the line before"
_UNTYPED = "the library gives this attribute no type"
NAMED = {
    **{f"{_PARTIAL} {name}": _MADE_WHOLE for name in (
        "ConsumerState", "CoordinatorState", "ItemState", "NodeState", "ShelfNode",
        "SiteState", "TransactionState", "Waiting", "Write",
    )},
    **{f"{_PARTIAL} {name}": _TOLD_AT_TIMES for name in (
        "EventTold", "GroupChange", "SightTold",
    )},
    **{f"{rule} app/{file}": _SPREAD for rule, file in (
        ("reportArgumentType", "readmodels/freeze.py"),
        ("reportReturnType", "readmodels/freeze.py"),
        ("reportAssignmentType", "readmodels/watched.py"),
        ("reportAssignmentType", "recipes/commit/model.py"),
        ("reportAssignmentType", "recipes/election/handoff.py"),
        ("reportArgumentType", "recipes/election/handoff.py"),
        ("reportReturnType", "recipes/election/handoff.py"),
        ("reportArgumentType", "recipes/naming/model.py"),
        ("reportReturnType", "recipes/queue/model.py"),
    )},
    "reportAssignmentType app/readmodels/guarded.py": _MEMBERS,
    "reportAssignmentType app/recipes/election/model.py": _MEMBERS,
    "reportAttributeAccessIssue app/web/transport.py": _UNTYPED,
    "reportAttributeAccessIssue app/znodes/console_client.py": _ANSWERS,
    "reportOptionalMemberAccess app/znodes/console_client.py": _ANSWERS,
    "reportOptionalMemberAccess app/zookeeper/following.py": _ANSWERS,
    "reportOptionalMemberAccess app/zookeeper/windows.py": _ANSWERS,
    "reportArgumentType app/zookeeper/subtree.py": _ANSWERS,
    "reportOptionalMemberAccess app/sandbox/core/core.py": "a request to log in has a body",
    "reportReturnType app/ensemble/children.py": "the streams carry bytes: no encoding is given",
    "reportArgumentType app/web/gunicorn_loop.py":
        "gunicorn's worker asks for these attributes only",
    "reportUnsupportedDunderAll app/__init__.py": "its names are loaded when they are asked for",
    "reportUnsupportedDunderAll app/library/__init__.py":
        "its names are loaded when they are asked for",
}  # fmt: skip
"""Rule, and file or class -> why its remarks are wrong there."""
SEVERAL = {
    **dict.fromkeys(name for name in NAMED if name.startswith(_PARTIAL)),
    "reportArgumentType app/recipes/naming/model.py": 2,
    "reportArgumentType app/web/gunicorn_loop.py": 2,
    "reportAssignmentType app/recipes/election/model.py": 2,
    "reportAttributeAccessIssue app/web/transport.py": 2,
    "reportOptionalMemberAccess app/sandbox/core/core.py": 2,
    "reportOptionalMemberAccess app/zookeeper/following.py": 3,
    "reportReturnType app/recipes/election/handoff.py": 2,
}
"""Rule, and file or class -> how many of these remarks there are, where it is not one: any number
of a class's, since each use is one.
"""


def judge(_: Place) -> Verdict:
    """Have it judge the folder app."""
    told = json.loads(run("pyright", "--pythonpath", sys.executable, "--outputjson").stdout)
    remarks = Counter(map(_remark, told["generalDiagnostics"]))
    found = unnamed(remarks.elements(), NAMED, SEVERAL)
    named = tuple((f"{one} ({number})", NAMED[one]) for one, number in remarks.items()
                  if one in NAMED)  # fmt: skip
    files = told["summary"]["filesAnalyzed"]
    return Verdict("pyright", told["version"], f"app: {files} files, {remarks.total():,} remarks",
                   found, "0 that are not named", files > 0 and not found, named)  # fmt: skip


def _remark(one: dict[str, Any]) -> str:
    """Return a remark's rule, and where it is made: a key's by its class, another by its file."""
    key = _KEY.search(one["message"])
    where = key[1] if key else str(Path(one["file"]).relative_to(ROOT))
    return f"{one.get('rule', 'error')} {where}"
