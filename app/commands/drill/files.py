"""The files of the command: reports that it reads, and those that it is asked to write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ...errors import BadRequest
from ...recipes.drill.state import SCHEMA
from ..arguments import Option, as_folder
from .conclusion import FORMS

Read = TypeVar("Read")
WRITTEN = (
    Option("html", as_folder, "where to write it as a page in one file", "FILE", variable=False),
    Option("csv", as_folder, "where to write a line for each round", "FILE", variable=False),
    Option("junit", as_folder, "where to write what a CI shows as tests", "FILE", variable=False),
)


def files_of(values: dict[str, Any]) -> dict[str, Path]:
    """Take the files to write out of `values`, by form. Raise click's UsageError for one that
    cannot be.
    """
    asked = {form: values.pop(form, None) for form in FORMS[SCHEMA]}
    files = {form: path for form, path in asked.items() if path is not None}
    for form, path in files.items():
        if path.is_dir() or not path.parent.is_dir():
            raise click.UsageError(f"--{form}: {path} must be a file in a folder that exists")
    return files


def read_at(path: Path, read: Callable[[bytes], Read]) -> Read:
    """Return what `read` makes of a file. Raise BadRequest that names it where it makes nothing."""
    try:
        return read(path.read_bytes())
    except BadRequest as error:
        raise BadRequest(f"{path} {error.message}") from None
    except OSError as error:
        raise BadRequest(f"{path} cannot be read: {error.strerror}") from None
