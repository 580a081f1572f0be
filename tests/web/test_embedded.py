"""The embedded ZooKeeper under a dashboard: frozen, ended, begun anew, and who leads then."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests

from app.ensemble.embedded import SandboxServer
from app.zookeeper import mirror
from app.zookeeper.mirror import Mirror
from tests.processes.verdicts import SETTLING
from tests.support.zookeeper import Connect, await_until
from tests.web.board import Board, beliefs, settled, story
from tests.web.whole import whole

OpenBoard = Callable[..., Board]
TIMEOUT = 3.0
LASTING = 20.0
"""Of a session that is to outlive whatever the test does first."""


@pytest.fixture
def open_board() -> Iterator[OpenBoard]:
    """Starts a sandbox and a dashboard that owns it; takes `data` and other settings."""
    opened: list[Any] = []

    def open_one(data: Path | None = None, **settings: Any) -> Board:
        server = SandboxServer(data)
        server.start()
        served = whole(
            server.hosts, source="embedded", servers={"s1": server}, data=data, **settings
        )
        opened.extend([server, served])
        board = Board(served.__enter__())
        board.until(lambda state: state["zookeeper"]["servers"][0]["answers"])
        return board

    yield open_one
    for server, served in zip(opened[::2], opened[1::2], strict=True):
        served.__exit__(None, None, None)
        server.stop()


def start(board: Board, timeout: float = TIMEOUT) -> Any:
    """Three candidates; the state when they stand in their order. Their sessions end soon, unless
    another timeout, in seconds, is given.
    """
    body = {"count": 3, "session_timeout": timeout}
    assert board.dashboard.post("candidates", body).status_code == 201
    return board.until(settled)


def election(state: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = state["elections"]["/election"]
    return found


def sessions(state: dict[str, Any]) -> set[str]:
    return {one["session"] for one in state["candidates"].values()}


def settled_anew(before: dict[str, Any]) -> Callable[[dict[str, Any]], bool]:
    """All stand in the election again, each with another session, and that is acknowledged."""
    old = {entry["session"] for entry in election(before)["chain"]}

    def holds(state: dict[str, Any]) -> bool:
        return settled(state) and acknowledged(state) and not old & sessions(state)

    return holds


def acknowledged(state: dict[str, Any]) -> bool:
    written = election(state)["acknowledged"]
    return bool(written) and written["epoch"] == election(state)["epoch"]


def handed_over_and_watched(state: dict[str, Any]) -> bool:
    """Once, and all is known of it: that the server lists who watches the new leader comes last."""
    last = election(state)["last_handoff"]
    return bool(last and last["watched_after"] and last["watched_after"]["by"])


def leaders_at_once(board: Board) -> int:
    """The most candidates that ever believed at the same time that they lead."""
    leading: set[str] = set()
    most = 0
    events = board.dashboard.get("events?limit=10000").json()["events"]
    for event in events:
        if event["kind"] == "candidate.reported":
            (leading.add if event["data"]["belief"] == "leading" else leading.discard)(
                event["subject"]
            )
        most = max(most, len(leading))
    return most


def broken(board: Board) -> list[Any]:
    """Every verdict in the journal that said that what must hold at every moment does not."""
    events = board.dashboard.get("events?limit=10000").json()["events"]
    verdicts = [
        (event["kind"], one["invariants"])
        for event in events
        for one in (event["patch"].get("elections") or {}).values()
        if one and one.get("invariants")
    ]
    return [
        (kind, name)
        for kind, holds in verdicts
        for name, one in holds.items()
        if one is False and not SETTLING[name]
    ]


def test_ended_and_begun_anew_each_time_in_a_later_epoch(open_board: OpenBoard) -> None:
    board = open_board()
    assert (board.zookeeper["actions"], board.zookeeper.get("keeps")) == (True, "nothing")
    assert board.server("s1")["allowed"] == ["stop", "kill", "pause", "restart"]
    woken_before_anybody_missed_it(board)
    state = start(board)
    epochs = [election(state)["epoch"] >> 32]
    for action in ("kill", "stop"):
        state = ended_and_begun_anew(board, action, state)
        epochs.append(election(state)["epoch"] >> 32)
    assert epochs == [0, 1, 2]
    assert (leaders_at_once(board), broken(board)) == (1, [])


def woken_before_anybody_missed_it(board: Board) -> None:
    """What it says after a short sleep is what it said before: it is told all the same."""
    for _ in range(2):
        board.act("s1", "pause")
        assert board.server("s1")["answers"] is False
        board.act("s1", "resume")
        board.until(lambda state: state["zookeeper"]["servers"][0].get("mode") == "standalone")


def ended_and_begun_anew(board: Board, action: str, before: dict[str, Any]) -> dict[str, Any]:
    board.act("s1", action)
    state = board.until(
        lambda state: (
            state["zookeeper"]["servers"][0]["process"] == "stopped"
            and beliefs(state) == ["suspended"] * 3
        )
    )
    assert story(state).startswith("ZooKeeper is down: nobody may lead until it runs again.")
    assert "All znodes and sessions ended with it" in story(state)
    assert state["zookeeper"]["servers"][0]["allowed"] == ["restart"]
    board.act("s1", "restart")
    after: dict[str, Any] = board.until(settled_anew(before))
    assert election(after)["epoch"] < 1 << 53
    assert [entry["sequence"] for entry in election(after)["chain"]] == [0, 1, 2]
    assert {one.get("znode") for one in after["candidates"].values()} == {
        f"/election/{entry['znode']}" for entry in election(after)["chain"]
    }
    return after


def test_frozen_for_longer_than_sessions_last_and_woken(
    open_board: OpenBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What each recipe says meanwhile, and that nobody leads beside another afterwards. The
    dashboard's own session is as short as all others.
    """
    monkeypatch.setattr(mirror, "Mirror", partial(Mirror, session_timeout=TIMEOUT))
    board = open_board()
    flow = {"session_timeout": TIMEOUT, "task": 60.0}
    gathering = {"path": "/barrier", "count": 2, **flow}
    assert board.dashboard.post("barriers", gathering).status_code == 201
    working = {"path": "/queue", "producers": 1, "consumers": 1, "items": 2, "every": 0.1, **flow}
    assert board.dashboard.post("queues", working).status_code == 201
    board.until(lambda state: "inside, in round 1" in told(state, "barriers"))
    board.until(lambda state: "works on an item. One item waits." in told(state, "queues"))
    before = start(board)
    board.act("s1", "pause")
    state = board.dashboard.state
    assert story(state).startswith("ZooKeeper is frozen: nobody may lead until")
    assert told(state, "barriers").startswith("ZooKeeper is frozen: nobody passes the barrier")
    assert told(state, "queues").startswith("ZooKeeper is frozen: no item goes in or out until")
    board.until(lambda state: beliefs(state) == ["suspended"] * 3)
    board.until(lambda state: "Its two processes are cut off" in told(state, "barriers"))
    state = board.until(lambda state: "Its two processes are cut off" in told(state, "queues"))
    assert "one item waited, and one was in a consumer's hands" in told(state, "queues")
    state = board.until(lambda state: state["zookeeper"]["state"] != "connected")
    assert story(state).startswith("ZooKeeper is frozen")
    assert "Meanwhile no session ends" in story(state)
    ends = max(one["session_ends"] or 0.0 for one in state["candidates"].values())
    await_until(lambda: board.dashboard.journal.clock() > ends)
    assert requests.get(f"{board.dashboard.url}/healthz", timeout=30).status_code == 503
    board.act("s1", "resume")
    state = board.until(lambda state: settled(state) and acknowledged(state))
    assert election(state)["epoch"] >= election(before)["epoch"]
    state = board.until(lambda state: (state["zookeeper"].get("freeze") or {}).get("story"))
    assert state["zookeeper"]["freeze"]["story"][0].startswith("s1 was frozen for ")
    assert (leaders_at_once(board), broken(board)) == (1, [])


