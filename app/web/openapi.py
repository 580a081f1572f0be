"""The OpenAPI 3.1 document of the REST interface, made of the shapes that check the input."""

from __future__ import annotations

import functools

from app.insight.elections import ROLES
from app.insight.lifecycle import ALL_ACTIONS
from app.insight.servers import ALL_ACTIONS as ALL_SERVER_ACTIONS
from app.version import VERSION
from app.web import shapes
from app.web.operations import COUNT, OPEN, TEXT, TEXTS, Document, Operation, object_of
from app.web.parts import PARTS
from app.web.validation import Shape

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
    "503": "ZooKeeper does not answer, and nothing was done",
    "504": "ZooKeeper did not answer: what was asked for may be done or not",
}


_FACT = object_of(
    seq=COUNT,
    at={"type": "number", "description": "seconds of the dashboard's monotonic clock"},
    wall={"type": "number", "description": "the same moment as Unix time"},
    kind=TEXT,
    subject=TEXT,
    data=OPEN,
)
_PATCH: Document = {
    "type": "object",
    "description": "its change of the state, an RFC 7386 merge patch; not with `before`",
}
_EVENT: Document = {**_FACT, "properties": {**_FACT["properties"], "patch": _PATCH}}
_PAGE = object_of(events={"type": "array", "items": _EVENT}, next=COUNT)
_PAGE["properties"] |= {"begins": {"type": "boolean"}, "whole": {"type": "boolean"}}
_STATE = object_of(seq=COUNT, zookeeper=OPEN, elections=OPEN, candidates=OPEN)
_ACTED = object_of(candidate=TEXT, action=_PATHS["action"])
_ZNODE = object_of(
    path=TEXT,
    kind=TEXT,
    data=object_of(base64=TEXT, text={"type": ["string", "null"]}, length=COUNT),
    stat=OPEN,
    acl={"type": "array", "items": OPEN},
    children=object_of(names=TEXTS, total=COUNT, offset=COUNT),
)

OPERATIONS = (
    Operation("/api/v1/openapi.json", "get", "This document", 200, OPEN),
    Operation("/api/v1/state", "get", "The state document with its seq", 200, _STATE),
    Operation(
        "/api/v1/events", "get", "Events after `since`, or told before `before`; oldest first",
        200, _PAGE, query=shapes.EVENTS,
    ),
    Operation(
        "/api/v1/candidates", "post", "Start candidates", 201,
        object_of(candidates=TEXTS), body=shapes.START_CANDIDATES,
    ),
    Operation(
        "/api/v1/candidates", "delete", "Stop all candidates, or those of one path", 202,
        object_of(candidates=TEXTS), body=shapes.STOP_CANDIDATES,
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
        object_of(server=TEXT, action=_PATHS["server_action"]),
        in_path=("server", "action"), schemas=(("action", "server_action"),),
    ),
    Operation(
        "/api/v1/elections", "post", "Follow an election of the tree", 202,
        object_of(path=TEXT), body=shapes.FOLLOW_ELECTION,
    ),
    Operation("/api/v1/znodes", "get", "One znode, read now", 200, _ZNODE, query=shapes.ZNODE),
    Operation(
        "/healthz", "get", "Whether the dashboard and its ZooKeeper are well", 200,
        object_of(status=TEXT, zookeeper=TEXT),
    ),
)  # fmt: skip


@functools.cache
def describe_api() -> Document:
    """The document; shared, so do not change it."""
    paths: Document = {}
    for operation in (*OPERATIONS, *(one for part in PARTS for one in part.OPERATIONS)):
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


_ERROR = object_of(
    error=object_of(code=TEXT, message=TEXT, field={"type": ["string", "null"]}),
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
    known = {name: _PATHS.get(schemas.get(name, name), TEXT) for name in operation.in_path}
    return [
        {"name": name, "in": "path", "required": True, "schema": schema}
        for name, schema in known.items()
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
