"""The bridge for recipes whose events are not typed yet: their models read kind and data."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, cast

from . import wording
from .document import CandidateState, Data, Folded, State, with_part
from .event import KINDS, RECIPES, CandidateEvent, Event, event_of
from .events import CandidatesQueued
from .model import Kept, Model
from .wording import Line

Words = Mapping[str, Callable[[str, Data], Line]]
_DEAD = re.compile(r"killed|expired|lost|gone")


def asked_by(data: Data) -> str:
    """Say who asked for it; nothing where nobody did."""
    return wording.asked_by(data.get("by"))


def _declare(cls: Any) -> None:
    """Make a class of each kind of event that a model words."""
    for kind in {*cls.words, *cls.untold, *cls.counted} - KINDS.keys():
        is_of_process = kind.startswith("candidate.")
        base = CandidateEvent if is_of_process else Event
        worded, tone = cls.words.get(kind), cls.tones.get(kind)
        if tone is None:
            new = "new" if kind.endswith(("started", "created")) else ""
            tone = "dead" if _DEAD.search(kind) else new
        type(
            "RecipeEvent",
            (UntypedEvent, base),
            {"__annotations__": {"said": Data}, "worded": staticmethod(worded)},
            kind=kind,
            tone=tone,
            group=None if is_of_process else RECIPES,
            told=kind not in cls.untold,
            counted=cls.counted.get(kind, ""),
            rest="said",
        )


class UntypedEvent:
    """What an event of such a recipe has: any data, and words of it."""

    subject: str
    said: Data
    worded: ClassVar[Any]

    @property
    def counts_for(self) -> int:
        return int(self.said.get("count", 1))

    def line(self) -> Line:
        return cast(Line, self.worded(self.subject, self.said) if self.worded else [self.subject])


class UntypedModel(Model[Kept]):
    """A model whose events are not typed: `what` is the kind without its family."""

    words: ClassVar[Words] = {}
    tones: ClassVar[Mapping[str, str]] = {}
    untold: ClassVar[frozenset[str]] = frozenset()
    counted: ClassVar[Mapping[str, str]] = {}
    folds: ClassVar[Any] = {}

    def __init_subclass__(cls) -> None:
        _declare(cls)

    def fold(self, state: State, event: Event, at: float, /) -> Folded:
        place = (self.section, event.subject)
        known = self.of(state).get(event.subject) or self.new(event.subject, self.recipes[0])
        changed = self.with_event(known, _what(event), event.data, at)
        return with_part(state, place, changed), (place,)

    def with_event(self, document: Kept, what: str, data: Data, at: float, /) -> Kept:
        """Fold what the dashboard or a process says of the path: `FAMILY.what`."""
        return document

    def with_process_event(
        self, document: Kept, event: Event, candidate: CandidateState, at: float, /
    ) -> Kept:
        name = event.subject
        return self.with_candidate_event(document, name, candidate, _what(event), event.data, at)

    def with_queued(
        self,
        document: Kept,
        name: str,
        event: CandidatesQueued,
        candidate: CandidateState,
        at: float,
        /,
    ) -> Kept:
        return self.with_candidate_event(document, name, candidate, "queued", event.data, at)

    def with_candidate_event(
        self,
        document: Kept,
        name: str,
        candidate: CandidateState,
        what: str,
        data: Data,
        at: float,
        /,
    ) -> Kept:
        """Fold what happened to one of its processes, or what it reports."""
        fold = self.folds.get(what)
        return cast(Kept, fold(document, name, data, at)) if fold else document

    def passed(self, path: str, counts: Mapping[str, int], seconds: float, /) -> Event:
        told = {key: counts[key] for key in self.counted.values()}
        return event_of(f"{self.families[0]}.passed", path, {**told, "seconds": seconds})


def _what(event: Event) -> str:
    return event.kind.partition(".")[2]
