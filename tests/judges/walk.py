"""What the engines are asked to do: the views by keys and by clicks, a start, and a kill."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from tests.browser.tabs import VIEWS
from tests.support.zookeeper import await_until

LANGUAGES = ("en_US.UTF-8", "C.UTF-8")
"""Of the environment; in most containers it is the second."""
WITHIN = 60.0

LIVE = """return document.querySelector('[data-testid="connection"]')?.dataset.state === "connected"
  && Boolean(document.documentElement.dataset.seq)"""
VIEW = """return document.querySelector('[data-testid="centre"]')?.dataset.view"""
STORY = """return document.querySelector('.centre .story')?.textContent.trim()"""
CLICK = """document.querySelector('[data-testid="%s"]').click(); return true"""
CROWN = """return document.querySelector('[data-testid="crown"]')?.dataset.znode ?? ''"""
MEMBERS = """return document.querySelectorAll('[data-testid="stage"] g.znode').length"""
FAULTS = """return [...document.querySelectorAll('[data-testid="fault"], .unstarted.failed')]
  .map((one) => one.textContent.trim())"""


class Engine(Protocol):
    """A browser with one page."""

    def run(self, body: str) -> Any:
        """Return what the body of a JavaScript function returns."""

    def press(self, key: str) -> None:
        """Press a key of one character."""

    def complaints(self) -> list[str]:
        """Return the errors and warnings of the console so far."""


def findings(engine: Engine) -> Iterator[str]:
    """Walk through the page, and yield what is not as it should be."""
    try:
        _walk(engine)
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
