"""Three elections compared: what a death costs, by the servers' own counters.

Where they are read, the server is the test's own: they tell of everybody.
"""

from __future__ import annotations

import contextlib
import re
import signal
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

import psutil
import pytest
import requests

from app.ensemble.apache.server import ApacheServer
from app.ensemble.embedded import SandboxServer
from app.readmodels.document import State
from app.recipes.comparison.actions import alive, leader_of
from app.recipes.comparison.model import PATHS
from app.recipes.election.standing import stands
from app.recipes.election.strategies import STRATEGIES
from app.zookeeper.fourletter import WatchCounts, ask, parse_mntr
from app.zookeeper.wire.capabilities import Capabilities, capabilities_of
from tests.conformance.servers import version_of_server
from tests.processes.rooms import MODES
from tests.support.forked import forked_dashboard
from tests.support.proofs import proofs_but
from tests.support.zookeeper import Connect, await_until, classpath
from tests.web.board import Board
from tests.web.whole import Refused, assert_refused, whole

COUNT = 4
LONG = 40.0
"""Seconds: no session ends while its process is frozen."""
OF_THE_LEADER = 1
"""Its watch on its own znode."""


class Server(Protocol):
    @property
    def port(self) -> int: ...

    @property
    def hosts(self) -> str: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...


MAKE: dict[str, Callable[[], Server]] = {
    "apache": lambda: ApacheServer(classpath()),
    "sandbox": SandboxServer,
}


