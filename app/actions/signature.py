"""Read from a function's signature what comes in: each parameter is a field, and its type says
which.

    path: ZnodePath = "/queue",
    producers: Annotated[Some, "processes that put items in"] = 2,
    task: Annotated[Seconds | None, Bounded(minimum=0.05)] = None,

A type of Python's becomes JSON Schema's `type`; a `Bounded` that annotates it becomes further
keywords, and a text becomes the description. The caller has to give a field without a default.
`by`, the person who asks, is not a field; neither is a positional-only parameter.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import NoneType
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from .schema import Document, Schema

Of = TypeVar("Of")
Made = TypeVar("Made")

_BY = "by"
_TYPES = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    Any: {},
}


class Bounded:
    """Keywords of JSON Schema, which an annotated type has besides its `type`."""

    def __init__(self, **keywords: Any) -> None:
        self.keywords = keywords


class FieldName(NamedTuple):
    """The name of the field that fills a parameter, where the two differ."""

    name: str


_LEFT_OUT = Bounded()
OrLeftOut = Annotated[Of | None, _LEFT_OUT]
"""A field that may be left out, and is None then, but may not be null."""


class Field(NamedTuple):
    """The field that fills a parameter, as the parameter describes it."""

    parameter: str
    schema: Document
    is_required: bool


def fields_of(function: Callable[..., Any]) -> dict[str, Field]:
    """Return the fields that a function takes, by their names. Raise TypeError where a type is none
    of JSON's.
    """
    hints = get_type_hints(function, include_extras=True)
    found = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name in hints and name != _BY and parameter.kind != parameter.POSITIONAL_ONLY:
            said = get_args(hints[name])[1:] if get_origin(hints[name]) is Annotated else ()
            called = next((one.name for one in said if isinstance(one, FieldName)), name)
            is_required = parameter.default is parameter.empty
            schema = schema_of(hints[name])
            if not is_required and _LEFT_OUT not in said:
                schema["default"] = parameter.default
            found[called] = Field(name, schema, is_required)
    return found


def schema_of(kind: Any) -> Document:
    """Return the JSON Schema of an annotated type. Raise TypeError where the type is none of
    JSON's.
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(schema_of(args[0]), args[1:])
    if NoneType in args:
        (schema,) = (schema_of(one) for one in args if one is not NoneType)
        return {**schema, "type": [schema["type"], "null"]} if "type" in schema else schema
    if origin is Mapping:
        return {"type": "object"}
    if origin is Sequence:
        return {"type": "array", "items": schema_of(args[0])}
    if kind not in _TYPES:
        raise TypeError(f"{kind} is no type of JSON's")
    return {**_TYPES[kind]}


def _annotated(schema: Document, said: Sequence[Any]) -> Document:
    for one in said:
        if one is _LEFT_OUT:
            schema |= {"type": schema["type"][0]} if "type" in schema else {}
        elif isinstance(one, Bounded):
            schema |= one.keywords
        elif isinstance(one, str):
            schema["description"] = one
    return schema


def schema_for(fields: Mapping[str, Field], **rules: Any) -> Schema:
    """Return the schema of an object with these fields; rules: keywords across them."""
    required = tuple(name for name, field in fields.items() if field.is_required)
    return Schema({name: field.schema for name, field in fields.items()}, required, **rules)


def taking(function: Callable[..., Made]) -> Callable[..., Made]:
    """Make a function take an unchecked object after its positional-only parameters: the object's
    fields are the other arguments. None is an object without fields, if no field is required. The
    function raises BadRequest for the first fault.
    """
    fields = fields_of(function)
    takes = schema_for(fields)

    @wraps(function)
    def take(*ahead_and_given: Any) -> Made:
        *ahead, given = ahead_and_given
        checked = takes.check({} if given is None and not takes.required else given)
        return function(*ahead, **arguments(fields, checked))

    return take


def arguments(fields: Mapping[str, Field], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of the function, by its parameters; a field that is left out is None."""
    return {field.parameter: given.get(name) for name, field in fields.items()}
