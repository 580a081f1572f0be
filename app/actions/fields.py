"""Name the fields that many actions take, as annotated types, and the parts of their answers, as
schemas.
"""

from __future__ import annotations

from typing import Annotated

from ..zookeeper.paths import BELOW_ROOT, PATHS
from .schema import Document
from .signature import Bounded

TEXT: Document = {"type": "string"}
COUNT: Document = {"type": "integer"}
BOOLEAN: Document = {"type": "boolean"}
OPEN: Document = {"type": "object"}
TEXTS: Document = {"type": "array", "items": TEXT}
LIST: Document = {"type": "array", "items": OPEN}

Path = Annotated[str, Bounded(maxLength=16_384, pattern=PATHS)]
ZnodePath = Annotated[Path, Bounded(pattern=BELOW_ROOT)]
"""The path of a thing, which is not the root."""


def within(least: float, most: float) -> Bounded:
    """Bound a number on both sides."""
    return Bounded(minimum=least, maximum=most)


Zxid = Annotated[int, within(0, 2**63 - 1)]
Some = Annotated[int, within(0, 10_000)]
"""How many of a thing a person starts, perhaps none."""

OneOrMore = Annotated[int, within(1, 10_000)]
Seconds = Annotated[float, within(0, 600)]
SessionTimeout = Annotated[
    float, within(0.1, 3600), "seconds asked for; ZooKeeper may grant another value"
]


def object_of(**properties: Document) -> Document:
    """Describe an object that has these fields, and may have more."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def somebody(*counts: str) -> Document:
    """Describe that these counts may not all be 0, for an action's `all_of`."""
    nobody = {name: {"const": 0} for name in counts}
    return {"not": {"properties": nobody, "required": list(counts)}}


def nullable(form: Document) -> Document:
    """Describe a part of an answer that is null where nobody could tell it."""
    return {**form, "type": [form["type"], "null"]}
