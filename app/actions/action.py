"""Declare anything that a person can do: once, on the method that does it.

    @Action("POST", "/locks/locking", 202, "Take a lock away from its clients, or give it back",
            object_of(path=TEXT, on=BOOLEAN))
    def switch(self, *, path: ZnodePath = "/lock", on: bool, by: str) -> None: ...

The declaration and the method's signature are the REST route, its guard, its validation and its
description, and any other caller finds, checks and performs the action by `actions_of`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from .rights import Right
from .schema import Document, Schema
from .signature import Field, arguments, fields_of, schema_for

Method = TypeVar("Method", bound=Callable[..., Any])

JSON = "application/json"
LARGEST_BODY = 64 * 1024
_MARK = "handoff_action"
_VARIABLE = re.compile(r"\{(\w+)\}")


class ActionAnswer(NamedTuple):
    """The answer of an action. A method returns such an answer itself where its action's own status
    or the answer's form does not fit. body: a JSON document, or an iterator over the text of one.
    rows: the same as a table, for a caller that wants CSV, and for every caller where the body is
    None.
    """

    body: Any
    status: int = 200
    headers: Mapping[str, str] = {}
    rows: Iterable[Sequence[Any]] | None = None


@dataclass(frozen=True)
class Action:
    """The declaration of one thing that a person can do; it decorates the method that does it.

    url: below the interface's prefix, with variables in braces. status, answer: those of success.
    gives: the field of the answer that holds what the method returns; without it the method returns
    the answer's own fields, or None. Fields of the answer that came in are repeated in it. all_of,
    any_of: schemas of rules across fields. largest: the size of a body in bytes. others: further
    statuses of success, each with its answer. kinds: the content types of the answer; JSON alone
    has the answer's form. right: by which the audience may do it, once a presenter has handed it
    on; None where only a presenter may. fields: those that the method takes: the url's variables,
    and the fields that come in the query of a GET, or else in the body.
    """

    method: str
    url: str
    status: int
    summary: str
    answer: Document
    gives: str | None = None
    all_of: Sequence[Document] = ()
    any_of: Sequence[Document] = ()
    largest: int = LARGEST_BODY
    others: Mapping[int, Document] = field(default_factory=dict)
    kinds: tuple[str, ...] = (JSON,)
    right: Right | None = None
    fields: Mapping[str, Field] = field(default_factory=dict)

    def __call__(self, method: Method) -> Method:
        """Attach this declaration to the method, with the method's fields. Raise TypeError where
        the method does not take a variable of the url, or takes a type that is none of JSON's.
        """
        fields = fields_of(method)
        if not fields.keys() >= {*self.in_url}:
            raise TypeError(f"{method.__qualname__} does not take the variables of {self.url}")
        setattr(method, _MARK, replace(self, fields=fields))
        return method

    @cached_property
    def takes(self) -> Schema:
        """Return the schema of the fields that come in the query or the body."""
        taken = {name: one for name, one in self.fields.items() if name not in self.in_url}
        rules = {"allOf": [*self.all_of], "anyOf": [*self.any_of]}
        return schema_for(taken, **{key: rule for key, rule in rules.items() if rule})

    @cached_property
    def at(self) -> Schema:
        """Return the schema of the url's variables."""
        return Schema({name: self.fields[name].schema for name in self.in_url})

    @property
    def in_url(self) -> tuple[str, ...]:
        """Return the names of the url's variables."""
        return tuple(_VARIABLE.findall(self.url))

    def perform(self, do: Callable[..., Any], given: Mapping[str, Any], by: str) -> ActionAnswer:
        """Call `do`, the service's method, with checked fields; an optional field that is left out
        arrives as None. by: the person who asks, for a method that takes it.
        """
        asks = "by" in inspect.signature(do).parameters
        result = do(**arguments(self.fields, given), **({"by": by} if asks else {}))
        if isinstance(result, ActionAnswer):
            return result
        repeated = {name: given[name] for name in self.answer["properties"] if name in given}
        own = result or {} if self.gives is None else {self.gives: result}
        return ActionAnswer({**repeated, **own}, self.status)


def action_of(method: Callable[..., Any]) -> Action:
    """Return the declaration of a service's method that has one."""
    action: Action = getattr(method, _MARK)
    return action


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
