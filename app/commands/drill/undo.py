"""Run `python -m app undo`: mend what a drill that was killed has left broken."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from ...recipes.drill.actions.commands import run_command
from ...system.undo import forget, undo_left
from ..arguments import read
from ..serve import say
from .conclusion import UNMENDED


def undo(words: Sequence[str]) -> int:
    """Mend what a drill that was killed has left broken; return the exit code: 0 where nothing
    stays broken, 4 where something does. Every command is tried.
    """
    read(command, words, os.environ)
    left = undo_left()
    if not left:
        say("nothing is left to mend")
    failed = 0
    for run in left:
        for number, entry in run.entries.items():
            ran = run_command(entry["command"], entry["env"])
            say(f"{entry['election']}: {entry['command']}: {ran.fault or 'done'}")
            if ran.fault is None:
                forget(run, number)
            failed += ran.fault is not None
    return UNMENDED if failed else 0


@click.command("undo")
def command() -> None:
    """Mend what a drill that was killed has left broken: run each --mend that it did not."""
