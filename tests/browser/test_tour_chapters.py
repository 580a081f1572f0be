"""Every step of every chapter of the guided tour, done for the reader."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.measures import OVERLAPS, STAGE
from tests.browser.pages import HALL, LAPTOP, LOW, NARROW
from tests.browser.tabs import VIEWS
from tests.browser.touring import FORM, LOST, card, expect_step
from tests.browser.view import View
from tests.support.proofs import proofs_but
from tests.support.zookeeper import await_until

STEP_WITHIN = 60.0  # seconds: hundreds start, on a busy machine
OVER_WITHIN = 20.0  # seconds, in which what moves past another has passed
SIZES = (ViewportSize(width=320, height=568), NARROW, HALL, LAPTOP)
TAKES_TURNS = ("lock-freeze", "queue-kill", "queue-freeze")
"""They strike whoever has its turn, which may have let go a moment before."""


class Reaper:
    """Ends the sessions of the dead and the frozen, each once: all last, and nobody waits."""

    def __init__(self, view: View) -> None:
        view.setting("timeout", "20")
        self._rest = view.rest
        self._ended: set[str] = set()

    def reap(self) -> None:
        for name, one in self._rest.state()["candidates"].items():
            session = one["session"]
            lives = one["process"] == "running" or one["session_ends"] is None
            if lives or session is None or session in self._ended:
                continue
            self._ended.add(session)
            if one["process"] == "paused":
                self._rest.act(name, "expire")
            else:
                self._rest.end_session(name)


@pytest.mark.parametrize("chapter", proofs_but(VIEWS, lambda one: one == "config"))
def test_every_step_of_a_chapter_can_be_done_for_the_reader(view: View, chapter: str) -> None:
    reaper = Reaper(view)
    chapters = {one["chapter"]: one["ids"] for one in view.run(FORM)}
    view.complaints.expect("404")  # the znode that is shown goes with its session
    view.complaints.expect("50[34]")  # a leader is killed in the middle of a write
    view.complaints.expect("409")  # a save comes too late, a line is asked about
    view.at(f"view-{chapter}").click()
    view.press("g")
    for name in chapters[chapter]:
        expect_step(view, f"{chapter}-{name}")
        before = struck(view)
        if view.at("tour-do").count() and view.at("tour-do").is_enabled():
            view.press("d")
        if f"{chapter}-{name}" in TAKES_TURNS:
            strike_the_next_if_it_let_go(view, before)
        if view.page.locator(".tour-do").count():
            await_done(view, reaper)
        expect(view.page.locator(".toast.is-bad")).to_have_count(0)
        for size in SIZES:
            view.resize(size)
            await_until(lambda: not view.run(OVERLAPS, STAGE), OVER_WITHIN)
            assert view.run(LOST) == [], size
        view.press("p")
        for size in (*LOW, HALL):
            view.resize(size)
            assert view.run(LOST) == [], size
        view.press("p")
        view.press(".")


def await_done(view: View, reaper: Reaper, within: float = STEP_WITHIN) -> None:
    """Wait until the step that is shown is ticked."""

    def is_done() -> bool:
        reaper.reap()
        return card(view).get_attribute("data-done") == "true"

    try:
        await_until(is_done, within)
    except AssertionError:
        step = card(view).get_attribute("data-step")
        raise AssertionError(f"the step {step} was not ticked") from None


def strike_the_next_if_it_let_go(view: View, before: set[str]) -> None:
    """As these steps say themselves; somebody has to be left."""
    (one,) = await_until(lambda: struck(view) - before, STEP_WITHIN)
    if not has_its_turn(view, one):
        view.press("3")
        view.press("d")


def struck(view: View) -> set[str]:
    """Whose process stands still, or is over."""
    candidates = view.rest.state()["candidates"].items()
    return {name for name, one in candidates if one["process"] in ("paused", "exited")}


def has_its_turn(view: View, name: str) -> bool:
    """Whether it is at a task under the lock, or an item of the queue is its own."""
    state = view.rest.state()
    claims = [
        item["claim"] for queue in state["queues"].values() for item in queue["items"].values()
    ]
    in_a_task = any(name in lock["tasks"] for lock in state["locks"].values())
    return in_a_task or any(claim and claim["candidate"] == name for claim in claims)
