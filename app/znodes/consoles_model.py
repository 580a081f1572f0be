"""The consoles in the state document: each with its session, and what was said in it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ..journal.znode_facts import removal
from ..readmodels.document import Folded, Place, State, without_key
from ..readmodels.event import Event
from ..readmodels.model import Models, Section, by_kind, on
from ..readmodels.zookeeper import SessionTold
from .events import (
    ConsoleBegan,
    ConsoleClosed,
    ConsoleHeard,
    ConsoleSaid,
    ConsoleSessionChanged,
    ConsoleSessionEvent,
)


class Output(TypedDict):
    """The first lines of an answer, and how many more there were."""

    output: Sequence[str]
    left_out: int


class Said(Output):
    prompt: str
    line: str | None
    at: float


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


def _began(consoles: Consoles, event: ConsoleBegan, at: float) -> Consoles:
    console: ConsoleState = {
        "hosts": event.hosts,
        "since": at,
        "said": 0,
        "lines": 0,
        "entries": {},
        **_told(event),
    }
    return {**consoles, event.subject: console}


def _told(event: ConsoleSessionEvent) -> ConsoleTold:
    return {**event.told, "watches": event.watches, "prompt": event.prompt}


def _session(consoles: Consoles, event: ConsoleSessionChanged, at: float) -> Consoles:
    if event.subject not in consoles:
        return consoles
    return {**consoles, event.subject: {**consoles[event.subject], **_told(event)}}


def _said(consoles: Consoles, event: ConsoleSaid | ConsoleHeard, at: float) -> Consoles:
    """Add an entry; the oldest go when there are too many, or too much text."""
    console = consoles.get(event.subject)
    if console is None:
        return consoles
    prompt, line = "", None
    if isinstance(event, ConsoleSaid):
        prompt, line = event.prompt, event.typed
    output, left_out = event.output, event.left_out
    told: Said = {"prompt": prompt, "line": line, "output": output, "left_out": left_out, "at": at}
    number = console["said"] + 1
    entries = {**console["entries"], str(number): told}
    sizes = {key: sum(map(len, one["output"])) for key, one in entries.items()}
    while len(entries) > 1 and (
        len(entries) > KEPT_ENTRIES or sum(sizes[key] for key in entries) > KEPT_CHARACTERS
    ):
        del entries[min(entries, key=int)]
    lines = console["lines"] + (line is not None)
    changed: ConsoleState = {**console, "said": number, "lines": lines, "entries": entries}
    return {**consoles, event.subject: changed}


def _closed(consoles: Consoles, event: ConsoleClosed, at: float) -> Consoles:
    return without_key(consoles, event.subject)


class ConsolesSection(Section[Consoles]):
    """The part of the state document about consoles, by their names."""

    name = "consoles"
    families = ("console",)
    folds = by_kind(
        on(ConsoleBegan, _began),
        on(ConsoleSessionChanged, _session),
        on(ConsoleSaid, _said),
        on(ConsoleHeard, _said),
        on(ConsoleClosed, _closed),
    )

    def new(self) -> Consoles:
        """Return the section without a console."""
        return {}

    def fold(self, models: Models, state: State, event: Event, at: float) -> Folded:
        """Fold an event of a console; a line in it may delete znodes."""
        state, _ = super().fold(models, state, event, at)
        touched: list[Place] = []
        for one in (event.deleted or ()) if isinstance(event, ConsoleSaid) else ():
            by = f"console {event.subject}"
            state, places = removal(models, state, one["path"], by, one["zxid"])
            touched += places
        return state, touched
