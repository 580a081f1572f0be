"""A thread of the dashboard's own ends unasked: the page says so until it runs again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from app.processes.supervisor import Supervisor
from app.system.threads import LONGEST_REASON
from tests.browser.fixtures import OpenView
from tests.browser.rest import Rest
from tests.support.zookeeper import await_until
from tests.web.whole import whole


@pytest.fixture
def is_broken(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """While it is set, nobody can hear the candidates."""
    broken = threading.Event()
    inside: Callable[..., Any] = Supervisor._housekeeping

    def keep_house(supervisor: Supervisor) -> None:
        if broken.is_set():
            raise LookupError(f"a report that nobody expected: /{'z' * 3000}")
        inside(supervisor)

    monkeypatch.setattr(Supervisor, "_housekeeping", keep_house)
    return broken


@pytest.fixture
def rest(fresh_hosts: str, is_broken: threading.Event) -> Iterator[Rest]:
    """A dashboard in this process."""
    with whole(fresh_hosts) as dashboard:
        rest = Rest(dashboard.url)
        yield rest
        rest.close()


def test_the_banner_names_the_thread_until_it_runs_again(
    rest: Rest, is_broken: threading.Event, open_view: OpenView
) -> None:
    rest.start(2, "/election")
    view = open_view(rest)
    banner = view.at("banner")
    expect(banner).to_have_count(0)
    with view.seeing("[data-testid=banner][data-what=thread]", "“candidates”"):
        is_broken.set()
    expect(banner).to_contain_text("A part of the dashboard has failed")
    expect(banner).to_contain_text("LookupError: a report that nobody expected")
    assert view.run("() => document.documentElement.scrollWidth <= window.innerWidth")
    (thread,) = await_until(lambda: rest.state()["threads"].values())
    assert len(thread["reason"]) <= LONGEST_REASON
    is_broken.clear()
    expect(banner).to_have_count(0)
    view.tab("events")
    expect(view.page.get_by_text("the thread candidates runs again").first).to_be_visible()
    rest.act("c1", "kill")
    rest.await_process("c1", "exited")
