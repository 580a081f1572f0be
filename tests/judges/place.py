"""A dashboard of a judge's own, on the embedded ZooKeeper, with every recipe at work."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import requests

from app.recipes.registry import ROLES
from tests.support.app import Dashboard, running_dashboard
from tests.support.zookeeper import await_until

AT_WORK: dict[str, dict[str, Any]] = {
    "candidates": {"count": 3},
    "locks": {"count": 3},
    "shared-locks": {"readers": 2, "writers": 1},
    "groups": {"path": "/group", "count": 3},
    "queues": {"producers": 1, "consumers": 2, "items": 1_000},
    "barriers": {"count": 3},
    "commits": {"sites": 3},
    "bookshelves": {"count": 3},
    "configurations": {"path": "/config", "count": 2},
    "names": {"path": "/names", "name": "shop", "providers": 2, "clients": 2},
    "comparisons": {"count": 3},
}
"""Call -> what is asked for: it starts the processes of one recipe."""
CALLS_WITHIN = 60.0


class Place:
    """A dashboard that starts when a judge first asks for it, and ends after its verdict."""

    def __init__(self, close_later: contextlib.ExitStack) -> None:
        self._close_later = close_later

    @cached_property
    def url(self) -> str:
        """`http://HOST:PORT` of a dashboard with every recipe at work, without a closing slash."""
        return self.at_work().url

    def at_work(self, *arguments: str) -> Dashboard:
        """Start a dashboard with these arguments of the command line, and every recipe on it."""
        dashboard = self.start(*arguments)
        url = dashboard.url
        for call, wish in AT_WORK.items():
            requests.post(
                f"{url}/api/v1/{call}", json=wish, timeout=CALLS_WITHIN
            ).raise_for_status()
        await_until(lambda: _is_at_work(url), 120.0)
        return dashboard

    def start(self, *arguments: str) -> Dashboard:
        """Start a dashboard where nothing is at work, with these arguments of the command line."""
        dashboard = self._close_later.enter_context(running_dashboard(*arguments))
        return dashboard.await_zookeeper()


@contextlib.contextmanager
def place() -> Iterator[Place]:
    """Give a place; all that was started there ends with the block."""
    with contextlib.ExitStack() as close_later:
        yield Place(close_later)


def _is_at_work(url: str) -> bool:
    """Tell whether each procedure of each recipe has a process, and none still joins."""
    state = requests.get(f"{url}/api/v1/state", timeout=CALLS_WITHIN).json()
    candidates = state["candidates"].values()
    joined = all(one["belief"] not in (None, "joining") for one in candidates)
    return joined and {one["recipe"] for one in candidates} == set(ROLES)
