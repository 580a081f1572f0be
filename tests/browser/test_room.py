"""One presents, the audience looks on and follows, each in a browser of their own."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.complaints import Complaints
from tests.browser.fixtures import OpenDashboard
from tests.browser.pages import Pages
from tests.support.app import Dashboard
from tests.support.zookeeper import await_until

TOKEN = "open-sesame-0123456789"
CODE = "abcd2345"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

NO_WEBSOCKET = """
  window.WebSocket = class {
    constructor() { setTimeout(() => this.onerror(new Event("error"))); }
    close() {}
  };
"""
"""Fails as behind a proxy that lets no WebSocket through."""

REFUSES_ONCE = """() => {
  const { replaceState } = history;
  history.replaceState = () => {
    history.replaceState = replaceState;
    window.refused = true;
    throw new DOMException("a hundred in half a minute", "SecurityError");
  };
}"""
"""Refuses the next change of the address, as WebKit does where there are too many."""

POINTED = """() => {
  window.pointed = null;
  new MutationObserver(([{ addedNodes: [ring] }]) => {
    if (ring?.dataset?.testid !== "ring") return;
    const part = document.querySelector('[data-testid="process-c4"]');
    const { left, top, width, height } = part.getBoundingClientRect();
    window.pointed = [
      (parseFloat(ring.style.left) - left) / width - 0.5,
      (parseFloat(ring.style.top) - top) / height - 0.5,
    ];
  }).observe(document.body, { childList: true });
}"""
"""Notes where the next ring is drawn: how far from c4's middle, in its widths and heights."""


class Hall(NamedTuple):
    """A dashboard with an audience, and what opens pages of it."""

    dashboard: Dashboard
    pages: Pages
    election: str

    def presenter(self) -> Page:
        return self._opened(f"?token={TOKEN}")

    def visitor(self, **looks: Any) -> Page:
        page = self._opened(CODE, **looks)
        expect(page.get_by_test_id("onlooker")).to_be_visible()
        return page

    def _opened(self, at: str, **looks: Any) -> Page:
        page = self.pages.open(**(looks or {"user_agent": "Handoff's tests"}))
        Complaints(page)
        page.goto(f"{self.dashboard.url}/{at}")
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "connected")
        return page


@pytest.fixture
def hall(page_hosts: str, election: str, pages: Pages, open_dashboard: OpenDashboard) -> Hall:
    words = ("--zookeeper", page_hosts, "--election", election)
    dashboard = open_dashboard(*words, "--token", TOKEN, "--audience-code", CODE)
    return Hall(dashboard, pages, election)


def at(page: Page, name: str) -> Locator:
    return page.get_by_test_id(name)


def expect_view(page: Page, name: str) -> None:
    expect(at(page, "centre")).to_have_attribute("data-view", name)


def hand(presenter: Page, *rights: str) -> None:
    at(presenter, "room").click()
    for right in rights:
        at(presenter, f"right-{right}").click()
        expect(at(presenter, f"right-{right}")).to_have_attribute("aria-checked", "true")
    presenter.keyboard.press("Escape")
    expect(at(presenter, "room-dialog")).to_have_count(0)


def test_the_audience_follows_view_subject_chosen_process_and_moment(hall: Hall) -> None:
    presenter, early = hall.presenter(), hall.visitor()
    presenter.keyboard.press("5")
    at(presenter, "process-c3").click()
    expect(early).to_have_url(re.compile("candidate=c3"))
    at(presenter, "view-lock").click()
    expect_view(early, "lock")
    late = hall.visitor()
    expect_view(late, "lock")
    at(presenter, "view-election").click()
    presenter.keyboard.press(",")
    expect(late.locator("html")).to_have_attribute("data-time", "past")
    presenter.keyboard.press("End")
    expect(late.locator("html")).to_have_attribute("data-time", "live")
    expect(at(presenter, "room")).to_contain_text("room · 2 · 2 follow")


