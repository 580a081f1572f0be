"""The time bar: any moment that is kept is shown again, and nobody can act upon it."""

from __future__ import annotations

import base64
import csv
import gzip
import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests
from playwright.sync_api import Browser, Page, expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import Rest
from tests.browser.view import View
from tests.support.app import ROOT

EMPTY = True
CRASH = ROOT / "docs" / "recordings" / "crash.jsonl.gz"
ZOMBIE = ROOT / "docs" / "recordings" / "zombie.jsonl.gz"
BESIDE = """() => {
  const place = (part) => document.querySelector(`.past-bars ${part}`).getBoundingClientRect();
  const [bar, box] = [place(".handoffs-bar"), place("input")];
  return box.left >= bar.right && box.top < bar.bottom;
}"""

DROP = """([name, bytes]) => {
  const files = new DataTransfer();
  files.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name));
  dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


def drop(page: Page, name: str, recording: bytes) -> None:
    page.evaluate(DROP, [name, base64.b64encode(recording).decode()])


@pytest.fixture
def passed(view: View, rest: Rest) -> View:
    """A page on which leadership has passed from the first of three to the second."""
    leader, *_ = rest.start(3, view.election)
    rest.act(leader["candidate"], "kill")
    rest.end_session(leader["candidate"])
    expect(view.at("story")).to_contain_text("The last handoff took")
    expect(view.at("time-moment-before")).to_be_enabled()
    return view


def saved(page: Page, form: str, folder: Path) -> str:
    with page.expect_download() as download:
        page.get_by_test_id(f"handoffs-{form}").click()
    assert download.value.suggested_filename == f"handoffs.{form}"
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file.read_text("utf-8")


def must_list_the_kill(page: Page, path: str, folder: Path) -> None:
    """The list, its filter, its figures, what is saved of it, and the moment that it leads to."""
    rows = page.get_by_test_id("past-handoff")
    page.get_by_test_id("past-handoffs-filter").fill(f"{path} kill")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("kill")
    expect(page.get_by_test_id("past-figures")).to_contain_text("acknowledged")
    expect(page.get_by_test_id("past-leaders")).to_be_visible()
    (told,) = json.loads(saved(page, "json", folder))["handoffs"]
    (row,) = csv.DictReader(saved(page, "csv", folder).splitlines())
    assert (row["fault"], row["path"]) == (told["fault"], told["path"]) == ("kill", path)
    assert float(row["acknowledged_ms"]) == told["phases_ms"]["acknowledged"]
    page.get_by_test_id("past-handoffs-filter").fill("no such thing")
    expect(rows).to_have_count(0)
    page.get_by_test_id("past-handoffs-filter").fill(f"{path} kill")
    expect(rows).to_have_count(1)
    rows.get_by_role("button").click()
    expect(page.get_by_test_id("story")).to_contain_text("The last handoff took")


def go_to_the_fault(view: View) -> None:
    """To the latest fault: the handoff came after it."""
    before = view.at("time-moment-before")
    expect(before).to_have_attribute("title", re.compile("handoff"))
    before.click()
    expect(before).to_have_attribute("title", re.compile("fault"))
    before.click()
    expect(view.at("story")).to_contain_text("was killed")


def test_a_handoff_is_found_and_played_again(passed: View, rest: Rest) -> None:
    """From the list of handoffs, from the fault on, and at a time of day that is typed; what
    happens meanwhile is counted.
    """
    must_lead_to_its_moment(passed)
    passed.page.keyboard.press("End")
    expect(passed.at("time")).to_have_attribute("data-mode", "live")
    go_to_the_fault(passed)
    shown = passed.at("time-clock").inner_text()
    rest.start(1, passed.election)
    expect(passed.at("time-live")).to_have_text(re.compile(r"Now \+\d+"))
    expect(passed.at("story")).to_contain_text("was killed")
    passed.at("time-speed").select_option("10")
    passed.at("time-play").click()
    expect(passed.at("story")).to_contain_text("The last handoff took")
    expect(passed.at("time")).to_have_attribute("data-mode", "past")
    passed.page.keyboard.press("End")
    must_find_a_time_of_day(passed, shown)


def must_lead_to_its_moment(passed: View) -> None:
    """The list of handoffs."""
    passed.at("time-handoffs").click()
    rows = passed.at("past-handoff")
    expect(rows.first).to_contain_text("kill")
    expect(passed.at("past-leaders")).to_be_visible()
    expect(passed.at("past-handoffs-close")).to_be_in_viewport(ratio=1)
    assert passed.run(BESIDE), "the box that keeps a handoff at the top stands below its bar"
    passed.at("past-handoffs-filter").fill("no such thing")
    expect(rows).to_have_count(0)
    passed.at("past-handoffs-filter").fill(f"{passed.election} kill")
    expect(rows).to_have_count(1)
    rows.first.get_by_role("button").click()
    expect(passed.at("time")).to_have_attribute("data-mode", "past")
    expect(passed.at("story")).to_contain_text("The last handoff took")


def must_find_a_time_of_day(passed: View, moment: str) -> None:
    passed.at("time-clock").click()
    passed.at("time-typed").press("Tab")
    passed.at("time-clock").click()
    passed.page.keyboard.type("3 o'clock")
    expect(passed.at("time-typed")).to_have_value("3 o'clock")
    passed.page.keyboard.press("Enter")
    expect(passed.at("toast")).to_contain_text('"3 o\'clock" is not a time of day')
    yesterday = datetime.now(UTC) + timedelta(minutes=5)
    passed.at("time-typed").fill(yesterday.strftime("%H:%M"))
    passed.page.keyboard.press("Enter")
    expect(passed.at("toast").last).to_contain_text("Nothing is kept of")
    passed.at("time-typed").fill(moment)
    passed.page.keyboard.press("Enter")
    expect(passed.at("story")).to_contain_text("was killed")


@pytest.mark.proof
def test_the_past_is_stepped_through_and_only_looked_at(passed: View) -> None:
    """The leader's work stands still, and a key says why nothing happens."""
    passed.at("time-wanted").select_option("fault")
    passed.at("time-moment-before").click()
    expect(passed.at("story")).to_contain_text("was killed")
    expect(passed.at("action-kill")).to_have_count(0)
    shown = passed.at("time-clock").inner_text()
    expect(passed.at("strip")).to_contain_text(shown[:8])
    assert passed.run(
        """async () => {
          const place = () => getComputedStyle(document.querySelector(".strip-track")).transform;
          const first = place();
          for (let frames = 0; frames < 20; frames += 1) await new Promise(requestAnimationFrame);
          return first === place();
        }"""
    )
    for key in "...,,,":
        passed.page.keyboard.press(key)
    expect(passed.at("time-clock")).to_have_text(shown)
    passed.at("time-track").focus()
    passed.page.keyboard.press(",")
    expect(passed.at("story")).not_to_contain_text("was killed")
    passed.page.keyboard.press(".")
    expect(passed.at("story")).to_contain_text("was killed")
    passed.at("time-span").select_option("12 h")
    passed.at("time-track").press("Home")
    expect(passed.at("time-clock")).not_to_have_text(shown)
    expect(passed.at("toast")).to_have_count(0)
    passed.page.keyboard.press("k")
    expect(passed.at("toast")).to_contain_text("The page shows the past")


