"""Serve the page itself, its static files, and the dashboard's health."""

from __future__ import annotations

import gzip
import logging
import mimetypes
import os
import threading
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from ..actions.servers import Servers
from ..readmodels.document import Data
from .contents import BUNDLE, Stamp, stamp_of, stamps_of
from .context import base_path, wiring
from .edition import Edition, edition_of, is_bundled
from .guard import carries_token, reads
from .views import MODULE, VIEWS, module_of, stylesheets_of
from .visitors import COOKIE, new_cookie

ROOT = next(one for one in Path(__file__).resolve().parents[1:] if (one / "templates").is_dir())
"""The folder with `static/` and `templates/`: a checkout, or the installed package."""

# A browser refuses a JavaScript module unless its type says so. The machine's own
# table of types may say something else.
for _type, _suffix in (
    ("text/javascript", ".js"),
    ("text/css", ".css"),
    ("font/woff2", ".woff2"),
    ("application/json", ".map"),
):
    mimetypes.add_type(_type, _suffix)

_TEXTS = ("text/html", "text/javascript", "text/css", "application/json")
KNOWN_FOR = 7 * 24 * 3600
"""The seconds for which a browser is known again: the rest of the course's week."""

_KEEP = f"max-age={365 * 24 * 3600}, immutable"

log = logging.getLogger(__name__)
page = Blueprint("page", __name__)


@dataclass
class Editions:
    """The edition that the latest walk through `static/` found."""

    newest: Edition


_editions = Editions(Edition("", frozenset()))


@page.get("/")
@reads
def index() -> Response:
    """Serve the page; all that it shows comes over the socket afterwards."""
    static = ROOT / "static"
    stamps = stamps_of(static)
    whole = is_bundled(static, stamps)
    if not whole:
        say_that_the_bundle_is_old()
    looks = [f"{BUNDLE}/page.css"] if whole else stylesheets_of(VIEWS, static)
    script = f"{BUNDLE}/page.js" if whole else "js/main.js"
    newest = _editions.newest = edition_of(static, stamps)
    names = {"edition": newest.word, "looks": looks, "script": script}
    response = make_response(render_template("index.html", **names))
    response.headers["Cache-Control"] = "no-cache"
    if wiring().visitors.has_roles and COOKIE not in request.cookies:
        response.set_cookie(
            COOKIE, new_cookie(), max_age=KNOWN_FOR, path=base_path(),
            httponly=True, samesite="Strict",
        )  # fmt: skip
    return response


@lru_cache(maxsize=1)
def say_that_the_bundle_is_old() -> None:
    """Log once that the bundle is old; each page says it too (`static/js/views/unbundled.js`)."""
    log.warning("the page's bundle is not of the files in %s, which are served", ROOT / "static")


@reads
def static_file(filename: str, edition: str | None = None) -> Response:
    """Serve a file of `static/`. Browsers keep a file at the address with the newest edition, and
    do not ask again. At other addresses they ask each time whether it has changed.

    A file is of that edition if its own stamp is: only the page itself looks at all files.
    """
    newest = _editions.newest
    if filename == MODULE:
        content, is_of_it = _VIEWS, True
    else:
        stamp = _stamp_of(filename)
        with _reading:
            content, is_of_it = _read(stamp), stamp in newest.stamps
    response = content.answer()
    response.headers["Cache-Control"] = _KEEP if is_of_it and edition == newest.word else "no-cache"
    return response


def _stamp_of(filename: str) -> Stamp:
    """Return the stamp of a file below `static/`. Raise NotFound."""
    path = safe_join(str(ROOT / "static"), filename)
    if path is None or not os.path.isfile(path):
        raise NotFound
    return stamp_of(path)


class FileContent(NamedTuple):
    """The content of a file, and its compressed form if it is a text."""

    kind: str
    tag: str
    plain: bytes
    short: bytes | None

    def answer(self) -> Response:
        """Return what the current request gets: the content, compressed if the browser takes that,
        or say only that it has not changed.
        """
        is_short = self.short is not None and bool(request.accept_encodings["gzip"])
        response = Response(self.short if is_short else self.plain, mimetype=self.kind)
        if self.short is not None:
            response.vary.add("Accept-Encoding")
        if is_short:
            response.headers["Content-Encoding"] = "gzip"
        response.set_etag(f"{self.tag}-gzip" if is_short else self.tag)
        if request.if_none_match:
            response.make_conditional(request)
        return response


def content_of(name: str, plain: bytes) -> FileContent:
    """Return a content by the name of its file. zlib's own level compresses: the highest takes a
    quarter longer for a thousandth less.
    """
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    short = gzip.compress(plain, compresslevel=6, mtime=0) if kind in _TEXTS else None
    return FileContent(kind, blake2b(plain, digest_size=8).hexdigest(), plain, short)


@lru_cache(maxsize=400)
def _read(stamp: Stamp) -> FileContent:
    return content_of(stamp[0], Path(stamp[0]).read_bytes())


_reading = threading.Lock()
"""A hall that opens a page at once has each file read and compressed once."""

_VIEWS = content_of(MODULE, module_of(VIEWS).encode())
"""The module that lists the views, which is in no file."""


@page.get("/favicon.ico")
@reads
def favicon() -> Response:
    """Serve the icon: browsers ask for it beside an address that is no page, such as a file or an
    answer of the REST interface.
    """
    return static_file("icon.svg")


@page.get("/healthz")
@reads
def healthz() -> tuple[Data, int]:
    """Answer 200 while ZooKeeper answers, else 503. Without the token nobody learns more than that
    and whether the history is kept.
    """
    health = wiring().context.service(Servers).health()
    brief = {name: health[name] for name in ("status", "zookeeper", "history")}
    token = wiring().settings.token
    may_see_all = token is None or carries_token(request.environ, token)
    return health if may_see_all else brief, 200 if health["status"] == "ok" else 503
