"""The embedded server as the page shows it: a quiet line, until there is no ZooKeeper any more."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.pages import NARROW, USUAL
from tests.browser.rest import SHORT, Rest
from tests.browser.test_keys_and_looks import OVERFLOW
from tests.browser.test_past_tree import show
from tests.browser.view import View
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import await_until

SINCE = re.compile(r"since (\d\d:\d\d:\d\d)")
NOTHING_KEPT = "only server; it keeps nothing: all znodes and sessions are lost"


@pytest.fixture(scope="module")
def dashboard() -> Iterator[Dashboard]:
    """As it is started without a word."""
    with forked_dashboard() as dashboard:
        yield dashboard


@pytest.fixture(autouse=True)
def whole(rest: Rest) -> Iterator[None]:
    """Every test finds a server that serves, and leaves one."""
    yield
    process = server(rest)["process"]
    if process != "running":
        rest.call("POST", f"servers/s1/{'resume' if process == 'paused' else 'restart'}")
    await_until(lambda: rest.state()["zookeeper"]["state"] == "connected", 20)


def server(rest: Rest) -> dict[str, object]:
    (only,) = rest.state()["zookeeper"]["servers"]
    return dict(only)


def line(view: View) -> Locator:
    return view.reach("servers-quiet")


def ask(view: View, word: str) -> Locator:
    """Choose an action in the menu; the question that it leads to."""
    view.reach("menu-s1").click()
    view.at(f"menu-s1-{word}").click()
    return view.page.get_by_role("dialog")


@pytest.mark.proof
def test_what_is_lost_is_said_before_it_is_ended(view: View, rest: Rest) -> None:
    (only,) = rest.start(1, view.election)
    dialog = ask(view, "kill")
    expect(dialog).to_contain_text("Kill s1, the only server?")
    expect(dialog).to_contain_text(NOTHING_KEPT)
    dialog.get_by_role("button", name="Keep it").click()
    expect(dialog).to_have_count(0)
    assert server(rest)["process"] == "running"
    ask(view, "kill").get_by_test_id("ask-go").click()
    expect(line(view)).to_have_attribute("data-standing", "down")
    expect(line(view)).to_contain_text("Embedded sandbox: down")
    expect(view.at("banner")).to_contain_text("ZooKeeper is down")
    expect(view.at("hint")).to_have_count(0)
    since, seq = SINCE.findall(view.at("banner").inner_text()), rest.state()["seq"]
    expect(view.at("story")).to_contain_text("ZooKeeper is down: nobody may lead")
    expect(view.at("story")).to_contain_text("All znodes and sessions ended with it")
    view.expect_belief(only, "suspended")
    view.reach("menu-s1").click()
    view.at("menu-s1-restart").click()
    expect(view.at("banner")).to_have_count(0)
    expect(line(view)).to_contain_text("one server, not for production")
    (again,) = rest.await_chain(view.election, 1)
    assert again["znode"] != only["znode"]
    view.expect_crown(again)
    view.expect_belief(again, "leading")
    view.expect_invariants()
    view.press("Escape")  # the keys act on candidates again
    expect(view.at("hint")).to_be_visible()
    view.expect_truth()
    expect(view.row(f"{view.election}/{again['znode']}")).to_be_visible()
    expect(view.row(f"{view.election}/{only['znode']}")).to_have_count(0)
    show(view, seq)
    assert SINCE.findall(view.at("banner").inner_text()) == since != []


@pytest.mark.proof
def test_it_is_chosen_frozen_killed_and_restarted_by_keys(view: View, rest: Rest) -> None:
    """Who has not noticed yet is named; the line fits on every screen; and the past offers no
    action on it.
    """
    only = rest.start(1, view.election, SHORT)[0]["candidate"]
    keyboard = view.page.keyboard
    view.press("z")
    expect(line(view)).to_have_class(re.compile("chosen"))
    expect(view.at("chosen")).to_contain_text("s1")
    view.press("f")
    dialog = view.page.get_by_role("dialog")
    expect(dialog).to_contain_text("nothing ends while it is frozen")
    rest.act(only, "pause")
    view.at("ask-go").click()
    expect(line(view)).to_contain_text("Embedded sandbox: frozen")
    expect(view.at("zookeeper")).to_contain_text(re.compile("frozen|suspended"))
    banner = view.at("banner")
    expect(banner).to_contain_text(f"{only} has not noticed yet, and still believes that it leads")
    rest.act(only, "resume")
    expect(banner).to_contain_text("every leader has stepped down")
    expect(view.at("story")).to_contain_text("ZooKeeper is frozen: nobody may lead until")
    must_fit(view)
    view.press("k")
    expect(dialog).to_contain_text(NOTHING_KEPT)
    keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    view.press("w")
    expect(line(view)).to_have_attribute("data-standing", "standalone")
    expect(dialog).to_have_count(0)
    view.press("r")
    expect(dialog).to_contain_text("Restart s1, the only server?")
    pid = server(rest)["pid"]
    view.at("ask-go").click()
    await_until(lambda: server(rest)["pid"] not in (pid, None))
    expect(line(view)).to_have_attribute("data-standing", "standalone")
    line(view).locator(".server-name").click()
    expect(view.at("chosen")).to_have_count(0)
    keyboard.press(",")
    expect(view.at("time")).to_have_attribute("data-mode", "past")
    expect(line(view)).to_be_visible()
    expect(view.at("menu-s1")).to_have_count(0)
    keyboard.press("End")
    expect(view.reach("menu-s1")).to_have_count(1)
    must_fit(view)


def must_fit(view: View) -> None:
    """The line, on a narrow screen and on a usual one."""
    for size in (NARROW, USUAL["viewport"]):
        view.page.set_viewport_size(size)
        view.await_run(OVERFLOW, [0, []])


@pytest.mark.parametrize(
    ("name", "empty"),
    [
        ("drills", "No round yet."),
        pytest.param("compare", "No strike yet.", marks=pytest.mark.proof),
        pytest.param("barrier", "No round yet.", marks=pytest.mark.proof),
    ],
)
def test_nothing_invites_to_what_cannot_be_done_without_it(
    view: View, rest: Rest, name: str, empty: str
) -> None:
    rest.call("POST", "servers/s1/kill")
    view.at(f"view-{name}").click()
    expect(view.at("centre")).to_have_attribute("data-view", name)
    expect(view.at("round")).to_have_text(empty)
