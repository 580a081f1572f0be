"""ZooKeeper or the dashboard goes away and comes back: the page says so, and catches up."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import ViewportSize, expect

from app.ensemble.apache.server import ApacheServer
from tests.browser.fixtures import OpenDashboard, OpenView
from tests.browser.measures import BENEATH, CUT, FAINT, LINES, OVERLAPS, UNREAD
from tests.browser.pages import HALL, LANDSCAPE, LAPTOP, LOW, NARROW
from tests.browser.rest import SHORT, Rest
from tests.browser.standing import show
from tests.browser.view import SCHEMES, View
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.freezing import freeze
from tests.support.history import make_changes, set_up_anew
from tests.support.sessions import end_dead
from tests.support.zookeeper import Connect, await_until

WITHIN_MS = 30_000
LOST_SERVER = r"WebSocket connection to|ERR_CONNECTION_(REFUSED|RESET)|socket\.io/"


# Where the strip of the leader's work is moved to meanwhile; time would move it once a second.
PLACES = """async () => {
  const track = document.querySelector(".strip-track");
  const places = new Set();
  const observer = new MutationObserver(() => places.add(track.style.transform));
  observer.observe(track, { attributes: true, attributeFilter: ["style"] });
  await new Promise((done) => setTimeout(done, 2200));
  return [...places];
}"""


@pytest.fixture
def own_dashboard(own_zookeeper: ApacheServer) -> Iterator[Dashboard]:
    """A dashboard whose ZooKeeper may be killed."""
    with forked_dashboard("--zookeeper", own_zookeeper.hosts) as dashboard:
        yield dashboard


@pytest.mark.proof
def test_zookeeper_is_set_up_anew_and_a_person_lets_the_store_begin_with_it(
    own_zookeeper: ApacheServer, open_dashboard: OpenDashboard, open_view: OpenView
) -> None:
    make_changes(own_zookeeper, 60)
    rest = Rest(open_dashboard("--zookeeper", own_zookeeper.hosts).url)
    view = open_view(rest)
    rest.start(1, "/election", SHORT)
    await_until(lambda: rest.election("/election")["work"]["accepted"])
    set_up_anew(own_zookeeper)
    expect(view.at("story")).to_contain_text("the store refuses its work", timeout=WITHIN_MS)
    view.reach("work-rebase").click()
    view.at("ask-go").click()
    expect(view.at("work-rebase")).to_have_count(0)
    expect(view.at("story")).not_to_contain_text("refuses")
    begun = rest.election("/election")
    await_until(lambda: rest.election("/election")["work"]["accepted"] > begun["work"]["accepted"])


def test_zookeeper_is_lost_and_regained(
    own_zookeeper: ApacheServer, own_dashboard: Dashboard, open_view: OpenView
) -> None:
    rest = Rest(own_dashboard.url)
    view = open_view(rest)
    rest.start(3, "/election")
    view.expect_truth()
    assert own_zookeeper.pid is not None
    with view.seeing(
        "[data-testid=banner][data-what=silent]", "The picture shows its last answers"
    ):
        freeze(own_zookeeper.pid)
        rest.act("c3", "kill")
    own_zookeeper.kill()
    expect_zookeeper_banner(view, own_zookeeper.hosts)
    expect(view.at("zookeeper")).not_to_contain_text("· connected")
    expect(view.page.locator("div.stage")).to_have_class(re.compile("stale"))
    expect(view.at("lane-true")).to_contain_text("ZooKeeper is out of reach")
    own_zookeeper.restart()
    expect(view.at("banner")).to_have_count(0)
    rest.end_session("c3")
    chain = rest.await_chain("/election", 2)
    view.expect_crown(chain[0])
    view.expect_truth()
    expect(view.page.locator("div.stage")).not_to_have_class(re.compile("stale"))
    view.expect_invariants()
    rest.close()


def test_a_refusal_leaves_a_banner_its_room_in_the_hall(
    own_zookeeper: ApacheServer, own_dashboard: Dashboard, open_view: OpenView
) -> None:
    rest = Rest(own_dashboard.url)
    view = open_view(rest)
    view.complaints.expect("503")
    view.press("p")
    own_zookeeper.kill()
    expect(view.at("banner")).to_have_attribute("data-what", "zookeeper")
    view.press("1")
    expect(view.at("toast")).to_contain_text("does not answer")
    for size in (*LOW, ViewportSize(width=1280, height=720), HALL):
        view.resize(size)
        assert view.run(UNREAD, ".banner, .toast") == [], size
    rest.close()


def test_no_words_of_a_commit_lie_beneath_others_without_zookeeper(
    own_zookeeper: ApacheServer, own_dashboard: Dashboard, open_view: OpenView
) -> None:
    """Those on ZooKeeper's ground are many then, and no check is known: they have one line."""
    rest = Rest(own_dashboard.url)
    rest.call("POST", "commits", {"path": "/commit", "sites": 4, "coordinators": 1})
    view = open_view(rest, "", at=f"{rest.url}/#view=commit&commit=/commit", viewport=LAPTOP)
    expect(view.page.locator(".site")).to_have_count(4)
    own_zookeeper.kill()
    expect(view.at("lane-true")).to_contain_text("ZooKeeper is out of reach")
    for size in (LAPTOP, LANDSCAPE, NARROW):
        view.resize(size)
        await_until(lambda: not view.run(OVERLAPS, "[data-picture]"), 10.0)
        assert (
            view.run(BENEATH, ["[data-testid=transaction]", ".commit-ground .ground-label"]) == []
        )
        assert view.run(LINES, ".checks") == 1
    rest.close()


