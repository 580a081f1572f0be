"""The options of the command `serve`."""

from __future__ import annotations

import re
import secrets
from collections.abc import MutableMapping, Sequence
from dataclasses import replace
from ipaddress import ip_network
from platform import python_version
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import click
from click.core import ParameterSource

from ..settings import Settings, base_path_of
from ..version import PACKAGE, VERSION
from ..zookeeper.addresses import as_hosts
from .arguments import Option, as_folder, as_host, as_number, as_path, read
from .catalogue import COMMANDS
from .security_options import OPTIONS as SECURITY_OPTIONS
from .security_options import take_security


class Options(NamedTuple):
    """The settings from the command line and the environment."""

    settings: Settings
    verbose: bool


def _allowed_host(text: str) -> str:
    address = f"[{text}]" if text.count(":") > 1 and "[" not in text else text
    if not re.fullmatch(r"(\[[A-Fa-f0-9:.]+\]|[A-Za-z0-9_.-]+)(:[0-9]{1,5})?", address):
        raise ValueError("must be NAME or NAME:PORT, as in the address that the browser shows")
    return address


def _base_path(text: str) -> str:
    path = base_path_of(text)
    if path is None:
        raise ValueError("must be a path such as /class/handoff, as in the browser's address")
    return path


def _proxy(text: str) -> str:
    try:
        return str(ip_network(text))
    except ValueError:
        raise ValueError("must be an address, or a network such as 172.18.0.0/16") from None


def _token(text: str) -> str:
    if not (text and text.isascii() and text.isprintable() and " " not in text):
        raise ValueError("must be of printable ASCII characters without a space")
    return text


def _code(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9]{8}", text):
        raise ValueError("must be eight letters a to z or digits, as people type them")
    return text


def _address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.fragment:
        raise ValueError("must be the address that another dashboard prints, http://HOST:PORT/…")
    return text


OPTIONS = (
    Option(
        "host", as_host, "address to serve on; any other than loopback needs a token, or --open",
        "ADDRESS", Settings.host,
    ),
    Option(
        "port", as_number(0, 65535), "port to serve on; 0 takes a free one", "PORT", Settings.port
    ),
    Option("zookeeper", as_hosts, "ZooKeeper address (host:2181,…[/chroot]); starts none", "HOSTS"),
    *SECURITY_OPTIONS,
    Option("ensemble", click.Choice((1, 3, 5)), "start this many Apache servers; needs Java"),
    Option("zookeeper-home", as_folder, "directory of the Apache ZooKeeper to start", "DIR"),
    Option("election", as_path, "election to show first", "PATH", Settings.election),
    Option("read-only", bool, "refuse every action"),
    Option(
        "token", _token, "ask for this token; generated at start if one is needed", "TOKEN",
        ignores_blank=True,
    ),
    Option(
        "audience-code", _code, "let those look on who bring this code; generated with a token",
        "CODE",
    ),
    Option("open", bool, "ask for no token: let everybody who reaches the dashboard act"),
    Option(
        "data", as_folder, "where to keep the history, and the started ZooKeeper's data", "DIR"
    ),
    Option("no-history", bool, "keep no history after the dashboard has ended"),
    Option(
        "history-days", as_number(1, 36_500), "forget older history", "N", Settings.history_days
    ),
    Option(
        "history-megabytes", as_number(8, 1_000_000), "forget the oldest if it takes more", "N",
        Settings.history_megabytes,
    ),
    Option(
        "candidate-limit", as_number(1, 10_000), "at most this many candidates at a time", "N",
        Settings.candidate_limit,
    ),
    Option(
        "allowed-host", _allowed_host,
        "another address to answer at, a reverse proxy's; needs a token, or --open", "NAME[:PORT]",
        multiple=True,
    ),
    Option(
        "base-path", _base_path, "the path below which a reverse proxy serves it", "PATH", "/"
    ),
    Option(
        "trusted-proxy", _proxy,
        "believe the X-Forwarded-For, -Prefix and -Proto of this proxy; needs a token, or --open",
        "ADDRESS", multiple=True,
    ),
    Option(
        "relay", _address, "show another dashboard to many, in place of a ZooKeeper", "URL"
    ),
    Option("relay-token", _token, "the token of that dashboard, if URL has none", "TOKEN"),
    Option("print-events", bool, "print every event as a line of JSON; all else goes to stderr"),
    Option("no-browser", bool, "do not open the page"),
    Option("verbose", bool, "log everything, requests too"),
)  # fmt: skip


