"""Run `python -m app candidate`: stand in an election and print what happens."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any, NamedTuple

import click

from ..errors import ZooKeeperUnavailable
from ..library.lines import UNREAD, NewsPrinter
from ..recipes.election.strategies import STRATEGIES
from ..system.logs import log_to_stderr
from ..visible import visible
from ..zookeeper.addresses import as_hosts
from ..zookeeper.security import Security
from .arguments import Option, as_path, read
from .ending import end_at_a_signal
from .security_options import OPTIONS as SECURITY_OPTIONS
from .security_options import take_security


class CommandSetting(NamedTuple):
    """The settings from the command line and the environment. session_timeout is in seconds."""

    zookeeper: str
    election: str
    id: str | None
    strategy: str
    session_timeout: float
    json: bool
    security: Security


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.1 <= seconds <= 600:
        raise ValueError("must be seconds, from 0.1 to 600")
    return seconds


def _identity(text: str) -> str:
    if not (text.strip() and text.isprintable() and len(text) <= 100):
        raise ValueError("must be a name of at most 100 printable characters")
    return text


OPTIONS = (
    Option("zookeeper", as_hosts, "the ZooKeeper, host:2181,…[/chroot]", "HOSTS", "127.0.0.1:2181"),
    *SECURITY_OPTIONS,
    Option(
        "election", as_path, "the election to stand in; created if missing", "PATH", "/election"
    ),
    Option("id", _identity, "its name; its process id by default", "NAME"),
    Option("strategy", click.Choice(STRATEGIES), ", ".join(STRATEGIES), "NAME", "predecessor"),
    Option("session-timeout", _seconds, "after how much silence its session ends", "SECONDS", 4),
    Option("json", bool, "one JSON object a line"),
)


def main(arguments: Sequence[str]) -> int:
    """Stand until a signal ends it; return the exit code: 0 for a clean end, 2 where it cannot
    start, `UNREAD` where the reader of its lines has ended. The import is inside because `--help`
    needs nothing of it.
    """
    setting = parse(arguments, os.environ)
    from ..library.candidate import Candidate

    log_to_stderr(form="%(levelname)s %(name)s: %(message)s")
    logging.getLogger(f"{__package__}.standing").disabled = True  # the lines below say it too
    printer = NewsPrinter(sys.stdout, colour=shows_colour(os.environ), as_json=setting.json)
    try:
        candidate = Candidate(
            setting.zookeeper,
            setting.election,
            setting.id or str(os.getpid()),
            strategy=setting.strategy,
            session_timeout=setting.session_timeout,
            on_news=printer.tell,
            auth=setting.security.auth,
            acl=setting.security.acl,
            sasl=setting.security.sasl,
            tls=setting.security.tls,
        )
    except ValueError as error:
        print(visible(f"handoff candidate: {error}"), file=sys.stderr)
        return 2
    printer.on_broken = candidate.stop
    end_at_a_signal(candidate.stop)
    try:
        candidate.run()
    except ZooKeeperUnavailable as error:
        print(visible(f"handoff candidate: {error.message}"), file=sys.stderr)
        return 2
    return UNREAD if printer.is_broken else 0


def parse(words: Sequence[str], environ: MutableMapping[str, str]) -> CommandSetting:
    """Read the options; secrets are taken out of `environ`. A wrong value ends the program with
    code 2 and a line that names it.
    """
    setting: CommandSetting = read(command, words, environ)
    return setting


@click.command(
    "candidate",
    params=[*OPTIONS],
    epilog="Each option can also be set by the variable in [brackets]. Ctrl-C leaves the election"
    " cleanly; a second one ends the process at once.",
)
@click.pass_obj
def command(environ: MutableMapping[str, str], /, **values: Any) -> CommandSetting:
    """Stand in a leader election on Apache ZooKeeper, and print what happens."""
    return CommandSetting(security=take_security(values, environ), **values)


def shows_colour(environ: Mapping[str, str]) -> bool:
    """Use colour only on a terminal, and not where NO_COLOR forbids it (https://no-color.org). A
    program that is started without an output (`>&-`) has none, and prints nothing.
    """
    plain = environ.get("NO_COLOR") or environ.get("TERM") == "dumb"
    return sys.stdout is not None and sys.stdout.isatty() and not plain