def told(state: dict[str, Any], section: str) -> str:
    """The story of the only one of its kind, "" where there is none yet."""
    stories = [[*one["story"], " ", *one["reason"]] for one in state[section].values()]
    return "".join(part if isinstance(part, str) else "…" for one in stories for part in one)


def test_a_restart_in_memory_leaves_nothing_of_what_was(
    open_board: OpenBoard, open_client: Connect
) -> None:
    board = open_board()
    open_client(board.zookeeper["hosts"]).create("/lost/deeper", makepath=True)
    before = start(board, LASTING)
    assert board.dashboard.post("roles/leader/stop", {"election": "/election"}).status_code == 202
    before = board.until(handed_over_and_watched)
    assert board.dashboard.post("candidates/c2/kill").status_code == 202
    board.act("s1", "restart")
    state = board.until(
        lambda state: (
            state["zookeeper"]["mirror"] == "recursive"
            and beliefs(state) == ["leading"]
            and acknowledged(state)
        )
    )
    (entry,) = election(state)["chain"]
    assert entry["candidate"] == "c3"
    assert election(state)["epoch"] > election(before)["epoch"]
    last = election(state)["last_handoff"]
    assert (last["from"], last["to"], last["fault"]) == ("c2", "c3", "kill")
    assert (election(state).get("handoff"), election(state)["handoffs"]) == (None, 2)
    gone = state["candidates"]["c2"]
    assert (gone.get("znode"), gone.get("session_ends")) == (None, None)
    assert board.dashboard.get("znodes/search?q=lost").json()["matches"] == []
    assert board.dashboard.get("znodes?path=/lost").status_code == 404
    assert broken(board) == []
    assert board.dashboard.post("candidates/c3/kill").status_code == 202
    board.until(lambda state: state["candidates"]["c3"]["process"] == "exited")
    board.act("s1", "restart")
    state = board.until(
        lambda state: not beliefs(state) and not election(state).get("acknowledged")
    )
    assert (election(state).get("leader"), election(state).get("epoch")) == (None, None)


