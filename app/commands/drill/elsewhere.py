"""Run a drill on a dashboard that serves elsewhere: it is seen on its page."""

from __future__ import annotations

import json
import queue
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from ...errors import BadRequest, HandoffError, ZooKeeperUnavailable
from ...recipes.drill.plan import DrillPlan
from ..ending import end_at_a_signal
from ..serve import say
from .conclusion import UNREACHED, conclude, refuse
from .lines import line_of

_WITHIN = 20.0
_LOOK_UP = 0.5
_open = build_opener(ProxyHandler({})).open


def drilled_elsewhere(plan: DrillPlan, files: Mapping[str, Path], address: str) -> int:
    """Run a drill on the dashboard at an address, and print each round as it ends; a signal stops
    it. Return the exit code.
    """
    drills = DistantDrills(address)
    signals: queue.SimpleQueue[None] = queue.SimpleQueue()
    end_at_a_signal(lambda: signals.put(None))
    told = 0
    asked = {
        "strategy": plan.strategy, "candidates": plan.candidates, "fault": plan.fault,
        "target": plan.target, "rounds": plan.rounds, "session_timeout": plan.session_timeout,
        "lasts": plan.lasts, "seed": plan.seed, "limit": plan.within,
        "limits": [str(one) for one in plan.limits],
        **({} if plan.abort_after is None else {"abort_after": plan.abort_after}),
    }  # fmt: skip
    try:
        drills.start(asked)
        while True:
            report = drills.report()
            for one in report["rounds"][told:]:
                say(line_of(one, plan.rounds))
            told = len(report["rounds"])
            if report["cause"] is not None:
                break
            with suppress(queue.Empty):
                signals.get(timeout=_LOOK_UP)
                say("stopping …")
                drills.stop()
    except HandoffError as error:
        return refuse(error.message, UNREACHED)
    return conclude(report, files)


class DistantDrills:
    """The drills of the dashboard at an address, as it printed that: with its token, if it has
    one.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._base = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/api/v1/drills"
        self._token = next(iter(parse_qs(parts.query).get("token", ())), None)

    def start(self, plan: Mapping[str, Any]) -> None:
        """Start a drill as `POST /drills` is asked for it. Raise BadRequest for what the
        dashboard refuses, ZooKeeperUnavailable where it cannot be reached.
        """
        self._ask("POST", "", plan)

    def stop(self) -> None:
        """Stop the drill."""
        self._ask("DELETE", "")

    def report(self) -> dict[str, Any]:
        """Return the report so far."""
        return self._ask("GET", "/report")

    def _ask(self, verb: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self._base}{path}", data, headers, method=verb)
        try:
            with _open(request, timeout=_WITHIN) as answer:
                found: dict[str, Any] = json.load(answer)
        except HTTPError as error:
            raise BadRequest(_said(error)) from None
        except (URLError, TimeoutError, ValueError) as error:
            why = getattr(error, "reason", error)
            raise ZooKeeperUnavailable(f"no dashboard answers at {self._base}: {why}") from None
        return found


def _said(error: HTTPError) -> str:
    """Return what the dashboard says."""
    try:
        return str(json.load(error)["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return f"the dashboard answers {error.code}"
