"""Run `python -m app drill report`: a report that was kept as JSON, in other forms."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ...errors import BadRequest
from ...recipes.drill.kept import whole_report_from
from ..arguments import ValueType, as_folder, read
from .conclusion import UNWRITTEN, handed_out, refuse
from .files import WRITTEN, files_of, read_at


def report_again(words: Sequence[str]) -> int:
    """Make a report that was kept as JSON again, in other forms; return the exit code."""
    path, files = read(command, words, os.environ)
    try:
        report = read_at(path, whole_report_from)
    except BadRequest as error:
        return refuse(error.message)
    return 0 if handed_out(report, files) else UNWRITTEN


@click.command(
    "drill report", params=[click.Argument(["path"], type=ValueType(as_folder)), *WRITTEN]
)
def command(path: Path, **values: Any) -> tuple[Path, dict[str, Path]]:
    """Make the report of an earlier drill again, of the JSON file at PATH."""
    return path, files_of(values)