def test_an_audience_page_has_nothing_that_its_reader_may_not_do(hall: Hall) -> None:
    presenter, page = hall.presenter(), hall.visitor()
    presenter.keyboard.press("5")
    expect(at(page, "process-c5")).to_be_visible()
    for missing in ("start", "start-1", "action-kill", "role", "stop-all", "room"):
        expect(at(page, missing)).to_have_count(0)
    for key in "5kfwser":
        page.keyboard.press(key)
    expect(at(page, "toast")).to_have_count(0)
    expect(at(page, "looks-around")).to_be_visible()


@pytest.mark.parametrize("how", ["click", "key", "pan"])
def test_an_own_deed_leaves_and_escape_returns(hall: Hall, how: str) -> None:
    presenter, page = hall.presenter(), hall.visitor()
    at(presenter, "view-lock").click()
    expect_view(page, "lock")
    expect(at(page, "follows")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift")
    expect(at(page, "follows")).to_be_visible()
    if how == "click":
        at(page, "view-queue").click()
        expect_view(page, "queue")
    elif how == "key":
        page.keyboard.press("]")
        expect_view(page, "shared")
    else:
        at(page, "picture").hover()
        page.mouse.wheel(0, 120)
    expect(at(page, "looks-around")).to_be_visible()
    expect(at(presenter, "room")).to_contain_text("0 follow")
    at(presenter, "view-barrier").click()
    page.keyboard.press("Escape")
    expect_view(page, "barrier")
    expect(at(page, "follows")).to_be_visible()
    expect(at(presenter, "room")).to_contain_text("1 follows")


def test_ones_own_view_is_kept(hall: Hall) -> None:
    presenter, page = hall.presenter(), hall.visitor()
    at(page, "view-queue").click()
    at(presenter, "view-lock").click()
    at(page, "return").click()
    expect_view(page, "lock")
    at(page, "own-view").click()
    expect_view(page, "queue")
    expect(at(page, "looks-around")).to_be_visible()


def test_everybody_is_brought_after_a_grace_unless_they_stay(hall: Hall) -> None:
    presenter, comes, stays = hall.presenter(), hall.visitor(), hall.visitor()
    at(presenter, "view-lock").click()
    for page in (comes, stays):
        expect_view(page, "lock")
        at(page, "view-queue").click()
        expect(at(page, "looks-around")).to_be_visible()
    at(presenter, "room").click()
    at(presenter, "bring").click()
    expect(at(comes, "brought")).to_contain_text("brings everybody back in")
    at(stays, "stay").click()
    expect_view(comes, "lock")
    expect(at(comes, "follows")).to_be_visible()
    expect(at(stays, "looks-around")).to_be_visible()
    expect_view(stays, "queue")


def test_a_click_with_the_shift_key_points_on_all_pages_and_does_nothing_else(hall: Hall) -> None:
    presenter, page, phone = hall.presenter(), hall.visitor(), hall.visitor(**PHONE)
    presenter.keyboard.press("5")
    for one in (page, phone):
        expect(at(one, "process-c5")).to_be_visible()
    for one in (presenter, page, phone):
        one.evaluate(POINTED)
    at(presenter, "process-c4").click(modifiers=["Shift"])
    for one in (presenter, page, phone):
        one.wait_for_function("window.pointed !== null")
        right, down = one.evaluate("window.pointed")
        assert abs(right) < 1
        assert abs(down) < 1
    expect(presenter).not_to_have_url(re.compile("candidate="))
    expect(at(presenter, "ring")).to_have_count(0)


def test_a_visitor_starts_and_kills_their_own_where_they_may(hall: Hall) -> None:
    presenter, page, other = hall.presenter(), hall.visitor(**PHONE), hall.visitor()
    presenter.keyboard.press("1")
    expect(at(page, "process-c1")).to_be_visible()
    expect(at(page, "join-election")).to_have_count(0)
    hand(presenter, "start", "own")
    at(page, "join-election").click()
    expect(at(page, "process-c2")).to_be_visible()
    at(page, "process-c1").click()
    expect(at(page, "own-kill")).to_have_count(0)
    at(page, "process-c2").click()
    at(page, "own-kill").click()
    at(presenter, "tab-events").click()
    name = at(page, "viewers").inner_text().split(" · ")[0].removeprefix("you are ")
    told = presenter.get_by_text(re.compile(f"c2.*kill.* by {name}"))
    expect(told.first).to_be_visible()
    at(other, "process-c2").click()
    expect(at(other, "own-kill")).to_have_count(0)
    at(presenter, "room").click()
    at(presenter, "right-start").click()
    expect(at(page, "join-election")).to_have_count(0)


def test_a_visitor_types_into_a_console_of_their_own_where_they_may(hall: Hall) -> None:
    presenter, page = hall.presenter(), hall.visitor()
    presenter.keyboard.press("1")
    expect(at(page, "story")).to_contain_text("c1 leads")
    at(presenter, "view-znodes").click()
    expect_view(page, "znodes")
    expect(at(page, "console-open")).to_have_count(0)
    at(presenter, "console-open").click()
    expect(at(presenter, "console-k1")).to_be_visible()
    hand(presenter, "console")
    at(page, "console-open").click()
    line = page.locator("#console-line")
    line.fill("ls /")
    line.press("Enter")
    expect(at(page, "console-log")).to_contain_text("-acknowledged")
    at(page, "console-k1").click()
    expect(line).to_have_count(0)
    expect(at(page, "create")).to_have_count(0)


def test_another_presenter_is_asked_and_the_first_one_sees_it(hall: Hall) -> None:
    first, page = hall.presenter(), hall.visitor()
    at(first, "view-lock").click()
    expect_view(page, "lock")
    second = hall.presenter()
    at(second, "view-queue").click()
    expect(at(second, "room")).to_contain_text("presents")
    expect_view(page, "lock")
    at(second, "room").click()
    at(second, "take-over").click()
    expect(at(second, "ask")).to_contain_text("presents now")
    at(second, "ask-go").click()
    expect_view(page, "queue")
    expect(at(first, "toast")).to_contain_text("presents now: the audience follows that page")
    at(first, "view-barrier").click()
    expect(at(first, "room")).to_contain_text("presents")
    expect_view(page, "queue")


def test_it_survives_a_restart_of_the_dashboard(
    hall: Hall, page_hosts: str, open_dashboard: OpenDashboard
) -> None:
    presenter, page = hall.presenter(), hall.visitor()
    at(presenter, "view-lock").click()
    expect_view(page, "lock")
    name = at(page, "viewers").inner_text().split(" · ")[0]
    port = hall.dashboard.url.rpartition(":")[2]
    hall.dashboard.close()
    for one in (presenter, page):
        expect(at(one, "banner")).to_be_visible()
    at(presenter, "view-queue").click()
    words = ("--zookeeper", page_hosts, "--election", hall.election, "--port", port)
    open_dashboard(*words, "--token", TOKEN, "--audience-code", CODE)
    for one in (presenter, page):
        expect(at(one, "connection")).to_have_attribute("data-state", "connected")
    expect_view(page, "queue")
    expect(at(page, "viewers")).to_contain_text(name)
    expect(at(presenter, "room")).to_contain_text("1 follows")


def test_the_code_stays_on_the_screen_in_projector_mode(hall: Hall) -> None:
    presenter = hall.presenter()
    presenter.keyboard.press("5")
    presenter.keyboard.press("p")
    code = at(presenter, "code")
    drawn = code.get_by_test_id("qr")
    expect(drawn).to_have_attribute("data-text", re.compile(rf"^http://[^/]+/{CODE}$"))
    for size, least in (("small", 0.2), ("large", 0.4), ("whole", 0.7)):
        expect(code).to_have_attribute("data-size", size)
        box = drawn.bounding_box()
        assert box is not None
        assert box["height"] >= least * 720
        code.click()
    expect(code).to_have_attribute("data-size", "small")
    presenter.wait_for_function("() => !('awake' in document.documentElement.dataset)")
    over = code.bounding_box()
    assert over is not None
    for part in presenter.locator('[data-testid^="znode-"]').all():
        box = part.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= over["x"] or box["y"] + box["height"] <= over["y"]


def test_the_wifi_has_a_code_of_its_own_beside_it(hall: Hall) -> None:
    presenter = hall.presenter()
    at(presenter, "room").click()
    presenter.get_by_text("A code for the Wi-Fi beside it").click()
    at(presenter, "wifi-name").fill('Hall; "2"')
    at(presenter, "wifi-password").fill("a:b,c\\d")
    presenter.keyboard.press("Escape")
    presenter.keyboard.press("p")
    text = at(presenter, "code").get_by_test_id("qr").nth(1)
    expect(text).to_have_attribute("data-text", r"WIFI:T:WPA;S:Hall\; \"2\";P:a\:b\,c\\d;;")


def test_a_mistyped_code_is_answered_in_words(hall: Hall) -> None:
    page = hall.pages.open()
    Complaints(page).expect(r"socket\.io|401")
    page.goto(f"{hall.dashboard.url}/zzzz9999")
    banner = at(page, "banner")
    expect(banner).to_contain_text("This address is not that of the class")
    expect(banner).to_contain_text("Type the address that the presenter shows")


def test_a_reset_closes_the_pages_of_the_class(hall: Hall) -> None:
    presenter, page = hall.presenter(), hall.visitor()
    presenter.keyboard.press("5")
    hand(presenter, "start")
    expect(at(page, "join-election")).to_be_visible()
    at(presenter, "room").click()
    at(presenter, "room-reset").click()
    at(presenter, "ask-go").click()
    expect(at(presenter, "toast")).to_contain_text("ready for the next class")
    expect(at(page, "join-election")).to_have_count(0)
    await_until(lambda: at(presenter, "process-c1").count() == 0)


def test_a_page_that_comes_back_catches_up(hall: Hall) -> None:
    """Its connection has ended without a word meanwhile, as some phones' do."""
    presenter, page = hall.presenter(), hall.visitor()
    page.evaluate("""() => {
      const send = WebSocket.prototype.send;
      window.deaf = true;
      WebSocket.prototype.send = function (data) { if (!window.deaf) send.call(this, data); };
    }""")
    before = page.evaluate("performance.now()")
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(at(page, "connection")).not_to_have_attribute("data-state", "connected", timeout=20_000)
    page.evaluate("window.deaf = false")
    expect(at(page, "connection")).to_have_attribute("data-state", "connected")
    assert page.evaluate("performance.now()") > before
    presenter.keyboard.press("1")
    expect(at(page, "process-c1")).to_be_visible()


def test_going_back_in_the_browser_and_the_console_look_elsewhere(hall: Hall) -> None:
    presenter, page = hall.presenter(), hall.visitor()
    hand(presenter, "console")
    at(presenter, "view-lock").click()
    at(page, "view-queue").click()
    at(page, "view-barrier").click()
    page.keyboard.press("Escape")
    expect_view(page, "lock")
    page.go_back()
    expect_view(page, "queue")
    expect(at(page, "looks-around")).to_be_visible()
    page.keyboard.press("Escape")
    expect_view(page, "lock")
    at(page, "open-hands").click()
    at(page, "own-console").click()
    expect_view(page, "znodes")
    expect(at(page, "looks-around")).to_be_visible()


def test_a_reader_types_a_name_while_the_presenter_goes_on(hall: Hall) -> None:
    presenter, page = hall.presenter(), hall.visitor()
    hand(presenter, "name")
    at(page, "open-hands").click()
    at(page, "own-name").fill("")
    at(page, "own-name").press_sequentially("Ada L.")
    at(presenter, "view-lock").click()
    at(presenter, "room").click()
    at(presenter, "right-start").click()
    expect(at(page, "join-election")).to_be_visible()
    expect(at(page, "own-name")).to_have_value("Ada L.")
    at(page, "own-name").press("Enter")
    expect(at(page, "viewers")).to_contain_text("you are Ada L.")


def test_the_row_leads_back_from_the_past_and_from_what_is_not_there(hall: Hall) -> None:
    presenter, page = hall.presenter(), hall.visitor()
    presenter.keyboard.press("1")
    expect(at(page, "process-c1")).to_be_visible()
    presenter.keyboard.press(",")
    expect(page.locator("html")).to_have_attribute("data-time", "past")
    expect(at(page, "follows")).to_be_visible()
    expect(at(presenter, "onlooker")).to_have_count(0)
    presenter.evaluate("location.hash = 'view=lock&lock=/none'")
    expect(at(page, "missing")).to_be_visible()
    page.keyboard.press("ArrowDown")
    at(page, "return").click()
    expect(at(page, "follows")).to_be_visible()


@pytest.mark.parametrize("width", [320, 390, 844])
def test_the_header_of_a_phone_fits_it(hall: Hall, width: int) -> None:
    looks = {**PHONE, "viewport": {"width": width, "height": 844}}
    for page in (hall.visitor(**looks), hall._opened(f"?token={TOKEN}", **looks)):
        expect(page.get_by_test_id("help")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_nobody_is_offered_what_a_read_only_dashboard_refuses(
    page_hosts: str, election: str, pages: Pages, open_dashboard: OpenDashboard
) -> None:
    words = ("--zookeeper", page_hosts, "--election", election, "--read-only")
    hall = Hall(open_dashboard(*words, "--token", TOKEN, "--audience-code", CODE), pages, election)
    presenter, page = hall.presenter(), hall.visitor()
    expect(at(presenter, "read-only")).to_be_visible()
    expect(at(presenter, "onlooker")).to_have_count(0)
    hand(presenter, "start", "name")
    expect(at(page, "open-hands")).to_be_visible()
    expect(at(page, "join-election")).to_have_count(0)


def test_after_a_reset_the_presenters_sheet_has_the_new_address(
    page_hosts: str, election: str, pages: Pages, open_dashboard: OpenDashboard
) -> None:
    words = ("--zookeeper", page_hosts, "--election", election, "--token", TOKEN)
    presenter = Hall(open_dashboard(*words), pages, election).presenter()
    at(presenter, "room").click()
    before = at(presenter, "audience-address").inner_text()
    at(presenter, "room-reset").click()
    at(presenter, "ask-go").click()
    expect(at(presenter, "audience-address")).not_to_have_text(before)


def test_a_presenter_who_polls_goes_on_after_a_reload(hall: Hall) -> None:
    page, presenter = hall.visitor(), hall.pages.open(user_agent="Handoff's tests")
    presenter.add_init_script(NO_WEBSOCKET)
    presenter.goto(f"{hall.dashboard.url}/?token={TOKEN}")
    at(presenter, "view-lock").click()
    expect_view(page, "lock")
    presenter.reload()
    expect(at(presenter, "room")).to_contain_text("1 follows")
    at(presenter, "view-queue").click()
    expect_view(page, "queue")


def test_a_page_follows_on_where_its_browser_refuses_one_more_address(hall: Hall) -> None:
    presenter, page = hall.presenter(), hall.visitor()
    page.evaluate(REFUSES_ONCE)
    at(presenter, "view-lock").click()
    page.wait_for_function("window.refused")
    expect_view(page, "lock")
    expect(at(page, "follows")).to_be_visible()


def test_on_the_smallest_phone_the_way_back_is_seen(hall: Hall) -> None:
    presenter = hall.presenter()
    page = hall.visitor(**{**PHONE, "viewport": {"width": 320, "height": 568}})
    presenter.keyboard.press("5")
    expect(at(page, "process-c5")).to_be_visible()
    at(page, "process-c3").click()
    expect(at(page, "return")).to_be_in_viewport(ratio=1)


def test_a_key_in_the_row_that_leads_elsewhere_leaves(hall: Hall) -> None:
    presenter, page = hall.presenter(), hall.visitor()
    at(presenter, "view-lock").click()
    expect_view(page, "lock")
    at(page, "own-view").focus()
    page.keyboard.press("]")
    expect_view(page, "shared")
    expect(at(page, "looks-around")).to_be_visible()
