"""Options that can be said on the command line and by a variable of the environment."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

_HOSTS = re.compile(r"[^\s,/]+(,[^\s,/]+)*(/[^\s]*[^\s/])?/?")
_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def as_switch(text: str) -> bool:
    """1 or 0. Raises ValueError, as all of these do, with what would have been right."""
    if text.lower() not in _TRUE | _FALSE:
        raise ValueError("must be 1 or 0")
    return text.lower() in _TRUE


def as_hosts(text: str) -> str:
    """A connection string."""
    if not _HOSTS.fullmatch(text):
        raise ValueError("must look like host:2181,host:2181 or host:2181/chroot")
    return text


def as_path(text: str) -> str:
    """The path of a znode below the root."""
    parts = text.split("/")
    if parts[0] or len(parts) < 2 or {"", ".", ".."} & set(parts[1:]):
        raise ValueError("must be a path such as /election")
    return text


class Unshown(ValueError):
    """What is wrong with a value that may be a secret: it is not repeated."""


class Option(NamedTuple):
    """One option: `--name VALUE`, or a switch where `convert` is `as_switch`."""

    name: str
    convert: Callable[[str], Any]
    help: str
    metavar: str = ""
    repeats: bool = False

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return f"HANDOFF_{self.key.upper()}"

    @property
    def key(self) -> str:
        """Its name in Python."""
        return self.name.replace("-", "_")

    def add_to(self, parser: argparse.ArgumentParser, default: Any) -> None:
        """Let `parser` know it; `default` is only said in the help."""
        said = "" if default in (None, False) else f" (default {default})"
        text = f"{self.help}{said} [{self.variable}]"
        if self.convert is as_switch:
            parser.add_argument(f"--{self.name}", action="store_true", default=None, help=text)
            return
        parser.add_argument(
            f"--{self.name}",
            type=_explained(self.convert),
            action="append" if self.repeats else "store",
            metavar=self.metavar,
            help=text,
        )


def said_on_the_line(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> dict[str, Any]:
    """What the command line says, by key. A wrong value ends the program with code 2."""
    given = vars(parser.parse_args(arguments))
    return {key: value for key, value in given.items() if value is not None}


def said_around(
    parser: argparse.ArgumentParser, options: Sequence[Option], environ: Mapping[str, str]
) -> dict[str, Any]:
    """What the environment says, by key. An empty variable counts as not set, as compose files
    leave them; a wrong one ends the program with code 2.
    """
    found: dict[str, Any] = {}
    for option in options:
        text = environ.get(option.variable, "")
        if not text:
            continue
        try:
            parts = text.split(",") if option.repeats else [text]
            values = [option.convert(part) for part in parts]
        except ValueError as error:
            parser.error(f"{option.variable}: {_complaint(text, error)}")
        found[option.key] = values if option.repeats else values[0]
    return found


def _explained(convert: Callable[[str], Any]) -> Callable[[str], Any]:
    def explained(text: str) -> Any:
        try:
            return convert(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(_complaint(text, error)) from None

    return explained


def _complaint(text: str, error: ValueError) -> str:
    return str(error) if isinstance(error, Unshown) else f"{text!r} {error}"
