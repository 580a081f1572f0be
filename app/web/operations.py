"""What a call of the REST interface is, for the OpenAPI document."""

from __future__ import annotations

from typing import Any, NamedTuple

from app.web import shapes
from app.web.validation import Shape

Document = dict[str, Any]


class Operation(NamedTuple):
    """One call: what it is for, what comes in, and the success it answers with.

    in_path: the variables of the path, plain text where openapi.py does not know more of them;
    `schemas` says which of those one follows where that is not its own name.
    """

    path: str
    method: str
    summary: str
    status: int
    answer: Document
    query: Shape = shapes.NOTHING
    body: Shape = shapes.NOTHING
    in_path: tuple[str, ...] = ()
    schemas: tuple[tuple[str, str], ...] = ()


def object_of(**properties: Document) -> Document:
    return {"type": "object", "properties": properties, "required": list(properties)}


TEXT: Document = {"type": "string"}
COUNT: Document = {"type": "integer"}
OPEN: Document = {"type": "object"}
TEXTS: Document = {"type": "array", "items": TEXT}
LIST: Document = {"type": "array", "items": OPEN}
