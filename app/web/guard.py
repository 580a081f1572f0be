"""Decide who may do what: one gate in front of everything, and a mark on every view and handler.

The gate tells a presenter, who brings the token, from the audience, which brings its code
(`visitors.py`); the marks say what each of them may do.

The gate is WSGI middleware around the whole application, not `before_request`: that does not run
for Socket.IO, whose handshake and long-polling requests never reach Flask's routing.

Why a dashboard on loopback needs the gate at all: any web page that is open in
the same browser can send requests to 127.0.0.1. Three headers, which a page cannot forge, tell
such a request from our own page's:

- *Host.* An attacker's name that resolves to 127.0.0.1 (DNS rebinding) would make its page
  same-origin with us. The browser still sends that name as Host, so on loopback the gate lets in
  only loopback's own names.
- *Origin.* Browsers send it with every cross-origin request that could change something, and with
  every WebSocket handshake. If it is there, it must be the address to which the request went, or
  one that `--allowed-host` names: a reverse proxy may send a Host without the port, or its own name
  for us.
- *Sec-Fetch-Site.* It says `cross-site` even where a browser sends no Origin (images, links, forms
  with GET), and `same-site` for another port of this machine. The gate lets in only a followed link
  to the page or to the documentation.

Scripts send neither Origin nor Sec-Fetch-Site, and are welcome. The gate never looks at
`X-Forwarded-Host`: anybody can send it.
"""

from __future__ import annotations

import contextlib
import functools
import hmac
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from http import HTTPStatus
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl

from ..actions.rights import Right
from ..errors import Forbidden, HandoffError, Unauthorized
from ..settings import LOOPBACK_HOSTS, Settings
from .context import asker, wiring
from .peers import LET_IN
from .visitors import CODE, PRESENTS, Visitors

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

GUARD_MARK = "handoff_guard"
OPEN_PATHS = frozenset({"/", "/docs", "/favicon.ico", "/healthz"})

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(?P<port>[0-9]{1,5}))?")
_ORIGIN = re.compile(r"(?P<scheme>https?)://(?P<netloc>[^/?#]+)")
_LED_TO = re.compile("/|/docs(?:/.*)?", re.DOTALL)
_DEFAULT_PORTS = {"http": "80", "https": "443"}

View = TypeVar("View", bound=Callable[..., Any])


def reads(view: View) -> View:
    """Mark a view or socket handler that changes nothing: any request that passed the gate may call
    it.
    """
    setattr(view, GUARD_MARK, "reads")
    return view


def acts(view: View, right: Right | None = None) -> View:
    """Mark a view or socket handler that changes something, and refuse it under `--read-only`, and
    to the audience, unless a presenter has handed it the right.
    """
    allowed = presents(view, right)

    @functools.wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        if wiring().settings.read_only:
            raise Forbidden("This dashboard is read-only.", code="read_only")
        return allowed(*args, **kwargs)

    setattr(guarded, GUARD_MARK, "acts")
    return guarded  # type: ignore[return-value]


def presents(view: View, right: Right | None = None) -> View:
    """Mark a view or socket handler that changes nothing but what the audience sees and may do:
    refuse it to the audience, unless a presenter has handed it the right.
    """

    @functools.wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        wiring().visitors.require_right(asker(), right)
        return view(*args, **kwargs)

    setattr(guarded, GUARD_MARK, "presents")
    return guarded  # type: ignore[return-value]


class HostHeader(NamedTuple):
    """The parts of a Host header: `name` without brackets, in lower case; `port`, "" if there is
    none.
    """

    name: str
    port: str


