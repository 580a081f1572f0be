"""Conclude a drill: print what it came to, write its files, choose the exit code."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...recipes.drill.outputs import csv_of, junit_of
from ...recipes.drill.page import html_of
from ...visible import visible
from ..serve import say
from .lines import summary

CODES = {
    "done": 0, "aborted": 1, "unsettled": 3, "unreached": 3, "failed": 3, "unmended": 4,
    "stopped": 130,
}  # fmt: skip
"""How a drill ended -> the exit code; 1 where a limit was missed; 2 for a wrong option."""
MISSED, UNWRITTEN, UNREACHED, UNSAID, UNMENDED = 1, 3, 3, 3, 4
FORMS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "json": lambda report: json.dumps(report, indent=1) + "\n",
    "html": html_of,
    "csv": csv_of,
    "junit": junit_of,
}
"""The option that names a file -> what is written to it."""


def conclude(report: Mapping[str, Any], files: Mapping[str, Path]) -> int:
    """Print what the rounds add up to, and write the report; return the exit code."""
    return code_of(report) if handed_out(report, files) else UNWRITTEN


def handed_out(report: Mapping[str, Any], files: Mapping[str, Path]) -> bool:
    """Print what the rounds add up to, and write the report in each form that is asked for; return
    False where a file cannot be written, once all others are.
    """
    for line in summary(report):
        say(line)
    failed = False
    for form, path in files.items():
        try:
            path.write_text(FORMS[form](report), "utf-8")
        except OSError as error:
            failed = True
            refuse(f"the report cannot be written to {path}: {error.strerror}")
    return not failed


def code_of(report: Mapping[str, Any]) -> int:
    """Return the exit code of a report."""
    code = CODES[report["cause"]]
    kept = all(one["kept"] for one in report["limits"])
    return code or (0 if kept else MISSED)


def refuse(why: str, code: int = 2) -> int:
    """Say on stderr what is wrong; return the exit code."""
    print(visible(f"handoff drill: {why}"), file=sys.stderr)
    return code