@pytest.mark.proof
def test_what_cannot_be_read_is_said_and_asked_for_again(passed: View, rest: Rest) -> None:
    """The history, and the list of handoffs."""
    passed.complaints.expect(r"Failed to load resource.* /api/v1/(history|handoffs)")
    damaged = {"error": {"code": "history_damaged", "message": "the history is damaged there"}}
    answers = re.compile(r"/api/v1/(history$|handoffs\?)")
    passed.page.route(answers, lambda route: route.fulfill(status=500, json=damaged))
    rest.start(1, passed.election)
    expect(passed.at("time-unread")).to_contain_text("the history is damaged there")
    passed.at("time-handoffs").click()
    failed = passed.at("past-handoffs-failed")
    expect(failed).to_contain_text("the history is damaged there")
    passed.page.unroute(answers)
    failed.get_by_role("button").click()
    expect(passed.at("past-handoff").first).to_contain_text("kill")
    expect(failed).to_have_count(0)
    rest.start(1, passed.election)
    expect(passed.at("time-unread")).to_have_count(0)


def test_a_recording_is_opened_on_the_page(view: View, rest: Rest, tmp_path: Path) -> None:
    """A file that is none leaves the one that is shown, and a damaged one leaves the page live. One
    that is dropped lists its handoffs, and no dashboard is asked.
    """
    must_leave_the_page_live(view, rest, tmp_path)
    view.at("time-open").set_input_files(ZOMBIE)
    expect(view.at("time-replay")).to_have_text(ZOMBIE.name)
    expect(view.at("story")).to_contain_text("was frozen")
    view.page.keyboard.press("End")
    expect(view.at("story")).to_contain_text("c2 leads")
    view.at("time-open").set_input_files(ROOT / "README.md")
    expect(view.at("toast").last).to_contain_text(
        "README.md: this file is not a recording of Handoff"
    )
    expect(view.at("story")).to_contain_text("c2 leads")
    asked: list[str] = []
    drop(view.page, CRASH.name, CRASH.read_bytes())
    expect(view.at("time-replay")).to_have_text(CRASH.name)
    expect(view.at("story")).to_contain_text("was killed")
    must_follow_the_clock_that_is_shown(view)
    view.page.on("request", lambda request: asked.append(request.url))
    view.at("time-handoffs").click()
    must_list_the_kill(view.page, "/election", tmp_path)
    view.at("time-handoffs").click()
    for form, begins in (("svg", b"<svg "), ("png", b"\x89PNG\r\n")):
        with view.page.expect_download() as download:
            view.at(f"leaders-{form}").click()
        assert download.value.suggested_filename == f"leaders.{form}"
        assert Path(download.value.path()).read_bytes().startswith(begins)
    assert not [url for url in asked if "/api/" in url]
    must_show_the_recipe_as_it_was_then(view)


