"""A dashboard, its candidates and the library's on servers that serve nobody unknown."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import psutil
import pytest
import requests
from kazoo.client import KazooClient

from app.commands.options import parse
from app.settings import Settings
from app.zookeeper.client import close, connect
from app.zookeeper.extension import hang_up
from app.zookeeper.handler import InOrderHandler
from app.zookeeper.subtree import AclConnection
from tests.library.standing import Stander
from tests.support.app import Dashboard
from tests.support.forked import ForkedProgram, forked_dashboard
from tests.support.secured import PASSWORD, SERVERS, Secured
from tests.support.zookeeper import await_until

WITHIN = 30.0
ELECTION = "/election"


@pytest.fixture(scope="module", params=SERVERS)
def secured(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[Secured]:
    with SERVERS[request.param](tmp_path_factory.mktemp(request.param)) as server:
        yield server


@pytest.fixture
def open_known(secured: Secured) -> Iterator[Callable[[str], KazooClient]]:
    """Opens sessions, below a chroot, of somebody whom the server knows."""
    opened: list[KazooClient] = []

    def open_one(chroot: str = "") -> KazooClient:
        handler = InOrderHandler(asks_version=not chroot, security=secured.security)
        opened.append(connect(secured.hosts + chroot, 10.0, handler=handler))
        opened[-1].start_async().wait(WITHIN)
        assert opened[-1].connected, handler.reason
        return opened[-1]

    yield open_one
    for one in opened:
        close(one)


def test_an_election_of_the_dashboards_and_of_the_library(
    secured: Secured, open_known: Callable[[], KazooClient]
) -> None:
    hosts = f"{secured.hosts}/root/of/ours"
    client = open_known()
    words = ("--zookeeper", hosts, "--election", ELECTION, *secured.options)
    client.ensure_path("/root/of/ours")
    with forked_dashboard(*words) as dashboard:
        dashboard.await_zookeeper()
        call(dashboard, "POST", "candidates", {"count": 2, "election": ELECTION})
        first = await_until(lambda: leader_of(dashboard))
        call(dashboard, "POST", f"candidates/{first}/expire")
        assert await_until(lambda: leader_of(dashboard, other_than=first))
        call(dashboard, "DELETE", "candidates")
        call(dashboard, "POST", "znodes", {"path": "/bench", "data": {"text": "made"}})
        console = call(dashboard, "POST", "consoles")["console"]
        said = call(dashboard, "POST", f"consoles/{console}/lines", {"line": "create /console"})
        assert said["lines"] == ["Created /console"]
        known = secured.security
        stander = Stander(
            hosts, "l1", auth=known.auth, sasl=known.sasl, tls=known.tls, acl=known.acl
        )
        own = stander.await_elected().term.znode
        for path in ("", ELECTION, f"{ELECTION}-acknowledged", own, "/bench", "/console"):
            (entry,) = client.get_acls(f"/root/of/ours{path}")[0]
            assert (entry.perms, entry.id.scheme) != (31, "world"), path
        stander.close()
        if known.tls:  # what the servers count is asked the same way
            call(dashboard, "POST", "comparisons/measure", {"deaths": 1, "sizes": [2]})
            found = await_until(lambda: counted(dashboard), 60)
            assert {one["evidence"] for one in found} == {"server"}
            call(dashboard, "DELETE", "comparisons/measure")
        assert_silent(dashboard)


def counted(dashboard: Dashboard) -> list[dict[str, Any]]:
    events = call(dashboard, "GET", "events?since=0&limit=10000")["events"]
    return [one["data"] for one in events if one["kind"] == "comparison.counted"]


def test_much_data_and_a_connection_that_breaks(open_known: Callable[[], KazooClient]) -> None:
    client = open_known()
    assert client.handler.version
    much = bytes(range(256)) * 3000
    client.create("/much", much)
    asked = [client.get_async("/much") for _ in range(20)]
    assert all(one.get(timeout=WITHIN)[0] == much for one in asked)
    session = client.client_id
    hang_up(client)
    assert client.retry(client.get, "/much")[0] == much
    assert client.client_id == session


def test_the_chroot_and_a_connection_for_acls(open_known: Callable[[str], KazooClient]) -> None:
    open_known("").ensure_path("/made/here")
    client = open_known("/made/here")
    client.create("/below")
    connection = AclConnection(client)
    found = connection.read(["/", "/below"])
    connection.close()
    own = client.get_acls("/below")[0]
    assert found == [own, own]
    assert own[0].id.scheme != "world"


@pytest.mark.parametrize("secured", ["tls"], indirect=True)
def test_in_a_terminal(secured: Secured) -> None:
    hosts = ("--zookeeper", secured.hosts, "--election", "/terminal")
    program = ForkedProgram("candidate", *hosts, *secured.options)
    program.await_line("LEADS")
    program.interrupt()
    assert program.wait() == 0
    program.close()


def test_a_login_that_is_refused_ends_the_terminal(secured: Secured) -> None:
    """Whatever else is wrong, it keeps trying."""
    ends = [one for one in secured.wrong if re.search("asks for a login|does not accept", one[1])]
    for words, says in ends[-1:]:
        program = ForkedProgram("candidate", "--zookeeper", secured.hosts, *words)
        assert program.wait() == 2, program.account()
        assert len(program.errors) == 1
        assert says in program.errors[0]
        program.close()


def test_what_is_wrong_is_said(secured: Secured, open_known: Callable[[str], KazooClient]) -> None:
    open_known("").ensure_path("/wrong/secret")
    hosts = ("--zookeeper", f"{secured.hosts}/wrong/secret")
    for words, says in secured.wrong:
        assert says in reason_for(parse([*hosts, *words], {}).settings)
    if secured.security.sasl:
        with forked_dashboard(*hosts, *words) as dashboard:
            assert says in await_until(lambda: reason_of(dashboard))
            assert says in call(dashboard, "GET", "state")["zookeeper"]["reason"]
            assert_silent(dashboard)


def reason_for(settings: Settings) -> str:
    """Why there is no session with these."""
    handler = InOrderHandler(asks_version=True, security=settings.security)
    client = connect(settings.zookeeper or "", 10.0, handler=handler)
    client.start_async()
    reason: str = await_until(lambda: not client.connected and handler.reason)
    close(client)
    return reason


def call(dashboard: Dashboard, method: str, what: str, body: Any = None) -> Any:
    url = f"{dashboard.url}/api/v1/{what}"
    answer = requests.request(method, url, json=body, timeout=WITHIN)
    assert answer.ok, answer.text
    return answer.json()


def leader_of(dashboard: Dashboard, other_than: str | None = None) -> str | None:
    election = call(dashboard, "GET", "state")["elections"][ELECTION]
    leading = {one["candidate"] for one in election["chain"] if one["belief"] == "leading"}
    return next(iter(leading - {other_than}), None) if election["acknowledged"] else None


def reason_of(dashboard: Dashboard) -> str | None:
    """Why it is not well."""
    answer = requests.get(f"{dashboard.url}/healthz", timeout=WITHIN)
    return answer.json()["reason"] if answer.status_code == 503 else None


def assert_silent(dashboard: Dashboard) -> None:
    """The password stands nowhere where anybody but us could read it."""
    ours = psutil.Process(dashboard.process.pid)
    assert PASSWORD not in " ".join(ours.cmdline())
    for child in ours.children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # it has ended since
            assert PASSWORD not in " ".join(child.cmdline())
    for what in ("state", "events?since=0&limit=10000"):
        answer = requests.get(f"{dashboard.url}/api/v1/{what}", timeout=WITHIN)
        assert PASSWORD not in answer.text
    assert PASSWORD not in dashboard.output + dashboard.errors
