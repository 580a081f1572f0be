"""`python -m app candidate`: stands in an election and prints what happens."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from collections.abc import Mapping, MutableMapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from app.arguments import Option, as_hosts, as_path, as_switch, said_around, said_on_the_line
from app.candidate import Candidate, ZooKeeperUnavailable
from app.recipes.kinds import STRATEGIES
from app.security import OPEN, Security
from app.security_options import OPTIONS as SECURITY_OPTIONS
from app.security_options import take_security
from app.shell.lines import Printer

if TYPE_CHECKING:
    from types import FrameType


class Setting(NamedTuple):
    """What the command line and the environment say. session_timeout is in seconds."""

    zookeeper: str = "127.0.0.1:2181"
    election: str = "/election"
    id: str | None = None
    strategy: str = "predecessor"
    session_timeout: float = 4.0
    json: bool = False
    security: Security = OPEN


def _strategy(text: str) -> str:
    if text not in STRATEGIES:
        raise ValueError(f"must be one of {', '.join(STRATEGIES)}")
    return text


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
    Option("zookeeper", as_hosts, "the ZooKeeper, host:2181,…[/chroot]", "HOSTS"),
    *SECURITY_OPTIONS,
    Option("election", as_path, "the election to stand in; made if it is missing", "PATH"),
    Option("id", _identity, "what it is called; its process id if nothing is said", "NAME"),
    Option("strategy", _strategy, f"{', '.join(STRATEGIES)}", "NAME"),
    Option("session-timeout", _seconds, "after how much silence its session ends", "SECONDS"),
    Option("json", as_switch, "one JSON object a line"),
)


def main(arguments: Sequence[str]) -> int:
    """Stand until a signal ends it; returns the exit code: 0 for a clean end, 2 where it cannot
    start.
    """
    setting = parse(arguments, os.environ)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    printer = Printer(sys.stdout, colour=shows_colour(os.environ), as_json=setting.json)
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
        print(f"handoff candidate: {error}", file=sys.stderr)
        return 2
    printer.on_broken = candidate.stop
    _Ending(candidate)
    try:
        candidate.run()
    except ZooKeeperUnavailable as error:
        print(f"handoff candidate: {error.message}", file=sys.stderr)
        return 2
    return 0


def parse(arguments: Sequence[str], environ: MutableMapping[str, str]) -> Setting:
    """What is said; secrets are taken out of `environ`. A wrong value ends the program with code 2
    and a line that names it.
    """
    parser = argparse.ArgumentParser(
        prog="python -m app candidate",
        description="Stand in a leader election on Apache ZooKeeper, and print what happens.",
        epilog="Each option can also be set by the variable in [brackets]. Ctrl-C leaves the"
        " election cleanly; a second one ends the process at once.",
        allow_abbrev=False,
    )
    for option in OPTIONS:
        option.add_to(parser, Setting._field_defaults.get(option.key))
    given = said_on_the_line(parser, arguments)
    values = {**said_around(parser, OPTIONS, environ), **given}
    return Setting(security=take_security(parser, values, environ), **values)


def shows_colour(environ: Mapping[str, str]) -> bool:
    """Only on a terminal, and not where NO_COLOR asks for none (https://no-color.org)."""
    plain = environ.get("NO_COLOR") or environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


class _Ending:
    """The first signal asks the candidate to leave; a second one ends the process at once.

    A hang-up that the caller ignores (nohup) stays ignored.
    """

    def __init__(self, candidate: Candidate) -> None:
        self._candidate = candidate
        self._asked = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self._asked:
            os._exit(128 + number)
        self._asked = True
        self._candidate.stop()
