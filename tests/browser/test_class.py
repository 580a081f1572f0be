"""A class: a presenter goes through a guided tour, and forty look on, of whom one has WebKit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

import pytest
import requests
from playwright.sync_api import Page

from tests.browser.fixtures import OpenDashboard
from tests.browser.pages import Pages
from tests.browser.rest import Json
from tests.browser.test_room import CODE, PHONE, TOKEN, Hall, at
from tests.judges.verdict import Missing
from tests.judges.webkit import WebKit, display, webkit_on
from tests.support.zookeeper import await_until
from tests.web.client import Client

SCRIPTED = 35
STEP_WITHIN = 120.0
STORY = "document.querySelector('[data-testid=\"story\"]')?.textContent ?? ''"
CHAPTER = re.compile(r"^election-")
TRIED: tuple[tuple[str, str, Json], ...] = (
    ("POST", "candidates", {}), ("DELETE", "candidates", {}), ("POST", "roles/leader/kill", {}),
    ("POST", "candidates/c1/kill", {}), ("POST", "servers/s1/stop", {}), ("POST", "consoles", {}),
    ("POST", "room/rights/start", {"on": True}), ("POST", "room/reset", {}),
    ("POST", "room/name", {"name": "the presenter"}), ("DELETE", "znodes", {"path": "/election"}),
)  # fmt: skip
SAID: tuple[tuple[str, Json], ...] = (
    ("drive", {"sure": True}), ("show", {"address": "view=queue"}), ("bring", {}),
    ("point", {"on": "picture", "x": 0.5, "y": 0.5}),
)  # fmt: skip


@pytest.fixture
def webkit() -> Iterator[WebKit]:
    """A WebKit on a display that nobody sees."""
    with ExitStack() as stack:
        try:
            screen = stack.enter_context(display())
            yield stack.enter_context(webkit_on(screen, "C.UTF-8"))
        except Missing as missing:
            pytest.skip(str(missing))


@pytest.mark.proof
def test_forty_look_on_through_a_guided_tour_and_nobody_can_do_what_they_may_not(
    page_hosts: str, election: str, pages: Pages, open_dashboard: OpenDashboard, webkit: WebKit
) -> None:
    words = ("--zookeeper", page_hosts, "--election", election)
    hall = Hall(open_dashboard(*words, "--token", TOKEN, "--audience-code", CODE), pages, election)
    presenter = hall.presenter()
    laptops, phones = [hall.visitor(), hall.visitor()], [hall.visitor(**PHONE) for _ in range(2)]
    webkit.open(f"{hall.dashboard.url}/{CODE}")
    stories: list[Callable[[], str]] = [_story_of(page) for page in (*laptops, *phones)]
    stories.append(lambda: _steady(webkit.run(f"return {STORY}")))
    with ExitStack() as stack, ThreadPoolExecutor(SCRIPTED) as class_:
        clients = list(class_.map(lambda number: _visitor(hall, number), range(SCRIPTED)))
        for client in clients:
            stack.callback(client.close)
        await_until(lambda: "40 follow" in at(presenter, "room").inner_text(), STEP_WITHIN)
        presenter.keyboard.press("g")
        trying = class_.submit(lambda: [_try_all(hall, *one) for one in enumerate(clients)])
        own = _story_of(presenter)
        for _ in _steps(presenter):
            await_until(lambda: all(story() == own() for story in stories), STEP_WITHIN)
        refused = trying.result(STEP_WITHIN)
        newest = _newest(hall)
        for client in clients:
            client.until(partial(_has, client, newest))
    assert refused == [len(TRIED) + len(SAID)] * SCRIPTED
    answer = requests.get(
        f"{hall.dashboard.url}/api/v1/events?limit=10000",
        headers={"Authorization": f"Bearer {TOKEN}"},
        timeout=60,
    )
    asked = {event["data"].get("by") for event in answer.json()["events"]} - {None}
    assert asked == {"the presenter", "the command line"}


def _steps(page: Page) -> Iterator[str]:
    """Yield each step of the first chapter, once it is done."""
    while CHAPTER.match(step := at(page, "tour-card").get_attribute("data-step") or ""):
        if at(page, "tour-do").count() and at(page, "tour-do").is_enabled():
            page.keyboard.press("d")
        if page.locator(".tour-do").count():
            await_until(
                lambda: at(page, "tour-card").get_attribute("data-done") == "true", STEP_WITHIN
            )
        yield step
        page.keyboard.press(".")
        page.wait_for_function(
            "step => document.querySelector('[data-testid=tour-card]')?.dataset.step !== step",
            arg=step,
        )


def _story_of(page: Page) -> Callable[[], str]:
    return lambda: _steady(page.evaluate(STORY))


def _steady(story: str) -> str:
    """The story without what runs."""
    return re.sub(r"\d+(\.\d+)?", "0", story)


def _visitor(hall: Hall, number: int) -> Client:
    headers = {
        "Authorization": f"Bearer {CODE}",
        "Cookie": f"handoff-visitor=scripted-number-{number:04}",
    }
    client = Client(hall.dashboard.url, headers=headers)
    client.emit("follow", {"since": None})
    return client


def _try_all(hall: Hall, number: int, client: Client) -> int:
    """Try all that a visitor may not; return how much of it was refused for that reason."""
    headers = {"Authorization": f"Bearer {CODE}"}
    answers = [
        requests.request(
            method, f"{hall.dashboard.url}/api/v1/{path}", json=body, headers=headers, timeout=60
        )
        for method, path, body in TRIED
    ]
    said = [client.call(event, message) for event, message in SAID]
    codes = [answer.json()["error"]["code"] for answer in answers]
    codes += [answer["error"]["code"] for answer in said]
    return codes.count("audience")


def _has(client: Client, seq: int) -> bool:
    return seq in client.seqs()


def _newest(hall: Hall) -> int:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    state = requests.get(f"{hall.dashboard.url}/api/v1/state", headers=headers, timeout=60)
    seq: int = state.json()["seq"]
    return seq
