"""The console on the page, and the lesson that is typed into it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import Rest
from tests.browser.view import View
from tests.support.app import Dashboard
from tests.support.zookeeper import await_until

WITHIN = 30.0
TICKED_WITHIN = 30_000  # milliseconds
PASTE = """(line, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const how = { clipboardData, bubbles: true, cancelable: true };
  line.dispatchEvent(new ClipboardEvent("paste", how));
}"""


class ConsolePage:
    """One page that shows the console beneath the workbench."""

    def __init__(self, view: View, rest: Rest) -> None:
        self.view, self.rest = view, rest
        self.page, self.at = view.page, view.at

    @property
    def line(self) -> Locator:
        return self.at("console-line")

    @property
    def log(self) -> Locator:
        return self.at("console-log")

    def open(self) -> None:
        self.page.keyboard.press("o")
        expect(self.line).to_be_focused()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def say(self, line: str) -> None:
        self.line.fill(line)
        self.line.press("Enter")
        expect(self.line).to_have_value("")

    def last(self) -> Locator:
        """The output of the last entry that has some."""
        return self.log.locator("pre").last

    def close_all(self) -> None:
        for name in self.rest.state()["consoles"]:
            self.rest.call("DELETE", f"consoles/{name}")


@pytest.fixture
def console(open_view: OpenView, rest: Rest, dashboard: Dashboard) -> Iterator[ConsolePage]:
    """A page at the workbench, with no console open."""
    view = open_view(rest)
    view.page.goto(f"{dashboard.url}/#view=znodes")
    console = ConsolePage(view, rest)
    expect(console.at("console-open")).to_be_visible()
    yield console
    console.close_all()


def test_lines_are_answered_remembered_and_cleared(console: ConsolePage) -> None:
    console.open()
    console.say("create /page '<img src=x onerror=alert(1)>'")
    expect(console.last()).to_have_text("Created /page")
    console.say("get /page")
    expect(console.last()).to_have_text("<img src=x onerror=alert(1)>")
    console.press("ArrowUp", "ArrowUp")
    expect(console.line).to_have_value("create /page '<img src=x onerror=alert(1)>'")
    console.press("ArrowDown")
    expect(console.line).to_have_value("get /page")
    console.press("Control+u")
    expect(console.line).to_have_value("")
    console.line.evaluate(PASTE, "\n[zk: a:2181(CONNECTED) 7] get /page\nold\n[zk: a] ls /page\n")
    expect(console.line).to_have_value("get /page")
    console.press("Enter")
    expect(console.line).to_have_value("ls /page")
    console.press("Control+u")
    expect(console.line).to_have_value("")
    with console.view.complaints.leaving():
        console.page.reload()
    expect(console.log).to_contain_text("Created /page")
    console.line.focus()
    console.press("Control+l")
    expect(console.log.locator("pre")).to_have_count(0)
    console.say("get -w /page")
    console.say("delete /page")
    expect(console.log).to_contain_text("(CONNECTED) 4] delete /page")
    expect(console.log.locator(".is-told")).to_contain_text("type:NodeDeleted path:/page")
    expect(console.log.locator(".console-said")).to_have_count(2)


def test_a_console_shows_its_session_and_closing_it_is_asked_about(console: ConsolePage) -> None:
    console.open()
    expect(console.at("console-session")).to_contain_text("session 0x")
    console.say("create -e /of-the-session")
    expect(console.at("console-session")).to_contain_text("1 ephemeral")
    console.at("console-open").click()
    await_until(lambda: len(console.rest.state()["consoles"]) == 2, WITHIN)
    first, second = console.rest.state()["consoles"]
    expect(console.at("console")).to_have_attribute("data-console", second)
    expect(console.at("console-session")).not_to_contain_text("ephemeral")
    console.at("console-close").click()
    expect(console.at("console")).to_have_attribute("data-console", first)
    console.at("console-close").click()
    expect(console.at("console-close")).to_have_text("Close, 1 ephemeral goes")
    assert first in console.rest.state()["consoles"]
    console.at("console-close").click()
    expect(console.at("tour-first")).to_be_visible()
    await_until(lambda: console.rest.state()["consoles"] == {}, WITHIN)


@pytest.mark.proof
def test_tab_completes_commands_and_paths(console: ConsolePage) -> None:
    console.open()
    for path in ("/tab", "/tab/longer-one", "/tab/longer-two"):
        console.say(f"create {path}")
    expect(console.last()).to_have_text("Created /tab/longer-two")
    console.line.press_sequentially("sy")
    console.press("Tab")
    expect(console.line).to_have_value("sync ")
    console.line.press_sequentially("/tab/l")
    console.press("Tab")
    expect(console.line).to_have_value("sync /tab/longer-")
    expect(console.at("console-hint")).to_contain_text("longer-onelonger-two")
    with console.page.expect_response("**/completions*"):
        console.press("Tab")
    console.line.press_sequentially("tw")
    expect(console.line).to_have_value("sync /tab/longer-tw")
    expect(console.at("console-hint")).to_have_count(0)
    console.press("Tab")
    expect(console.line).to_have_value("sync /tab/longer-two")
    console.press("Enter")
    expect(console.last()).to_have_text("Sync is OK")


@pytest.mark.proof
def test_deleteall_asks_and_what_is_left_alone_stays(console: ConsolePage) -> None:
    console.view.complaints.expect("409")
    console.open()
    for path in ("/many", "/many/one", "/many/two"):
        console.say(f"create {path}")
    console.say("deleteall /many")
    expect(console.at("ask")).to_have_attribute("data-count", "3")
    expect(console.at("ask-go")).to_be_disabled()
    expect(console.at("ask-name")).to_be_focused()
    console.press("Escape")
    expect(console.at("ask")).to_have_count(0)
    console.say("ls /many")
    expect(console.last()).to_have_text("[one, two]")
    console.say("deleteall /many")
    console.at("ask-name").fill("many")
    console.at("ask-go").click()
    expect(console.log).to_contain_text("deleteall /many")
    console.say("ls /many")
    expect(console.last()).to_have_text("Node does not exist: /many")


def test_a_drag_of_the_divider_ends_also_where_the_browser_takes_the_touch(
    console: ConsolePage,
) -> None:
    line, mouse = console.at("split"), console.page.mouse
    height = int(line.get_attribute("aria-valuenow") or "")
    expect(console.at("time-track")).to_be_visible()  # below it all: it moves the line as it comes
    line.hover(position={"x": 40, "y": 4})
    place = line.bounding_box()
    assert place
    x, y = place["x"] + 40, place["y"] + place["height"] / 2
    touches = console.page.context.new_cdp_session(console.page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    touch("touchMove", {"x": x, "y": y - 60})
    expect(line).not_to_have_attribute("aria-valuenow", str(height))
    touch("touchCancel")
    higher = float(line.get_attribute("aria-valuenow") or "")
    assert higher > height
    mouse.move(x, y - 200)
    mouse.move(x, y - 150)
    line.press("ArrowDown")
    expect(line).to_have_attribute("aria-valuenow", f"{higher - 3}".removesuffix(".0"))


LESSON = {
    "first": ["create /first hello"],
    "get": ["get -s /first"],
    "version": ["set -v 0 /first world", "set -v 0 /first late"],
    "children": ["create /first/a", "create /first/b", "ls /first"],
    "refused": ["delete /first", "delete /first/b"],
    "sequential": ["create -s /first/task- one"],
    "alive": ["create -e /first/alive"],
    "both": ["create -e -s /first/c-"],
    "watch": ["get -w /first", "set /first changed"],
    "vanish": ["close"],
    "left": ["connect", "ls /first"],
    "clean": ["deleteall /first"],
}


def expect_step(console: ConsolePage, name: str) -> None:
    card = console.at("tour-card")
    expect(card).to_have_attribute("data-step", f"znodes-{name}")
    expect(card).to_have_attribute("data-done", "false")


@pytest.mark.proof
def test_each_step_of_the_lesson_is_typed_and_ticked(console: ConsolePage) -> None:
    console.view.complaints.expect("409")
    console.at("tour-first").click()
    expect_step(console, "open")
    console.open()
    for name, lines in LESSON.items():
        expect(console.at("tour-card")).to_have_attribute(
            "data-done", "true", timeout=TICKED_WITHIN
        )
        console.at("tour-next").click()
        expect_step(console, name)
        for line in lines:
            console.say(line)
    console.at("ask-name").fill("first")
    console.at("ask-go").click()
    expect(console.at("tour-card")).to_have_attribute("data-done", "true", timeout=TICKED_WITHIN)
    console.at("tour-leave").click()
    console.at("tour-first").click()
    console.at("tour-next").click()
    expect_step(console, "first")  # the walk before ticks nothing