def test_what_was_last_known_can_be_read(
    own_zookeeper: ApacheServer, own_dashboard: Dashboard, open_view: OpenView
) -> None:
    """On a phone, in both colours: nothing is too faint, and of five books no word is too long."""
    rest = Rest(own_dashboard.url)
    rest.start(3, "/election")
    rest.call("POST", "commits", {"path": "/commit", "sites": 4, "coordinators": 1})
    rest.call("POST", "bookshelves", {"path": "/shelf", "count": 5})
    view = open_view(rest, viewport=NARROW)
    await_until(lambda: all(one["session"] for one in rest.state()["candidates"].values()), 60.0)
    own_zookeeper.kill()
    for name in ("election", "commit", "books"):
        show(view, name)
        expect(view.at("lane-true")).to_contain_text("ZooKeeper is out of reach")
        for scheme in SCHEMES:
            view.light_up(scheme)
            await_until(lambda: not view.run(FAINT, "[data-picture]"), 10.0)
    expect(view.page.locator(".book-belief").first).to_have_text("cut off")
    assert view.run(OVERLAPS, "[data-picture]") == []
    assert view.run(CUT, "[data-picture]")["slices"] == []
    rest.close()


def test_a_chroot_that_is_not_there(
    fresh_hosts: str,
    open_client: Connect,
    open_dashboard: OpenDashboard,
    open_view: OpenView,
) -> None:
    view = open_view(Rest(open_dashboard("--zookeeper", f"{fresh_hosts}/typo").url), "")
    expect(view.at("banner")).to_have_attribute("data-what", "chroot")
    expect(view.at("banner")).to_contain_text(re.compile("there is no znode .*/typo"))
    expect(view.at("story")).to_contain_text(re.compile("Nothing can be found: .*/typo"))
    view.page.keyboard.press("g")
    expect(view.at("story")).to_contain_text(re.compile("no znode .*/typo .* nobody may lead"))
    open_client(fresh_hosts).create("/typo")
    expect(view.at("banner")).to_have_count(0)
    expect(view.at("story")).not_to_contain_text("/typo")


def expect_zookeeper_banner(view: View, page_hosts: str) -> None:
    banner = view.at("banner")
    expect(banner).to_have_attribute("data-what", "zookeeper")
    expect(banner).to_contain_text("ZooKeeper is out of reach")
    expect(banner).to_contain_text(re.compile(r"since \d\d:\d\d:\d\d, for \d+\.\d s: \S.+"))
    expect(banner).to_contain_text("The picture shows what was last known")
    expect(banner).to_contain_text(f"Check that a server runs at {page_hosts}")


def test_the_dashboard_is_lost_and_regained(page_hosts: str, open_view: OpenView) -> None:
    with forked_dashboard("--zookeeper", page_hosts) as first:
        rest = Rest(first.url)
        view = open_view(rest)
        view.complaints.expect(LOST_SERVER)
        chain = rest.start(3, "/election")
        view.expect_crown(chain[0])
        expect(view.tab("work").get_by_test_id("write").first).to_be_attached()
        first.end(signal.SIGKILL)
        expect_dashboard_banner(view)
        assert len(view.run(PLACES)) <= 1  # nothing grows older that is not heard of
        for entry in chain:
            end_dead(page_hosts, entry["session"])
    rest.close()
    with forked_dashboard(
        "--zookeeper", page_hosts, "--port", str(urlsplit(first.url).port)
    ) as second:
        rest = Rest(second.url)
        view.rest = rest
        expect(view.at("banner")).to_have_count(0)
        view.await_live()
        started = rest.start_when_empty("/election", 2)
        view.expect_crown(started[0])
        facts = view.expect_truth()
        assert len(facts["processes"]) == 2
        # As a word: the number of a session may have these digits in it.
        expect(view.reach("events")).not_to_contain_text(re.compile(r"\bc3\b"))
        rest.stop_all()
        rest.close()


def expect_dashboard_banner(view: View) -> None:
    banner = view.at("banner")
    expect(banner).to_have_attribute("data-what", "dashboard")
    expect(banner).to_contain_text(re.compile(r"since \d\d:\d\d:\d\d, for \d+\.\d s: the \S.+"))
    expect(banner).to_contain_text("start it again")
    expect(view.at("connection")).to_have_attribute("data-state", "lost")
    expect(view.page.locator("div.stage")).to_have_class(re.compile("stale"))


@pytest.mark.proof
def test_a_click_without_a_dashboard_says_so(page_hosts: str, open_view: OpenView) -> None:
    with forked_dashboard("--zookeeper", page_hosts) as dashboard:
        rest = Rest(dashboard.url)
        view = open_view(rest)
        view.complaints.expect(LOST_SERVER)
        view.complaints.expect(r"api/v1/candidates")
        expect(view.at("start-1")).to_be_enabled()
        view.await_whole()
        dashboard.end(signal.SIGKILL)
        view.start(1)
        expect(view.at("toast")).to_contain_text("The dashboard cannot be reached")
        rest.close()