class Guard:
    """The gate. Refusals are JSON errors; answers carry the security headers."""

    def __init__(self, app: WSGIApplication, settings: Settings, visitors: Visitors) -> None:
        self._app = app
        self._settings = settings
        self._visitors = visitors
        self._allowed = [one for one in map(parse_host, settings.allowed_hosts) if one]
        self._is_proxied = bool(settings.trusted_proxies)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        start = _with_headers(environ, start_response)
        if self._visitors.has_roles and CODE.fullmatch(environ["PATH_INFO"][1:].lower()):
            environ["PATH_INFO"] = "/"  # The page reads the code in its own address.
        try:
            self._check_host(environ)
            check_site(environ, self._allowed, is_proxied=self._is_proxied)
            self._check_token(environ)
        except HandoffError as refusal:
            return _refuse(refusal, start)
        return self._app(environ, start)

    def _check_host(self, environ: WSGIEnvironment) -> None:
        """Check the Host; every port is allowed, so that a forwarded one (ssh -L, a container's)
        works.
        """
        header = environ.get("HTTP_HOST", "")
        host = parse_host(header)
        if host is None:
            raise Forbidden("The request has no correct Host header.", code="host")
        if host.name in LOOPBACK_HOSTS or any(_is_at(one, host) for one in self._allowed):
            return
        # Rebinding is no danger where we ask for a token, which it cannot bring along, or where
        # an address stands in place of a name.
        is_safe = self._settings.token is not None or _is_address(host.name)
        is_reached = self._is_proxied or not self._settings.on_loopback
        if is_safe and is_reached and not self._allowed:
            return
        raise Forbidden(
            f"The dashboard does not answer to the Host name {header}: if that is its own address,"
            f" start it with --allowed-host {header}.",
            code="host",
        )

    def _check_token(self, environ: WSGIEnvironment) -> None:
        """Let through what brings the token, and what tells nothing of ZooKeeper or of us. Raise
        Unauthorized for all else.
        """
        token = self._settings.token
        environ[PRESENTS] = token is None or carries_token(environ, token)
        if token is None or is_let_in(environ, self._visitors):
            # The server hears that this client was let in: its connection keeps its place.
            if LET_IN in environ:
                environ[LET_IN]()
            return
        query = parse_qsl(environ.get("QUERY_STRING", ""), keep_blank_values=True)
        offered = dict(query).get("token")
        if is_open(environ["PATH_INFO"]) and (offered is None or _equal(offered, token)):
            return
        if any(CODE.fullmatch(one) for one in _brought_by(environ)):
            raise Unauthorized(
                "The dashboard does not know this code: it may be mistyped, or of an earlier class."
                " Type the address that the presenter shows.",
                code="code",
            )
        raise Unauthorized(
            "This dashboard needs its token: open the address that it printed when it started,"
            " or a reverse proxy's with the same ?token=…; a script sends the header"
            " 'Authorization: Bearer TOKEN'.",
            code="token",
        )


def parse_host(header: str) -> HostHeader | None:
    """Return the Host header's name and port; None where the header is not valid."""
    match = _HOST.fullmatch(header.lower())
    return HostHeader(match["name"].strip("[]"), match["port"] or "") if match else None


def check_site(
    environ: WSGIEnvironment, allowed: Sequence[HostHeader] = (), *, is_proxied: bool = False
) -> None:
    """Refuse what another site's page sends. Raise Forbidden.

    allowed: further addresses of our own, with a port or with the browser's default one. With any,
    or where a proxy is trusted, an https Origin is accepted for our http: the proxy may end TLS.
    """
    site = environ.get("HTTP_SEC_FETCH_SITE")
    if site not in (None, "same-origin", "none") and not _follows_link(environ):
        raise Forbidden("Refused: another site's page sent this request.", code="cross_site")
    origin = environ.get("HTTP_ORIGIN")
    if origin is not None and not _is_own(origin, environ, allowed, is_proxied):
        raise Forbidden(
            f"Refused: another site's page sent this request.{_advice_for(origin)}", code="origin"
        )


def is_open(path: str) -> bool:
    """Tell whether everybody may have what is at a path: the page and the documentation, which are
    the same for all and have no data in them, and the answer whether the dashboard is well.
    """
    return path in OPEN_PATHS or path.startswith(("/static/", "/docs/"))


def is_let_in(environ: WSGIEnvironment, visitors: Visitors) -> bool:
    """Tell whether a request that the gate has seen comes from a presenter, or brings the code that
    the audience has now.
    """
    return environ[PRESENTS] or any(map(visitors.is_code, _brought_by(environ)))


def carries_token(environ: WSGIEnvironment, token: str) -> bool:
    """Tell whether the request brings the token: as a bearer, or among the protocols of a
    WebSocket, since a page can add only these to its handshake.

    A cookie does not count: browsers send it to every port of a host, and so to other programs too.
    """
    return any(_equal(one, token) for one in _brought_by(environ))


def _brought_by(environ: WSGIEnvironment) -> Iterator[str]:
    """Yield the tokens and codes that a request brings."""
    scheme, _, bearer = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    if scheme.lower() == "bearer":
        yield bearer.strip()
    for protocol in environ.get("HTTP_SEC_WEBSOCKET_PROTOCOL", "").split(","):
        name, _, word = protocol.strip().partition(".")
        with contextlib.suppress(ValueError):
            if name == "bearer":
                yield bytes.fromhex(word).decode("utf-8", "replace")