def must_show_the_recipe_as_it_was_then(view: View) -> None:
    """Its steps are those of another version, and more; one of the same name was shown before."""
    panel = view.page.locator(".panel-recipe")
    expect(panel.get_by_test_id("recipe-step").first).to_be_visible()
    title, opening, *lines = gzip.decompress(CRASH.read_bytes()).splitlines()
    begin = json.loads(opening)
    for recipe in begin["state"]["recipes"].values():
        recipe["steps"] = [
            {"step": f"step {number}", "text": f"What was done {number} versions ago."}
            for number in range(20)
        ]
    drop(
        view.page,
        CRASH.name,
        gzip.compress(b"\n".join([title, json.dumps(begin).encode(), *lines])),
    )
    expect(panel.get_by_test_id("recipe-step")).to_have_count(20)
    expect(panel).to_contain_text("What was done 19 versions ago.")


def must_follow_the_clock_that_is_shown(view: View) -> None:
    """A message on its way: in the recording, the znode ends with event 55, and what follows takes
    some milliseconds.
    """
    place = "() => document.querySelector('.notification > g')?.style.transform"
    for _ in range(51, 55):
        view.page.keyboard.press(".")
    expect(view.at("notification")).to_have_count(1)
    assert view.page.evaluate(
        f"""async () => {{
          const first = ({place})();
          for (let frames = 0; frames < 60; frames += 1) await new Promise(requestAnimationFrame);
          return first === ({place})();
        }}"""
    )
    begun = view.page.evaluate(place)
    for _ in range(5):
        view.page.keyboard.press(".")
    view.page.wait_for_function(f"(begun) => ({place})() !== begun", arg=begun)
    view.page.keyboard.press("End")
    expect(view.at("notification")).to_have_count(0)


def must_leave_the_page_live(view: View, rest: Rest, folder: Path) -> None:
    """A recording that is damaged."""
    header, *lines = gzip.decompress(ZOMBIE.read_bytes()).decode().splitlines()
    damaged = folder / "damaged.jsonl.gz"
    without = {key: value for key, value in json.loads(header).items() if key != "lists"}
    damaged.write_bytes(gzip.compress("\n".join([json.dumps(without), *lines]).encode()))
    view.at("time-open").set_input_files(damaged)
    expect(view.at("toast")).to_contain_text("does not name its lists")
    rest.start(1, view.election)
    expect(view.at("time")).to_have_attribute("data-mode", "live")
    expect(view.at("story")).to_contain_text("leads")


