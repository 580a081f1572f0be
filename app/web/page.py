"""Serve the page itself, its static files, and the dashboard's health."""

from __future__ import annotations

import gzip
import logging
import mimetypes
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, make_response, render_template, request, send_from_directory

from ..actions.servers import Servers
from ..readmodels.document import Data
from .contents import BUNDLE, stamps_of
from .context import base_path, wiring
from .edition import edition as edition_of
from .edition import is_bundled
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

_TEXTS = ("text/javascript", "text/css", "application/json")
KNOWN_FOR = 7 * 24 * 3600
"""The seconds for which a browser is known again: the rest of the course's week."""

_KEEP = f"max-age={365 * 24 * 3600}, immutable"

log = logging.getLogger(__name__)
page = Blueprint("page", __name__)


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
    names = {"edition": edition_of(static, stamps), "looks": looks, "script": script}
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
    """Serve a file of `static/`. Browsers keep a file at the address with the present edition, and
    do not ask again. At other addresses they ask each time whether it has changed.
    """
    static = ROOT / "static"
    made = filename == MODULE
    response = _views() if made else send_from_directory(static, filename, max_age=None)
    # Telling the present edition asks for the times of all files.
    is_present = edition is not None and edition == edition_of(static, stamps_of(static))
    response.headers["Cache-Control"] = _KEEP if is_present else "no-cache"
    return _shortened(response) if edition else response


def _shortened(response: Response) -> Response:
    """Compress a text for a browser that takes that."""
    if response.status_code != 200 or response.mimetype not in _TEXTS:
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"]:
        response.direct_passthrough = False
        response.set_data(_gzipped(response.get_data()))
        response.headers["Content-Encoding"] = "gzip"
        del response.headers["ETag"]
    return response


@lru_cache(maxsize=400)
def _gzipped(content: bytes) -> bytes:
    """Compress at zlib's own level: the highest takes a quarter longer for a thousandth less."""
    return gzip.compress(content, compresslevel=6, mtime=0)


def _views() -> Response:
    """Serve the module that lists the views, which is in no file."""
    response = make_response(module_of(VIEWS))
    response.mimetype = "text/javascript"
    response.add_etag()
    response.make_conditional(request)
    return response


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
