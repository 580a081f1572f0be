"""Serve a recording as a page that opens without a server: scripts, styles and events in one."""

from __future__ import annotations

import base64
import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, request

from ..actions.action import action_of
from ..actions.records import Records
from ..errors import NotFound
from .contents import BUNDLE, stamps_of
from .context import wiring
from .edition import is_bundled
from .guard import reads
from .page import ROOT

standalone = Blueprint("standalone", __name__)

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Handoff: a recording</title>
"""
_BODY = """</head>
<body>
<div id="handoff" class="page"></div>
<div class="unstarted" role="alert" data-testid="unstarted">
  <p><b>The page's script has not started.</b> The browser could not read a part of this file, or
    cannot run it. Open the file in another browser, or save it again.</p>
  <button type="button">Go on</button>
</div>
<noscript>Handoff draws a recording and needs JavaScript.</noscript>
"""
_POLICY = (
    "default-src 'none'; script-src 'nonce-{0}' blob:; style-src 'nonce-{0}'; img-src data:;"
    " base-uri 'none'; form-action 'none'"
)
"""Allow the page's own scripts and styles alone, and no connection. A number used once names them,
and not their digests: the browser makes the map of addresses, of `blob:` addresses that only a
script can make.
"""
_MAP = re.compile(r"^/[/*]# sourceMappingURL=.*\n?", re.MULTILINE)
_OTHER = re.compile(r'"\./([\w-]+\.js)"')
_FAILURE = "js/failure.js"
"""This script is no module: it runs, and says what went wrong, where the page's own script does
not.
"""

_ADDRESSES = "js/addresses.js"
"""This script gives each of the page's scripts an address."""


@standalone.get("/recording.html")
@reads
def recording() -> Response:
    """Answer with the page of the events from `since` to `until`, as a file."""
    span: dict[str, Any] = action_of(Records.recording).takes.check_text(request.args.to_dict())
    answer = wiring().context.service(Records).recording(**span)
    name = answer.headers["Content-Disposition"].replace(".jsonl.gz", ".html")
    pieces = standalone_page(b"".join(answer.body))  # what fails does so before the page begins
    return Response(pieces, headers={"Content-Disposition": name}, mimetype="text/html")


def standalone_page(recorded: bytes) -> Iterator[str]:
    """Return the page of a recording, piece by piece. Raise NotFound where its scripts are not
    bundled.
    """
    static = ROOT / "static"
    if not is_bundled(static, stamps_of(static)):
        raise NotFound("the page's bundle is not made of the files that are there: make bundle")
    return _page(static, recorded)


def _page(static: Path, recorded: bytes) -> Iterator[str]:
    bundle = static / BUNDLE
    scripts = {file.name: _text(file) for file in bundle.glob("*.js")}
    named = {f"handoff/{name}": _encoded(_named(script)) for name, script in scripts.items()}
    nonce = secrets.token_urlsafe(16)
    script = f'<script nonce="{nonce}"'
    yield _HEAD % _POLICY.format(nonce)
    yield f'<style nonce="{nonce}">{_text(bundle / "page.css")}</style>\n'
    yield _BODY
    yield f"{script}>{_inline((static / _FAILURE).read_text('utf-8'))}</script>\n"
    yield f'<script type="application/json" id="scripts">{json.dumps(named)}</script>\n'
    yield f"{script}>{_inline((static / _ADDRESSES).read_text('utf-8'))}</script>\n"
    yield f'<script type="text/plain" id="licences">{_inline(_licences(static))}</script>\n'
    encoded = base64.b64encode(recorded).decode()
    yield f'<script type="application/gzip" id="recording">{encoded}</script>\n'
    yield f'{script} type="module">import "handoff/page.js";</script>\n</body>\n</html>\n'


def _text(file: Path) -> str:
    """Return a file of the bundle without the address of its source map: the page has none."""
    return _MAP.sub("", file.read_text("utf-8"))


def _licences(static: Path) -> str:
    """Return the licences under which people hand on the page: Handoff's, and each package's own
    text.
    """
    texts = (
        f"{file.parent.name}\n\n{file.read_text('utf-8').strip()}"
        for file in sorted((static / "js" / "vendor").glob("*/LICENSE*"))
    )
    whole = "Handoff is under the Apache License, Version 2.0, which stands below with htm."
    return "\n\n\n".join(["", f"{whole} It has these packages in it:", *texts, ""])


def _named(script: str) -> str:
    """Return a script of the bundle that imports the others by their names in the page."""
    return _OTHER.sub(r'"handoff/\1"', script)


def _encoded(script: str) -> str:
    return base64.b64encode(script.encode()).decode()


def _inline(script: str) -> str:
    """Return a script that may stand in a page: only its end may look like the end of a script."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