def test_with_data_znodes_stay_and_numbers_go_on_also_where_it_ended_by_itself(
    open_board: OpenBoard, open_client: Connect, tmp_path: Path
) -> None:
    board = open_board(tmp_path)
    assert board.zookeeper["keeps"] == "znodes"
    open_client(board.zookeeper["hosts"]).create("/kept", b"it is")
    before = start(board)
    board.act("s1", "kill")
    board.until(lambda state: "All sessions ended with it, and their znodes too" in story(state))
    board.act("s1", "restart")
    after = board.until(settled_anew(before))
    assert [entry["sequence"] for entry in election(after)["chain"]] == [3, 4, 5]
    assert election(after)["epoch"] > election(before)["epoch"]
    kept = board.dashboard.get("znodes?path=/kept").json()
    assert kept["data"]["text"] == "it is"
    os.kill(board.server("s1")["pid"], signal.SIGKILL)
    state = board.until(lambda state: state["zookeeper"]["servers"][0]["process"] == "stopped")
    only = state["zookeeper"]["servers"][0]
    assert only["error"].startswith("its process ended by itself (exit code -9: SIGKILL, from")
    board.act("s1", "restart")
    last = board.until(settled_anew(after))
    assert last["zookeeper"]["servers"][0].get("error") is None
    assert last["zookeeper"]["servers"][0]["pid"] != before["zookeeper"]["servers"][0]["pid"]
    assert (leaders_at_once(board), broken(board)) == (1, [])


STARTS: dict[str, dict[str, Any]] = {
    "candidates": {"count": 2},
    "comparisons": {"count": 2},
    "locks": {"count": 2},
    "shared-locks": {"readers": 1, "writers": 1},
    "groups": {"path": "/group", "count": 2},
    "configurations": {"count": 2},
    "names": {"providers": 1, "clients": 1},
    "barriers": {"count": 2, "size": 2, "task": 0.2},
    "queues": {"producers": 1, "consumers": 1, "items": 1000, "every": 0.2, "task": 0.2},
    "commits": {"sites": 2, "coordinators": 1},
    "bookshelves": {"count": 2},
}
"""One place of every recipe."""
SECTIONS = (
    "elections",
    "locks",
    "shared_locks",
    "groups",
    "configurations",
    "names",
    "barriers",
    "queues",
    "commits",
    "bookshelves",
)
"""Where the state has what is started there."""


