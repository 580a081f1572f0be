"""Consoles by REST, on a whole dashboard and a real ZooKeeper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
from kazoo.client import KazooClient

from app.znodes.consoles import KEPT_EVENTS, LIMIT
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

WITHIN = 30.0


@pytest.fixture(scope="module")
def hosts(zookeeper: Any) -> str:
    """A part of the tree that nobody else uses."""
    return f"{zookeeper.hosts}/web-consoles"


@pytest.fixture(scope="module")
def dashboard(hosts: str) -> Iterator[Whole]:
    with whole(hosts) as it:
        yield it


class Open:
    """One open console."""

    def __init__(self, dashboard: Whole) -> None:
        self.dashboard = dashboard
        opened = dashboard.post("consoles").json()
        self.name: str = opened["console"]

    @property
    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.dashboard.state["consoles"][self.name]
        return found

    def ask(self, line: str, confirm: str | None = None) -> requests.Response:
        return self.dashboard.post(
            f"consoles/{self.name}/lines", {"line": line, "confirm": confirm}
        )

    def say(self, line: str) -> list[str]:
        answer = self.ask(line)
        assert answer.status_code == 200, answer.text
        lines: list[str] = answer.json()["lines"]
        return lines

    def close(self) -> requests.Response:
        return requests.delete(f"{self.dashboard.url}/api/v1/consoles/{self.name}", timeout=30)


@pytest.fixture
def console(dashboard: Whole) -> Iterator[Open]:
    it = Open(dashboard)
    yield it
    it.close()


@pytest.fixture
def client(console: Open, hosts: str, open_client: Callable[[str], KazooClient]) -> KazooClient:
    """A session of the test's own; the console has made the root."""
    return open_client(hosts)


def test_a_line_is_answered_and_the_state_keeps_what_was_said(console: Open) -> None:
    assert console.say("create /said hello") == ["Created /said"]
    assert console.say("get /said") == ["hello"]
    entries = [one for one in console.state["entries"].values() if one["line"]]
    assert [(one["line"], one["output"]) for one in entries] == [
        ("create /said hello", ["Created /said"]),
        ("get /said", ["hello"]),
    ]
    assert [one["prompt"].rpartition(" ")[0][-2:] for one in entries] == ["0]", "1]"]
    assert console.state["prompt"].endswith("(CONNECTED) 2] ")


def test_its_ephemerals_are_shown_and_go_as_it_is_closed(
    console: Open, client: KazooClient
) -> None:
    console.say("create -e /goes")
    console.say("create -e -s /goes-")
    await_until(lambda: console.state["ephemeral_count"] == 2, WITHIN)
    assert console.state["ephemerals"][0] == "/goes"
    stat = client.exists("/goes")
    assert stat is not None
    assert hex(stat.ephemeralOwner) == console.state["session"]
    gone = console.close().json()["ephemerals"]
    assert gone[0] == "/goes"
    await_until(lambda: client.exists("/goes") is None, WITHIN)
    assert console.name not in console.dashboard.state["consoles"]
    assert console.ask("ls /").status_code == 404


@pytest.mark.needs("lists_ephemerals")
def test_close_ends_the_session_and_connect_begins_another(
    console: Open, client: KazooClient
) -> None:
    console.say("create -e /with-session")
    before = console.state["session"]
    assert console.say("close") == []
    await_until(lambda: client.exists("/with-session") is None, WITHIN)
    assert (console.state["session"], console.state["connection"]) == (None, "closed")
    assert console.state["prompt"].endswith("(CLOSED) 2] ")
    assert console.say("ls /") == ["Not connected"]
    console.say("connect")
    assert console.say("getEphemerals") == ["[]"]
    assert console.state["session"] not in (None, before)


def test_deleteall_wants_to_be_confirmed_and_only_what_was_counted_goes(
    console: Open, client: KazooClient
) -> None:
    for path in ("/all", "/all/a", "/all/a/b"):
        console.say(f"create {path}")
    refused = console.ask("deleteall /all")
    found = refused.json()
    assert (refused.status_code, found["error"]["code"]) == (409, "confirm")
    assert (found["confirm"]["path"], found["confirm"]["znodes"]) == ("/all", 3)
    client.create("/all/late")
    client.delete("/all/a/b")
    again = console.ask("deleteall /all", found["confirm"]["token"])
    assert (again.status_code, again.json()["confirm"]["znodes"]) == (409, 3)
    assert client.exists("/all/late") is not None
    done = console.ask("deleteall /all", again.json()["confirm"]["token"])
    assert (done.status_code, done.json()["lines"]) == (200, [])
    assert client.exists("/all") is None
    assert console.state["lines"] == 4  # what was refused was not said
    assert console.state["prompt"].endswith("(CONNECTED) 4] ")


