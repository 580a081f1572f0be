"""The models of all recipes, and the sections of the state document that belong to no path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from .candidates import life_cycle
from .document import Described, Folded, Place, State, section, with_section
from .event import Event
from .lifecycle import Transition
from .lines import Lines, Named
from .model import Fold, Model

OF_SERVERS: Named = {
    "zookeeper.servers": ("address",),
    "zookeeper.servers.*.sessions": (),
    "zookeeper.freeze.ended": (),
}

Part = TypeVar("Part")
"""The document of a section."""


class Section(Generic[Part]):
    """A part of the state document that is one document, or has keys that are no paths.

    name: in the state document. families: its own families of events. folds: who folds which of
    these. claims: the paths that nobody else may use.
    """

    name: ClassVar[str]
    families: ClassVar[tuple[str, ...]] = ()
    folds: ClassVar[Mapping[type[Event], Fold]] = {}
    claims: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def of(cls, state: State) -> Part:
        """Return its part of the state document."""
        found: Part = section(state, cls.name)
        return found

    def new(self) -> Part:
        """Return the section before anything has happened."""
        raise NotImplementedError

    def fold(self, models: Models, state: State, event: Event, at: float, /) -> Folded:
        """Fold an event of its own families."""
        fold = self.folds.get(type(event))
        if fold is None:
            return state, ()
        return with_section(state, self.name, fold(self.of(state), event, at)), ()

    def follow(self, own: Part, path: str, state: State, event: Event, /) -> Part:
        """Return the section after an event of another family, about one of the paths that it
        claims. state: after the event.
        """
        return own


class Models:
    """The models of all recipes, by section, by recipe and by family of events.

    changes: what the recipes add to the life cycle of a candidate. described: recipe -> what the
    state document says of it. named: the lists that grow with people; lines: the same, by part.
    """

    def __init__(
        self,
        models: Iterable[Model[Any]],
        sections: Iterable[Section[Any]] = (),
        changes: Iterable[Transition] = (),
        described: Mapping[str, Described] | None = None,
    ) -> None:
        self.sections = tuple(sections)
        self.candidates = life_cycle(changes)
        self.described = described or {}
        self.by_section = {model.section: model for model in models}
        self.by_recipe = {
            recipe: model for model in self.by_section.values() for recipe in model.recipes
        }
        self.named = {**OF_SERVERS, **dict(self._lists())}
        self.lines = Lines(self.named)
        self.by_family: dict[str, Model[Any] | Section[Any]] = {}
        for one in (*self, *self.sections):
            for family in one.families:
                if family in self.by_family:
                    raise ValueError(f"two models have the family of events {family!r}")
                self.by_family[family] = one

    def __iter__(self) -> Iterator[Model[Any]]:
        return iter(self.by_section.values())

    def _lists(self) -> Iterator[tuple[str, Sequence[str]]]:
        for model in self:
            for path, key in model.lines.items():
                yield f"{model.section}.*.{path}", key

    def of(self, place: Place) -> Model[Any]:
        """Return the model of a place."""
        return self.by_section[place[0]]

    def everywhere(self, state: State) -> list[Place]:
        """Return all places."""
        return [(name, key) for name in self.by_section for key in section(state, name)]

    def places_at(self, state: State, path: str) -> list[Place]:
        """Return the places of this path, one for each section that has it."""
        return [(name, path) for name in self.by_section if path in section(state, name)]

    def place_of(self, state: State, parent: str) -> Place | None:
        """Return the place to which facts about the children of `parent` belong."""
        for name, model in self.by_section.items():
            key = model.key_of(parent)
            if key is not None and key in section(state, name):
                return name, key
        return None

    @cached_property
    def of_found(self) -> Model[Any]:
        """Return the model of a path that is found in the tree, and that nobody has opened."""
        return next(model for model in self if model.takes_found)

    def is_listed(self, state: State, path: str) -> bool:
        """Tell whether it matters who watches a path."""
        return any(model.is_listed(model.of(state), path) for model in self)

    def sessions(self, state: State) -> set[str]:
        """Return the sessions that the servers are asked about: of our candidates, of all in line
        somewhere, and of those that have departed from there.
        """
        ours = (one["session"] for one in state["candidates"].values())
        others = (
            session
            for model in self
            for document in model.of(state).values()
            for session in model.sessions(document)
        )
        return {session for session in (*ours, *others) if session is not None}

    @property
    def claims(self) -> set[str]:
        """Return the paths that a section keeps for itself."""
        return {path for section in self.sections for path in section.claims}
