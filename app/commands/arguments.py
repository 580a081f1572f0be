"""Options of the commands, on click: a variable of the environment can set each of them too."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from ..version import PACKAGE
from ..visible import visible

Read = Callable[[str], Any]
"""Makes a value of a text, or raises ValueError with what would have been right."""


def as_number(least: int, most: int) -> Read:
    """Return a function that reads a whole number within these limits."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise ValueError(f"must be a number from {least} to {most}")
        return int(text)

    return read


def as_seconds_within(least: float, most: float) -> Read:
    """Return a function that reads a number of seconds within these limits."""
    says = f"must be seconds from {least:g} to {most:g}"

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise ValueError(says) from None
        if not least <= value <= most:
            raise ValueError(says)
        return value

    return read


as_seconds = as_seconds_within(0.1, 3600)
"""Reads a number of seconds."""


def as_path(text: str) -> str:
    """Read the path of a znode below the root."""
    parts = text.split("/")
    if parts[0] or len(parts) < 2 or {"", ".", ".."} & set(parts[1:]):
        raise ValueError("must be a path such as /election")
    return text


def as_host(text: str) -> str:
    """Read a name or an address of this machine; an empty one would mean all of its addresses."""
    if not re.fullmatch(r"[A-Za-z0-9_.:-]+", text.strip("[]")):
        raise ValueError("must be a name or an address of this machine")
    return text.strip("[]")


def as_folder(text: str) -> Path:
    """Read the path of a folder; an empty one would mean the folder that one works in."""
    if not text.strip():
        raise ValueError("must name a folder")
    return Path(text)


class ValueType(click.ParamType[Any]):
    """A type whose values a function reads."""

    name = "text"
    envvar_list_splitter = ","

    def __init__(self, read: Read) -> None:
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the value; an error names the value and the option."""
        try:
            return self._read(value)
        except ValueError as error:
            self.fail(f"{value!r} {error}", param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Leave the names of files and folders to the shell."""
        if param.metavar == "DIR":
            return [CompletionItem(incomplete, type="dir")]
        if self._read is as_folder or param.metavar == "FILE":
            return [CompletionItem(incomplete, type="file")]
        return []


class Option(click.Option):
    """An option `--name VALUE`, or a switch where `kind` is bool. The variable HANDOFF_NAME sets it
    too, unless `variable` is False; an empty one counts as not set, as compose files leave them.

    ignores_blank: a blank word on the command line, and a blank variable, count as not set too, as
    `--name "$UNSET"` gives them. Other options refuse such a word.
    """

    def __init__(
        self, name: str, kind: Any, help: str, metavar: str | None = None,  # noqa: A002
        default: object = None, *, variable: bool = True, multiple: bool = False,
        ignores_blank: bool = False,
    ) -> None:  # fmt: skip
        self._ignores_blank = ignores_blank
        self.variable = f"HANDOFF_{name.upper().replace('-', '_')}" if variable else ""
        said: dict[str, Any] = {} if default is None else {"default": str(default)}
        super().__init__(
            [f"--{name}"],
            type=kind if kind is bool or isinstance(kind, click.ParamType) else ValueType(kind),
            is_flag=kind is bool,
            multiple=multiple,
            help=f"{help} [{self.variable}]" if variable else help,
            metavar=metavar,
            envvar=self.variable or None,
            show_default=True,
            **said,
        )

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Name what is wrong: the variable, or the option on the command line."""
        source = ctx and ctx.get_parameter_source(self.name)
        return self.variable if source is ParameterSource.ENVIRONMENT else self.opts[0]

    def consume_value(
        self, ctx: click.Context, opts: Mapping[str, Any]
    ) -> tuple[Any, ParameterSource]:
        """Look at the command line first, and where it says nothing into the environment."""
        said = {name: word for name, word in opts.items() if not self._is_ignored(word)}
        return super().consume_value(ctx, said)

    def resolve_envvar_value(self, ctx: click.Context) -> str | None:
        """Look into the environment that the command was given."""
        value = ctx.obj.get(self.variable) or None
        return None if self._is_ignored(value) else value

    def _is_ignored(self, word: object) -> bool:
        return self._ignores_blank and isinstance(word, str) and not word.strip()


def read(command: click.Command, words: Sequence[str], environ: MutableMapping[str, str]) -> Any:
    """Return what `command` makes of the command line and of `environ`, its context's `obj`.

    A wrong value ends the program with code 2 and a line that names it.
    """
    program = f"python -m {PACKAGE} {command.name}"
    try:
        found = command.main([*words], program, standalone_mode=False, obj=environ, **LOOK)
    except click.UsageError as error:
        told = f"handoff {command.name}: error: {' '.join(error.format_message().split())}"
        print(visible(f"{told} (--help lists the options)"), file=sys.stderr)
        sys.exit(2)
    if found == 0:  # the code with which --help and --version end
        sys.exit(0)
    return found


LOOK: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
"""What the help of every command looks like."""
