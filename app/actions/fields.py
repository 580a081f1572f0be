"""Schemas of fields that come in and go out at many places."""

from __future__ import annotations

from ..zookeeper.paths import BELOW_ROOT, PATHS
from .schema import Document

TEXT: Document = {"type": "string"}
COUNT: Document = {"type": "integer"}
BOOLEAN: Document = {"type": "boolean"}
OPEN: Document = {"type": "object"}
TEXTS: Document = {"type": "array", "items": TEXT}
LIST: Document = {"type": "array", "items": OPEN}

PATH: Document = {"type": "string", "maxLength": 16_384, "pattern": PATHS}
PLACE: Document = {**PATH, "pattern": BELOW_ROOT}
"""The path of a thing, which the root is not."""

ZXID: Document = {
    "type": ["integer", "null"],
    "minimum": 0,
    "maximum": 2**63 - 1,
    "default": None,
}
SESSION_TIMEOUT: Document = {
    "type": "number",
    "minimum": 0.1,
    "maximum": 3600,
    "default": 4.0,
    "description": "seconds asked for; ZooKeeper may grant another value",
}


def object_of(**properties: Document) -> Document:
    """Describe an object that has these fields, and may have more."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def limit(default: int, most: int) -> Document:
    """Describe a number from 1 on."""
    return {"type": "integer", "minimum": 1, "maximum": most, "default": default}


def some(default: int, what: str | None = None) -> Document:
    """Describe how many are started: none is allowed."""
    described = {} if what is None else {"description": what}
    return {**limit(default, 10_000), "minimum": 0, **described}


def seconds(default: float | None, what: str, least: float = 0) -> Document:
    """Describe a time of ten minutes at most; without a default it may be null, and then is."""
    return {
        "type": "number" if default is not None else ["number", "null"],
        "minimum": least,
        "maximum": 600,
        "default": default,
        "description": what,
    }


def somebody(*counts: str) -> Document:
    """Describe that not all of these counts may be 0: for the `allOf` of a Schema that has them."""
    nobody = {name: {"const": 0} for name in counts}
    return {"not": {"properties": nobody, "required": list(counts)}}


def nullable(form: Document) -> Document:
    """Describe what an answer has as null where it could not be told."""
    return {**form, "type": [form["type"], "null"]}


def or_null(field: Document, what: str) -> Document:
    """Describe a field that may be null, and is if it is left out."""
    return {**field, "type": [field["type"], "null"], "default": None, "description": what}