@pytest.mark.parametrize("what", ["written", "created again"])
def test_deleteall_takes_nothing_that_has_changed_since_it_was_counted(
    console: Open, client: KazooClient, what: str
) -> None:
    top = f"/changed-{what[:7]}"
    for path in (top, f"{top}/a", f"{top}/b"):
        console.say(f"create {path}")
    token = console.ask(f"deleteall {top}").json()["confirm"]["token"]
    if what == "created again":
        client.delete(f"{top}/a")
        client.create(f"{top}/a", b"theirs")
    else:
        client.set(f"{top}/a", b"theirs")
    again = console.ask(f"deleteall {top}", token)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "confirm")
    assert client.get(f"{top}/a")[0] == b"theirs"
    assert console.ask(f"deleteall {top}", again.json()["confirm"]["token"]).status_code == 200
    assert client.exists(top) is None


def test_a_watch_that_fires_is_told_without_a_line(console: Open, client: KazooClient) -> None:
    console.say("create /watched old")
    console.say("get -w /watched")
    assert console.state["watches"] == 1
    client.set("/watched", b"new")
    event = "WatchedEvent state:SyncConnected type:NodeDataChanged path:/watched"
    await_until(lambda: event in last_output(console), WITHIN)
    entries = console.state["entries"]
    assert entries[max(entries, key=int)]["line"] is None


def last_output(console: Open) -> list[str]:
    entries = console.state["entries"]
    output: list[str] = entries[max(entries, key=int)]["output"]
    return output


@pytest.mark.needs("recursive_watches")
def test_a_flood_of_events_is_shown_in_parts_and_counted(
    console: Open, client: KazooClient
) -> None:
    console.say("create /flood")
    console.say("addWatch /flood")
    for number in range(3):
        transaction = client.transaction()
        for child in range(100):
            transaction.create(f"/flood/{number}-{child}")
        transaction.commit()
    await_until(lambda: told_lines(console) == 300 * 4, WITHIN)
    shown = [one for one in console.state["entries"].values() if one["line"] is None]
    assert max(len(one["output"]) for one in shown) == KEPT_EVENTS * 4


def told_lines(console: Open) -> int:
    """Shown and counted, but for those of the first connection."""
    entries = console.state["entries"].items()
    told = [one for number, one in entries if one["line"] is None and int(number) > 1]
    return sum(len(one["output"]) + one["left_out"] for one in told)


def test_a_tree_is_listed_with_a_watch_on_every_znode(console: Open, client: KazooClient) -> None:
    for path in ("/tree", "/tree/b", "/tree/a", "/tree/a/x"):
        console.say(f"create {path}")
    listed = console.say("ls -R -w /tree")
    assert listed == ["/tree", "/tree/a", "/tree/b", "/tree/a/x"] == console.say("ls -R /tree")
    assert console.state["watches"] == 5  # the data of the first, the children of all
    client.create("/tree/b/y")
    event = "WatchedEvent state:SyncConnected type:NodeChildrenChanged path:/tree/b"
    await_until(lambda: event in last_output(console), WITHIN)
    assert console.say("ls -R /nowhere") == ["Node does not exist: /nowhere"]


@pytest.mark.needs("tells_credentials")
def test_a_password_is_told_to_nobody(console: Open) -> None:
    console.say("addauth digest me:hush-hush")
    assert "digest: me" in console.say("whoami")
    assert console.state["credentials"] == [{"scheme": "digest", "id": "me"}]
    events = console.dashboard.get("events?limit=10000").text
    assert "hush-hush" not in events
    assert "hush-hush" not in console.dashboard.get("state").text


def test_long_answers_are_whole_and_the_state_keeps_their_beginning(console: Open) -> None:
    console.say(f"create /long '{'x' * 30_000}'")
    assert console.say("get /long") == ["x" * 30_000]
    assert len(last_output(console)[0]) == 20_001
    names = " ".join(f"/many{n}" for n in range(3))
    assert console.say(f"ls {names}")[0].startswith("'ls path [watch]' has been deprecated")


def test_paths_are_completed(console: Open) -> None:
    console.say("create /complete")
    console.say("create /complete/one")
    at = f"consoles/{console.name}/completions?line="
    answer = console.dashboard.get(f"{at}ls%20/complete/o").json()
    assert answer == {"start": 3, "words": ["/complete/one"], "more": False}


@pytest.mark.parametrize("line", ["ls /\nls /", "ls \0"])
def test_one_line_at_a_time(console: Open, line: str) -> None:
    assert console.ask(line).status_code == 400


def test_so_many_consoles_and_no_more(dashboard: Whole) -> None:
    assert LIMIT == 8
    opened = [Open(dashboard) for _ in range(LIMIT - len(dashboard.state["consoles"]))]
    refused = dashboard.post("consoles")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "limit_reached")
    assert {one.close().status_code for one in opened} == {200}
    assert dashboard.state["consoles"] == {}


def test_quit_closes_it(dashboard: Whole) -> None:
    console = Open(dashboard)
    assert console.ask("quit").json()["open"] is False
    assert dashboard.state["consoles"] == {}


def test_none_is_opened_where_all_is_read_only(hosts: str, dashboard: Whole) -> None:
    with whole(hosts, read_only=True) as other:
        assert other.post("consoles").status_code == 403