def test_a_moment_is_handed_on_as_a_link_and_as_a_page(
    passed: View, open_view: OpenView, rest: Rest, tmp_path: Path
) -> None:
    """The page opens without a dashboard, and lists its handoffs by itself."""
    go_to_the_fault(passed)
    expect(passed.page).to_have_url(re.compile(r"&at=\d+"))
    other = open_view(rest, passed.election, at=passed.page.url)
    expect(other.at("story")).to_contain_text("was killed")
    assert other.at("time-clock").inner_text() == passed.at("time-clock").inner_text()
    passed.page.go_back()
    expect(passed.at("time")).to_have_attribute("data-mode", "live")
    expect(passed.at("time-page")).to_be_visible()
    with passed.page.expect_download() as download:
        passed.at("time-page").click()
    file = tmp_path / "page.html"
    download.value.save_as(file)
    with other.complaints.leaving():
        other.page.goto(file.as_uri())
    expect(other.at("story")).to_contain_text("was killed")
    expect(other.at("connection")).to_have_text("◷recording")
    expect(other.at("zookeeper")).to_contain_text("recorded")
    expect(other.at("tour")).to_have_count(0)
    other.at("help").click()
    expect(other.at("words")).to_be_visible()
    expect(other.page.get_by_role("link", name="Documentation")).to_have_count(0)
    other.page.keyboard.press("Escape")
    other.page.keyboard.press("End")
    expect(other.at("story")).to_contain_text("The last handoff took")
    other.at("time-handoffs").click()
    must_list_the_kill(other.page, passed.election, tmp_path)


DAMAGES = (
    (' type="module">', " type=\"module\">throw new Error('planted');", "planted."),
    ('"handoff/page.js": "', '"handoff/page.js": "!', "a part of its script could not be loaded."),
)  # fmt: skip
"""What stands in a page of a recording, what is put in its place, and what is said then."""


def test_a_page_of_a_recording_that_cannot_start_says_so(
    rest: Rest, browser: Browser, tmp_path: Path
) -> None:
    """One that can says under which licences it is."""
    whole = requests.get(f"{rest.url}/recording.html", timeout=60).text
    must_say_under_which_licences_it_is(whole)
    broken = tmp_path / "broken.html"
    with browser.new_context() as context:
        page = context.new_page()
        for was, becomes, why in DAMAGES:
            broken.write_text(whole.replace(was, becomes), "utf-8")
            page.goto(broken.as_uri())
            expect(page.get_by_test_id("unstarted")).to_contain_text(
                f"The page's script has not started: {why}"
            )
            expect(page.get_by_test_id("unstarted")).to_be_visible()


PLANTED = """<script>window.ran = "a script";</script>
<img src="x" onerror="window.ran = 'a handler';"><img id="beacon" src="http://127.0.0.1:{port}/told">
<script type="module">import "data:text/javascript,window.ran = 'a module';";</script></body>"""


def test_what_is_planted_in_the_page_of_a_recording_neither_runs_nor_sends(
    rest: Rest, browser: Browser, tmp_path: Path
) -> None:
    """The page itself goes on; its policy is the first thing in it."""
    whole = requests.get(f"{rest.url}/recording.html", timeout=60).text
    assert whole.index("Content-Security-Policy") < whole.index("<style") < whole.index("<script")
    port = urlsplit(rest.url).port
    planted = tmp_path / "planted.html"
    planted.write_text(whole.replace("</body>", PLANTED.replace("{port}", str(port))), "utf-8")
    with browser.new_context() as context:
        page = context.new_page()
        sent: list[str] = []
        page.on("response", lambda answer: sent.append(answer.url))
        page.goto(planted.as_uri())
        expect(page.get_by_test_id("story")).to_be_visible()
        assert page.evaluate("() => window.ran") is None
        asked = "(address) => fetch(address, { mode: 'no-cors' }).then(() => 'sent', () => null)"
        assert page.evaluate(asked, rest.url) is None
        assert not [url for url in sent if url.startswith("http")]


INSIDE = re.compile(r'(id="recording"[^>]*>)([^<]*)')


@pytest.mark.parametrize("cut", [9, 400])
def test_a_page_whose_recording_is_damaged_says_so(
    rest: Rest, browser: Browser, tmp_path: Path, cut: int
) -> None:
    """Neither what is no base64, nor what was cut off, is taken for a dashboard that is away."""
    whole = requests.get(f"{rest.url}/recording.html", timeout=60).text
    broken = tmp_path / "broken.html"
    with browser.new_context() as context:
        page = context.new_page()
        broken.write_text(INSIDE.sub(lambda found: found[1] + found[2].strip()[:cut], whole))
        page.goto(broken.as_uri())
        banner = page.get_by_test_id("banner")
        expect(banner).to_contain_text("This page cannot show its recording")
        expect(banner).to_contain_text("Save the page again where it was made.")
        expect(page.get_by_test_id("connection")).to_have_text("○no recording")


