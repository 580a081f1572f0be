"""The page behind a real nginx, below a path and by TLS, as docs/proxies.md has it."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from websocket import create_connection

from app.ensemble.ports import free_port
from tests.browser.fixtures import OpenDashboard
from tests.browser.pages import Pages
from tests.browser.rest import Rest
from tests.browser.tabs import VIEWS
from tests.browser.view import View
from tests.support.app import Dashboard, bearer_of
from tests.support.nginx import NAME, Nginx, nginx, shown_in
from tests.support.secured import Authority
from tests.support.zookeeper import await_until

BELOW = "/class/handoff"
DOCUMENTED = shown_in("docs/proxies.md")
UPSTREAM = "proxy_pass http://127.0.0.1:5050;"
SAVED = ("time-save", "time-page")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Where the document's certificate and its key are here."""
    tls = Authority(tmp_path_factory.mktemp("tls") / "ca").sign("handoff")
    return {"/etc/ssl/handoff.pem": tls.certificate or "", "/etc/ssl/handoff.key": tls.key or ""}


@contextmanager
def serving(folder: Path, upstream: str, changed: Mapping[str, str]) -> Iterator[Nginx]:
    """An nginx before what is at `upstream`. changed: as `nginx` has it."""
    with nginx(folder, DOCUMENTED, {UPSTREAM: f"proxy_pass {upstream};", **changed}) as proxy:
        yield proxy


def begin(pages: Pages, dashboard: Dashboard, proxy: Nginx) -> View:
    """A page by the proxy's address, with the token that the dashboard has printed."""
    rest = Rest(dashboard.url + BELOW, bearer_of(dashboard.printed_address)["Authorization"][7:])
    view = View(pages.open(ignore_https_errors=True), rest, "/election")
    query = urlsplit(dashboard.printed_address).query
    view.open(f"https://{proxy.address}{BELOW}?{query}")
    return view


@pytest.mark.parametrize("strips", [False, True], ids=["passed on", "stripped"])
def test_no_request_of_the_page_leaves_the_path_and_none_fails(
    strips: bool, fresh_hosts: str, pages: Pages, open_dashboard: OpenDashboard, tmp_path: Path,
    certificate: Mapping[str, str],
) -> None:  # fmt: skip
    """Every view, each lazy part, actions, the console and what is saved."""
    words = ("--zookeeper", fresh_hosts, "--base-path", BELOW, "--trusted-proxy", "127.0.0.1")
    dashboard = open_dashboard(*words)
    assert urlsplit(dashboard.printed_address).path == f"{BELOW}/"
    place = {f"location {BELOW} ": f"location {BELOW}/ "} if strips else {}
    upstream = f"{dashboard.url}{'/' if strips else ''}"
    with serving(tmp_path, upstream, {**certificate, **place}) as proxy:
        view = begin(pages, dashboard, proxy)
        expect(view.page).to_have_url(re.compile(rf"^https://{proxy.address}{BELOW}/#view="))
        view.await_whole()
        view.press("1")
        expect(view.at("crown")).to_have_attribute("data-znode", re.compile("n_"))
        for name in (*VIEWS[1:], VIEWS[0]):
            view.press("]")
            expect(view.at("centre")).to_have_attribute("data-view", name)
        saved = {name: save(view, name, tmp_path) for name in SAVED}
        view.page.goto(saved["time-page"].as_uri())
        expect(view.at("connection")).to_contain_text("recording")
        assert view.complaints.end() == []
        pages.end_test()
        await_until(lambda: 101 in {one.status for one in proxy.asked()})
        asked = proxy.asked()
    assert [one for one in asked if not is_below(one.path) or one.status >= 400] == []
    parts = {re.split("[/?]", one.path.removeprefix(f"{BELOW}/"))[0] for one in asked}
    assert parts >= {"", "static", "api", "socket.io", "recording.html"}
    view.rest.close()


HOST = "proxy_set_header Host $http_host;"
UPGRADE = "proxy_set_header Upgrade $http_upgrade;"
CONNECTION = "proxy_set_header Connection $http_connection;"


