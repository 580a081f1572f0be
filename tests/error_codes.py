"""Finds the codes that an error of Handoff may carry, in the code."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from http import HTTPStatus

from werkzeug.exceptions import default_exceptions

import app
from app.errors import HandoffError
from app.recipes.bookshelf.process.http import SAID
from app.web.openapi import describe_api
from tests.support.app import ROOT

PLACES = {"_Words": 1, "refusal": 1, "NodeRefused": 1, "error_body": 0}
"""Which argument is the code, of what makes an error that is no exception here."""

OF_GUNICORN = ("URI Too Long", "Expectation Failed", "Request Header Fields Too Large")
"""What it calls a request that it does not read; the others are as werkzeug calls them."""


def codes() -> set[str]:
    """Return them all; the errors that have the base's own reach nobody by the interface."""
    kinds = [*_below(HandoffError)]
    of_kinds = {one.default_code for one in kinds} - {HandoffError.default_code}
    of_books = {why.replace(" ", "_") for why in SAID}
    return of_kinds | {*_written(kinds)} | of_books | {*_of_http()}


def _below(kind: type[HandoffError]) -> Iterator[type[HandoffError]]:
    """Yield its descendants."""
    for module in pkgutil.walk_packages(app.__path__, "app."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    left = kind.__subclasses__()
    while left:
        one = left.pop()
        left += one.__subclasses__()
        yield one


def _written(kinds: list[type[HandoffError]]) -> Iterator[str]:
    """Yield the codes that stand where an error is made."""
    names = {HandoffError.__name__, *(one.__name__ for one in kinds)}
    for file in (ROOT / "app").rglob("*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        for call in (one for one in ast.walk(tree) if isinstance(one, ast.Call)):
            name = ast.unparse(call.func)
            found = [one.value for one in call.keywords if one.arg == "code" and name in names]
            if name in PLACES and len(call.args) > PLACES[name]:
                found.append(call.args[PLACES[name]])
            texts = [one for value in found for one in ast.walk(value)]
            yield from (one.value for one in texts if _is_text(one))  # type: ignore[attr-defined]


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _of_http() -> Iterator[str]:
    """Yield those of HTTP's own errors that the interface describes and werkzeug raises, and of a
    wrong method.
    """
    (operation, *_) = (one for path in describe_api()["paths"].values() for one in path.values())
    described = {int(status) for status in operation["responses"]}
    ours = {
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.CONFLICT,
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.REQUEST_URI_TOO_LONG,
    }
    for status in {HTTPStatus.METHOD_NOT_ALLOWED, *described} - ours:
        if status in default_exceptions and status < HTTPStatus.INTERNAL_SERVER_ERROR:
            yield default_exceptions[status]().name.lower().replace(" ", "_")
    yield from (name.lower().replace(" ", "_") for name in OF_GUNICORN)
