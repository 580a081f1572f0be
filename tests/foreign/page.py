"""The page beside it: what a person reads there, with the moment at which it stood there."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from playwright.sync_api import Error, sync_playwright

from tests.browser.chromium import launch
from tests.browser.pages import VIEWPORT
from tests.foreign.claims import INFERRED, WRONG, Claim, claim, unknown
from tests.foreign.judge import Case, invariants, watches
from tests.foreign.sentences import NAME, judge_text
from tests.support.zookeeper import await_until

EVERY = 0.7
_READ = """() => {
  const text = (id) => document.querySelector(`[data-testid="${id}"]`)?.innerText ?? null;
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    seq: Number(document.documentElement.dataset.seq ?? 0),
    story: document.querySelector('[data-testid="story"]')?.textContent ?? null,
    shown: document.querySelector('[data-testid="election"]')?.value ?? null,
    handoff: text("handoff"),
    invariants: Object.fromEntries(all('[data-testid^="invariant-"]')
      .map((e) => [e.dataset.testid.slice(10), JSON.parse(e.dataset.holds ?? "null")])),
    arrows: all("g.watch:not(.fired)").filter((e) => !e.hasAttribute("data-leaving"))
      .map((e) => [e.dataset.evidence, e.querySelector("title")?.textContent ?? ""]),
    crown: document.querySelector('[data-testid="crown"]')?.dataset.znode || null,
    crowned: document.querySelector('[data-testid="crown"]')?.textContent ?? "",
    phases: all("[data-phase]")
      .map((e) => [e.innerText.replaceAll("\\n", " "), e.dataset.ms ?? null, e.dataset.phase]),
  };
}"""


class Sight(NamedTuple):
    """What was read between two moments."""

    asked: float
    answered: float
    page: dict[str, Any]


class Page:
    """A browser on a thread of its own, which looks again and again."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.sights: list[Sight] = []
        self.failure: str | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Page:
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._ended.set()
        self._thread.join()

    def await_first(self) -> None:
        """Wait until something stands there."""
        await_until(lambda: self.sights or self.failure, 40.0)

    def _run(self) -> None:
        try:
            with sync_playwright() as playwright:
                browser = launch(playwright)
                page = browser.new_page(viewport=VIEWPORT, reduced_motion="reduce")  # type: ignore[arg-type]
                page.goto(self._address)
                while not self._ended.wait(EVERY):
                    asked, read = time.monotonic(), page.evaluate(_READ)
                    self.sights.append(Sight(asked, time.monotonic(), read))
                browser.close()
        except Error as error:
            self.failure = str(error)


def judge_page(page: dict[str, Any], case: Case) -> Iterator[Claim]:
    """All that a person reads there; its kinds have `page` in front."""
    shown = page["shown"]
    if shown is not None and shown != case.truth.path:
        quote = f"asked for {case.truth.path}, the page shows {shown}"
        yield claim("page election", not case.kind.is_found, quote)
        return
    claims = [*judge_text(page["story"] or "", case), *invariants(page["invariants"], case)]
    claims += [*_bar(page, case), *_arrows(page, case), *_crown(page, case)]
    for one in claims:
        yield one._replace(what=f"page {one.what}")


def _bar(page: dict[str, Any], case: Case) -> Iterator[Claim]:
    text = page["handoff"] or ""
    if "No handoff yet" in text or not text:
        return
    yield from _heard(text, case)
    for cost in re.findall(r"\d+ (?:notification|read|write)s?", text):
        yield Claim("count", WRONG, f"“{cost}” in the handoff's bar")
    for word in re.findall(r"not observed|unknown|not known", text):
        yield unknown(word and "count")
    lost = "connection lost, as the servers list it" in text
    for words, milliseconds, phase in page["phases"]:
        if milliseconds is None:
            yield unknown("phase")
        elif phase == "next" or (lost and phase == "deleted"):
            yield claim("phase", True, f"“{words}”, as servers and znodes show it")
        else:
            said = re.sub(r"[\d.]+", "N", words)
            yield Claim("phase", WRONG, f"“{said}” in the handoff's bar")
    for word in re.findall(r"\b(?:killed|frozen|stopped|resigned|expired)\b", text):
        yield Claim("fault", WRONG, f"“{word}” in the handoff's bar")


def _heard(text: str, case: Case) -> Iterator[Claim]:
    """When the one that went was last heard."""
    found = re.search(rf"({NAME}) → ", text)
    first = found[1] if found else None
    for number in re.findall(r"last heard ([\d.]+ (?:ms|s)) before, as listed", text):
        told = f"Nobody here saw why; a server had listed {first} as heard {number} before."
        yield from (one._replace(what="heard") for one in judge_text(told, case))


def _arrows(page: dict[str, Any], case: Case) -> Iterator[Claim]:
    for evidence, title in page["arrows"]:
        by, _, rest = title.partition(" watches ")
        whose = rest.partition(":")[0].removeprefix("the list of children of ")
        target = whose.rpartition("'s znode ")[2]
        members = case.truth.named(by, case.window)
        targets = case.truth.named(target, case.window)
        if evidence == "inferred":
            yield Claim("arrow", INFERRED, "")
        elif evidence == "reported":
            yield Claim("arrow", WRONG, "a foreign member reported what it watches")
        else:
            found = [watches(one, of.name, case) for one in members for of in targets]
            best = next((one for one in found if one.verdict != WRONG), None)
            yield best or claim("arrow", False, f"“{by} watches {target}” (evidence {evidence})")


def _crown(page: dict[str, Any], case: Case) -> Iterator[Claim]:
    name, words = page["crown"], page["crowned"]
    if name is None:
        yield unknown("crown")
    elif not case.kind.leads:
        yield Claim("crown", WRONG, f"a crown on a {case.kind.title}")
    else:
        orders = case.truth.orders(case.window)
        holds = any(order and order[0].name == name for order in orders)
        yield claim("crown", holds, f"the crown is on {name}")
        is_led = "leader" in words
        yield claim("shape", not (is_led and case.kind.is_lock), f"“{words}” below the crown")
