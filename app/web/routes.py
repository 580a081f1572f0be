"""Make the REST interface: a route for each action, which reads, performs and answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NoReturn

from flask import Flask, Response, request
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from ..actions.action import Action, ActionAnswer, actions_of
from ..actions.schema import Document
from ..errors import BadRequest
from ..foreign_json import read_json
from .context import asked_by, asker, base_path, wiring
from .guard import acts, reads
from .openapi import PREFIX, describe_api
from .table import as_csv

SEQ_HEADER = "Handoff-Seq"
"""Of an act's answer: the newest event by then. A state of that event, or a later one, shows it."""
_CSV = "text/csv"
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_MAY_HOLD_ONE = re.compile(rb"\\u[dD][89a-fA-F]")


def add_routes(app: Flask, services: Iterable[object], changing: Callable[..., Any] = acts) -> None:
    """Give an application the routes of all actions of these services. A GET reads, and a read-only
    dashboard takes it too; all else has the guard `changing`.
    """
    for service in services:
        for action, do in actions_of(service):
            rule = PREFIX + action.url.replace("{", "<").replace("}", ">")
            name = f"{action.method} {rule}"
            view = _view(action, do)
            guarded = reads(view) if action.method == "GET" else changing(view, action.right)
            app.add_url_rule(rule, name, guarded, methods=[action.method])


def describe() -> Document:
    """Return the interface's description, with the address at which it was asked for."""
    return {**describe_api(), "servers": [{"url": base_path()}]}


def _view(action: Action, do: Callable[..., Any]) -> Callable[..., Response | tuple[Any, ...]]:
    def view(**in_url: str) -> Response | tuple[Any, ...]:
        at = action.at.check(in_url)
        if action.method == "GET":
            return _respond(action.perform(do, {**at, **_read_query(action)}, asked_by()))
        body = _read_body(action)
        with wiring().visitors.letting(asker(), action, at, body) as note:
            answer = action.perform(do, {**at, **body}, asked_by())
            note(answer.body)
        seq = str(wiring().context.journal.snapshot()[0])
        return _respond(answer._replace(headers={**answer.headers, SEQ_HEADER: seq}))

    return view


def _respond(answer: ActionAnswer) -> Response | tuple[Any, ...]:
    if answer.rows is not None and (answer.body is None or _would_rather_have(_CSV)):
        return Response(as_csv(answer.rows), answer.status, answer.headers, mimetype=_CSV)
    if isinstance(answer.body, dict):
        return answer.body, answer.status, answer.headers
    kind = answer.headers.get("Content-Type", "application/json")
    return Response(answer.body, answer.status, answer.headers, content_type=kind)


def _would_rather_have(kind: str) -> bool:
    return request.accept_mimetypes.best_match(("application/json", kind)) == kind


def _read_body(action: Action) -> dict[str, Any]:
    """Read the current request's JSON object; no body is an empty object. Refuse what says it
    somewhere else, or in another way, which counted for nothing.
    """
    for name in request.args:
        raise BadRequest(f"{name[:80]} belongs in the body, as JSON.", field=name[:80])
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise UnsupportedMediaType("A body is sent as it is, without a Content-Encoding.")
    request.max_content_length = action.largest
    raw = None
    with suppress(RequestEntityTooLarge):
        raw = request.get_data(cache=False)
    # Flask silently cuts off a body of unknown length at the limit.
    if raw is None or len(raw) == action.largest:
        raise RequestEntityTooLarge(f"The body is too large: at most {action.largest} bytes.")
    body = action.takes.check(_parse(raw) if raw else {})
    if _MAY_HOLD_ONE.search(raw):
        _require_text(body)
    return body


def _read_query(action: Action) -> dict[str, Any]:
    texts = request.args.to_dict(flat=False)
    for name, values in texts.items():
        if len(values) > 1:
            raise BadRequest(f"{name} is given {len(values)} times; give it once.", field=name)
    return action.takes.check_text({name: value for name, (value,) in texts.items()})


def _parse(raw: bytes) -> Any:
    """Parse JSON. Raise BadRequest for anything else (NaN and Infinity are not JSON), for endless
    nesting, and for a name that an object has twice.
    """
    try:
        return read_json(
            raw.decode(), parse_constant=_refuse_constant, object_pairs_hook=_each_once
        )
    except ValueError:
        raise BadRequest("The body is not JSON.", code="bad_json") from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        name = next(name for name, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise BadRequest(f"{name[:80]} is given more than once; give it once.", field=name[:80])
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _require_text(document: dict[str, Any]) -> None:
    """Raise BadRequest for half a character (a lone surrogate; pairs have become one by now):
    nothing can encode it, least of all kazoo's thread, which would die of it.
    """
    left = list(document.items())
    while left:
        field, found = left.pop()
        if isinstance(found, str) and _LONE_SURROGATE.search(found):
            raise BadRequest(f"{field} contains half a character (a lone surrogate).", field=field)
        if isinstance(found, dict):
            left += [(field, part) for pair in found.items() for part in pair]
        elif isinstance(found, list):
            left += [(field, part) for part in found]
