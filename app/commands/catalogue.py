"""The commands by their names, in the order in which the help lists them. Nothing of a command is
loaded before somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, cast

from .drill import NAME as DRILL

if TYPE_CHECKING:
    import click


class CommandEntry(NamedTuple):
    """A command. about: what it does, in a few words. runs: the function that runs it, in which
    file. declares: the file that says which options it has. below: the commands below it.
    """

    about: str
    runs: str
    declares: str
    below: Mapping[str, CommandEntry] = {}

    def run(self, words: Sequence[str]) -> int:
        """Run it with the words that follow its name; return the exit code."""
        file, _, function = self.runs.partition(":")
        return cast(int, getattr(_loaded(file), function)(words))

    @property
    def command(self) -> click.Command:
        """Return its options, as click has them."""
        return cast("click.Command", _loaded(self.declares).command)


def _loaded(file: str) -> ModuleType:
    return import_module(f".{file}", __package__)


COMPLETES = "_HANDOFF_COMPLETE"
"""The variable by which a shell asks how the words on its line go on."""
DEFAULT = "serve"
_OF_DRILL = {
    "report": CommandEntry("a report again, in other forms", "", "drill.report"),
    "compare": CommandEntry("two reports, compared", "", "drill.compare"),
    "servers": CommandEntry("strike a dashboard's servers", "", "drill.servers"),
}
COMMANDS: Mapping[str, CommandEntry] = {
    DEFAULT: CommandEntry("the dashboard", "serve:main", "options"),
    "candidate": CommandEntry("one candidate in this terminal", "candidate:main", "candidate"),
    "sandbox": CommandEntry("the embedded ZooKeeper alone", "sandbox:main", "sandbox"),
    "replay": CommandEntry("a recording, without ZooKeeper", "replay:main", "replay"),
    DRILL: CommandEntry("measure failovers", "drill.main:main", "drill.options", _OF_DRILL),
    "undo": CommandEntry("mend what a killed drill left broken", "drill.undo:undo", "drill.undo"),
    "doctor": CommandEntry("what is here, and what is missing", "doctor.main:main", "doctor.main"),
    "completion": CommandEntry("complete words in a shell", "completion:main", "completion"),
}
