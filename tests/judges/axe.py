"""axe-core on the page: WCAG 2.2 AA and best practice, every recipe at work, dark and light."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, Literal, TypeAlias

import requests
from playwright.sync_api import Browser, Page, expect, sync_playwright

from app.actions.rights import RIGHTS
from tests.browser.chromium import launch
from tests.browser.pages import PAINTED_WITHIN, USUAL
from tests.browser.tabs import VIEWS
from tests.judges.place import Place
from tests.judges.programs import MODULES
from tests.judges.verdict import Missing, Verdict, clean
from tests.support.app import running_dashboard
from tests.support.zookeeper import await_until

CORE = MODULES / "axe-core"
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice")
BESIDE = (
    "css-orientation-lock",
    "focus-order-semantics",
    "hidden-content",
    "label-content-name-mismatch",
    "p-as-heading",
    "table-fake-caption",
    "td-has-header",
)
"""What axe-core calls experimental, and does not run by itself."""
TOKEN, CODE = "a-presenter-of-judges", "abcd2345"
NARROW = {"width": 390, "height": 844}
MEASURED_WITHIN = 300.0
DOCUMENTS = ("", "drills.html", "contract.html", "errors.html", "search.html?q=handoff", "nothing")

RUN = """([tags, beside]) => axe.run(document, {
  runOnly: { type: "tag", values: tags },
  rules: Object.fromEntries(beside.map((rule) => [rule, { enabled: true }])),
  resultTypes: ["violations"],
}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => {
  const [why] = [...node.any, ...node.all, ...node.none];
  return `${id}: ${node.target.join(" ")}: ${why?.message ?? node.failureSummary}`;
})))"""

Scheme: TypeAlias = Literal["dark", "light"]
Step: TypeAlias = Callable[[Page], None]
LOOKS: tuple[tuple[Scheme, str], ...] = (("dark", "wide"), ("light", "wide"), ("light", "narrow"))


def judge(place: Place) -> Verdict:
    """Look at every view, and at what opens over it, in both colour schemes."""
    if not CORE.is_dir():
        raise Missing("axe-core is not installed: see what `sh .ci/setup judges` says")
    version = json.loads((CORE / "package.json").read_text())["version"]
    _measure(place.url)
    looked: list[str] = []
    findings: list[str] = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for scheme, width in LOOKS:
            scenes = _scenes(browser, place.url, scheme, width)
            for scene, page in chain(scenes, _documents(browser, place.url, scheme, width)):
                looked.append(scene)
                findings += [f"{scene}, {scheme}, {width}: {what}" for what in findings_of(page)]
        with running_dashboard("--token", TOKEN, "--audience-code", CODE) as hall:
            for scheme, width in LOOKS:
                for scene, page in _scenes_of_a_hall(browser, hall.url, scheme, width):
                    looked.append(scene)
                    findings += [
                        f"{scene}, {scheme}, {width}: {what}" for what in findings_of(page)
                    ]
        browser.close()
    return clean("axe-core", version, f"{len(looked)} pictures of the page", tuple(findings))


def findings_of(page: Page) -> list[str]:
    """Return what axe-core finds on a page as it stands."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate((CORE / "axe.min.js").read_text("utf-8"))
    found: list[str] = page.evaluate(RUN, [TAGS, BESIDE])
    return found


def _measure(url: str) -> None:
    """Have the comparison draw its charts."""
    wish = {"sizes": [3, 6], "deaths": 1}
    requests.post(f"{url}/api/v1/comparisons/measure", json=wish, timeout=30).raise_for_status()
    await_until(lambda: _is_measured(url), MEASURED_WITHIN)
    again = {"count": 3}
    requests.post(f"{url}/api/v1/comparisons", json=again, timeout=30).raise_for_status()


def _is_measured(url: str) -> bool:
    comparison = requests.get(f"{url}/api/v1/state", timeout=30).json()["comparison"]
    return bool(comparison.get("curve")) and not comparison.get("measuring")


def _scenes(browser: Browser, url: str, scheme: Scheme, width: str) -> Iterator[tuple[str, Page]]:
    """Yield each scene's name with the page that shows it."""
    looks: Any = {**USUAL, "color_scheme": scheme}
    context = browser.new_context(
        **{**looks, **({"viewport": NARROW} if width == "narrow" else {})}
    )
    context.set_default_timeout(PAINTED_WITHIN * 1000)
    page = context.new_page()
    page.goto(url)
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "connected")
    for view in VIEWS:
        open_view(page, view)
        yield view, page
    for name, (step, back) in (SCENES if width == "wide" else NARROW_SCENES).items():
        step(page)
        yield name, page
        back(page)
    context.close()


