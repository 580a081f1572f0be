"""A dashboard with ZooKeeper servers of its own, with what a test asks of both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import requests

from tests.support.zookeeper import await_until
from tests.web.whole import Whole

WITHIN = 60.0


class Board:
    """A dashboard by its calls."""

    def __init__(self, dashboard: Whole) -> None:
        self.dashboard = dashboard

    @property
    def zookeeper(self) -> dict[str, Any]:
        found: dict[str, Any] = self.dashboard.state["zookeeper"]
        return found

    def server(self, name: str) -> dict[str, Any]:
        return next(one for one in self.zookeeper["servers"] if one["id"] == name)

    def act(self, name: str, action: str) -> requests.Response:
        answer = self.dashboard.post(f"servers/{name}/{action}")
        assert answer.status_code == 202, answer.text
        assert answer.json() == {"server": name, "action": action}
        return answer

    def until(self, holds: Callable[[Any], Any]) -> Any:
        """Wait until something holds of the state document, and return that."""

        def look() -> dict[str, Any] | None:
            state = self.dashboard.state
            return state if holds(state) else None

        return await_until(look, WITHIN)

    def until_whole(self) -> Any:
        """Wait until all three serve; what is known of them then."""
        return self.until(lambda state: (state["zookeeper"]["quorum"] or {}).get("serving") == 3)

    def events(self, kind: str) -> list[dict[str, Any]]:
        events = self.dashboard.get("events?limit=10000").json()["events"]
        return [event for event in events if event["kind"] == kind]


def beliefs(state: dict[str, Any]) -> list[str]:
    return [entry["belief"] for entry in state["elections"]["/election"]["chain"]]


def settled(state: dict[str, Any]) -> bool:
    return beliefs(state) == ["leading", "waiting", "waiting"]


def story(state: dict[str, Any]) -> str:
    election = state["elections"]["/election"]
    parts = [*election["story"], " ", *election["reason"]]
    return "".join(part if isinstance(part, str) else "…" for part in parts)
