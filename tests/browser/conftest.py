"""Fixtures of the browser tests: a Chromium, dashboards, fresh elections, watched pages."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from app.apache.server import ApacheServer
from app.zookeeper.client import close, connect
from tests.browser.chromium import launch
from tests.browser.rest import Rest
from tests.browser.view import PAINTED_WITHIN, View
from tests.support.app import Dashboard, running_dashboard

VIEWPORT = {"width": 1440, "height": 860}
_numbers = itertools.count(1)

expect.set_options(timeout=PAINTED_WITHIN * 1000)


class OpenView(Protocol):
    """Opens a page in a context of its own; keyword arguments are those of the context."""

    def __call__(
        self, rest: Rest, election: str = "/election", at: str | None = None, **context: Any
    ) -> View: ...


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def hosts(zookeeper: ApacheServer) -> str:
    """`127.0.0.1:PORT/page-N`: a part of the tree for the tests of one module."""
    root = f"/page-{next(_numbers)}"
    client = connect(zookeeper.hosts, 10.0)
    client.start(timeout=15)
    client.create(root)
    close(client)
    return zookeeper.hosts + root


@pytest.fixture(scope="module")
def dashboard(hosts: str) -> Iterator[Dashboard]:
    """One for the tests of a module, on the session's ZooKeeper."""
    with running_dashboard("--zookeeper", hosts) as dashboard:
        yield dashboard


@pytest.fixture
def rest(dashboard: Dashboard) -> Iterator[Rest]:
    """The module's dashboard without its page; stops all candidates at the end."""
    rest = Rest(dashboard.url)
    yield rest
    rest.stop_all()
    rest.close()


@pytest.fixture
def election(rest: Rest) -> str:
    """A fresh one, which is followed and empty."""
    path = f"/e{next(_numbers)}"
    rest.follow(path)
    return path


@pytest.fixture
def client(hosts: str, open_client: Callable[[str], KazooClient]) -> KazooClient:
    """A session of the test's own, in the module's part of the tree."""
    return open_client(hosts)


@pytest.fixture
def open_view(browser: Browser) -> Iterator[OpenView]:
    """Opens pages; each must end without a complaint that nobody expected."""
    views: list[View] = []
    contexts: list[BrowserContext] = []

    def open_one(
        rest: Rest, election: str = "/election", at: str | None = None, **context: Any
    ) -> View:
        looks = {"viewport": VIEWPORT, "color_scheme": "dark", "timezone_id": "UTC"}
        contexts.append(browser.new_context(**{**looks, **context}))
        contexts[-1].set_default_timeout(PAINTED_WITHIN * 1000)
        views.append(View(contexts[-1].new_page(), rest, election))
        views[-1].open(at)
        return views[-1]

    yield open_one
    unexpected = [text for view in views for text in view.complaints.unexpected]
    for context in contexts:
        context.close()
    assert not unexpected


@pytest.fixture
def view(open_view: OpenView, rest: Rest, election: str) -> View:
    """A page that shows the fresh election."""
    return open_view(rest, election)
