"""The page as a person sees it, for the tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.complaints import Complaints
from tests.browser.pages import NARROW, PAINTED_WITHIN
from tests.browser.rest import Json, Rest
from tests.support.zookeeper import await_until

SCHEMES: tuple[Literal["dark"], Literal["light"]] = ("dark", "light")
_TIMES = re.compile(r"\d+(\.\d+)? m?s")
_SEEN = """() => {
  const all = (prefix) => [...document.querySelectorAll(`g[data-testid^="${prefix}"]`)];
  const after = (element, prefix) => element.dataset.testid.slice(prefix.length);
  const isLeaving = (e) => /is deleted|has no znode/.test(e.getAttribute("aria-label"));
  const stands = (e) => !(e.dataset.tone === "dead" && isLeaving(e));
  return {
    processes: Object.fromEntries(all("process-").filter(stands)
      .map((e) => [after(e, "process-"), e.dataset.belief])),
    znodes: all("znode-").filter((e) => e.dataset.gone === "false").map((e) => after(e, "znode-")),
    crown: document.querySelector('[data-testid="crown"]')?.dataset.znode ?? null,
    watches: Object.fromEntries([...document.querySelectorAll("g.watch:not(.fired) title")]
      .map((e) => e.textContent.split(":")[0].split(/ watch(?:es)? /))
      .map(([by, target]) => [by, /\\d{10}$/.test(target) ? Number(target.slice(-10)) : "."])),
    invariants: Object.fromEntries([...document.querySelectorAll('[data-testid^="invariant-"]')]
      .map((e) => [after(e, "invariant-"), JSON.parse(e.dataset.holds)])),
    running: document.querySelector('[data-testid="handoff"]').dataset.running === "true",
    story: document.querySelector('[data-testid="story"]').textContent,
  };
}"""


_BEYOND = """(parts) => [...document.querySelectorAll(parts)]
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
  .map((e) => e.getAttribute("class") || e.tagName)"""
_TWO_FRAMES = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(done)))"""
_SHOWS = "(seq) => Number(document.documentElement.dataset.seq) >= seq"
_SIGHT = """([selector, words]) => {
  const sight = { met: false };
  const look = () => {
    const all = [...document.querySelectorAll(selector)];
    sight.met ||= all.some((e) => new RegExp(words).test(e.textContent));
    if (sight.met) observer.disconnect();
  };
  const observer = new MutationObserver(look);
  const what = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document.documentElement, what);
  look();
  return sight;
}"""


