"""Declare anything that a person can do: once, on the method that does it.

    @Action("POST", "/locks/locking", 202, "Take a lock away from its clients, or give it back",
            takes=SWITCH, answer=object_of(path=TEXT, on=BOOLEAN))
    def switch(self, path: str, on: bool, by: str) -> None: ...

The declaration is the REST route, its guard, its validation and its description, and what any
other caller finds, checks and performs by `actions_of`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from .fields import TEXT
from .schema import NOTHING, Document, Schema

Method = TypeVar("Method", bound=Callable[..., Any])

JSON = "application/json"
LARGEST_BODY = 64 * 1024
_MARK = "handoff_action"
_VARIABLE = re.compile(r"\{(\w+)\}")


class ActionAnswer(NamedTuple):
    """The answer of an action. A method returns one itself where its action's own status, or the
    answer's form, does not fit. body: a JSON document, or an iterator over the text of one. rows:
    the same as a table, for those who would rather have CSV; for all, where the body is None.
    """

    body: Any
    status: int = 200
    headers: Mapping[str, str] = {}
    rows: Iterable[Sequence[Any]] | None = None


@dataclass(frozen=True)
class Action:
    """The declaration of one thing that a person can do, used as its method's decorator.

    url: below the interface's prefix, with variables in braces. status, answer: of success. takes:
    the fields of the query of a GET, else of the body. gives: the field of the answer that holds
    what the method returns; without it the method returns the answer's own fields, or None. The
    answer also repeats those of its fields that came in. called: the parameter that a field fills,
    if its name differs. variables: the schemas of the url's, TEXT where none is given. largest: the
    size of a body in bytes. others: further statuses of success, each with its
    answer. kinds: the content types of the answer, of which JSON alone has its form.
    """

    method: str
    url: str
    status: int
    summary: str
    answer: Document
    takes: Schema = NOTHING
    gives: str | None = None
    called: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, Document] = field(default_factory=dict)
    largest: int = LARGEST_BODY
    others: Mapping[int, Document] = field(default_factory=dict)
    kinds: tuple[str, ...] = (JSON,)

    def __call__(self, method: Method) -> Method:
        """Attach this declaration to the method. Raise TypeError where the two differ."""
        parameters = dict(inspect.signature(method).parameters)
        parameters.pop("self")
        parameters.pop("by", None)
        if set(parameters) != {self._parameter(name) for name in self.fields}:
            raise TypeError(
                f"{self.method} {self.url} has the fields {', '.join(self.fields)}, and"
                f" {method.__qualname__} has the parameters {', '.join(parameters)}"
            )
        for name, schema in self.takes.properties.items():
            default = parameters[self._parameter(name)].default
            if default not in (inspect.Parameter.empty, schema.get("default")):
                raise TypeError(f"{method.__qualname__} has another default for {name}")
        setattr(method, _MARK, self)
        return method

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the names of all that comes in: the url's variables first."""
        return (*self.in_url, *self.takes.properties)

    @cached_property
    def at(self) -> Schema:
        """Return the schema of the url's variables."""
        return Schema({name: self.variables.get(name, TEXT) for name in self.in_url})

    @property
    def in_url(self) -> tuple[str, ...]:
        """Return the names of the url's variables."""
        return tuple(_VARIABLE.findall(self.url))

    def perform(self, do: Callable[..., Any], given: Mapping[str, Any], by: str) -> ActionAnswer:
        """Call `do`, the service's method, with checked fields; an optional field that is left out
        arrives as None. by: the person who asks, for a method that needs it.
        """
        named = {self._parameter(name): given.get(name) for name in self.fields}
        asks = "by" in inspect.signature(do).parameters
        result = do(**named, **({"by": by} if asks else {}))
        if isinstance(result, ActionAnswer):
            return result
        repeated = {name: given[name] for name in self.answer["properties"] if name in given}
        own = result or {} if self.gives is None else {self.gives: result}
        return ActionAnswer({**repeated, **own}, self.status)

    def _parameter(self, name: str) -> str:
        return self.called.get(name, name)


def declared_in(service: type) -> Iterator[tuple[str, Action]]:
    """Yield the actions that a service's class declares, each after its method's name."""
    for name in dir(service):
        action = getattr(getattr(service, name), _MARK, None)
        if action is not None:
            yield name, action


def actions_of(service: object) -> Iterator[tuple[Action, Callable[..., Any]]]:
    """Yield the actions of a service, each with the method that does it."""
    for name, action in declared_in(type(service)):
        yield action, getattr(service, name)
