"""The options of the command line and their names in the environment."""

from __future__ import annotations

import argparse
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from app.settings import Settings
from app.version import VERSION

_HOSTS = re.compile(r"[^\s,/]+(,[^\s,/]+)*(/[^\s]*[^\s/])?/?")
_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


class Options(NamedTuple):
    """What the command line and the environment say."""

    settings: Settings
    verbose: bool


class Option(NamedTuple):
    """One option: `--name VALUE`, or a switch where `convert` is `_switch`."""

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


def _switch(text: str) -> bool:
    if text.lower() not in _TRUE | _FALSE:
        raise ValueError("must be 1 or 0")
    return text.lower() in _TRUE


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 65535):
        raise ValueError("must be a number from 0 to 65535")
    return int(text)


def _ensemble(text: str) -> int:
    if text not in ("1", "3", "5"):
        raise ValueError("must be 1, 3 or 5")
    return int(text)


def _limit(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 10_000):
        raise ValueError("must be a number from 1 to 10000")
    return int(text)


def _host(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_.:-]+", text.strip("[]")):
        raise ValueError("must be a name or an address of this machine")
    return text.strip("[]")


def _hosts(text: str) -> str:
    if not _HOSTS.fullmatch(text):
        raise ValueError("must look like host:2181,host:2181 or host:2181/chroot")
    return text


def _path(text: str) -> str:
    parts = text.split("/")
    if parts[0] or len(parts) < 2 or {"", ".", ".."} & set(parts[1:]):
        raise ValueError("must be a path such as /election")
    return text


def _token(text: str) -> str:
    if not (text.isascii() and text.isprintable() and " " not in text):
        raise ValueError("must be of printable ASCII characters without a space")
    return text


OPTIONS = (
    Option("host", _host, "address to serve on; another than loopback needs a token", "ADDRESS"),
    Option("port", _port, "port to serve on; 0 takes a free one", "PORT"),
    Option("zookeeper", _hosts, "use this ZooKeeper (host:2181,…[/chroot]), start none", "HOSTS"),
    Option("ensemble", _ensemble, "start so many Apache servers: 1, 3 or 5; needs Java", "N"),
    Option("zookeeper-home", Path, "directory of the Apache ZooKeeper to start", "DIR"),
    Option("election", _path, "election to show first", "PATH"),
    Option("read-only", _switch, "refuse every action"),
    Option("token", _token, "ask for this token; made at start where one is needed", "TOKEN"),
    Option("data", Path, "where the started ZooKeeper keeps its data; else temporary", "DIR"),
    Option("candidate-limit", _limit, "at most so many candidates at a time", "N"),
    Option("allowed-host", _host, "a further Host name to answer to (a proxy's)", "NAME", True),
    Option("no-browser", _switch, "do not open the page"),
    Option("verbose", _switch, "log everything, requests too"),
)


def parse(arguments: Sequence[str], environ: Mapping[str, str]) -> Options:
    """The options; what the environment says holds where the command line says nothing.

    A wrong value ends the program with code 2 and a line that names the option or variable.
    """
    parser = _create_parser()
    rest = list(arguments)
    if rest[:1] == ["serve"]:
        rest.pop(0)
    given = {k: v for k, v in vars(parser.parse_args(rest)).items() if v is not None}
    around = _from_environment(parser, environ)
    for values in (given, around):
        _check_source(parser, values)
    if "ensemble" in given or "zookeeper" in given:  # one choice, so the other variable is unsaid
        around = {k: v for k, v in around.items() if k not in ("ensemble", "zookeeper")}
    return _to_options({**around, **given})


def _check_source(parser: argparse.ArgumentParser, values: Mapping[str, Any]) -> None:
    """There is one ZooKeeper: an existing one, or one that is started."""
    if "ensemble" in values and "zookeeper" in values:
        parser.error(
            "--ensemble starts a ZooKeeper and --zookeeper uses an existing one: give one of them"
        )


def _create_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m app",
        usage="python -m app [serve] [options]",
        description="Serve Handoff, the dashboard of leader elections on Apache ZooKeeper.",
        epilog="Each option can also be set by the variable in [brackets]. The embedded ZooKeeper"
        " alone: python -m app sandbox --help.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"handoff {VERSION}")
    for option in OPTIONS:
        _add(parser, option)
    return parser


def _add(parser: argparse.ArgumentParser, option: Option) -> None:
    text = f"{option.help}{_default_of(option)} [{option.variable}]"
    if option.convert is _switch:
        parser.add_argument(f"--{option.name}", action="store_true", default=None, help=text)
        return
    parser.add_argument(
        f"--{option.name}",
        type=_explained(option.convert),
        action="append" if option.repeats else "store",
        metavar=option.metavar,
        help=text,
    )


def _default_of(option: Option) -> str:
    value = getattr(Settings(), option.key, None)
    return "" if value in (None, False) else f" (default {value})"


def _explained(convert: Callable[[str], Any]) -> Callable[[str], Any]:
    def explained(text: str) -> Any:
        try:
            return convert(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(f"{text!r} {error}") from None

    return explained


def _from_environment(
    parser: argparse.ArgumentParser, environ: Mapping[str, str]
) -> dict[str, Any]:
    """The variables that are set; an empty one counts as not set, as compose files leave them."""
    found: dict[str, Any] = {}
    for option in OPTIONS:
        text = environ.get(option.variable, "")
        if not text:
            continue
        try:
            parts = text.split(",") if option.repeats else [text]
            values = [option.convert(part) for part in parts]
        except ValueError as error:
            parser.error(f"{option.variable}: {text!r} {error}")
        found[option.key] = values if option.repeats else values[0]
    return found


def _to_options(values: dict[str, Any]) -> Options:
    verbose = values.pop("verbose", False)
    values["open_browser"] = not values.pop("no_browser", False)
    values["allowed_hosts"] = tuple(values.pop("allowed_host", ()))
    if "zookeeper_home" in values and "zookeeper" not in values:
        values.setdefault("ensemble", 1)
    settings = Settings(**values)
    if settings.token is None and not settings.on_loopback:
        settings = replace(settings, token=secrets.token_urlsafe(18))
    return Options(settings, verbose)
