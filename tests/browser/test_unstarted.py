"""A page of which a part cannot be loaded, or throws, says so, in place of staying blank."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.complaints import Complaints
from tests.browser.pages import Pages
from tests.browser.rest import Rest
from tests.browser.view import View
from tests.support.app import ROOT, Dashboard, started

EMPTY = True
SCRIPTS = "**/static/**/*.js"
MAIN = re.compile(r"/static/.*/(page|main)\.js")
OF_THE_LOCK = re.compile(r"/static/.*/(bundle/lock-[\w-]+|recipes/lock/(file|times|round))\.js")
OF_THE_HELP = re.compile(r"/static/.*/(bundle/dialogs-[\w-]+|dialogs/help)\.js")
OF_THE_ZNODES = re.compile(r"/static/.*/(bundle/znodes-[\w-]+|znodes/search)\.js")
OF_THE_TOURS = re.compile(r"/static/.*/(bundle/tours-[\w-]+|lock/tour)\.js")
MISSING = re.compile(f"{OF_THE_LOCK.pattern}|{OF_THE_ZNODES.pattern}")
LOOKS = re.compile(r"/static/.*/page\.css")
OF_ITS_OWN = {"locale": "en-US"}
"""A context for a page whose files do not come: the kept page's process would remember them."""
BREAK_THE_DRAWING = """() => {
  const own = Object.hasOwn;
  Object.hasOwn = () => { throw new Error("planted"); };
  window.mend = () => { Object.hasOwn = own; };
}"""


@contextmanager
def opened_without(
    pages: Pages,
    dashboard: Dashboard,
    files: str | re.Pattern[str],
    ending: str,
    leaves: bool = False,
    held: list[Route] | None = None,
) -> Iterator[Page]:
    """The page without these files: each breaks off, or throws. It complains of nothing else, but
    for the requests that break off where it `leaves`: where it is loaded again. held: where those
    for the help wait, which the page also asks for by itself.
    """
    page = pages.open(**OF_ITS_OWN)
    complaints = Complaints(page)
    complaints.expect(
        "ERR_FAILED|dynamically imported|status of 405 .* /healthz"
        if ending == "abort"
        else "broken on purpose"
    )
    if ending == "abort":
        page.route(files, lambda route: route.abort())
    else:
        body = "throw new Error('broken on purpose')"
        page.route(files, lambda route: route.fulfill(body=body, content_type="text/javascript"))
    if held is not None:
        page.route(OF_THE_HELP, lambda route: held.append(route))
    page.goto(dashboard.url)
    with complaints.leaving() if leaves else nullcontext():
        yield page
    assert not complaints.end()


def test_a_page_without_any_script_says_so(pages: Pages, dashboard: Dashboard) -> None:
    with opened_without(pages, dashboard, SCRIPTS, "abort") as page:
        expect(page.get_by_test_id("unstarted")).to_be_visible()
        expect(page.get_by_test_id("unstarted").get_by_role("link")).to_have_attribute(
            "href", "api/v1/state"
        )


def test_a_page_that_is_made_of_its_files_says_so_until_that_is_known(
    pages: Pages, tmp_path: Path
) -> None:
    for name in ("app", "static", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    with started(Dashboard(folder=tmp_path)) as dashboard:
        page = pages.open(**OF_ITS_OWN)
        page.goto(dashboard.url)
        chip = page.get_by_test_id("unbundled")
        expect(page.get_by_test_id("story")).to_be_visible()
        expect(chip).to_have_count(0)
        with (tmp_path / "static/js/words.js").open("a") as script:
            script.write("// edited\n")
        page.reload()
        expect(chip).to_contain_text("bundle is old")
        chip.click()
        expect(chip).to_have_count(0)
        expect(page.get_by_test_id("story")).to_be_visible()
        page.reload()
        expect(chip).to_be_visible()
        pages.end_test()
    assert dashboard.errors.count("the page's bundle is not of the files") == 1


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ("abort", r"has not started: /static/\S+\.js could not be loaded"),
        ("throw", "has not started: broken on purpose"),
    ],
)
def test_why_the_script_does_not_start_is_said(
    pages: Pages, dashboard: Dashboard, ending: str, said: str
) -> None:
    with opened_without(pages, dashboard, MAIN, ending) as page:
        expect(page.get_by_test_id("unstarted")).to_contain_text(re.compile(said))


def test_a_stylesheet_that_cannot_be_loaded_is_said_and_the_page_works(
    pages: Pages, dashboard: Dashboard
) -> None:
    with opened_without(pages, dashboard, LOOKS, "abort") as page:
        expect(page.get_by_test_id("unstarted")).to_contain_text(
            re.compile(r"A part of the page has failed: /static/\S+\.css could not be loaded")
        )
        expect(page.get_by_test_id("story")).to_be_visible()


