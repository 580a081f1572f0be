"""pyright (basic): the types once more, by another reader than mypy."""

from __future__ import annotations

import json
import sys
from collections import Counter

from tests.judges.place import Place
from tests.judges.programs import run, version_of
from tests.judges.verdict import Verdict
from tests.support.app import ROOT

NAMED: dict[str, str] = {}


def judge(_: Place) -> Verdict:
    """Have it judge the folder app."""
    said = json.loads(run("pyright", "--outputjson", "--pythonpath", sys.executable, "app").stdout)
    remarks = Counter(
        f"{one.get('rule')} {one['file'].removeprefix(f'{ROOT}/')}"
        for one in said["generalDiagnostics"]
        if one["severity"] == "error"
    )
    found = tuple(f"{what} ({times})" for what, times in remarks.items() if what not in NAMED)
    named = tuple((what, NAMED[what]) for what in remarks if what in NAMED)
    looked_at = f"{said['summary']['filesAnalyzed']} files"
    return Verdict("pyright", version_of("pyright"), looked_at, found,
                   "0 that are not named", not found, named)  # fmt: skip