@pytest.mark.proof
def test_a_page_of_a_recording_of_which_a_part_fails_says_so_and_goes_on(
    view: View, browser: Browser, tmp_path: Path
) -> None:
    whole = tmp_path / "whole.html"
    text = requests.get(f"{view.rest.url}/recording.html", timeout=60).text
    whole.write_text(text, "utf-8")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(whole.as_uri())
        expect(page.get_by_test_id("story")).to_be_visible()
        expect(page.get_by_test_id("unstarted")).to_have_css("display", "none")
        whole.write_text(page.content(), "utf-8")  # as a browser saves it again
        page.goto(whole.as_uri())
        page.keyboard.press("?")
        expect(page.get_by_role("dialog").first).to_be_visible()
        expect(page.get_by_test_id("unstarted")).to_have_css("display", "none")
        page.keyboard.press("Escape")
        page.evaluate("() => { setTimeout(() => { throw new Error('planted'); }); }")
        expect(page.get_by_test_id("unstarted")).to_contain_text("A part of the page has failed")
        page.get_by_test_id("unstarted").get_by_role("button", name="Go on").click()
        expect(page.get_by_test_id("unstarted")).to_be_hidden()


def must_say_under_which_licences_it_is(text: str) -> None:
    said = re.search(r'<script type="text/plain" id="licences">(.*?)</script>', text, re.DOTALL)
    assert said
    for licence in (ROOT / "static/js/vendor").glob("*/LICENSE*"):
        assert licence.read_text("utf-8").strip() in said[1], licence
    named = re.search(r'id="scripts">(.*?)</script>', text)
    assert named
    scripts = [base64.b64decode(one).decode() for one in json.loads(named[1]).values()]
    assert len(scripts) > 1
    assert not [part for part in (text, *scripts) if "sourceMappingURL" in part]


WINDOW = re.compile(r"&window=([\d.]+)-([\d.]+)")
SPAN = 600.0
"""Seconds of the track, until another span is chosen."""


def test_a_drag_with_shift_on_the_track_chooses_a_window(view: View) -> None:
    """The slider below it hears nothing of that: the page stays live."""
    view.at("time-track").hover()
    place = view.at("time-track").bounding_box()
    assert place
    mouse, middle = view.page.mouse, place["y"] + place["height"] / 2
    view.page.keyboard.down("Shift")
    mouse.move(place["x"] + place["width"] * 0.8, middle)
    mouse.down()
    mouse.move(place["x"] + place["width"] * 0.3, middle, steps=3)
    mouse.up()
    view.page.keyboard.up("Shift")
    expect(view.at("time-window")).to_have_attribute("aria-pressed", "true")
    expect(view.page).to_have_url(WINDOW)
    address = view.page.url
    chosen = WINDOW.search(address)
    assert chosen
    assert float(chosen[2]) - float(chosen[1]) == pytest.approx(SPAN / 2, rel=0.1)
    mouse.move(place["x"] + place["width"] * 0.1, middle)
    view.catch_up()
    assert view.page.url == address
    expect(view.at("time")).to_have_attribute("data-mode", "live")


@pytest.mark.proof
def test_a_window_narrows_what_is_listed_and_saved(passed: View, rest: Rest) -> None:
    *_, fault = rest.call("GET", "moments?what=fault")["moments"]
    *_, handoff = rest.call("GET", "moments?what=handoff")["moments"]
    rows = passed.at("event-row")
    passed.reach("events-filter").fill(f"{fault['subject']} is being started")
    expect(rows).to_have_count(1)
    passed.at("time-window").click()
    expect(passed.page).to_have_url(re.compile(r"&window=[\d.]+-[\d.]+$"))
    window = f"{fault['wall'] - 0.01:.3f}-{handoff['wall'] + 0.01:.3f}"
    passed.page.evaluate(
        "(window) => { location.hash = location.hash.replace(/window=.*/, `window=${window}`); }",
        window,
    )
    expect(rows).to_have_count(0)
    begin, end = window.split("-")
    expect(passed.at("time-save")).to_have_attribute(
        "href", f"api/v1/recording?begin={float(begin)!r}&end={float(end)!r}"
    )
    passed.at("time-handoffs").click()
    expect(passed.at("past-handoff")).to_have_count(1)
    passed.page.keyboard.press("Escape")
    for _ in range(100):
        passed.at("time-window-to").press("ArrowLeft")
    passed.at("time-handoffs").click()
    expect(passed.at("past-handoffs")).to_be_visible()
    expect(passed.at("past-handoff")).to_have_count(0)
    passed.page.keyboard.press("Escape")
    passed.at("time-window").click()
    expect(rows).to_have_count(1)