class View:
    """One page that shows one election of one dashboard."""

    def __init__(self, page: Page, rest: Rest, election: str) -> None:
        self.page, self.rest, self.election = page, rest, election
        self.complaints = Complaints(page)

    def open(self, address: str | None = None) -> None:
        """Go to the dashboard, wait until it is live, and choose the election, if there is one."""
        self.page.goto(address or self.rest.url)
        self.await_live()
        if self.election:
            self.choose_election()

    def light_up(self, scheme: Literal["dark", "light"]) -> None:
        """Have the page in these colours, as it stands."""
        self.page.emulate_media(color_scheme=scheme)
        expect(self.page.locator("html")).to_have_attribute("data-theme", scheme)

    def resize(self, viewport: ViewportSize) -> None:
        """Have the page on another screen, as it stands, and wait until it is laid out there."""
        self.page.set_viewport_size(viewport)
        self.page.evaluate(_TWO_FRAMES)

    def reload(self) -> None:
        """Load the page anew, and choose the election again."""
        with self.complaints.leaving():
            self.page.reload()
            self.await_live()
        self.choose_election()

    def await_live(self) -> None:
        """Wait until the page is connected and has folded a first state."""
        expect(self.at("connection")).to_have_attribute("data-state", "connected")
        expect(self.page.locator("html")).to_have_attribute("data-seq", re.compile(r"\d+"))

    def await_whole(self) -> None:
        """Wait until all that the page imports later is there: it needs no dashboard for that."""
        expect(self.page.locator("html")).to_have_attribute("data-whole", "true")

    def choose_election(self, path: str | None = None) -> None:
        """Have the page show an election; without a path, the one of this test."""
        select = self.at("election")
        path = path or self.election
        if select.input_value() != path:
            select.select_option(path)
        expect(select).to_have_value(path)

    def at(self, testid: str) -> Locator:
        """By test id."""
        return self.page.get_by_test_id(testid)

    def process(self, entry: Json) -> Locator:
        """The process of a member of the chain."""
        return self.at(f"process-{entry['candidate'] or entry['label']}")

    def znode(self, entry: Json) -> Locator:
        """The znode of a member of the chain, on the stage."""
        return self.at(f"znode-{entry['label']}")

    def row(self, path: str) -> Locator:
        """A row of the tree, whose tab is open."""
        self.tab("znodes")
        return self.page.locator(f'[data-testid="tree-row"][data-path={quoted(path)}]')

    def open_row(self, path: str) -> None:
        """Open a row of the tree; that of an election opens by itself."""
        expect(self.row(path)).to_have_attribute("aria-expanded", re.compile("true|false"))
        if self.row(path).get_attribute("aria-expanded") == "false":
            self.twist(path)
        expect(self.row(path)).to_have_attribute("aria-expanded", "true")

    def twist(self, path: str) -> None:
        """Open a closed row of the tree, close an open one."""
        self.row(path).get_by_test_id("tree-twist").click()

    def details_of(self, path: str) -> Locator:
        """Choose a znode in the tree; its details, when they are read."""
        self.row(path).click()
        details = self.at("znode-details")
        expect(details).to_have_attribute("data-path", path)
        expect(details.locator("dl.stat")).to_be_visible()
        return details

    def choose(self, entry: Json) -> None:
        """Choose a candidate on the stage by a click."""
        self.process(entry).locator(".body").click()
        expect(self.process(entry)).to_have_attribute("aria-pressed", "true")
        expect(self.at("chosen")).to_contain_text(entry["candidate"])

    def catch_up(self) -> None:
        """Wait until all is drawn that the state document says now: whoever has a role, what a
        key may do is what the page knows.
        """
        seq = self.rest.state()["seq"]
        self.page.wait_for_function(_SHOWS, arg=seq)

    def press(self, key: str) -> None:
        """A key, once the page knows all that the test may know."""
        self.catch_up()
        self.page.keyboard.press(key)

    def sheet(self, name: str) -> Locator:
        """What a button of the row opens, such as "start" and "more", open."""
        sheet = self.at(f"sheet-{name}")
        if not sheet.is_visible():
            self.at(f"open-{name}").click()
            expect(sheet).to_be_visible()
        return sheet

    def start(self, count: int) -> None:
        """Start so many, in the sheet."""
        self.sheet("start").get_by_test_id(f"start-{count}").click()

    def more(self, testid: str) -> None:
        """Do what is seldom done, in the sheet."""
        self.sheet("more").get_by_test_id(testid).click()

    def tab(self, name: str) -> Locator:
        """Have the column show this tab; its panel."""
        panel = self.at(f"panel-{name}")
        if not panel.is_visible():
            self.at(f"tab-{name}").click()
            expect(panel).to_be_visible()
        return panel

    def reach(self, testid: str) -> Locator:
        """By test id, in sight: the tab of the column and the sheet that it is in are open."""
        found = self.at(testid)
        if name := found.evaluate("(one) => one.closest('.column-panel')?.id ?? ''"):
            self.tab(name.removeprefix("panel-"))
        if name := found.evaluate("(one) => one.closest('[popover]')?.id ?? ''"):
            self.sheet(name.removeprefix("sheet-"))
        return found

    def setting(self, testid: str, value: str) -> None:
        """Choose a setting of what starts next, and close the sheet again."""
        self.reach(testid).select_option(value)
        self.page.keyboard.press("Escape")
        expect(self.at(testid)).to_be_hidden()

    def take_role(self, role: str) -> None:
        """Choose a role: by its button or, where there is little room, in the list."""
        button = self.at(f"role-{role}")
        expect(button.or_(self.at("role-list")).filter(visible=True)).to_have_count(1)
        if button.is_visible():
            button.click()
        else:
            self.at("role-list").select_option(role)
        expect(button).to_have_attribute("aria-checked", "true")

    def act(self, word: str, role: str | None = None) -> None:
        """Click on an action, for a role or for whoever is chosen."""
        self.catch_up()
        if role:
            self.take_role(role)
        self.reach(f"action-{word}").click()

    def expect_crown(self, entry: Json) -> None:
        """Wait until the crown sits on the znode of this member."""
        expect(self.at("crown")).to_have_attribute("data-znode", entry["znode"])

    def expect_belief(self, entry: Json, belief: str) -> None:
        """Wait until the page shows that belief."""
        expect(self.process(entry)).to_have_attribute("data-belief", belief)

    def expect_invariants(self) -> None:
        """All four are shown, each named by what it checks, and all hold."""
        expect(self.at("invariant-one_leader")).to_contain_text("at most one leader")
        expect(self.page.locator('[data-testid^="invariant-"]')).to_have_count(4)
        expect(self.page.locator('[data-testid^="invariant-"][data-holds="true"]')).to_have_count(4)
        expect(self.at("violation")).to_have_count(0)

    def seen(self) -> Json:
        """The facts that are drawn, in the words of `facts_of`."""
        seen: Json = self.page.evaluate(_SEEN)
        return {**seen, "znodes": sorted(seen["znodes"]), "story": timeless(seen["story"])}

    def expect_truth(self) -> Json:
        """Wait until the page shows what the state document says, and nothing else."""
        shown: Json = await_equal(lambda: facts_of(self.rest.state(), self.election), self.seen)
        return shown

    @contextmanager
    def seeing(self, selector: str, words: str = "") -> Iterator[None]:
        """What is done in the block brings something that goes again by itself: it is looked for
        at every change of the page, and not only now and then.
        """
        sight = self.page.evaluate_handle(_SIGHT, [selector, words])
        yield
        try:
            await_until(lambda: sight.evaluate("(sight) => sight.met"), PAINTED_WITHIN)
        except AssertionError:
            raise AssertionError(f"{selector} with {words!r} was never seen") from None

    def expect_within(self, parts: str = ".centre *:not(svg, svg *)") -> None:
        """Wait until none of these reaches beyond the right edge of the window."""
        await_equal(list, lambda: self.run(_BEYOND, parts))

    def expect_fits(self, parts: str = ".centre *:not(svg, svg *)") -> None:
        """From now on on a narrow screen: nothing of these reaches beyond it, dark or light."""
        self.page.set_viewport_size(NARROW)
        for scheme in SCHEMES:
            self.light_up(scheme)
            self.expect_within(parts)

    def await_run(self, script: str, wanted: Any) -> None:
        """Wait until a JavaScript function gives this: what has just come finds its place first."""
        await_equal(lambda: wanted, lambda: self.run(script))

    def run(self, script: str, argument: Any = None) -> Any:
        """The result of a JavaScript function."""
        return self.page.evaluate(script, argument)


