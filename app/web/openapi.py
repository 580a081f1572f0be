"""Describe the REST interface as an OpenAPI 3.1 document, from the declared actions."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from ..actions.action import Action, declared_in
from ..actions.fields import OPEN, TEXT, object_of
from ..actions.schema import Document
from ..services import SERVICES
from ..version import VERSION

PREFIX = "/api/v1"

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
_DOCUMENT = Action("GET", f"{PREFIX}/openapi.json", 200, "This document", OPEN)
_HEALTH = Action(
    "GET", "/healthz", 200, "Whether the dashboard and its ZooKeeper are well",
    object_of(status=TEXT, zookeeper=TEXT),
)  # fmt: skip


@functools.cache
def describe_api() -> Document:
    """Return the document; it is shared, so do not change it."""
    paths: Document = {}
    for path, action in _described():
        paths.setdefault(path, {})[action.method.lower()] = _describe(action)
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


def _described() -> Iterator[tuple[str, Action]]:
    for service in SERVICES:
        for _, action in declared_in(service):
            yield PREFIX + action.url, action
    for action in (_DOCUMENT, _HEALTH):
        yield action.url, action


def _describe(action: Action) -> Document:
    described: Document = {
        "summary": action.summary,
        "responses": {
            str(action.status): _response(action.summary, action.answer),
            **{status: _refusal(why) for status, why in _REFUSALS.items()},
        },
    }
    parameters = list(_parameters(action))
    if parameters:
        described["parameters"] = parameters
    if action.method != "GET" and action.takes.properties:
        described["requestBody"] = {
            "required": bool(action.takes.required),
            "content": {"application/json": {"schema": action.takes.document}},
        }
    return described


def _parameters(action: Action) -> Iterator[Document]:
    for name in action.in_url:
        schema = action.variables.get(name, TEXT)
        yield {"name": name, "in": "path", "required": True, "schema": schema}
    for name, schema in action.takes.properties.items() if action.method == "GET" else ():
        required = name in action.takes.required
        yield {"name": name, "in": "query", "required": required, "schema": schema}


def _response(description: str, schema: Document) -> Document:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _refusal(why: str) -> Document:
    return _response(why, {"$ref": "#/components/schemas/Error"})
