"""Run `python -m app doctor`: what is here, what is missing, and what brings it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import click

from ...own_json import write_json
from ...settings import Settings
from ...version import VERSION
from ...visible import visible
from ..arguments import Option, read
from ..options import OPTIONS, Options
from ..options import command as serve
from . import machine, programs, python
from .finding import Finding

_INDENT = " " * 9

Look = Callable[[], Finding | list[Finding]]


def main(words: Sequence[str]) -> int:
    """Print what was found; return the exit code: 0 where the dashboard starts, 1 where not."""
    settings, as_json = read(command, words, os.environ)
    found = findings(settings)
    ails = [one for one in found if one.needed and one.state != "here"]
    if as_json:
        told = [one._asdict() for one in found]
        print(write_json({"handoff": VERSION, "serves": not ails, "findings": told}), flush=True)
    else:
        print("\n".join(map(visible, lines(found, ails))), flush=True)
    return 1 if ails else 0


@click.command(
    "doctor",
    params=[
        *OPTIONS,
        Option("json", bool, "one JSON document", variable=False),
    ],
    epilog="It exits with 0 where the dashboard starts with these options, and with 1 where not.",
)
@click.pass_context
def command(context: click.Context, /, json: bool, **values: Any) -> tuple[Settings, bool]:
    """Tell what is here and what is missing, with the command that brings it. The options are those
    of the dashboard.
    """
    options: Options = context.invoke(serve, **values)
    return options.settings, json


def findings(settings: Settings) -> list[Finding]:
    """Look at everything at a time, as some of it takes a while; return it in order."""
    home = settings.zookeeper_home
    is_started = home is not None or settings.ensemble is not None
    looks: dict[str, Look] = {
        "Python": python.python,
        "packages": python.packages,
        "SQLite": python.sqlite,
        "Java": lambda: programs.java(needed=is_started),
        "ZooKeeper": lambda: programs.zookeeper(home, needed=is_started),
        "port": lambda: machine.port(settings.host, settings.port),
        "port of ZooKeeper": machine.zookeepers_port,
        "browser": programs.browser,
        "history": lambda: machine.history(settings),
        "temporary folder": machine.temporary,
        "open files": machine.open_files,
        "tests": programs.of_the_tests,
    }
    with ThreadPoolExecutor(len(looks)) as executor:
        return [one for some in executor.map(_found, looks, looks.values()) for one in some]


def _found(name: str, look: Look) -> list[Finding]:
    """Return what was found; a place into which one may not look is told of too."""
    try:
        found = look()
    except OSError as error:
        return [Finding(name, f"cannot be looked at: {error}", "wrong")]
    return found if isinstance(found, list) else [found]


def lines(found: Iterable[Finding], ails: Sequence[Finding]) -> list[str]:
    """Return what is printed for a person."""
    told = [f"Handoff {VERSION}"]
    for one in found:
        told.append(f"{one.state:<{len(_INDENT)}}{one.name:<18}{one.says}")
        if one.brings:
            told.append(f"{_INDENT}{'':<18}{one.brings}")
    names = ", ".join(one.name for one in ails)
    return [
        *told,
        f"It does not start: {names}." if ails else "It starts: nothing needed is missing.",
    ]
