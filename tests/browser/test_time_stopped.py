"""A history that has stopped, for the disk is full: the page still steps back, or says why not."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import expect

from app.history.history import History
from tests.browser.fixtures import OpenView
from tests.browser.rest import Rest
from tests.web.whole import Whole, whole

WHY = "database or disk is full"


@pytest.fixture
def history() -> Iterator[History]:
    with closing(History(None)) as history:
        yield history


@pytest.fixture
def dashboard(fresh_hosts: str, history: History) -> Iterator[Whole]:
    """A dashboard in this process."""
    with whole(fresh_hosts, history=history) as dashboard:
        yield dashboard


def test_the_keys_step_through_what_the_dashboard_has_at_hand(
    dashboard: Whole, history: History, rest: Rest, open_view: OpenView
) -> None:
    view = open_view(rest)
    view.complaints.expect("status of 404 .* /api/v1/moment")
    expect(view.at("time-live")).to_contain_text("live")
    history._store._execute("PRAGMA max_page_count = 1")  # SQLite's own way to a full disk
    rest.start(1, "/election")
    expect(view.at("time-stopped")).to_contain_text(WHY)
    expect(view.at("story")).to_contain_text("leads")
    for _ in range(3):
        view.page.keyboard.press(",")
    expect(view.at("time")).to_have_attribute("data-mode", "past")
    expect(view.page).to_have_url(re.compile(r"&at=\d+"))
    expect(view.at("toast")).to_have_count(0)
    view.page.keyboard.press("End")
    expect(view.at("time")).to_have_attribute("data-mode", "live")
    dashboard.journal._events = deque(dashboard.journal._events, maxlen=2)
    view.page.keyboard.press(",")
    toast = view.at("toast").first  # the page may try what lies beside it, too
    expect(toast).to_contain_text(f"the history stopped after event {history.facts()['last']}")
    expect(toast).to_contain_text(WHY)
