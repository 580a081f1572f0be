"""The OpenAPI 3.1 document of the REST interface, made of the shapes that check the input."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from app.insight.elections import ROLES
from app.insight.lifecycle import ALL_ACTIONS
from app.insight.servers import ALL_ACTIONS as ALL_SERVER_ACTIONS
from app.version import VERSION
from app.web import shapes
from app.web.validation import Shape

Document = dict[str, Any]

_PATHS: dict[str, Document] = {
    "candidate": {"type": "string", "description": "a candidate's id, c1"},
    "action": {"type": "string", "enum": list(ALL_ACTIONS)},
    "server": {"type": "string", "description": "a ZooKeeper server's id, s1"},
    "server_action": {"type": "string", "enum": list(ALL_SERVER_ACTIONS)},
    "role": {"type": "string", "enum": list(ROLES)},
}
_REFUSALS = {
    "400": "the request is wrong; `field` says where",
    "401": "the token is missing",
    "403": "refused: read-only, another site, or a foreign Host",
    "404": "there is no such thing",
    "409": "not now; the message says why",
    "413": "the body is too large",
    "503": "ZooKeeper does not answer",
}


class Operation(NamedTuple):
    """One call: what it is for, what comes in, and the success it answers with.

    in_path: the variables of the path; `schemas` says which of `_PATHS` one follows where that is
    not its own name.
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


def _object(**properties: Document) -> Document:
    return {"type": "object", "properties": properties, "required": list(properties)}


_TEXT: Document = {"type": "string"}
_COUNT: Document = {"type": "integer"}
_OPEN: Document = {"type": "object"}
_TEXTS: Document = {"type": "array", "items": _TEXT}
_EVENT = _object(
    seq=_COUNT,
    at={"type": "number", "description": "seconds of the dashboard's monotonic clock"},
    wall={"type": "number", "description": "the same moment as Unix time"},
    kind=_TEXT,
    subject=_TEXT,
    data=_OPEN,
    patch={"type": "object", "description": "its change of the state, an RFC 7386 merge patch"},
)
_STATE = _object(seq=_COUNT, zookeeper=_OPEN, elections=_OPEN, candidates=_OPEN)
_ACTED = _object(candidate=_TEXT, action=_PATHS["action"])
_ZNODE = _object(
    path=_TEXT,
    kind=_TEXT,
    data=_object(base64=_TEXT, text={"type": ["string", "null"]}, length=_COUNT),
    stat=_OPEN,
    acl={"type": "array", "items": _OPEN},
    children=_object(names=_TEXTS, total=_COUNT, offset=_COUNT),
)

OPERATIONS = (
    Operation("/api/v1/openapi.json", "get", "This document", 200, _OPEN),
    Operation("/api/v1/state", "get", "The state document with its seq", 200, _STATE),
    Operation(
        "/api/v1/events", "get", "Events after `since`, oldest first", 200,
        _object(events={"type": "array", "items": _EVENT}, next=_COUNT), query=shapes.EVENTS,
    ),
    Operation(
        "/api/v1/candidates", "post", "Start candidates", 201,
        _object(candidates=_TEXTS), body=shapes.START_CANDIDATES,
    ),
    Operation(
        "/api/v1/candidates", "delete", "Stop all candidates", 202, _object(candidates=_TEXTS)
    ),
    Operation(
        "/api/v1/candidates/{candidate}/{action}", "post", "Act on one candidate", 202,
        _ACTED, in_path=("candidate", "action"),
    ),
    Operation(
        "/api/v1/roles/{role}/{action}", "post", "Act on whoever has this role now", 202,
        _ACTED, body=shapes.ACT_ON_ROLE, in_path=("role", "action"),
    ),
    Operation(
        "/api/v1/servers/{server}/{action}", "post",
        "Act on one ZooKeeper server of the dashboard's; the state shows when it is done", 202,
        _object(server=_TEXT, action=_PATHS["server_action"]),
        in_path=("server", "action"), schemas=(("action", "server_action"),),
    ),
    Operation(
        "/api/v1/elections", "post", "Follow an election of the tree", 202,
        _object(path=_TEXT), body=shapes.FOLLOW_ELECTION,
    ),
    Operation("/api/v1/znodes", "get", "One znode, read now", 200, _ZNODE, query=shapes.ZNODE),
    Operation(
        "/api/v1/znodes/search", "get", "Find znodes by a part of their path", 200,
        _object(matches=_TEXTS, truncated={"type": "boolean"}), query=shapes.SEARCH,
    ),
    Operation(
        "/healthz", "get", "Whether the dashboard and its ZooKeeper are well", 200,
        _object(status=_TEXT, zookeeper=_TEXT),
    ),
)  # fmt: skip


@functools.cache
def describe_api() -> Document:
    """The document; shared, so do not change it."""
    paths: Document = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _describe(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Handoff",
            "version": VERSION,
            "description": "Leader elections on Apache ZooKeeper, started, watched and disturbed.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": {"Error": _ERROR},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


_ERROR = _object(
    error=_object(code=_TEXT, message=_TEXT, field={"type": ["string", "null"]}),
)


def _describe(operation: Operation) -> Document:
    described: Document = {
        "summary": operation.summary,
        "responses": {
            str(operation.status): _response(operation.summary, operation.answer),
            **{status: _refusal(why) for status, why in _REFUSALS.items()},
        },
    }
    parameters = [*_path_parameters(operation), *_query_parameters(operation.query)]
    if parameters:
        described["parameters"] = parameters
    if operation.body.properties:
        described["requestBody"] = {
            "required": bool(operation.body.required),
            "content": {"application/json": {"schema": operation.body.schema}},
        }
    return described


def _path_parameters(operation: Operation) -> list[Document]:
    schemas = dict(operation.schemas)
    return [
        {"name": name, "in": "path", "required": True, "schema": _PATHS[schemas.get(name, name)]}
        for name in operation.in_path
    ]


def _query_parameters(shape: Shape) -> list[Document]:
    return [
        {"name": name, "in": "query", "required": name in shape.required, "schema": schema}
        for name, schema in shape.properties.items()
    ]


def _response(description: str, schema: Document) -> Document:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _refusal(why: str) -> Document:
    return _response(why, {"$ref": "#/components/schemas/Error"})
