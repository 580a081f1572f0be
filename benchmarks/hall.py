"""How long after the presenter the audience gets a handoff, and what the presenter shows.

A presenter and forty visitors follow a dashboard, each by a socket and its own door: the token, or
the code. Leaders are stopped one after another, and the presenter shows another place at each. One
process has all the sockets, so that one monotonic clock tells when each has received what.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import Callable

from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, await_, percentile
from benchmarks.page import Page
from benchmarks.servers import private_sandbox

VISITORS = 40
CANDIDATES = 5
HANDOFFS = 30
WITHIN_MS = 100.0
TOKEN, CODE = "a-presenter-of-forty", "abcd2345"
_EVENT = re.compile(r'"seq":(\d+),"at":')
_PLACE = re.compile(r'"address":"([^"]+)"')

Received = dict[int, dict[int, float]]
"""The number of an event -> that of a page, 0 the presenter's -> when it had it."""


def measure() -> list[Figure]:
    """Measure a fresh dashboard with the embedded ZooKeeper."""
    with (
        private_sandbox() as server,
        Dashboard(server.hosts, token=TOKEN, audience_code=CODE) as dashboard,
    ):
        dashboard.start_candidates(CANDIDATES)
        await_("a leader", lambda: _leader(dashboard) is not None)
        late, moved = asyncio.run(_present(dashboard))
    name, p95 = f"a presenter and {VISITORS} visitors", percentile(late, 95)
    return [
        Figure(f"{name}: after the presenter, median", percentile(late, 50), "ms"),
        Figure(
            f"{name}: after the presenter, p95", p95, "ms",
            goal=f"{WITHIN_MS:g} ms", holds=p95 <= WITHIN_MS,
        ),
        Figure(f"{name}: to another place, median", percentile(moved, 50), "ms"),
        Figure(f"{name}: to another place, p95", percentile(moved, 95), "ms"),
    ]  # fmt: skip


async def _present(dashboard: Dashboard) -> tuple[list[float], list[float]]:
    """Return by how many ms each visitor got each event after the presenter, and each place after
    it was shown.
    """
    received: Received = defaultdict(dict)
    places: dict[str, dict[int, float]] = defaultdict(dict)
    pages = [Page(dashboard.address, _headers(number)) for number in range(VISITORS + 1)]
    following = [
        await _following(page, number, received, places) for number, page in enumerate(pages)
    ]
    presenter, shown = pages[0], dict[str, float]()
    presenter.say("drive", {"sure": True})
    since = dashboard.state()["seq"]
    for number in range(HANDOFFS):
        place = f"view=lock&at={number}"
        shown[place] = time.monotonic()
        presenter.say("show", {"address": place})
        await asyncio.to_thread(_hand_over, dashboard)
        await _until(lambda place=place: len(places[place]) == VISITORS)  # type: ignore[misc]
    to = dashboard.state()["seq"]
    meant = [received[seq] for seq in range(since + 1, to + 1)]
    await _until(lambda: all(len(one) > VISITORS for one in meant))
    for one in following:
        one.cancel()
    late = [(at - one[0]) * 1000 for one in meant for page, at in one.items() if page]
    moved = [(at - shown[place]) * 1000 for place, ats in places.items() for at in ats.values()]
    return late, moved


async def _following(
    page: Page, number: int, received: Received, places: dict[str, dict[int, float]]
) -> asyncio.Future[None]:
    has_snapshot = asyncio.Event()

    def hear(message: str) -> None:
        now = time.monotonic()
        if message.startswith('42["events"'):
            for seq in _EVENT.findall(message):
                received[int(seq)].setdefault(number, now)
        elif message.startswith('42["shown"') and number:
            for place in _PLACE.findall(message):
                places[place].setdefault(number, now)
        elif message.startswith('42["snapshot"'):
            has_snapshot.set()

    following = asyncio.ensure_future(page.follow(hear))
    await asyncio.wait_for(has_snapshot.wait(), 30)
    return following


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.01)


def _headers(number: int) -> dict[str, str]:
    return {
        "Authorization": f"Bearer {CODE if number else TOKEN}",
        "Cookie": f"handoff-visitor=browser-number-{number:04}",
    }


def _hand_over(dashboard: Dashboard) -> None:
    """Stop the leader, wait for the next one, and have another candidate stand behind it."""
    before = _leader(dashboard)
    dashboard.act(str(before), "stop")
    await_("another leader", lambda: _leader(dashboard) not in (None, before))
    dashboard.start_candidates(1)


def _leader(dashboard: Dashboard) -> str | None:
    election = dashboard.state()["elections"].get("/election")
    if election is None or election["leader"] is None:
        return None
    entry = next(one for one in election["chain"] if one["znode"] == election["leader"])
    return str(entry["candidate"]) if entry["belief"] == "leading" else None