@pytest.mark.parametrize(
    ("changed", "polls"),
    [
        ({UPGRADE: "", CONNECTION: "", "proxy_http_version 1.1;": ""}, True),
        ({UPGRADE: ""}, True),
        ({CONNECTION: 'proxy_set_header Connection "upgrade";'}, False),
        ({CONNECTION: f"{CONNECTION} proxy_buffering off; gzip on;"}, False),
    ],
    ids=["nginx's own", "no Upgrade", "always upgrade", "unbuffered"],
)
def test_what_nginx_leaves_out_is_said_and_the_page_goes_on(
    changed: Mapping[str, str], polls: bool, fresh_hosts: str, pages: Pages,
    open_dashboard: OpenDashboard, tmp_path: Path, certificate: Mapping[str, str],
) -> None:  # fmt: skip
    words = ("--zookeeper", fresh_hosts, "--base-path", BELOW, "--trusted-proxy", "127.0.0.1")
    dashboard = open_dashboard(*words)
    with serving(tmp_path, dashboard.url, {**certificate, **changed}) as proxy:
        view = begin(pages, dashboard, proxy)
        view.complaints.expect("WebSocket connection to")
        says = re.compile("proxy_set_header for Upgrade" if polls else "pushed to this page")
        expect(view.at("connection")).to_have_attribute("title", says)
        view.press("1")
        expect(view.at("crown")).to_have_attribute("data-znode", re.compile("n_"))
        assert view.complaints.end() == []
        pages.end_test()
        await_until(lambda: polls or 101 in {one.status for one in proxy.asked()})
    view.rest.close()


@pytest.mark.parametrize("host", ["", "proxy_set_header Host $host;"], ids=["its own", "$host"])
def test_with_another_host_the_page_says_what_to_allow_and_then_works(
    host: str, fresh_hosts: str, pages: Pages, open_dashboard: OpenDashboard, tmp_path: Path,
    certificate: Mapping[str, str],
) -> None:  # fmt: skip
    port = str(free_port())
    words = ("--zookeeper", fresh_hosts, "--base-path", BELOW, "--port", port, "--token", "t")
    upstream = f"http://127.0.0.1:{port}"
    page = pages.open(ignore_https_errors=True)
    with serving(tmp_path, upstream, {**certificate, HOST: host}) as proxy:
        address = f"https://{proxy.address}{BELOW}/?token=t"
        first = open_dashboard(*words)
        page.goto(address)
        advice = re.compile(f"start it with (--allowed-host) ({NAME}\\S*)\\.")
        notice = page.locator("body")
        expect(notice).to_contain_text(advice)
        advised = advice.search(notice.inner_text())
        assert advised
        first.close()
        open_dashboard(*words, *advised.groups())
        page.goto(address)
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "connected")
        pages.end_test()


PINGS = 3
"""One each 25 seconds: longer than nginx waits for an upstream that says nothing."""


@pytest.mark.proof
def test_a_quiet_socket_outlives_the_time_that_nginx_waits(
    fresh_hosts: str, open_dashboard: OpenDashboard, tmp_path: Path, certificate: Mapping[str, str]
) -> None:
    dashboard = open_dashboard("--zookeeper", fresh_hosts, "--base-path", BELOW, "--token", "t")
    quiet = {HOST: "", UPGRADE: f"{UPGRADE} proxy_read_timeout 60s;"}
    with serving(tmp_path, dashboard.url, {**certificate, **quiet}) as proxy:
        address = f"wss://127.0.0.1:{proxy.port}{BELOW}/socket.io/?EIO=4&transport=websocket"
        socket = create_connection(
            address, timeout=60, sslopt={"cert_reqs": ssl.CERT_NONE}, suppress_origin=True,
            header={"Authorization": "Bearer t"},
        )  # fmt: skip
        socket.send("40")
        pinged = 0
        while pinged < PINGS:
            if socket.recv() == "2":
                socket.send("3")
                pinged += 1
        socket.close()


def save(view: View, name: str, folder: Path) -> Path:
    """What a link of the time bar saves."""
    with view.page.expect_download() as download:
        view.at(name).click()
    target = folder / download.value.suggested_filename
    download.value.save_as(target)
    return target


def is_below(path: str) -> bool:
    return path == BELOW or path.startswith((f"{BELOW}/", f"{BELOW}?"))