def parse(words: Sequence[str], environ: MutableMapping[str, str]) -> Options:
    """Read the options; the command line overrides the environment. Secrets are taken out of
    `environ`. A wrong value ends the program with code 2.
    """
    options: Options = read(command, words[1:] if words[:1] == ["serve"] else words, environ)
    return options


@click.command(
    "serve",
    params=[*OPTIONS],
    epilog="Each option can also be set by the variable in [brackets].\n\n\b\n"
    f"The commands: python -m {PACKAGE} COMMAND --help\n"
    + "\n".join(f"  {name:<12}{one.about}" for name, one in COMMANDS.items()),
)
@click.version_option(VERSION, message=f"handoff %(version)s (Python {python_version()})")
@click.pass_context
def command(
    context: click.Context, /, verbose: bool, no_browser: bool, no_history: bool, **values: Any
) -> Options:
    """Serve Handoff, the dashboard of leader elections on Apache ZooKeeper; the default command."""
    security = take_security(values, context.obj)
    _choose_source(context, values)
    if values["zookeeper"] is None and (security.tls or security.sasl):
        raise click.UsageError(
            "--zookeeper-tls and --zookeeper-sasl are for a ZooKeeper of your own; the one that"
            " would be started here speaks neither: give --zookeeper HOSTS too"
        )
    settings = Settings(
        security=security,
        allowed_hosts=values.pop("allowed_host"),
        trusted_proxies=values.pop("trusted_proxy"),
        open_browser=not no_browser,
        history=not no_history,
        names_election=context.get_parameter_source("election") is not ParameterSource.DEFAULT,
        **values,
    )
    return Options(with_token(settings), verbose)


def with_token(settings: Settings) -> Settings:
    """Return the settings with a token, where others can reach the dashboard: by its own address,
    or by a reverse proxy's, or with an audience's code. Raise click's UsageError where it is both
    open and asks for a token or a code, and where these are the same.
    """
    if settings.open and settings.token is not None:
        raise click.UsageError("--open asks for no token, and --token for one: give one of them")
    if settings.open and settings.audience_code is not None:
        raise click.UsageError(
            "--open lets everybody act, and --audience-code lets some look on: give one of them"
        )
    if settings.token is not None and settings.token.lower() == settings.audience_code:
        raise click.UsageError(
            "--token lets act, and --audience-code lets look on: they must not be the same"
        )
    is_reached = (
        settings.allowed_hosts
        or settings.trusted_proxies
        or not settings.on_loopback
        or settings.audience_code is not None
    )
    if settings.token is None and is_reached and not settings.open:
        return replace(settings, token=secrets.token_urlsafe(18))
    return settings


def _choose_source(context: click.Context, values: dict[str, Any]) -> None:
    """Choose between an existing ZooKeeper and one that is started: the command line overrides the
    other one's variable. Another dashboard needs neither.
    """
    if values["relay"] is not None:
        for name in ("zookeeper", "ensemble", "zookeeper_home"):
            if values[name] is not None:
                raise click.UsageError(
                    f"--relay shows another dashboard, which has its own ZooKeeper: give no"
                    f" --{name.replace('_', '-')}"
                )
    if values["zookeeper"] is None and values["zookeeper_home"] is not None:
        values["ensemble"] = values["ensemble"] or 1
    elif values["zookeeper"] is not None and values["ensemble"] is not None:
        said = {one: context.get_parameter_source(one) for one in ("zookeeper", "ensemble")}
        weaker = [one for one, by in said.items() if by is ParameterSource.ENVIRONMENT]
        if len(weaker) != 1:
            raise click.UsageError(
                "--ensemble starts a ZooKeeper and --zookeeper uses an existing one:"
                " give one of them"
            )
        values[weaker[0]] = None
