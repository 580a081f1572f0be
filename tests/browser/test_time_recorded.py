"""A recording in the page lists its handoffs by itself: no dashboard is asked."""

from __future__ import annotations

import base64
import csv
import gzip
import json
import re
from pathlib import Path

import requests
from playwright.sync_api import Browser, Page, expect

from tests.browser.view import View
from tests.support.app import ROOT

CRASH = ROOT / "docs" / "recordings" / "crash.jsonl.gz"
DROP = """([name, bytes]) => {
  const files = new DataTransfer();
  files.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name));
  dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


def saved(page: Page, form: str, folder: Path) -> str:
    with page.expect_download() as download:
        page.get_by_test_id(f"handoffs-{form}").click()
    assert download.value.suggested_filename == f"handoffs.{form}"
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file.read_text("utf-8")


def must_list_the_crash(page: Page, folder: Path) -> None:
    """The list, its filter, its figures, what is saved of it, and the moment that it leads to."""
    rows = page.get_by_test_id("past-handoff")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("kill")
    expect(page.get_by_test_id("past-figures")).to_contain_text("acknowledged")
    expect(page.get_by_test_id("past-leaders")).to_be_visible()
    (told,) = json.loads(saved(page, "json", folder))["handoffs"]
    (row,) = csv.DictReader(saved(page, "csv", folder).splitlines())
    assert (row["fault"], row["path"]) == (told["fault"], told["path"]) == ("kill", "/election")
    assert float(row["acknowledged_ms"]) == told["phases_ms"]["acknowledged"]
    page.get_by_test_id("past-handoffs-filter").fill("no such thing")
    expect(rows).to_have_count(0)
    page.get_by_test_id("past-handoffs-filter").fill("/election kill")
    expect(rows).to_have_count(1)
    rows.get_by_role("button").click()
    expect(page.get_by_test_id("story")).to_contain_text("The last handoff took")


def drop(page: Page, name: str, recording: bytes) -> None:
    page.evaluate(DROP, [name, base64.b64encode(recording).decode()])


def test_a_recording_shows_the_recipe_as_it_was_then(view: View) -> None:
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


def test_a_recording_that_is_dropped_lists_its_handoffs(view: View, tmp_path: Path) -> None:
    asked: list[str] = []
    drop(view.page, CRASH.name, CRASH.read_bytes())
    expect(view.at("time-replay")).to_have_text(CRASH.name)
    view.page.on("request", lambda request: asked.append(request.url))
    view.at("time-handoffs").click()
    must_list_the_crash(view.page, tmp_path)
    view.at("time-handoffs").click()
    for form, begins in (("svg", b"<svg "), ("png", b"\x89PNG\r\n")):
        with view.page.expect_download() as download:
            view.at(f"leaders-{form}").click()
        assert download.value.suggested_filename == f"leaders.{form}"
        assert Path(download.value.path()).read_bytes().startswith(begins)
    assert not [url for url in asked if "/api/" in url]


def test_a_saved_page_lists_its_handoffs(view: View, browser: Browser, tmp_path: Path) -> None:
    page_of_crash = tmp_path / "crash.html"
    text = requests.get(f"{view.rest.url}/recording.html", timeout=60).text
    encoded = base64.b64encode(CRASH.read_bytes()).decode()
    own = re.search(r'id="recording">([^<]*)<', text)
    assert own
    page_of_crash.write_text(text.replace(own[1], encoded), "utf-8")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(page_of_crash.as_uri())
        page.get_by_test_id("time-handoffs").click()
        must_list_the_crash(page, tmp_path)
