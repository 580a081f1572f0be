"""Serve the documentation, which `make docs` made. It is the same for all and has no secrets, so
that nobody needs a token for it.
"""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from .contents import BUNDLE
from .guard import reads
from .page import static_file

SITE = f"{BUNDLE}/docs"
"""The folder below `static/` that has the site."""

documentation = Blueprint("documentation", __name__)


@documentation.get("/docs")
@reads
def add_slash() -> Response:
    """Redirect to the first page; relative to what was asked, as a base path's redirect is."""
    return Response(status=307, headers={"Location": "./docs/"})


@documentation.get("/docs/")
@documentation.get("/docs/<path:name>")
@reads
def documentation_file(name: str = "index.html") -> Response:
    """Serve a file of the site; a browser asks each time whether it has changed. Answer with a page
    where there is none.
    """
    filename = safe_join(SITE, name)
    try:
        if filename is None:
            raise NotFound
        return static_file(filename)
    except NotFound:
        to_site = "../" * name.count("/") or "./"
        response = make_response(render_template("no_document.html", to_site=to_site), 404)
        response.headers["Cache-Control"] = "no-store"
        return response
