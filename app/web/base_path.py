"""Serve the dashboard below a path, and believe what a proxy that is named as trusted forwards.

A proxy may pass the path on or strip it: both arrive at the same views. The page itself names all
its addresses relative to its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_network
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from ..settings import Settings, base_path_of
from .peers import address_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class BelowPath:
    """Middleware that takes the base path off a request's path, and tells it to the application as
    `SCRIPT_NAME`.
    """

    def __init__(self, app: WSGIApplication, settings: Settings) -> None:
        self._app, self._base_path = app, settings.base_path
        self._trusted = [ip_network(one) for one in settings.trusted_proxies]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        base_path = self._base_path
        if self._trusts(environ.get("REMOTE_ADDR", "")):
            forwarded = base_path_of(environ.get("HTTP_X_FORWARDED_PREFIX", ""))
            base_path = base_path if forwarded is None else forwarded
            client = environ.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
            if address_of(client):
                environ["REMOTE_ADDR"] = client
            # Each proxy of a chain adds its own: the first scheme is what the browser speaks.
            scheme = environ.get("HTTP_X_FORWARDED_PROTO", "").partition(",")[0].strip().lower()
            if scheme in ("http", "https"):
                environ["wsgi.url_scheme"] = scheme
        below = unquote_to_bytes(base_path).decode("latin-1")  # as WSGI has paths
        path = environ["PATH_INFO"]
        if below and path == below:
            return _add_slash(base_path, environ, start_response)
        if path.startswith(f"{below}/"):
            environ["PATH_INFO"] = path[len(below) :]
        environ["SCRIPT_NAME"] = below
        return self._app(environ, start_response)

    def _trusts(self, address: str) -> bool:
        known = address_of(address)
        return known is not None and any(known in network for network in self._trusted)


def _add_slash(
    base_path: str, environ: WSGIEnvironment, start_response: StartResponse
) -> Iterable[bytes]:
    """Redirect to the page; relative to what was asked, which a proxy may know by another path."""
    query = environ.get("QUERY_STRING", "")
    where = f"./{base_path.rpartition('/')[2]}/{query and '?'}{query}"
    headers = [("Location", where), ("Content-Length", "0"), ("Cache-Control", "no-store")]
    start_response("307 Temporary Redirect", headers)
    return []
