"""A dashboard, its candidates and the library's on servers that serve nobody unknown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psutil
import pytest
import requests

from tests.library.standing import Stander
from tests.support.app import Dashboard, running_dashboard
from tests.support.secured import PASSWORD, SERVERS, Secured
from tests.support.zookeeper import await_until

WITHIN = 30.0
ELECTION = "/election"


@pytest.fixture(scope="module", params=SERVERS)
def secured(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[Secured]:
    with SERVERS[request.param](tmp_path_factory.mktemp(request.param)) as server:
        yield server


def call(dashboard: Dashboard, method: str, what: str, body: Any = None) -> Any:
    answer = requests.request(method, f"{dashboard.url}/api/v1/{what}", json=body, timeout=WITHIN)
    assert answer.ok, answer.text
    return answer.json()


def leader_of(dashboard: Dashboard) -> str | None:
    election = call(dashboard, "GET", "state")["elections"][ELECTION]
    leading = [one for one in election["chain"] if one["belief"] == "leading"]
    return leading[0]["candidate"] if leading and election["acknowledged"] else None


def test_an_election_of_the_dashboards_and_of_the_library(secured: Secured) -> None:
    hosts = f"{secured.hosts}/root/of/ours"
    words = ("--zookeeper", hosts, "--election", ELECTION, *secured.options)
    with running_dashboard(*words) as dashboard:
        dashboard.await_zookeeper()
        body = {"count": 2, "election": ELECTION, "session_timeout": 2.0}
        call(dashboard, "POST", "candidates", body)
        first = await_until(lambda: leader_of(dashboard))
        call(dashboard, "POST", f"candidates/{first}/kill")
        second = await_until(
            lambda: (leader_of(dashboard) or first) != first and leader_of(dashboard)
        )
        call(dashboard, "POST", f"candidates/{second}/expire")
        assert await_until(lambda: leader_of(dashboard))
        call(dashboard, "DELETE", "candidates")
        known = secured.security
        stander = Stander(
            hosts, "l1", auth=known.auth, sasl=known.sasl, tls=known.tls, acl=known.acl
        )
        term = stander.await_elected().term
        for path in ("/", ELECTION, f"{ELECTION}-acknowledged", term.znode):
            found = call(dashboard, "GET", f"znodes?path={path}")
            assert [one["perms"] for one in found["acl"]] == ["cdrwa"], path
            assert found["acl"][0]["scheme"] != "world", path
        stander.close()
        assert_silent(dashboard)


def assert_silent(dashboard: Dashboard) -> None:
    """The password stands nowhere where anybody but us could read it."""
    processes = psutil.Process(dashboard.process.pid)
    for process in (processes, *processes.children(recursive=True)):
        assert PASSWORD not in " ".join(process.cmdline())
    for what in ("state", "events?since=0&limit=10000"):
        answer = requests.get(f"{dashboard.url}/api/v1/{what}", timeout=WITHIN)
        assert PASSWORD not in answer.text
    assert PASSWORD not in dashboard.output + dashboard.errors


def test_a_wrong_secret_is_said(secured: Secured) -> None:
    assert secured.wrong is not None
    with running_dashboard("--zookeeper", secured.hosts, *secured.wrong) as dashboard:
        health = await_until(lambda: refused(dashboard))
        print(health)
        for _ in range(20):
            assert refused(dashboard), requests.get(f"{dashboard.url}/healthz", timeout=WITHIN).text
        assert_silent(dashboard)


def refused(dashboard: Dashboard) -> Any:
    answer = requests.get(f"{dashboard.url}/healthz", timeout=WITHIN)
    return answer.status_code == 503 and answer.json()["reason"] and answer.json()