def test_after_a_restart_in_memory_every_recipe_goes_on_or_says_why_not(
    open_board: OpenBoard,
) -> None:
    """Books alone wait for a person: nobody knows any more who has every acknowledged book."""
    board = open_board()
    for path, body in STARTS.items():
        answer = board.dashboard.post(path, {**body, "session_timeout": TIMEOUT})
        assert answer.status_code == 201, answer.text
    publish(board, "before")
    before = board.until(lambda state: not [*not_at_work(state, {}, "before")])
    add_book(board, "emma")
    transact(board, 1)
    board.act("s1", "kill")
    board.until(lambda state: state["zookeeper"]["state"] != "connected")
    board.act("s1", "restart")
    board.until(lambda state: state["zookeeper"]["mirror"] == "recursive")
    board.until(lambda state: told(state, "bookshelves").startswith(NOBODY_MAY_LEAD))
    board.until(lambda state: "await its creation" in told(state, "configurations"))
    answer = board.dashboard.post("bookshelves/nodes/n1/appoint")
    assert answer.status_code == 202, answer.text
    publish(board, "after")
    board.until(lambda state: not [*not_at_work(state, before, "after")])
    add_book(board, "persuasion")
    transact(board, 2)
    assert broken_now(board.dashboard.state) == []


NOBODY_MAY_LEAD = "Nobody may lead: the znode in_sync was deleted"


def publish(board: Board, value: str) -> None:
    answer = board.dashboard.post("configurations/publish", {"value": value})
    assert answer.status_code == 200, answer.text


def add_book(board: Board, name: str) -> None:
    book = {"id": name, "author": "Jane Austen", "year": 1815}
    answer = board.dashboard.post("bookshelves/books", book)
    assert answer.status_code == 201, answer.text


def transact(board: Board, times: int) -> None:
    """A transaction that is decided; how many were, is known by their coordinator's words."""
    assert board.dashboard.post("commits/transactions").status_code == 202
    await_until(lambda: len(board.events("candidate.decided")) == times)


def not_at_work(state: dict[str, Any], before: dict[str, Any], value: str) -> Iterator[str]:
    """The places where not all is as it should be, in other sessions than before."""
    old = {one["session"] for one in before["candidates"].values()} if before else set()
    for name, one in state["candidates"].items():
        if one["session"] in {None, *old} or one["belief"] == "suspended":
            yield name
    for path, election in state["elections"].items():
        if [one["belief"] for one in election["chain"]][:1] != ["leading"]:
            yield path
    yield from (section for section, holds in STANDS.items() if not holds(only(state, section)))
    values = [one["value"] for one in only(state, "configurations")["subscribers"].values()]
    if values != [value, value]:
        yield "configurations"
    for section, key in (("barriers", "round"), ("queues", "done")):
        if only(state, section)[key] <= (only(before, section)[key] if before else 0):
            yield section


def only(state: dict[str, Any], section: str) -> Any:
    """The only place of a recipe."""
    (place,) = state[section].values()
    return place


def is_held(place: Any) -> bool:
    return any(one["belief"] == "holding" for one in place["chain"])


STANDS: dict[str, Callable[[Any], bool]] = {
    "locks": is_held,
    "shared_locks": is_held,
    "groups": lambda place: bool(place["live"] == 2),
    "names": lambda place: "leads to" in str(place["story"]),
    "bookshelves": lambda place: (
        sorted(one["state"] for one in place["nodes"].values()) == ["in sync", "leading"]
    ),
}


def broken_now(state: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (path, name)
        for section in SECTIONS
        for path, one in state[section].items()
        for name, holds in one["invariants"].items()
        if holds is False
    ]