def content_security_policy(host: str) -> str:
    """Return a policy that allows only our own files; it names the WebSocket's address for browsers
    whose 'self' does not cover it. No text becomes a script or markup: a browser with Trusted Types
    knows no policy that would let it.
    """
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        f" connect-src 'self' ws://{host} wss://{host}; font-src 'self'; base-uri 'none';"
        " form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script';"
        " trusted-types 'none'"
    )


def _follows_link(environ: WSGIEnvironment) -> bool:
    """Tell whether somebody clicked a link to the page or to the documentation: that is a top-level
    navigation, never a frame or a form.
    """
    return (
        environ["REQUEST_METHOD"] in ("GET", "HEAD")
        and _LED_TO.fullmatch(environ["PATH_INFO"]) is not None
        and environ.get("HTTP_SEC_FETCH_MODE") == "navigate"
        and environ.get("HTTP_SEC_FETCH_DEST", "document") == "document"
    )


def _is_own(
    origin: str, environ: WSGIEnvironment, allowed: Sequence[HostHeader], is_proxied: bool
) -> bool:
    """Tell whether an Origin is the Host that was asked, or allowed. A request that the browser
    itself calls `same-origin` may come from any port of an allowed name.
    """
    match = _ORIGIN.fullmatch(origin.lower())
    if match is None:
        return False
    if not (allowed or is_proxied or match["scheme"] == environ["wsgi.url_scheme"]):
        return False
    scheme, page = match["scheme"], parse_host(match["netloc"])
    host = parse_host(environ.get("HTTP_HOST", ""))
    if page is None:
        return False
    if host is not None and _with_port(host, scheme) == _with_port(page, scheme):
        return True
    if environ.get("HTTP_SEC_FETCH_SITE") == "same-origin":
        return any(one.name == page.name for one in allowed)
    return any(_with_port(one, scheme) == _with_port(page, scheme) for one in allowed)


def _with_port(host: HostHeader, scheme: str) -> HostHeader:
    return host._replace(port=host.port or _DEFAULT_PORTS[scheme])


def _is_at(allowed: HostHeader, host: HostHeader) -> bool:
    """Tell whether a Host is an allowed one; a reverse proxy may leave out its port."""
    return allowed.name == host.name and (not allowed.port or host.port in ("", allowed.port))


def _is_address(name: str) -> bool:
    try:
        return bool(ip_address(name))
    except ValueError:
        return False


def _advice_for(origin: str) -> str:
    match = _ORIGIN.fullmatch(origin.lower())
    if match is None or parse_host(match["netloc"]) is None:
        return ""
    return (
        f" If {match[0]} is where a reverse proxy serves the dashboard, start it with"
        f" --allowed-host {match['netloc']}."
    )


def _equal(offered: str, expected: str) -> bool:
    """Compare two texts in constant time, so that a guess does not learn how far it was right."""
    return hmac.compare_digest(offered.encode("utf-8", "replace"), expected.encode())


def _refuse(refusal: HandoffError, start_response: StartResponse) -> Iterable[bytes]:
    body = json.dumps(refusal.as_json()).encode()
    status = HTTPStatus(refusal.status)
    headers = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
    if isinstance(refusal, Unauthorized):
        headers.append(("WWW-Authenticate", 'Bearer realm="handoff"'))
    start_response(f"{status.value} {status.phrase}", headers)
    return [body]


def _security_headers(environ: WSGIEnvironment) -> Iterator[tuple[str, str]]:
    host = environ.get("HTTP_HOST", "")
    own = host if parse_host(host) else "localhost"
    yield "Content-Security-Policy", content_security_policy(own)
    yield "X-Content-Type-Options", "nosniff"
    yield "X-Frame-Options", "DENY"
    yield "Referrer-Policy", "no-referrer"
    yield "Cross-Origin-Opener-Policy", "same-origin"
    yield "Cross-Origin-Resource-Policy", "same-origin"
    yield "Cache-Control", "no-store"


def _with_headers(environ: WSGIEnvironment, start_response: StartResponse) -> StartResponse:
    def start(status: str, headers: list[tuple[str, str]], *exc_info: Any) -> Any:
        present = {name.lower() for name, _ in headers}
        added = [pair for pair in _security_headers(environ) if pair[0].lower() not in present]
        return start_response(status, [*headers, *added], *exc_info)

    return start
