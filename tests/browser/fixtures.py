"""Fixtures of the browser tests: a Chromium, dashboards, fresh elections, watched pages."""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import random
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import Browser, expect, sync_playwright

from app.ensemble.apache.server import ApacheServer
from tests.browser.chromium import launch
from tests.browser.pages import PAINTED_WITHIN, Looks, Pages
from tests.browser.rest import Rest
from tests.browser.view import View
from tests.browser.workbench import Workbench
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import ensure_chroot

_numbers = itertools.count(1)

MOST_MODULES = 8
"""Whose tests share a dashboard."""

expect.set_options(timeout=PAINTED_WITHIN * 1000)


class OpenView(Protocol):
    """Opens a page as if in a browser of its own. election: the one to choose; none where it is "".
    looks: arguments of Playwright's context.
    """

    def __call__(
        self, rest: Rest, election: str = "/election", at: str | None = None, **looks: Any
    ) -> View: ...


OpenDashboard: TypeAlias = Callable[..., Dashboard]
"""Takes the arguments of the command line."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def port() -> Iterator[int]:
    """Of the shared dashboards, one after another: to the browser they are one site, whose files
    it has. Outside of the ports that others of the tests' servers are given; between two of them
    nobody listens there, so that a lock keeps other processes of tests away.
    """
    for port in random.SystemRandom().sample(range(7_000, 10_000), 100):
        claim = Path(tempfile.gettempdir(), f"handoff-port-{port}.lock")
        with claim.open("w") as held, socket.socket() as attempt, contextlib.suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            attempt.bind(("127.0.0.1", port))
            attempt.close()
            yield port
            claim.unlink()
            return
    raise OSError("no free port was found on 127.0.0.1")


class Grounds:
    """A dashboard and its part of the tree, for the tests of several modules, one after another:
    each takes elections of its own. They are made again where a module needs a dashboard that knows
    nothing yet, where the last one has ended, and before what it knows makes each answer long.
    """

    def __init__(self, zookeeper: str, port: int) -> None:
        self.hosts = ""
        self._zookeeper, self._port = zookeeper, str(port)
        self._running = ExitStack()
        self._modules = 0
        self._dashboard: Dashboard | None = None

    def begin(self, empty: bool) -> None:
        """Be ready for a module."""
        self._modules += 1
        worn = empty or self._modules % MOST_MODULES == 0
        ended = self._dashboard is not None and self._dashboard.process.poll() is not None
        if worn or ended or not self.hosts:
            self.end()
            self.hosts = f"{self._zookeeper}{_fresh_root(self._zookeeper)}"

    @property
    def dashboard(self) -> Dashboard:
        if self._dashboard is None:
            command = ("--zookeeper", self.hosts, "--port", self._port)
            self._dashboard = self._running.enter_context(forked_dashboard(*command))
        return self._dashboard

    def end(self) -> None:
        self._running.close()
        self._dashboard = None


def _fresh_root(hosts: str) -> str:
    root = f"/page-{next(_numbers)}"
    ensure_chroot(hosts + root)
    return root


@pytest.fixture(scope="session")
def all_grounds(zookeeper: ApacheServer, port: int) -> Iterator[Grounds]:
    """On the session's ZooKeeper."""
    grounds = Grounds(zookeeper.hosts, port)
    yield grounds
    grounds.end()


@pytest.fixture(scope="module")
def grounds(all_grounds: Grounds, request: pytest.FixtureRequest) -> Grounds:
    """Those of this module; one that needs a dashboard that knows nothing yet, as where the tree is
    to have room for a row, says `EMPTY`.
    """
    all_grounds.begin(getattr(request.module, "EMPTY", False))
    return all_grounds


@pytest.fixture(scope="module")
def page_hosts(grounds: Grounds) -> str:
    """`127.0.0.1:PORT/page-N`: the part of the tree for the tests of the module."""
    return grounds.hosts


@pytest.fixture(scope="module")
def dashboard(grounds: Grounds) -> Dashboard:
    """The one that shows this part of the tree."""
    return grounds.dashboard


@pytest.fixture
def rest(dashboard: Dashboard) -> Iterator[Rest]:
    """The dashboard without its page; stops all candidates at the end."""
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
def client(page_hosts: str, open_client: Callable[[str], KazooClient]) -> KazooClient:
    """A session of the test's own, in the module's part of the tree."""
    return open_client(page_hosts)


@pytest.fixture(scope="session")
def kept_pages(browser: Browser) -> Pages:
    """The browser's pages, one of which is kept from test to test."""
    return Pages(browser)


@pytest.fixture
def open_dashboard() -> Iterator[OpenDashboard]:
    """Starts dashboards that end with the test, after the pages that show them."""
    with ExitStack() as opened:
        yield lambda *arguments: opened.enter_context(forked_dashboard(*arguments))


@pytest.fixture
def pages(kept_pages: Pages, open_dashboard: OpenDashboard) -> Iterator[Pages]:
    """The pages of one test: what it opened is closed, however it ends, and before its dashboards
    end.
    """
    yield kept_pages
    kept_pages.end_test()


@pytest.fixture
def motion() -> Looks:
    """Whether a test's pages move; a module in which that is looked at says `MOVING`."""
    return {}


@pytest.fixture
def open_view(pages: Pages, motion: Looks) -> Iterator[OpenView]:
    """Opens pages; each must end without a complaint that nobody expected."""
    views: list[View] = []

    def open_one(
        rest: Rest, election: str = "/election", at: str | None = None, **looks: Any
    ) -> View:
        views.append(View(pages.open(**{**motion, **looks}), rest, election))
        views[-1].open(at)
        return views[-1]

    yield open_one
    assert [text for view in views for text in view.complaints.end()] == []


@pytest.fixture
def view(rest: Rest, election: str, open_view: OpenView) -> View:
    """A page that shows the fresh election; it is left before the candidates are stopped."""
    return open_view(rest, election)


@pytest.fixture
def folder(client: KazooClient) -> str:
    """A znode of the test's own."""
    path = f"/bench-{next(_numbers)}"
    client.create(path, b"first")
    return path


@pytest.fixture
def bench(open_view: OpenView, rest: Rest, dashboard: Dashboard, folder: str) -> Workbench:
    """A page that shows the folder."""
    view = open_view(rest)
    view.complaints.expect("status of (404|409)")  # refusals are what most of it is about
    shown = Workbench(view, dashboard.url, folder)
    shown.show(folder)
    return shown
