"""Answer every failure with an error in JSON, never with a traceback."""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask, request
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.wrappers import Response

from ..errors import HandoffError, TooOften, error_body
from .context import base_path

log = logging.getLogger(__name__)


def handle_failures(app: Flask) -> None:
    """Register the handlers of refusals, of HTTP's own errors, and of our mistakes."""
    app.register_error_handler(HandoffError, answer_refusal)
    app.register_error_handler(HTTPException, answer_http_error)
    app.register_error_handler(Exception, answer_mistake)


def answer_refusal(refusal: HandoffError) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Answer what Handoff refuses on purpose."""
    after = {"Retry-After": str(refusal.after)} if isinstance(refusal, TooOften) else {}
    return refusal.as_json(), refusal.status, after


def answer_http_error(error: HTTPException) -> Response | tuple[dict[str, Any], int, Any]:
    """Answer HTTP's errors: no such address, a wrong method (with the right ones in `Allow`), a
    body that is too large.
    """
    if error.code is None or error.code < 400:
        return error.get_response()
    if isinstance(error, NotFound):
        error.description = (
            f"There is nothing at {request.path}. The page is at {base_path()}: where a reverse"
            " proxy serves it below a path, start the dashboard with --base-path and that path."
        )
    code = (error.name or "error").lower().replace(" ", "_")
    headers = [(name, value) for name, value in error.get_headers() if name != "Content-Type"]
    return error_body(code, error.description or error.name), error.code, headers


def answer_mistake(error: Exception) -> tuple[dict[str, Any], int]:
    """Answer a defect of ours: the log gets the traceback, and the caller does not."""
    log.error("%s %s failed", request.method, request.path, exc_info=error)
    return error_body("internal", "Handoff failed here; see its log."), 500
