"""Declare what can happen: one class for each kind of event, before the journal has numbered it.

A class has the kind, the fields (`data` in the contract, in this order), the line that a list of
what happened shows, and the line's tone and group.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum
from functools import cache
from typing import Any, ClassVar, Final, Self, dataclass_transform

from .document import Data
from .wording import Line

RECIPES = "recipes"
"""The group of the events that a recipe itself tells."""


class Unsaid(Enum):
    """The value of a field that an event does not tell."""

    UNSAID = "unsaid"


UNSAID: Final = Unsaid.UNSAID

KINDS: dict[str, type[Event]] = {}
"""kind -> its class."""


def spelled(key: str, default: Any = MISSING) -> Any:
    """Return a field that has another name in the contract, such as a keyword of Python."""
    return field(metadata={"key": key}, default=default)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field, spelled))
class _Declared:
    """The base of classes whose annotations are their fields."""


class Event(_Declared):
    """An event, about `subject`.

    The data leave out a field that has its default. told: False where no list of what happened
    shows it. tone: dead|frozen|fired|lead|new|wait|lost, or none. group: the events that a list
    shows or hides together; None: no filter hides it. counted: the word under which it is counted
    while there are many of it. rest: the field with all further data, at its place.
    """

    kind: ClassVar[str] = ""
    family: ClassVar[str] = ""
    tone: ClassVar[str] = ""
    group: ClassVar[str | None] = None
    counted: ClassVar[str] = ""
    is_told: ClassVar[bool] = True
    _rest: ClassVar[str] = ""
    _keys: ClassVar[Sequence[tuple[str, str, Any]]] = ()
    """Each field's name, its key, and its default, or MISSING where it has none."""

    subject: str = field(kw_only=False)

    def __init_subclass__(
        cls,
        *,
        kind: str = "",
        tone: str | None = None,
        group: str | None = None,
        counted: str = "",
        told: bool = True,
        rest: str | None = None,
    ) -> None:
        if kind in KINDS:
            raise ValueError(f"two classes are of the kind {kind!r}")
        cls.kind, cls.family = kind, kind.partition(".")[0]
        cls.counted, cls.is_told = counted, told
        cls.tone = cls.tone if tone is None else tone
        cls.group = cls.group if group is None else group
        cls._rest = cls._rest if rest is None else rest
        dataclass(frozen=True, kw_only=True)(cls)
        cls._keys = [
            (one.name, one.metadata.get("key", one.name), one.default)
            for one in fields(cls)
            if one.name != "subject"
        ]
        if kind:
            KINDS[kind] = cls

    @property
    def data(self) -> Data:
        """Return its data, as the contract has them."""
        data: dict[str, Any] = {}
        for name, key, default in self._keys:
            value = getattr(self, name)
            if name == self._rest:
                data |= value
            elif value is not default:
                data[key] = value
        return data

    @property
    def counts_for(self) -> int:
        """Return how many it counts for, where it is `counted`."""
        return 1

    def line(self) -> Line:
        """Return its line in a list of what happened."""
        return [f"{self.kind} {self.subject}"]

    def tone_of_line(self) -> str:
        """Return the tone of this line."""
        return self.tone

    @classmethod
    def told_as(cls, subject: str, data: Data) -> Self:
        """Return the event of this kind that data tell, as the contract has them. A field that they
        lack is None, or has its default; a key that the kind does not know is left out.
        """
        known = {
            name: data.get(key, None if default is MISSING else default)
            for name, key, default in cls._keys
            if name != cls._rest
        }
        if cls._rest:
            spelt = {key for name, key, _ in cls._keys if name != cls._rest}
            known[cls._rest] = {key: value for key, value in data.items() if key not in spelt}
        return cls(subject, **known)


dataclass(frozen=True, kw_only=True)(Event)


class CandidateEvent(Event, group="processes"):
    """An event of the process `subject`: what somebody does to it, what becomes of it, what it
    says.
    """


class PlaceEvent(Event, group=RECIPES):
    """An event of what is at the path `subject`."""


class AboutZnode(Event):
    """An event of the znode at the path `subject`."""


def event_of(kind: str, subject: str, data: Data | None = None) -> Event:
    """Return the event that a process, a thread or a test tells as the contract has it."""
    return (KINDS.get(kind) or _unknown(kind)).told_as(subject, data or {})


@cache
def _unknown(kind: str) -> type[Event]:
    """Return a class for a kind that nobody has declared, which has any data."""
    base = CandidateEvent if kind.startswith("candidate.") else Event
    made: type[Event] = type(
        "UnknownEvent", (base,), {"__annotations__": {"said": Data}}, rest="said"
    )
    made.kind, made.family = kind, kind.partition(".")[0]
    return made


def teller(append: Callable[[Event], object]) -> Callable[[str, str, Mapping[str, Any]], object]:
    """Return what takes an event's kind, subject and data, and appends it."""
    return lambda kind, subject, data: append(event_of(kind, subject, data))