def await_equal(wanted: Any, found: Any) -> Any:
    """Wait until two functions give the same; fails with both."""
    last: list[Any] = [{}, {}]

    def agree() -> bool:
        last[:] = [wanted(), found()]
        return bool(last[0] == last[1])

    try:
        await_until(agree, PAINTED_WITHIN)
    except AssertionError:
        assert last[1] == last[0]  # the difference, as pytest shows it
    return last[0]


def facts_of(state: Json, path: str) -> Json:
    """What a page has to show of an election, from the state document."""
    election = state["elections"][path]
    chain = election["chain"]
    numbers = {entry["znode"]: entry["sequence"] for entry in chain}
    return {
        "processes": _processes(state["candidates"], chain, path),
        "znodes": sorted(entry["label"] for entry in chain),
        "crown": next((e["znode"] for e in chain if e["truth"] == "leader"), ""),
        "watches": {**_watches(chain, numbers), **_racers_watches(election)},
        "invariants": election["invariants"],
        "running": election["handoff"] is not None,
        "story": timeless(
            " ".join(filter(None, map(_line, (election["story"], election["reason"]))))
        ),
    }


def _line(parts: list[Json]) -> str:
    return "".join(map(_part, parts))


def _watches(chain: list[Json], numbers: dict[str, int]) -> Json:
    """What each watches: the number of a znode, or "." for the election itself."""
    known = {**numbers, ".": "."}
    return {entry["name"]: known[entry["watches"]] for entry in chain if entry["watches"] in known}


def _racers_watches(election: Json) -> Json:
    return {name: one["watches"] for name, one in election["racing"].items() if one["watches"]}


def _processes(candidates: Json, chain: list[Json], path: str) -> Json:
    own = {
        name: candidate["belief"]
        for name, candidate in candidates.items()
        if candidate["election"] == path and candidate["process"] != "exited"
    }
    standing = {entry["candidate"] or entry["label"]: entry["belief"] for entry in chain}
    return {**standing, **own}


def _part(part: Any) -> str:
    if isinstance(part, str):
        return part
    if "who" in part:
        return str(part["who"])
    return "0 s ago" if "ago" in part else "0 s"


def timeless(story: str) -> str:
    """A story without its running numbers."""
    return _TIMES.sub("#", story)


def quoted(text: str) -> str:
    """As a string of CSS."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
