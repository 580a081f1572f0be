"""The consoles in the state document: each with its session, and what was said in it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict, cast, get_type_hints

from ..journal.znode_facts import removal
from ..readmodels.document import Data, Folded, Place, State, with_section, without_key
from ..readmodels.event import Event
from ..readmodels.models import Models
from ..readmodels.untyped import UntypedSection
from ..readmodels.zookeeper import SessionTold
from .words import CONSOLE_TONES, CONSOLES


class Output(TypedDict):
    """The first lines of an answer, and how many more there were."""

    output: Sequence[str]
    left_out: int


class Said(Output):
    prompt: str
    line: str | None
    at: float


class DeletedZnode(TypedDict):
    path: str
    zxid: int | None


class ConsoleTold(SessionTold):
    """A console's session as events tell it. watches: how many wait in it."""

    watches: int
    prompt: str


class ConsoleState(ConsoleTold):
    hosts: str
    since: float
    said: int
    lines: int
    entries: Mapping[str, Said]


Consoles = Mapping[str, ConsoleState]

KEPT_ENTRIES = 100
KEPT_CHARACTERS = 60_000
_OF_SESSION = tuple(get_type_hints(ConsoleTold))


class ConsolesSection(UntypedSection[Consoles]):
    """The part of the state document about consoles, by their names."""

    name = "consoles"
    group = "workbench"
    families = ("console",)
    words = CONSOLES
    tones = CONSOLE_TONES
    untold = frozenset({"console.session", "console.told"})

    def new(self) -> Consoles:
        """Return the section without a console."""
        return {}

    def fold(self, models: Models, state: State, event: Event, at: float) -> Folded:
        """Fold an event of a console; a line in it may delete znodes."""
        what, subject, data = event.kind.partition(".")[2], event.subject, event.data
        changed = with_event(self.of(state), subject, what, data, at)
        state = with_section(state, self.name, changed)
        touched: list[Place] = []
        for one in data.get("deleted", ()) if what == "said" else ():
            by, zxid = f"console {subject}", one.get("zxid")
            state, places = removal(models, state, one["path"], by, zxid)
            touched += places
        return state, touched


def with_event(consoles: Consoles, name: str, what: str, data: Data, at: float) -> Consoles:
    """Return the consoles after `console.…` of the console `name`."""
    if what == "opened":
        return {**consoles, name: _new(data, at)}
    if name not in consoles:
        return consoles
    if what == "closed":
        return without_key(consoles, name)
    console = _FOLDS[what](consoles[name], data, at) if what in _FOLDS else consoles[name]
    return {**consoles, name: console}


def _new(data: Data, at: float) -> ConsoleState:
    console = {"hosts": data["hosts"], "since": at, "said": 0, "lines": 0, "entries": {}}
    return _session(cast(ConsoleState, console), data, at)


def _session(console: ConsoleState, data: Data, at: float) -> ConsoleState:
    return cast(ConsoleState, {**console, **{key: data[key] for key in _OF_SESSION}})


def _said(console: ConsoleState, data: Data, at: float) -> ConsoleState:
    """Add an entry; the oldest go when there are too many, or too much text."""
    line, prompt = data.get("line"), data.get("prompt", "")
    output, left_out = data["output"], data["left_out"]
    told: Said = {"prompt": prompt, "line": line, "output": output, "left_out": left_out, "at": at}
    number = console["said"] + 1
    entries = {**console["entries"], str(number): told}
    sizes = {key: sum(map(len, one["output"])) for key, one in entries.items()}
    while len(entries) > 1 and (
        len(entries) > KEPT_ENTRIES or sum(sizes[key] for key in entries) > KEPT_CHARACTERS
    ):
        del entries[min(entries, key=int)]
    lines = console["lines"] + (line is not None)
    return {**console, "said": number, "lines": lines, "entries": entries}


_FOLDS = {"session": _session, "said": _said, "told": _said}
