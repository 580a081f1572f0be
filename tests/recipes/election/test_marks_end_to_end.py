"""Somebody else's programs are killed, and marked: the dashboard measures what that cost."""

from __future__ import annotations

import csv
import io
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from app.ensemble.apache.server import ApacheServer
from app.history.history import History
from tests.support.program import Program
from tests.support.zookeeper import Connect, await_until
from tests.web.whole import Whole, assert_refused, whole

PATH = "/service"
NAMES = ("svc1", "svc2", "svc3", "svc4")
SESSION_S = 4.0


class Service:
    """A dashboard, and programs that stand for kazoo's Election, in this order."""

    def __init__(self, dashboard: Whole, programs: dict[str, Program]) -> None:
        self.dashboard, self.programs = dashboard, programs

    @property
    def election(self) -> dict[str, Any]:
        found: dict[str, Any] = self.dashboard.state["elections"].get(PATH, {"chain": []})
        return found

    @property
    def names(self) -> list[str]:
        return [entry["name"] for entry in self.election["chain"]]

    def mark(self, **wish: Any) -> tuple[int, dict[str, Any]]:
        answer = self.dashboard.post("elections/marks", {"path": PATH, **wish})
        return answer.status_code, answer.json()

    def end(self, name: str) -> None:
        """Kill a program, and wait until it has no znode."""
        self.programs[name].kill()
        await_until(lambda: name not in self.names)

    def last(self, name: str) -> dict[str, Any]:
        """The last handoff, once it is the one from this program."""

        def found() -> dict[str, Any] | None:
            last: dict[str, Any] | None = self.election["last_handoff"]
            return last if last and last["from_name"] == name else None

        last: dict[str, Any] = await_until(found)
        return last


@pytest.fixture
def service(fresh_hosts: str) -> Iterator[Service]:
    with ExitStack() as stack:
        history = History(None)
        stack.callback(history.close)
        dashboard = stack.enter_context(whole(fresh_hosts, history=history))
        programs: dict[str, Program] = {}
        made = Service(dashboard, programs)
        for place, name in enumerate(NAMES, 1):
            command = (sys.executable, "-m", "tests.support.contender", fresh_hosts, PATH, name)
            programs[name] = Program(*command, str(SESSION_S))
            stack.callback(programs[name].close)
            await_until(lambda place=place: len(made.names) == place)  # type: ignore[misc]
        yield made


def test_a_service_that_is_marked_and_killed_is_measured_from_the_mark(service: Service) -> None:
    """Killed, then frozen: without a mark nobody knows when a frozen program stopped."""
    answer = {"path": PATH, "member": "svc1", "what": "killed"}
    assert service.mark() == (202, answer)
    service.end("svc1")
    killed = service.last("svc1")
    assert (killed["phases_from"], killed["mark"]["what"]) == ("mark", "killed")
    assert killed["mark"]["by"] == "script"
    took = (killed["at"]["deleted"] - killed["mark"]["at"]) * 1000
    assert killed["phases_ms"]["deleted"] == pytest.approx(took, abs=0.01)

    service.mark(member="svc2", what="frozen")
    service.programs["svc2"].signal(signal.SIGSTOP)
    frozen = service.last("svc2")
    assert (frozen["phases_from"], frozen["mark"]["what"]) == ("mark", "frozen")

    service.programs["svc3"].signal(signal.SIGUSR1)
    unmarked = service.last("svc3")
    assert (unmarked["phases_from"], unmarked["mark"]) == ("deleted", None)

    table = service.dashboard.get(f"handoffs?path={PATH}&format=csv").text
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [row["mark"] for row in rows] == ["killed", "frozen", ""]
    assert [row["phases_from"] for row in rows] == ["mark", "mark", "deleted"]
    assert [bool(row["deleted_ms"]) for row in rows] == [True, True, False]
    listed = service.dashboard.get("handoffs?text=frozen").json()
    assert [one["from"] for one in listed["handoffs"]] == ["svc2"]
    assert listed["figures"]["deleted"]["max"] == frozen["phases_ms"]["deleted"]
    metrics = service.dashboard.get("../../metrics").text
    assert f'handoff_phase_seconds_count{{path="{PATH}",phase="deleted"}} 2.0' in metrics
    moments = service.dashboard.get("moments?what=mark").json()["moments"]
    assert [one["data"]["member"] for one in moments] == ["svc1", "svc2"]


def test_a_member_is_called_by_its_name_its_znode_or_its_session(service: Service) -> None:
    entry = service.election["chain"][1]
    for called in (entry["name"], entry["znode"], entry["session"]):
        status, answer = service.mark(member=called, what="rebooted with its host")
        assert (status, answer["member"]) == (202, "svc2")
        assert list(service.election["marks"]) == [entry["znode"]]
    events = service.dashboard.get("events?since=0&limit=5000").json()["events"]
    lines = [event["words"] for event in events if event["kind"] == "election.marked"]
    assert len(lines) == 3
    assert lines[-1][-1] == f" rebooted with its host, at {PATH} by a script"


def test_what_cannot_be_marked_is_refused_with_what_to_do(service: Service) -> None:
    marks = "elections/marks"
    assert_refused(
        service.dashboard,
        [
            (marks, {"path": "/nowhere"}, 404, "no election at '/nowhere'"),
            (marks, {"path": PATH, "member": "svc9"}, 404, "svc1, svc2, svc3, svc4"),
            (marks, {"path": PATH, "member": ""}, 404, "member"),
            (marks, {"path": PATH, "what": ""}, 400, "killed, frozen or stopped"),
            (marks, {"path": PATH, "what": "a\nb"}, 400, "one line"),
            (marks, {"path": PATH, "what": "a\x90b"}, 400, "printable"),
            (marks, {"path": PATH, "what": "a\u202eb"}, 400, "printable"),
            (marks, {"path": PATH, "what": "x" * 41}, 400, "at most 40 characters"),
        ],
    )
    assert service.election["marks"] == {}
    service.dashboard.post("elections", {"path": "/empty"})
    assert_refused(service.dashboard, [(marks, {"path": "/empty"}, 409, "nobody leads /empty now")])


def test_while_zookeeper_is_away_a_member_is_marked_by_its_name_only(
    own_zookeeper: ApacheServer, open_client: Connect
) -> None:
    """Another one may lead by now, so that nobody is marked as the leader."""
    client = open_client(own_zookeeper.hosts)
    client.create(f"{PATH}/n_", b"svc1", ephemeral=True, sequence=True, makepath=True)
    with whole(own_zookeeper.hosts) as dashboard:
        known = Service(dashboard, {})
        await_until(lambda: known.names == ["svc1"])
        own_zookeeper.kill()
        await_until(lambda: dashboard.state["zookeeper"]["state"] != "connected")
        assert_refused(dashboard, [("elections/marks", {"path": PATH}, 409, "name the member")])
        assert known.mark(member="svc1")[0] == 202
