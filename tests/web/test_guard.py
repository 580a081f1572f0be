"""The gate in front of everything: Host, Origin, Sec-Fetch-Site, token, read-only, headers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import socketio
from websocket import WebSocketBadStatusException, create_connection

from app.commands.options import parse
from app.settings import Settings
from app.web.guard import GUARD_MARK, check_site, parse_host
from app.web.visitors import COOKIE
from tests.web.serving import Served, serving

TOKEN = "correct-horse"
PLACES = (
    "/",
    "/api/v1/state",
    "/healthz",
    "/static/js/app.js",
    "/socket.io/?EIO=4&transport=polling",
)


@pytest.fixture(scope="module")
def guarded() -> Iterator[Served]:
    """With a token."""
    with serving(Settings(token=TOKEN)) as it:
        yield it


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Served]:
    """As if bound to all addresses, with a token and a name to answer to."""
    settings = Settings(host="0.0.0.0", token=TOKEN, allowed_hosts=("board.example",))
    with serving(settings) as it:
        yield it


def test_every_route_has_a_guard(served: Served) -> None:
    views = served.web.app.view_functions
    rules = list(served.web.app.url_map.iter_rules())
    assert len(rules) >= 10
    for rule in rules:
        mark = getattr(views[rule.endpoint], GUARD_MARK, None)
        changes = bool((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"})
        acts = "presents" if rule.rule.startswith("/api/v1/room") else "acts"
        reads = "presents" if rule.rule == "/api/v1/phones" else "reads"
        assert mark == (acts if changes else reads), rule


def test_every_socket_handler_has_a_guard(served: Served) -> None:
    handlers = served.web.socketio.server.handlers
    assert set(handlers) == {"/"}
    own = {
        "connect",
        "disconnect",
        "follow",
        "watch_tree",
        "look",
        "drive",
        "show",
        "bring",
        "point",
    }
    assert set(handlers["/"]) == own
    for name, handler in handlers["/"].items():
        assert getattr(handler, GUARD_MARK, None) in ("reads", "presents"), name


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:5050", "", "a b", "[::1"])
def test_a_foreign_host_name_is_refused_everywhere(shared: Served, place: str, host: str) -> None:
    answer = shared.request("GET", place, headers={"Host": host})
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "host"


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:5050", "127.0.0.1:1", "[::1]:5050"])
def test_loopback_is_known_by_all_its_names(shared: Served, host: str) -> None:
    assert shared.request("GET", "/api/v1/state", headers={"Host": host}).ok


def test_the_forwarded_host_is_not_believed(shared: Served) -> None:
    forged = {"Host": "evil.example", "X-Forwarded-Host": "127.0.0.1"}
    assert shared.request("GET", "/api/v1/state", headers=forged).status_code == 403
    forged = {"Origin": "http://evil.example", "X-Forwarded-Host": "evil.example"}
    assert shared.request("GET", "/api/v1/state", headers=forged).status_code == 403


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1:{port}", "file://",
     "http://127.0.0.1:{port}.evil.example", "http://127.0.0.1:{port}/", "http://[::1"],
)  # fmt: skip
def test_a_foreign_origin_is_refused_everywhere(shared: Served, place: str, origin: str) -> None:
    headers = {"Origin": origin.format(port=shared.settings.port)}
    answer = shared.request("GET", place, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "origin"


def test_our_own_origin_may_act(served: Served) -> None:
    headers = {"Origin": served.url, "Sec-Fetch-Site": "same-origin"}
    assert served.request("POST", "/api/v1/candidates", json={}, headers=headers).status_code == 201
    assert served.control.calls[0][1]["by"] == "page"


def test_a_script_may_act_without_origin(served: Served) -> None:
    assert served.request("POST", "/api/v1/candidates", json={}).status_code == 201
    assert served.control.calls[0][1]["by"] == "script"


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense"])
def test_what_another_site_sends_without_origin_is_refused(shared: Served, site: str) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"}
    for method, place in (("GET", "/api/v1/state"), ("DELETE", "/api/v1/candidates"), ("GET", "/")):
        answer = shared.request(method, place, headers=headers)
        assert answer.status_code == 403, place
        assert answer.json()["error"]["code"] == "cross_site"
    assert shared.control.calls == []


def test_a_link_to_the_page_may_be_followed_from_anywhere() -> None:
    link = _environ("/", HTTP_SEC_FETCH_MODE="navigate", HTTP_SEC_FETCH_DEST="document")
    for place in ("/", "/docs", "/docs/lesson.html"):
        check_site({**link, "PATH_INFO": place})
    for change in (
        {"PATH_INFO": "/api/v1/state"},
        {"PATH_INFO": "/docsstate"},
        {"REQUEST_METHOD": "POST"},
        {"HTTP_SEC_FETCH_DEST": "iframe"},
        {"HTTP_SEC_FETCH_MODE": "no-cors"},
    ):
        with pytest.raises(Exception, match="another site"):
            check_site({**link, **change})


def _environ(path: str, **headers: str) -> dict[str, Any]:
    return {
        "PATH_INFO": path,
        "REQUEST_METHOD": "GET",
        "HTTP_HOST": "127.0.0.1:5050",
        "HTTP_SEC_FETCH_SITE": "cross-site",
        "wsgi.url_scheme": "http",
        **headers,
    }


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("localhost:5050", ("localhost", "5050")),
        ("[::1]:80", ("::1", "80")),
        ("Board.Example", ("board.example", "")),
        ("a,b", None),
        ("user@localhost", None),
        ("localhost:5050:1", None),
        ("::1", None),
    ],
)
def test_host_headers(header: str, expected: tuple[str, str] | None) -> None:
    assert parse_host(header) == expected


def test_a_websocket_of_another_site_is_refused(served: Served) -> None:
    address = f"ws://127.0.0.1:{served.settings.port}/socket.io/?EIO=4&transport=websocket"
    with pytest.raises(WebSocketBadStatusException, match="403"):
        create_connection(address, origin="http://evil.example", timeout=60)
    with pytest.raises(WebSocketBadStatusException, match="403"):
        create_connection(address, host="evil.example", suppress_origin=True, timeout=60)
    for options in ({"suppress_origin": True}, {"origin": served.url}):
        connection = create_connection(address, timeout=60, **options)
        assert str(connection.recv()).startswith("0{")
        connection.close()


GUARDED = (
    "/api/v1/state",
    "/api/v1/openapi.json",
    "/recording.html",
    "/metrics",
    "/nowhere",
    "/socket.io/?EIO=4&transport=polling",
)


@pytest.mark.parametrize("place", GUARDED)
@pytest.mark.parametrize(
    "headers",
    [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer "},
     {"Authorization": f"Basic {TOKEN}"}, {"Cookie": f"handoff-5050={TOKEN}; token={TOKEN}"},
     {"Sec-WebSocket-Protocol": f"handoff, bearer.{TOKEN}"},
     {"Sec-WebSocket-Protocol": "handoff, bearer."}],
)  # fmt: skip
def test_without_the_token_nothing_answers(
    guarded: Served, place: str, headers: dict[str, str]
) -> None:
    answer = guarded.request("GET", place, headers=headers)
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "token"
    assert TOKEN not in answer.text


def test_the_page_and_its_files_are_the_same_for_all_and_have_no_data(guarded: Served) -> None:
    """It brings the token itself; and no answer gives a browser anything to send elsewhere."""
    places = ("/", f"/?token={TOKEN}", "/favicon.ico", "/static/js/main.js", "/docs/index.html")
    for place in (*places, "/docs"):
        answer = guarded.request("GET", place)
        assert answer.ok, place
        assert TOKEN not in answer.text
        # It names a visitor, and opens nothing.
        assert answer.headers.get("Set-Cookie", COOKIE).startswith(COOKIE), place
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    assert guarded.request("GET", "/").text == guarded.request("GET", "/", headers=bearer).text


def test_the_token_is_asked_for_on_the_websocket(guarded: Served) -> None:
    client = socketio.SimpleClient()
    with pytest.raises(socketio.exceptions.ConnectionError):
        client.connect(guarded.url, transports=["websocket"])
    client.connect(guarded.url, headers={"Authorization": f"Bearer {TOKEN}"})
    client.disconnect()


def test_a_bearer_may_pass(guarded: Served) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert guarded.request("GET", "/api/v1/state", headers=headers).ok


def test_a_page_brings_the_token_among_the_protocols_of_its_websocket(guarded: Served) -> None:
    """Another one is agreed on, so that no answer repeats the token."""
    address = f"ws://127.0.0.1:{guarded.settings.port}/socket.io/?EIO=4&transport=websocket"
    offers = ["handoff", f"bearer.{TOKEN.encode().hex()}"]
    connection = create_connection(address, origin=guarded.url, subprotocols=offers, timeout=60)
    assert str(connection.recv()).startswith("0{")
    assert connection.subprotocol == "handoff"
    connection.close()
    with pytest.raises(WebSocketBadStatusException, match="401"):
        create_connection(address, origin=guarded.url, subprotocols=offers[:1], timeout=60)


def test_a_wrong_token_in_the_address_is_refused(guarded: Served) -> None:
    assert guarded.request("GET", "/?token=wrong").status_code == 401
    assert guarded.request("GET", "/?token=").status_code == 401
    assert guarded.request("GET", f"/api/v1/state?token={TOKEN}").status_code == 401


def test_a_stranger_sees_the_health_and_no_more(guarded: Served) -> None:
    answer = guarded.request("GET", "/healthz")
    assert answer.json() == {"status": "ok", "zookeeper": "connected", "history": None}
    answer = guarded.request("GET", "/healthz", headers={"Authorization": f"Bearer {TOKEN}"})
    assert "hosts" in answer.json()


def test_names_that_are_allowed_are_answered(elsewhere: Served) -> None:
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    for host, status in (("board.example", 200), ("127.0.0.1", 200), ("evil.example", 403)):
        answer = elsewhere.request("GET", "/api/v1/state", headers={**bearer, "Host": host})
        assert answer.status_code == status, host
    behind_tls = {**bearer, "Host": "board.example", "Origin": "https://board.example"}
    assert elsewhere.request("GET", "/api/v1/state", headers=behind_tls).ok


@pytest.mark.parametrize(
    ("host", "status"),
    [("192.0.2.7:5050", 200), ("[fe80::1]:5050", 200), ("localhost", 200), ("evil.example", 403)],
)
def test_a_name_that_is_rebound_does_not_reach_what_is_open(host: str, status: int) -> None:
    with serving(Settings(host="0.0.0.0", open=True)) as served:
        assert served.request("GET", "/api/v1/state", headers={"Host": host}).status_code == status


AT = "board.example:8080"


@pytest.mark.parametrize(
    ("allowed", "host", "origin", "site", "refusal"),
    [
        ("board.example", "board.example", "http://board.example", None, None),
        ("board.example", AT, f"http://{AT}", None, None),
        ("board.example", "board.example", f"http://{AT}", "same-origin", None),
        ("board.example", "board.example", f"http://{AT}", None, "origin"),
        ("board.example", "127.0.0.1:5050", "https://board.example", None, None),
        ("board.example", "127.0.0.1:5050", "http://board.example", "same-site", "cross_site"),
        ("board.example", "127.0.0.1:5050", "http://evil.example", "same-origin", "origin"),
        ("board.example", "evil.example", "http://evil.example", "same-origin", "host"),
        ("board.example", "127.0.0.1:5050", "http://board.example.evil.example", None, "origin"),
        (AT, AT, f"http://{AT}", None, None),
        (AT, "board.example", f"http://{AT}", None, None),
        (AT, "127.0.0.1:5050", f"http://{AT}", None, None),
        (AT, "127.0.0.1:5050", "http://board.example", None, "origin"),
        (AT, "127.0.0.1:5050", "http://board.example:9999", None, "origin"),
        (AT, "board.example:9999", "http://board.example:9999", None, "host"),
        ("[fe80::1]:8080", "127.0.0.1:5050", "http://[fe80::1]:8080", None, None),
    ],
)
def test_a_page_behind_a_reverse_proxy_is_our_own(
    allowed: str, host: str, origin: str, site: str | None, refusal: str | None
) -> None:
    headers = {"Host": host, "Origin": origin, "Sec-Fetch-Site": site}
    with serving(Settings(allowed_hosts=(allowed,))) as served:
        answer = served.request("POST", "/api/v1/candidates", json={}, headers=headers)
        assert answer.status_code == (201 if refusal is None else 403), answer.text
        assert refusal is None or answer.json()["error"]["code"] == refusal


@pytest.mark.parametrize("host", ["", AT, "board.example", "upstream"])
@pytest.mark.parametrize("origin", [f"http://{AT}", "https://board.example", "http://[fe80::1]:80"])
def test_what_a_refusal_advises_helps(host: str, origin: str) -> None:
    """Each refusal may advise one more; then the page is let in."""
    allowed: tuple[str, ...] = ()
    for _ in range(3):
        with serving(Settings(allowed_hosts=allowed)) as served:
            headers = {"Origin": origin, **({"Host": host} if host else {})}
            answer = served.request("POST", "/api/v1/candidates", json={}, headers=headers)
        if answer.ok:
            return
        advised = re.search(r"--allowed-host (\S+)\.$", answer.json()["error"]["message"])
        assert advised, answer.text
        allowed = (*allowed, *parse(["--allowed-host", advised[1]], {}).settings.allowed_hosts)
    raise AssertionError(answer.text)


def test_a_path_below_which_a_proxy_serves_is_answered_with_words(shared: Served) -> None:
    answer = shared.request("GET", "/handoff/")
    assert answer.status_code == 404
    assert "nothing at /handoff/" in answer.json()["error"]["message"]
    assert "start the dashboard with --base-path" in answer.json()["error"]["message"]


def test_read_only_refuses_every_action() -> None:
    with serving(Settings(read_only=True)) as served:
        calls = [("POST", "/api/v1/candidates"), ("DELETE", "/api/v1/candidates"),
                 ("POST", "/api/v1/candidates/c1/kill"), ("POST", "/api/v1/elections"),
                 ("POST", "/api/v1/roles/leader/kill"),
                 ("POST", "/api/v1/servers/s1/kill")]  # fmt: skip
        for method, place in calls:
            answer = served.request(method, place, json={})
            assert answer.status_code == 403, place
            assert answer.json()["error"]["code"] == "read_only"
        assert served.control.calls == []
        assert served.request("GET", "/api/v1/state").ok


@pytest.mark.parametrize("place", ["/", "/api/v1/state", "/nowhere", "/socket.io/?EIO=4"])
def test_the_security_headers_are_on_every_answer(shared: Served, place: str) -> None:
    headers = shared.request("GET", place).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'; trusted-types 'none'" in policy
    assert f"ws://127.0.0.1:{shared.settings.port}" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in headers
    assert "Werkzeug" not in headers.get("Server", "")


def test_a_hostile_host_stays_out_of_the_policy(shared: Served) -> None:
    answer = shared.request("GET", "/", headers={"Host": "x; script-src *"})
    assert "script-src *" not in answer.headers["Content-Security-Policy"]
