"""Below a path: whatever the proxy makes of it, and which proxy is believed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from websocket import create_connection

from app.settings import Settings
from app.web.page import ROOT
from tests.web.serving import Served, serving

BELOW = "/class/handoff"
PLACES = (
    "/",
    "/?token=open",
    "/api/v1/state",
    "/healthz",
    "/metrics",
    "/recording.html",
    "/static/js/main.js",
    "/favicon.ico",
    "/docs/",
    "/docs/search.html",
    "/docs/nothing.html",
    "/socket.io/?EIO=4&transport=polling",
)
ROOTED = re.compile(
    r"""["'`(/]/(?:api|static|socket\.io|healthz|metrics|favicon\.ico|recording\.html)\b|(?:href|src)=["'`{$]*/"""
)
HERE = "127.0.0.1"
ELSEWHERE = "192.0.2.7"


@pytest.fixture(scope="module")
def below() -> Iterator[Served]:
    """It is told where a proxy serves it."""
    with serving(Settings(base_path=BELOW)) as it:
        yield it


def servers_of(served: Served, path: str = "/api/v1/openapi.json", **headers: str) -> str:
    """Where the dashboard says that it is, to a request with these headers."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = served.request("GET", path, headers=named).json()
    return str(answer["servers"][0]["url"])


@pytest.mark.parametrize("place", PLACES)
def test_all_of_it_is_there_whether_the_proxy_passes_the_path_on_or_strips_it(
    below: Served, place: str
) -> None:
    passed, stripped = (below.request("GET", path + place) for path in (BELOW, ""))
    assert passed.status_code == stripped.status_code
    assert passed.status_code in (200, 404)  # a page of nothing that has happened
    assert passed.headers["Content-Type"] == stripped.headers["Content-Type"]
    assert "There is nothing at" not in passed.text


def test_a_websocket_is_there_too(below: Served) -> None:
    for path in (BELOW, ""):
        address = f"ws://127.0.0.1:{below.settings.port}{path}/socket.io/?EIO=4&transport=websocket"
        connection = create_connection(address, timeout=60)
        assert str(connection.recv()).startswith("0{")
        connection.close()


@pytest.mark.parametrize("query", ["", "?token=a%20b&c"])
def test_without_its_slash_it_leads_to_the_page(below: Served, query: str) -> None:
    answer = below.request("GET", BELOW + query)
    assert answer.status_code == 307
    assert urljoin(answer.url, answer.headers["Location"]) == f"{below.url}{BELOW}/{query}"


def test_the_documentation_without_its_slash_leads_to_its_first_page(below: Served) -> None:
    for path in (BELOW, ""):
        answer = below.request("GET", f"{path}/docs")
        assert urljoin(answer.url, answer.headers["Location"]) == f"{below.url}{path}/docs/"


@pytest.mark.parametrize("path", ["/class", "/class/", "/class/handoffs/"])
def test_what_is_beside_it_is_not_the_page(below: Served, path: str) -> None:
    answer = below.request("GET", path)
    assert answer.status_code == 404
    assert f"The page is at {BELOW}/:" in answer.json()["error"]["message"]


def test_the_page_and_its_scripts_name_no_address_from_the_root(below: Served) -> None:
    page = below.request("GET", f"{BELOW}/").text
    assert 'src="static/@' in page
    assert not re.findall(r"""=["']/|url\(/""", page)
    for kind in ("js", "css"):
        for file in (ROOT / "static" / kind).rglob(f"*.{kind}"):
            if "vendor" not in file.parts:
                assert not ROOTED.findall(file.read_text("utf-8")), file


def test_a_request_says_where_its_client_has_the_dashboard(below: Served, served: Served) -> None:
    assert servers_of(below) == servers_of(below, f"{BELOW}/api/v1/openapi.json") == f"{BELOW}/"
    assert servers_of(served) == "/"


@pytest.mark.parametrize(
    ("trusted", "prefix", "expected"),
    [
        ((HERE,), "/hub/user/ada", "/hub/user/ada/"),
        ((HERE,), "/hub/user/ada%20b/", "/hub/user/ada%20b/"),
        ((HERE,), "/hub/user/%C3%A4@b", "/hub/user/%C3%A4@b/"),
        ((ELSEWHERE, "127.0.0.0/8"), "/hub", "/hub/"),
        ((HERE,), "/", "/"),
        ((HERE,), "", f"{BELOW}/"),
        ((HERE,), "//evil.example", f"{BELOW}/"),
        ((HERE,), "/a/../b", f"{BELOW}/"),
        ((HERE,), "https://evil.example", f"{BELOW}/"),
        ((HERE,), "/a;Domain=evil.example", f"{BELOW}/"),
        ((ELSEWHERE,), "/hub", f"{BELOW}/"),
        ((), "/hub", f"{BELOW}/"),
    ],
)
def test_only_a_proxy_that_is_trusted_says_below_which_path_it_serves(
    trusted: tuple[str, ...], prefix: str, expected: str
) -> None:
    with serving(Settings(base_path=BELOW, trusted_proxies=trusted)) as it:
        assert servers_of(it, X_Forwarded_Prefix=prefix) == expected


@pytest.mark.parametrize(
    ("settings", "host", "origin", "status"),
    [
        (Settings(trusted_proxies=(HERE,), token="t"), "hub.example", "https://hub.example", 200),
        (Settings(trusted_proxies=(HERE,), token="t"), "hub.example", "http://evil.example", 403),
        (Settings(trusted_proxies=(HERE,), open=True), "hub.example", "https://hub.example", 403),
        (Settings(token="t"), "hub.example", "https://hub.example", 403),
        (Settings(trusted_proxies=(HERE,), token="t", allowed_hosts=("a.example",)),
         "hub.example", "https://hub.example", 403),
    ],
)  # fmt: skip
def test_a_trusted_proxy_may_serve_by_any_name_where_a_token_is_asked_for(
    settings: Settings, host: str, origin: str, status: int
) -> None:
    """A name that is rebound reaches the dashboard as the proxy does, and has no token."""
    headers = {"Host": host, "Origin": origin, "Authorization": "Bearer t"}
    with serving(settings) as it:
        assert it.request("GET", "/api/v1/state", headers=headers).status_code == status
