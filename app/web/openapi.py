"""Describe the REST interface as an OpenAPI 3.1 document, from the declared actions."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from ..actions.action import JSON, Action, declared_in
from ..actions.fields import OPEN, TEXT, TEXTS, object_of
from ..actions.schema import Document
from ..services import SERVICES
from ..version import VERSION
from .room import Room

PREFIX = "/api/v1"
DECLARED = (*SERVICES, Room)

_REFUSALS = {
    "400": "the request is wrong; `field` says where",
    "401": "the token is missing",
    "403": "refused: read-only, another site, an unknown Host, or not for the audience",
    "404": "it does not exist",
    "408": "the request did not arrive in time",
    "409": "not possible now; the message says why",
    "413": "the body is too large",
    "414": "the request's first line is too long",
    "415": "the body has a Content-Encoding",
    "429": "a visitor acts too often, or all visitors do; the message says when again",
    "431": "a header is too large",
    "500": "the history is damaged, or Handoff failed: its log says how",
    "503": "ZooKeeper does not answer, and nothing was done",
    "504": "ZooKeeper did not answer: the request may have been carried out or not",
}
_WORD = re.compile(r"[a-z_]+")
_DOCUMENT = Action("GET", f"{PREFIX}/openapi.json", 200, "Read this document", OPEN)
_PHONES = Action(
    "GET", f"{PREFIX}/phones", 200, "Tell whether other machines can reach the dashboard",
    object_of(
        addresses=TEXTS, served={"type": "boolean"}, port={"type": "integer"},
        proxied={"type": "boolean"}, arrived=TEXTS, command=TEXT,
    ),
)  # fmt: skip
_HEALTH = Action(
    "GET", "/healthz", 200, "Check whether the dashboard and its ZooKeeper are well",
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
    error=object_of(code=TEXT, message=TEXT, field={"type": ["string", "null"]}, docs=TEXT),
)


def _described() -> Iterator[tuple[str, Action]]:
    for service in DECLARED:
        for _, action in declared_in(service):
            yield PREFIX + action.url, action
    for action in (_DOCUMENT, _PHONES, _HEALTH):
        yield action.url, action


def _describe(action: Action) -> Document:
    forms = [(action.status, action.answer), *action.others.items()]
    described: Document = {
        "summary": action.summary,
        "operationId": _id_of(action),
        "responses": {
            **{str(status): _success(action, form) for status, form in forms},
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


def _id_of(action: Action) -> str:
    return "-".join(_WORD.findall(f"{action.method.lower()}{action.url}"))


def _success(action: Action, form: Document) -> Document:
    content = {kind: {"schema": form} if kind == JSON else {} for kind in action.kinds}
    described: Document = {"description": action.summary, "content": content}
    links = dict(_links(action, form)) if action.method != "DELETE" else {}
    return {**described, "links": links} if links else described


def _links(source: Action, answer: Document) -> Iterator[tuple[str, Document]]:
    """Yield the actions to which an answer leads: those on a thing that it names, on the first of
    several, and those that take the whole answer.
    """
    fields = answer.get("properties", {})
    for action in (action for service in DECLARED for _, action in declared_in(service)):
        for name in action.in_url[:1]:
            several = fields.get(f"{name}s") == TEXTS
            where = name if name in fields else f"{name}s/0" if several else None
            if where and "path" not in action.takes.properties:
                yield _link(action, parameters={name: f"$response.body#/{where}"})
            elif where and "path" in fields and _family(action) == _family(source):
                found, place = f"$response.body#/{where}", {"path": "$response.body#/path"}
                yield _link(action, parameters={name: found}, requestBody=place)
        for name in _that_take(action, fields):
            yield _link(action, requestBody={name: "$response.body"})


def _link(action: Action, **found: Document) -> tuple[str, Document]:
    return _id_of(action), {"operationId": _id_of(action), **found}


def _family(action: Action) -> str:
    """Return the beginning of the action's url: two families may have things of one name."""
    return action.url.split("/")[1]


def _that_take(action: Action, answered: Document) -> Iterator[str]:
    """Yield the action's fields that take an answer with these fields as it is."""
    for name, form in action.takes.properties.items():
        if form.get("required") and set(form["required"]) <= set(answered):
            yield name


def _parameters(action: Action) -> Iterator[Document]:
    for name, schema in action.at.properties.items():
        yield {"name": name, "in": "path", "required": True, "schema": schema}
    for name, schema in action.takes.properties.items() if action.method == "GET" else ():
        required = name in action.takes.required
        yield {"name": name, "in": "query", "required": required, "schema": schema}


def _refusal(why: str) -> Document:
    form = {"schema": {"$ref": "#/components/schemas/Error"}}
    return {"description": why, "content": {JSON: form}}