def test_a_drawing_that_fails_is_said_and_goes_on_when_it_can(view: View, rest: Rest) -> None:
    view.complaints.expect("planted")
    (entry,) = rest.start(1, view.election)
    view.expect_belief(entry, "leading")
    view.run(BREAK_THE_DRAWING)
    rest.act(entry["candidate"], "pause")
    expect(view.at("unstarted")).to_contain_text("A part of the page has failed: planted.")
    view.run("() => mend()")
    view.at("unstarted").get_by_role("button", name="Go on").click()
    expect(view.at("unstarted")).to_be_hidden()
    again = view.at("fault").get_by_role("button", name="Draw it again")
    again.evaluate_all("(all) => all.forEach((one) => one.click())")  # some panels are whole by now
    expect(view.process(entry)).to_have_class(re.compile("frozen"))


def test_what_comes_late_is_waited_for(pages: Pages, rest: Rest) -> None:
    """A view comes when the first picture is there. Esc closes a dialog that has not come: no key
    acts meanwhile on what is behind it. A tour that goes on waits for its steps.
    """
    page, held = pages.open(**OF_ITS_OWN), list[Route]()
    errors = list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    for files in (OF_THE_LOCK, OF_THE_HELP):
        page.route(files, lambda route: held.append(route))
    page.goto(rest.url)
    expect(page.get_by_test_id("story")).to_be_visible()
    expect(page.get_by_test_id("unstarted")).to_have_css("display", "none")
    page.get_by_test_id("view-lock").click()
    page.keyboard.press("3")
    file = page.get_by_test_id("shared-file")
    expect(page.get_by_test_id("stage").locator(".process").first).to_be_visible()
    expect(file).to_have_count(0)
    page.get_by_test_id("tab-work").click()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_have_accessible_name("Loading …")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_test_id("fault")).to_have_count(0)
    let_come(held)
    expect(file).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(dialog).to_have_count(0)
    page.get_by_test_id("tour").click()
    card = page.get_by_test_id("tour-card")
    expect(card).to_have_attribute("data-step", "lock-start")
    page.unroute_all()
    page.route(OF_THE_TOURS, lambda route: held.append(route))
    page.reload()
    expect(page.get_by_test_id("story")).to_be_visible()
    for key in (".", "d", ",", "."):
        page.keyboard.press(key)
    expect(card).to_have_count(0)
    let_come(held)
    expect(card).to_be_visible()
    expect(card).not_to_have_attribute("data-step", "lock-start")
    page.keyboard.press("g")
    expect(card).to_have_count(0)
    assert not errors


def let_come(held: list[Route]) -> None:
    while held:
        held.pop().continue_()


def test_what_does_not_come_is_said_in_its_place(
    pages: Pages, rest: Rest, dashboard: Dashboard
) -> None:
    """A part of the tree that does not come costs the tree nothing. A view comes when the page is
    loaded again. A tour whose steps do not come can be left.
    """
    held = list[Route]()
    with opened_without(pages, dashboard, MISSING, "abort", leaves=True, held=held) as page:
        page.get_by_test_id("view-znodes").click()
        tree = page.locator(".tree-panel")
        expect(tree.get_by_test_id("fault")).to_contain_text("could not be loaded")
        expect(tree.get_by_role("tree")).to_be_visible()
        page.get_by_test_id("view-election").click()
        expect(page.get_by_test_id("fault")).to_have_count(0)
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog")
        expect(dialog).to_have_accessible_name("Loading …")
        held.pop().abort()
        expect(dialog.get_by_test_id("fault")).to_contain_text("could not be loaded")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        page.get_by_test_id("view-lock").click()
        page.keyboard.press("3")
        page.get_by_test_id("tab-work").click()
        faults = page.get_by_test_id("fault")
        expect(faults).to_have_count(3)  # in place of the last turn, of the file, and of the times
        expect(faults.first).to_contain_text("This part of the page could not be loaded")
        expect(page.get_by_test_id("stage").locator(".process").first).to_be_visible()
        page.unroute_all()
        faults.first.get_by_role("button", name="Load the page again").click()
        expect(page.get_by_test_id("shared-file")).to_be_visible()
        page.route(OF_THE_TOURS, lambda route: route.abort())
        page.evaluate("""() => localStorage.setItem("handoff.choices",
          JSON.stringify({ ...JSON.parse(localStorage.getItem("handoff.choices")),
            tour: { open: true, chapter: "election", at: 0 } }))""")
        page.reload()
        tour = page.get_by_test_id("tour")
        expect(tour).to_have_attribute("aria-pressed", "true")
        page.keyboard.press(".")
        expect(page.get_by_test_id("toast")).to_contain_text("The tour could not be loaded")
        page.keyboard.press("g")
        expect(tour).to_have_attribute("aria-pressed", "false")
