"""Conclude a drill, or a matrix: print what it came to, write its files, choose the exit code."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...recipes.drill.matrix import MATRIX_SCHEMA, SAME
from ...recipes.drill.matrix_page import html_of_matrix
from ...recipes.drill.outputs import csv_of, csv_of_matrix, junit_of, junit_of_matrix
from ...recipes.drill.page import html_of
from ...recipes.drill.state import SCHEMA
from ...visible import visible
from ..serve import say
from .lines import summary, summary_of_matrix

CODES = {
    "done": 0, "aborted": 1, "unsettled": 3, "unreached": 3, "failed": 3, "unmended": 4,
    "stopped": 130, SAME: 2,
}  # fmt: skip
"""How a drill ended -> the exit code; 1 where a limit was missed; 2 for a wrong option."""
MISSED, UNWRITTEN, UNREACHED, UNSAID, UNMENDED = 1, 3, 3, 3, 4
WORST = (4, 130, 2, 3, 1, 0)
"""The exit codes of cells, worst first: a matrix ends with that of its worst cell."""


Recording = Callable[[], bytes | str]


def json_of(report: Mapping[str, Any]) -> str:
    """Return a report as it is."""
    return json.dumps(report, indent=1) + "\n"


FORMS: Mapping[str, Mapping[str, Callable[..., str]]] = {
    SCHEMA: {"json": json_of, "html": html_of, "csv": csv_of, "junit": junit_of},
    MATRIX_SCHEMA: {
        "json": json_of, "html": html_of_matrix, "csv": csv_of_matrix, "junit": junit_of_matrix,
    },
}  # fmt: skip
"""The schema of a report -> the option that names a file -> what is written to it."""


def conclude(
    report: Mapping[str, Any], files: Mapping[str, Path], recording: Recording | None = None
) -> int:
    """Print what a drill, or a matrix, comes to, and write the report; return the exit code."""
    code = code_of if report["schema"] == SCHEMA else code_of_matrix
    return code(report) if handed_out(report, files, recording) else UNWRITTEN


def handed_out(
    report: Mapping[str, Any], files: Mapping[str, Path], recording: Recording | None = None
) -> bool:
    """Print what a drill, or a matrix, comes to, and write the report in each form that is asked
    for; return False where a file cannot be written, once all others are. recording: returns the
    one that a page carries.
    """
    schema, failed = report["schema"], False
    for line in (summary if schema == SCHEMA else summary_of_matrix)(report):
        say(line)
    for form, path in files.items():
        try:
            carried = [recording()] if recording and form == "html" else []
            path.write_text(FORMS[schema][form](report, *carried), "utf-8")
        except OSError as error:
            failed = True
            refuse(f"the report cannot be written to {path}: {error.strerror}")
    return not failed


def code_of(report: Mapping[str, Any]) -> int:
    """Return the exit code of a report."""
    code = CODES[report["cause"]]
    kept = all(one["kept"] for one in report["limits"])
    return code or (0 if kept else MISSED)


def code_of_matrix(matrix: Mapping[str, Any]) -> int:
    """Return the exit code of a matrix: that of its worst cell, or of what ended it."""
    codes = [CODES[matrix["cause"]], *map(code_of, matrix["cells"])]
    return min(codes, key=WORST.index)


def refuse(why: str, code: int = 2) -> int:
    """Say on stderr what is wrong; return the exit code."""
    print(visible(f"handoff drill: {why}"), file=sys.stderr)
    return code