def _documents(
    browser: Browser, url: str, scheme: Scheme, width: str
) -> Iterator[tuple[str, Page]]:
    """Yield pages of the documentation: of text, of tables and code, of the search, and of none."""
    size = {"viewport": NARROW} if width == "narrow" else {}
    looks: Any = {**USUAL, "color_scheme": scheme, **size}
    context = browser.new_context(**looks)
    page = context.new_page()
    for name in DOCUMENTS:
        page.goto(f"{url}/docs/{name}")
        yield f"the document {name}", page
    context.close()


def _scenes_of_a_hall(
    browser: Browser, url: str, scheme: Scheme, width: str
) -> Iterator[tuple[str, Page]]:
    """Yield what a presenter works with, and what somebody sees who may do all that is handed."""
    size = {"viewport": NARROW} if width == "narrow" else {}
    looks: Any = {**USUAL, "color_scheme": scheme, **size}
    contexts = [browser.new_context(**looks) for _ in range(2)]
    presenter, visitor = (context.new_page() for context in contexts)
    for page, at in ((presenter, f"?token={TOKEN}"), (visitor, CODE)):
        page.goto(f"{url}/{at}")
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "connected")
    presenter.keyboard.press("5")
    presenter.get_by_test_id("room").click()
    expect(presenter.get_by_test_id("qr")).to_be_visible()
    yield "the room", presenter
    for right in RIGHTS:
        switch = presenter.get_by_test_id(f"right-{right}")
        if switch.get_attribute("aria-checked") == "false":
            switch.click()
        expect(switch).to_have_attribute("aria-checked", "true")
    yield "the room, whose audience may do much", presenter
    presenter.keyboard.press("Escape")
    for view in VIEWS:
        open_view(visitor, view)
        yield f"{view}, of who looks on", visitor
    visitor.get_by_test_id("return").click()
    yield "election, of who follows", visitor
    if width == "wide":
        presenter.keyboard.press("p")
        expect(presenter.get_by_test_id("code").get_by_test_id("qr")).to_be_visible()
        yield "the code on the projector", presenter
    for context in contexts:
        context.close()


def open_view(page: Page, view: str) -> None:
    """Have the page show a view."""
    page.get_by_test_id(f"view-{view}").click()
    expect(page.get_by_test_id("centre")).to_have_attribute("data-view", view)


def _press(*keys: str) -> Step:
    def press(page: Page) -> None:
        for key in keys:
            page.keyboard.press(key)

    return press


def _click(*testids: str) -> Step:
    def click(page: Page) -> None:
        for testid in testids:
            page.get_by_test_id(testid).first.click()

    return click


def _in_view(view: str, step: Step) -> Step:
    def steps(page: Page) -> None:
        open_view(page, view)
        step(page)

    return steps


def _dialog(step: Step) -> tuple[Step, Step]:
    def opened(page: Page) -> None:
        step(page)
        expect(page.get_by_role("dialog")).to_be_visible()

    return opened, _press("Escape")


def _choose(page: Page) -> None:
    page.locator('[data-testid="stage"] [data-testid^="process-"] .body').first.click()
    page.locator('[data-testid="stage"] [data-testid^="znode-"]').first.click()
    page.get_by_test_id("tab-recipe").click()
    expect(page.get_by_test_id("candidate")).to_be_visible()
    page.get_by_test_id("tab-znodes").click()
    expect(page.get_by_test_id("znode-details").locator("dl.stat")).to_be_visible()


def _nothing(_: Page) -> None:
    """Leave the page as it is."""


SCENES: dict[str, tuple[Step, Step]] = {
    "the help": _dialog(_in_view("election", _press("?"))),
    "the question before all are stopped": _dialog(_click("open-more", "stop-all")),
    "how candidates are started": (_in_view("election", _click("open-start")), _press("Escape")),
    "what is done seldom": (_click("open-more"), _press("Escape")),
    "the legend": (_click("open-legend"), _press("Escape")),
    "the handoffs": _dialog(_click("time-handoffs")),
    "the leader's work": (_click("tab-work"), _click("tab-recipe")),
    "a candidate that is chosen, and its znode": (_in_view("election", _choose), _nothing),
    "a candidate that is frozen": (_press("f"), _press("w")),
    "a candidate that was killed": (_press("k"), _nothing),
    "a step of the tour": (_click("tour"), _click("tour")),
    "the projector": (_click("projector"), _press("p")),
    "the console": (_in_view("znodes", _click("console-open")), _nothing),
    "the past": (_in_view("election", _click("time-back")), _nothing),
    "the past of the locks": (_in_view("lock", _nothing), _press("End")),
}
"""Name -> how the page comes to show it, and how it leaves it again."""
NARROW_SCENES: dict[str, tuple[Step, Step]] = {
    panel: (_in_view("election", _click(f"tab-{panel}")), _click("tab-stage"))
    for panel in ("recipe", "events", "znodes", "work", "servers")
}
