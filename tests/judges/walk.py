"""What the engines are asked to do: the views by keys and clicks, a start, a kill, a saved page."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import requests

from tests.browser.tabs import VIEWS
from tests.support.zookeeper import await_until

LANGUAGES = ("en_US.UTF-8", "C.UTF-8")
"""Of the environment; in most containers it is the second."""
WITHIN = 60.0

LIVE = """return document.querySelector('[data-testid="connection"]')?.dataset.state === "connected"
  && Boolean(document.documentElement.dataset.seq)"""
RECORDED = """return document.querySelector('[data-testid="connection"]')
  ?.textContent.endsWith("recording")"""
VIEW = """return document.querySelector('[data-testid="centre"]')?.dataset.view"""
STORY = """return document.querySelector('.centre .story')?.textContent.trim()"""
CLICK = """document.querySelector('[data-testid="%s"]').click(); return true"""
CROWN = """return document.querySelector('[data-testid="crown"]')?.dataset.znode ?? ''"""
MEMBERS = """return document.querySelectorAll('[data-testid="stage"] g.znode').length"""
FAULTS = """return [...document.querySelectorAll('[data-testid="fault"], .unstarted.failed')]
  .map((one) => one.textContent.trim())"""


class Engine(Protocol):
    """A browser with one page."""

    def open(self, url: str) -> None:
        """Go to an address."""

    def run(self, body: str) -> Any:
        """Return what the body of a JavaScript function returns."""

    def press(self, key: str) -> None:
        """Press a key of one character."""

    def complaints(self) -> list[str]:
        """Return the errors and warnings of the console so far."""


def findings(engine: Engine, url: str) -> Iterator[str]:
    """Walk through the page, and one that it saved; yield what is not as it should be."""
    try:
        engine.open(url)
        _walk(engine)
        _look_at_saved(engine, url)
    except AssertionError as failed:
        yield f"{failed} It showed: {engine.run('return document.body.innerText')[:300]!r}"
    yield from engine.complaints()


def _walk(engine: Engine) -> None:
    _await("the page is live", lambda: engine.run(LIVE))
    for view in (*VIEWS[1:], VIEWS[0]):
        engine.press("]")
        _look_at(engine, view)
    for view in (*VIEWS[1:], VIEWS[0]):
        engine.run(CLICK % f"view-{view}")
        _look_at(engine, view)
    before, crown = engine.run(MEMBERS), engine.run(CROWN)
    engine.press("1")
    _await("key 1 starts a candidate", lambda: engine.run(MEMBERS) > before)
    engine.press("k")
    _await("key k kills the leader, and the next one leads", lambda: _passed(engine, crown))
    assert not engine.run(FAULTS), f"A part of the page failed: {engine.run(FAULTS)}."


def _look_at_saved(engine: Engine, url: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "saved.html")
        page.write_bytes(requests.get(f"{url}/recording.html", timeout=WITHIN).content)
        engine.open(page.as_uri())
        _await("a saved page shows its recording", lambda: engine.run(RECORDED))
        _look_at(engine, VIEWS[0])
        _await("a saved page shows its candidates", lambda: engine.run(MEMBERS))


def _look_at(engine: Engine, view: str) -> None:
    _await(f"the view {view} is shown", lambda: engine.run(VIEW) == view)
    _await(f"the view {view} says what happens", lambda: engine.run(STORY))
    assert not engine.run(FAULTS), f"The view {view} failed: {engine.run(FAULTS)}."


def _passed(engine: Engine, crown: str) -> bool:
    return engine.run(CROWN) not in ("", crown)


def _await(what: str, condition: Callable[[], Any]) -> None:
    try:
        await_until(condition, WITHIN)
    except AssertionError:
        raise AssertionError(f"It is not so that {what}.") from None