class Setup(NamedTuple):
    """A server of either kind, and a dashboard on it."""

    server: Server
    board: Board

    def counts(self) -> WatchCounts:
        """Read from the server, and not by way of the dashboard."""
        counts = parse_mntr(ask("127.0.0.1", self.server.port, "mntr"))
        assert counts is not None
        return counts

    @property
    def can(self) -> Capabilities:
        """What the server does."""
        return capabilities_of(version_of_server(self.server.port))

    def of_the_dashboard(self) -> int:
        """What its one recursive watch counts for each deletion."""
        return 1 if self.can.counts_recursive_once else 2

    def zxid(self) -> int:
        """Every attempt to write takes one, the refused ones too."""
        found = re.search(r"^Zxid: 0x([0-9a-f]+)", ask("127.0.0.1", self.server.port, "srvr"), re.M)
        assert found is not None
        return int(found[1], 16)

    def post(self, path: str, body: dict[str, Any] | None = None, status: int = 202) -> Any:
        answer = self.board.dashboard.post(path, body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def delete(self, path: str) -> requests.Response:
        return self.board.dashboard.delete(path)

    def start(self, count: int = COUNT, session_timeout: float = LONG) -> Any:
        """Start the three elections; the state when everybody is in place."""
        self.post("comparisons", {"count": count, "session_timeout": session_timeout}, 201)
        return self.board.until(
            lambda state: all(stands(state, PATHS[s], count) for s in STRATEGIES)
        )

    def measured(self, **plan: Any) -> dict[str, Any]:
        """Measure, and wait for the end; the section."""
        self.post("comparisons/measure", {"deaths": 1, **plan})
        state = self.board.until(lambda state: not state["comparison"].get("measuring"))
        section: dict[str, Any] = state["comparison"]
        return section


@contextlib.contextmanager
def setup_at(server: Server, root: str, **settings: Any) -> Iterator[Setup]:
    with whole(server.hosts + root, **settings) as dashboard:
        board = Board(dashboard)
        board.until(lambda state: state["zookeeper"]["mirror"] in MODES)
        yield Setup(server, board)


@contextlib.contextmanager
def setup_on(server: Server, **settings: Any) -> Iterator[Setup]:
    """On a server of its own."""
    server.start()
    try:
        with setup_at(server, "", **settings) as setup:
            yield setup
    finally:
        server.stop()


@pytest.fixture
def setup(sandbox: SandboxServer, open_client: Connect) -> Iterator[Setup]:
    """At a root of its own, for whom counters do not matter."""
    root = open_client(sandbox.hosts).create("/compared-", sequence=True)
    with setup_at(sandbox, root, candidate_limit=30) as setup:
        yield setup


def deaths(state: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = state["comparison"]["deaths"]
    return found


def all_told(state: dict[str, Any]) -> bool:
    """Each death is over, and each who must have been told has said so."""
    expected = {"predecessor": 1, "herd": COUNT - 1, "single": COUNT - 1}
    known = deaths(state)
    return all(
        known[strategy] and known[strategy].get("ms") is not None
        and known[strategy]["notifications"] >= number
        for strategy, number in expected.items()
    )  # fmt: skip


@pytest.mark.needs("recursive_watches")
@pytest.mark.parametrize("kind", proofs_but(MAKE, lambda kind: kind != "apache"))
def test_a_death_wakes_by_the_servers_own_counters(kind: str) -> None:
    """One; N - 1; N - 1 and then, by the creation, up to N - 1 again. Whoever waits is frozen while
    the leader ends, so that the deletion's share can be told from what follows it.
    """
    with setup_on(MAKE[kind]()) as setup:
        state = setup.start()
        for strategy in STRATEGIES:
            assert_wakes(setup, state, strategy)


def assert_wakes(setup: Setup, state: State, strategy: str) -> None:
    """End the leader, and see what the server counts."""
    path, leader = PATHS[strategy], leader_of(state, strategy)
    waiting = [n for n, one in state["candidates"].items() if one["path"] == path]
    waiting.remove(str(leader))
    for name in waiting:
        setup.post(f"candidates/{name}/pause")
    before = setup.counts()
    setup.post(f"candidates/{leader}/stop")
    setup.board.until(lambda state: state["candidates"][leader]["process"] == "exited")
    deletion, zxid = setup.counts(), setup.zxid()
    fired = deletion.since(before)
    told = 1 if strategy == "predecessor" else 0
    assert fired.deleted == setup.of_the_dashboard() + OF_THE_LEADER + told
    assert fired.children == (0 if strategy == "predecessor" else COUNT - 1)
    assert fired.created == 0

    for name in waiting:
        setup.post(f"candidates/{name}/resume")
    setup.board.until(lambda state: stands(state, PATHS[strategy], COUNT - 1))
    # Of the herd, the new leader has a watch on the list as well, until it changes next.
    standing = before.standing - {"predecessor": 2, "herd": 0, "single": 1}[strategy]
    await_until(lambda: setup.counts().standing == standing)
    again = setup.counts().since(deletion)
    if strategy != "single":
        assert again.fired == 0
        return
    # One is the acknowledgement; leaders that prove that their sessions live take some more.
    assert setup.zxid() - zxid - 1 >= COUNT - 1
    assert again.created == 1, "by the dashboard's watch"
    assert again.deleted == 0
    assert 1 <= again.children <= COUNT - 1


@pytest.mark.needs("recursive_watches")
@pytest.mark.parametrize("kind", proofs_but(MAKE, lambda kind: kind != "apache"))
def test_what_is_measured_is_what_is_expected(kind: str) -> None:
    with setup_on(MAKE[kind]()) as setup:
        section = setup.measured(sizes=[5, 3], deaths=2)
    assert section.get("error") is None
    points = {(one["strategy"], one["n"]): one for one in section["curve"]}
    assert set(points) == {(strategy, size) for strategy in STRATEGIES for size in (3, 5)}
    for (strategy, size), point in points.items():
        races = strategy == "single"
        told = 1 if strategy == "predecessor" else size - 1
        assert (point["evidence"], point["deaths"], point["fault"]) == ("server", 2, "stop")
        assert point["notifications"] == told
        assert (point["creates"], point["failed"]) == ((size - 1, size - 2) if races else (0, 0))
        assert 1 <= point["again"] <= size - 1 if races else point["again"] == 0
        assert point["watches"] == {"predecessor": 2 * size - 1}.get(strategy, size)
        assert point["watches"] - point["own"] == size - 1, "as many whatever the strategy"
        assert point["reads"] >= told
        assert point["ms"] > 0


@pytest.mark.parametrize(
    "action",
    proofs_but(["stop", "kill", "pause", "expire", "resign"], lambda action: action != "kill"),
)
def test_one_call_ends_all_three_leaders(setup: Setup, action: str) -> None:
    state = setup.start(session_timeout=4.0 if action in ("kill", "pause") else LONG)
    leaders = {strategy: leader_of(state, strategy) for strategy in STRATEGIES}
    assert setup.post("comparisons/strike", {"action": action}) == {"struck": leaders}
    state = setup.board.until(all_told)
    for strategy, death in deaths(state).items():
        assert (death["from"], death["n"], death["fault"]) == (leaders[strategy], COUNT, action)
        assert leaders[strategy] not in death["woken"]
        assert death["evidence"] == "reported"
    assert deaths(state)["predecessor"]["notifications"] == 1
    setup.board.until(lambda state: deaths(state)["single"]["failed"] >= COUNT - 2)
    state = setup.board.until(lambda state: deaths(state)["predecessor"]["to"])
    assert deaths(state)["predecessor"]["proven"] == (1 if setup.can.events_tell_zxid else None)


def test_the_elections_are_filled_up_again(setup: Setup) -> None:
    setup.start(3)
    setup.post("comparisons/strike", {"action": "stop"})
    setup.board.until(lambda state: all(stands(state, PATHS[s], 2) for s in STRATEGIES))
    started = setup.post("comparisons", {"count": 3, "session_timeout": LONG}, 201)["candidates"]
    assert {strategy: len(names) for strategy, names in started.items()} == {
        "predecessor": 1, "herd": 1, "single": 1,
    }  # fmt: skip
    setup.board.until(lambda state: all(stands(state, PATHS[s], 3) for s in STRATEGIES))
    answer = setup.board.dashboard.post("comparisons", {"count": 2})
    assert (answer.status_code, answer.json()["error"]["field"]) == (409, "count")
    assert len(setup.delete("comparisons").json()["candidates"]) == 9
    state = setup.board.until(lambda state: not alive(state))
    assert state["comparison"]["count"] == 0


REFUSED: tuple[Refused, ...] = (
    ("comparisons/measure", {"sizes": [1]}, 400, "sizes.0"),
    ("comparisons", {"count": 11}, 409, "at most 30 may"),
    ("comparisons/measure", {"sizes": [5, 31]}, 409, "at most 30 may"),
    ("comparisons/strike", {}, 409, "none of the three leaders"),
)


def test_what_makes_no_sense_or_is_too_large_is_refused_and_starts_nobody(setup: Setup) -> None:
    assert_refused(setup.board.dashboard, REFUSED)
    assert setup.delete("comparisons/measure").status_code == 409
    assert setup.delete("comparisons").json() == {"candidates": []}
    assert setup.board.dashboard.state["candidates"] == {}


def test_a_measurement_that_is_cancelled_leaves_nothing(setup: Setup) -> None:
    setup.post("comparisons/measure", {"sizes": [10], "deaths": 50})
    setup.board.until(lambda state: len(alive(state)) >= 3)
    for method, path in (("POST", "comparisons"), ("POST", "comparisons/measure")):
        url = f"{setup.board.dashboard.url}/api/v1/{path}"
        refused = requests.request(method, url, json={}, timeout=30)
        assert (refused.status_code, "is running" in refused.text) == (409, True)
    assert setup.delete("comparisons/measure").status_code == 202
    state = setup.board.until(lambda state: not state["comparison"].get("measuring"))
    assert alive(state) == []
    assert state["comparison"].get("error") is None
    ended = setup.board.events("comparison.ended")[-1]["data"]
    assert (ended["cancelled"], ended["by"]) == (True, "script")


def test_zookeeper_goes_in_the_middle_of_it() -> None:
    with setup_on(SandboxServer()) as setup:
        setup.post("comparisons/measure", {"sizes": [3], "deaths": 50})
        setup.board.until(lambda now: (now["comparison"]["measuring"] or {}).get("done", 0) >= 1)
        setup.server.stop()
        state = setup.board.until(lambda state: not state["comparison"].get("measuring"))
    assert re.match(
        r"ZooKeeper was out of reach \(\d+ of 150 deaths were measured\)",
        state["comparison"]["error"],
    )
    assert alive(state) == []


def test_somebody_meddles(setup: Setup) -> None:
    setup.post("comparisons/measure", {"sizes": [5], "deaths": 50})
    setup.board.until(lambda state: (state["comparison"]["measuring"] or {}).get("done", 0) >= 1)
    setup.delete("candidates")
    state = setup.board.until(lambda state: not state["comparison"].get("measuring"))
    assert "somebody else ended" in state["comparison"]["error"]
    assert alive(state) == []


@pytest.mark.proof
def test_where_mntr_is_closed_the_candidates_word_stands_in() -> None:
    server = ApacheServer(classpath(), extra=["4lw.commands.whitelist=srvr"])
    with setup_on(server) as setup:
        section = setup.measured(sizes=[3])
    told = {one["strategy"]: (one["notifications"], one["evidence"]) for one in section["curve"]}
    assert told == {
        "predecessor": (1, "reported"), "herd": (2, "reported"), "single": (2, "reported"),
    }  # fmt: skip


def test_the_dashboard_ends_in_the_middle_of_it() -> None:
    with forked_dashboard() as dashboard:
        children = psutil.Process(dashboard.process.pid).children(recursive=True)
        url = f"{dashboard.url}/api/v1"
        body = {"sizes": [10], "deaths": 50}
        assert requests.post(f"{url}/comparisons/measure", json=body, timeout=30).ok

        def running() -> list[psutil.Process]:
            found = psutil.Process(dashboard.process.pid).children(recursive=True)
            return found if len(found) > len(children) + 5 else []

        children = await_until(running, 30)
        assert dashboard.end(signal.SIGTERM) == 0
    await_until(lambda: not any(map(psutil.Process.is_running, children)))
