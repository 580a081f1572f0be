"""The page itself, its static files, and whether the dashboard is well."""

from __future__ import annotations

import hashlib
import mimetypes
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, send_from_directory

from app.version import VERSION
from app.web.context import rooms
from app.web.guard import carries_token, parse_host, reads

ROOT = Path(__file__).resolve().parents[2]

# A module of JavaScript is refused by the browser unless its type says so; what the machine's own
# table of types says is not to be trusted with that.
for _type, _suffix in (("text/javascript", ".js"), ("text/css", ".css"), ("font/woff2", ".woff2")):
    mimetypes.add_type(_type, _suffix)

_KEEP = f"max-age={365 * 24 * 3600}, immutable"

page = Blueprint("page", __name__)


@page.get("/")
@reads
def index() -> Response:
    """The page; everything on it comes over the socket afterwards."""
    response = make_response(render_template("index.html", version=VERSION, edition=_edition()))
    response.headers["Cache-Control"] = "no-cache"
    return response


@reads
def static_file(filename: str, edition: str | None = None) -> Response:
    """A file of `static/`. At the address with an edition browsers keep it and ask no more: the
    page has some 250 files. At the other they ask each time whether it has changed.
    """
    response = send_from_directory(ROOT / "static", filename, max_age=None)
    response.headers["Cache-Control"] = _KEEP if edition else "no-cache"
    return response


@page.get("/favicon.ico")
@reads
def favicon() -> Response:
    """Browsers ask for it beside what is no page: a file, an answer of the REST interface."""
    return static_file("icon.svg")


Stamp = tuple[str, int, int]
"""Path, when it was changed (ns), length: another content has another one."""


def _edition() -> str:
    """A word for what is in `static/` now: another one as soon as any of its files is another."""
    folder = ROOT / "static"
    return _digest(folder, tuple(sorted(_stamps(folder))))


def _stamps(folder: Path) -> Iterator[Stamp]:
    for parent, _, names in os.walk(folder):
        for path in (os.path.join(parent, name) for name in names):
            stat = os.stat(path)
            yield path, stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=1)
def _digest(folder: Path, stamps: tuple[Stamp, ...]) -> str:
    """Of the paths and contents of the files, which are read only where their stamps are others."""
    digest = hashlib.blake2b(digest_size=8)
    for path, _, _ in stamps:
        content = Path(path).read_bytes()
        digest.update(f"{os.path.relpath(path, folder)} {len(content)}\n".encode() + content)
    return digest.hexdigest()


@page.get("/healthz")
@reads
def healthz() -> tuple[dict[str, Any], int]:
    """200 while ZooKeeper answers, else 503. Without the token nobody learns more than that."""
    health = rooms().control.health()
    if not _may_see_all():
        health = {name: health[name] for name in ("status", "zookeeper")}
    return health, 200 if health["status"] == "ok" else 503


def _may_see_all() -> bool:
    token = rooms().settings.token
    host = parse_host(request.host)
    return token is None or (host is not None and carries_token(request.environ, host, token))
