"""The options of the command `serve`."""

from __future__ import annotations

import argparse
import re
import secrets
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from app.arguments import Option, as_hosts, as_path, as_switch, said_around, said_on_the_line
from app.security import Security
from app.security_options import OPTIONS as SECURITY_OPTIONS
from app.security_options import take_security
from app.settings import Settings
from app.version import VERSION


class Options(NamedTuple):
    """What the command line and the environment say."""

    settings: Settings
    verbose: bool


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


def _token(text: str) -> str:
    if not (text.isascii() and text.isprintable() and " " not in text):
        raise ValueError("must be of printable ASCII characters without a space")
    return text


OPTIONS = (
    Option("host", _host, "address to serve on; another than loopback needs a token", "ADDRESS"),
    Option("port", _port, "port to serve on; 0 takes a free one", "PORT"),
    Option("zookeeper", as_hosts, "use this ZooKeeper (host:2181,…[/chroot]), start none", "HOSTS"),
    *SECURITY_OPTIONS,
    Option("ensemble", _ensemble, "start so many Apache servers: 1, 3 or 5; needs Java", "N"),
    Option("zookeeper-home", Path, "directory of the Apache ZooKeeper to start", "DIR"),
    Option("election", as_path, "election to show first", "PATH"),
    Option("read-only", as_switch, "refuse every action"),
    Option("token", _token, "ask for this token; made at start where one is needed", "TOKEN"),
    Option("data", Path, "where the started ZooKeeper keeps its data; else temporary", "DIR"),
    Option("candidate-limit", _limit, "at most so many candidates at a time", "N"),
    Option("allowed-host", _host, "a further Host name to answer to (a proxy's)", "NAME", True),
    Option("no-browser", as_switch, "do not open the page"),
    Option("verbose", as_switch, "log everything, requests too"),
)


def parse(arguments: Sequence[str], environ: MutableMapping[str, str]) -> Options:
    """The options; what the environment says holds where the command line says nothing. Secrets
    are taken out of `environ`.

    A wrong value ends the program with code 2 and a line that names the option or variable.
    """
    parser = _create_parser()
    rest = list(arguments)
    if rest[:1] == ["serve"]:
        rest.pop(0)
    given = said_on_the_line(parser, rest)
    around = said_around(parser, OPTIONS, environ)
    for values in (given, around):
        _check_source(parser, values)
    if "ensemble" in given or "zookeeper" in given:  # one choice, so the other variable is unsaid
        around = {k: v for k, v in around.items() if k not in ("ensemble", "zookeeper")}
    values = {**around, **given}
    values["security"] = take_security(parser, values, environ)
    _check_reach(parser, values)
    return _to_options(values)


def _check_source(parser: argparse.ArgumentParser, values: Mapping[str, Any]) -> None:
    """There is one ZooKeeper: an existing one, or one that is started."""
    if "ensemble" in values and "zookeeper" in values:
        parser.error(
            "--ensemble starts a ZooKeeper and --zookeeper uses an existing one: give one of them"
        )


def _check_reach(parser: argparse.ArgumentParser, values: Mapping[str, Any]) -> None:
    """What we start ourselves speaks neither TLS nor SASL."""
    security: Security = values["security"]
    if "zookeeper" not in values and (security.tls or security.sasl):
        parser.error(
            "--zookeeper-tls and --zookeeper-sasl are for a ZooKeeper of yours, and the one that"
            " would be started here speaks neither: say --zookeeper HOSTS too"
        )


def _create_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m app",
        usage="python -m app [serve] [options]",
        description="Serve Handoff, the dashboard of leader elections on Apache ZooKeeper.",
        epilog="Each option can also be set by the variable in [brackets]. The other commands, each"
        " with --help: python -m app candidate (one candidate in this terminal), python -m app"
        " sandbox (the embedded ZooKeeper alone).",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"handoff {VERSION}")
    for option in OPTIONS:
        option.add_to(parser, getattr(Settings(), option.key, None))
    return parser


def _to_options(values: dict[str, Any]) -> Options:
    verbose = values.pop("verbose", False)
    values["open_browser"] = not values.pop("no_browser", False)
    values["names_election"] = "election" in values
    values["allowed_hosts"] = tuple(values.pop("allowed_host", ()))
    if "zookeeper_home" in values and "zookeeper" not in values:
        values.setdefault("ensemble", 1)
    settings = Settings(**values)
    if settings.token is None and not settings.on_loopback:
        settings = replace(settings, token=secrets.token_urlsafe(18))
    return Options(settings, verbose)
