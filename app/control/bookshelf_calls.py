"""Asking a node of a bookshelf by its public REST interface, as any client does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple

LARGEST = 64 * 1024 * 1024


class Answer(NamedTuple):
    """What a node has answered; where it has not, what is known of that, in the same form."""

    status: int
    body: dict[str, Any]


def ask(
    address: str, method: str, path: str, book: Mapping[str, Any] | None, within: float
) -> Answer:
    """One request to the node at `address` (HOST:PORT), answered within so many seconds.

    503 where it cannot be reached: nothing was asked. 504 where it was asked and did not answer.
    """
    connection = HTTPConnection(address, timeout=within)
    try:
        connection.connect()
    except OSError as error:
        return refusal(503, "unreachable", f"The node at {address} cannot be reached: {error}")
    try:
        return _asked(connection, method, path, book)
    except (OSError, HTTPException, ValueError) as error:
        return refusal(
            504, "outcome_unknown", f"The node at {address} was asked and gave no answer: {error!r}"
        )
    finally:
        connection.close()


def _asked(
    connection: HTTPConnection, method: str, path: str, book: Mapping[str, Any] | None
) -> Answer:
    body = None if book is None else json.dumps(book)
    connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
    response = connection.getresponse()
    document = json.loads(response.read(LARGEST))
    if not isinstance(document, dict):
        raise ValueError("no JSON object")
    return Answer(response.status, document)


def refusal(status: int, code: str, message: str) -> Answer:
    """An answer in the words of the dashboard's own refusals."""
    return Answer(status, {"error": {"code": code, "message": message, "field": None}})
