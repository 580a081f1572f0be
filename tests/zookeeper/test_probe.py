"""Asking the servers who they are and which watches they hold."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from kazoo.client import KazooClient

from app.ensemble.apache.locate import DEBIAN_JARS
from app.ensemble.apache.server import ApacheServer
from app.ensemble.embedded import SandboxServer
from app.ensemble.ports import free_port, free_ports
from app.readmodels.zookeeper import LatencyState
from app.zookeeper import probe as probe_module
from app.zookeeper import server_info
from app.zookeeper.addresses import Address
from app.zookeeper.admin_server import AdminError, parse_watches_by_path
from app.zookeeper.client import session_hex
from app.zookeeper.fourletter import FourLetterError, ask
from app.zookeeper.probe import Probe
from app.zookeeper.server_info import ServerInfo, ServerPoller, ServerReport
from app.zookeeper.words import parse_srvr, parse_wchp
from tests.conformance.needs import need
from tests.support.mirrored import ProxyOf
from tests.support.proofs import proofs_but
from tests.support.proxy import FaultyProxy
from tests.support.releases import release
from tests.support.zookeeper import Connect, Listing, await_until, classpath
from tests.zookeeper.conftest import ProbeOf

JETTY = (
    *(f"jetty9-{part}" for part in ("http", "io", "security", "server", "servlet", "util")),
    *(f"jackson-{part}" for part in ("annotations", "core", "databind")),
    "jetty9-util-ajax", "servlet-api",
)  # fmt: skip
"""What the AdminServer needs of others, by the names of Debian's jars."""


@pytest.fixture
def quiet() -> Iterator[SandboxServer]:
    """A server that nobody else asks for anything."""
    server = SandboxServer()
    server.start()
    yield server
    server.stop()


def await_servers(
    told: Listing, is_so: Callable[[Sequence[dict[str, Any]]], object]
) -> list[dict[str, Any]]:
    """Wait until this is told of the servers; one that is slow is told as silent before."""

    def found() -> list[dict[str, Any]] | None:
        lists = (one.data["servers"] for one in told.of("zookeeper.servers"))
        return next((servers for servers in lists if is_so(servers)), None)

    servers: list[dict[str, Any]] = await_until(found)
    return servers


def has_told_all(server: Mapping[str, Any]) -> bool:
    """Whether it has answered every question."""
    return server["sessions"] is not None and server["watches"] == "wchp"


def is_told_of_one_alone(server: Mapping[str, Any]) -> bool:
    """Whether it has noticed, too, that whoever looked whether it serves has hung up."""
    return has_told_all(server) and server["connections"] == 1


def test_watches_are_listed_by_session(
    fresh_hosts: str, open_client: Connect, probe_of: ProbeOf
) -> None:
    one, two = open_client(fresh_hosts), open_client(fresh_hosts)
    for path in ("/e/a", "/e/b", "/other"):
        one.create(path, makepath=True)
        one.get(path, watch=lambda event: None)
    two.get("/e/b", watch=lambda event: None)
    beside = f"/{'x' * len(fresh_hosts.partition('/')[2])}/e/c"
    outside = open_client(fresh_hosts.partition("/")[0])
    outside.create(beside, makepath=True)
    outside.get(beside, watch=lambda event: None)
    told, _ = probe_of(fresh_hosts)
    listed = told.await_one("watches.listed", "zookeeper")
    first, second = session_hex(one.client_id), session_hex(two.client_id)
    assert listed["sessions"] == {first: ["/e/a", "/e/b"], second: ["/e/b"]}
    assert (listed["source"], listed["complete"]) == ("wchp", True)


def test_only_what_changed_is_told(
    fresh_hosts: str, client: KazooClient, probe_of: ProbeOf
) -> None:
    client.create("/e/a", makepath=True)
    client.get("/e/a", watch=lambda event: None)
    told, probe = probe_of(fresh_hosts, watches_every=1.0)
    told.await_one("watches.listed")
    client.set("/e/a", b"fires")
    probe.request()
    assert told.await_one("watches.listed", count=2)["sessions"] == {}


def test_the_server_says_who_it_is_and_who_sits_on_it(
    own_zookeeper: ApacheServer, open_client: Connect, probe_of: ProbeOf
) -> None:
    client = open_client(own_zookeeper.hosts)
    client.create("/a")
    told, _ = probe_of(own_zookeeper.hosts)
    said = dict(await_servers(told, lambda servers: is_told_of_one_alone(servers[0]))[0])
    assert said.pop("latency_ms").keys() == {"min", "avg", "max"}
    assert said.pop("round_trip_ms") > 0
    assert said == {
        "address": own_zookeeper.hosts,
        "answers": True,
        "up": True,
        "mode": "standalone",
        "version": release(),
        "zxid": "0x2",
        "connections": 1,
        "znodes": 4 + len(client.get_children("/zookeeper")),
        "sessions": [session_hex(client.client_id)],
        "watches": "wchp",
        "note": None,
        "closed": [],
    }
    second = open_client(own_zookeeper.hosts)
    sessions = sorted(str(session_hex(one.client_id)) for one in (client, second))
    await_servers(told, lambda servers: servers[0]["sessions"] == sessions)


def test_heartbeats_alone_are_not_worth_an_event(
    quiet: SandboxServer,
    open_client: Connect,
    probe_of: ProbeOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server that is only read from: looked at thirty times, and hardly anything is told."""
    monkeypatch.setattr(probe_module, "_LEAST_GAP", 0.03)
    monkeypatch.setattr(probe_module, "_GAUGES_EVERY", 0.0)
    monkeypatch.setattr(server_info, "_TIMEOUT", 20.0)
    client = open_client(quiet.hosts)
    told, probe = probe_of(quiet.hosts, watches_every=1.0)
    await_servers(told, lambda servers: has_told_all(servers[0]))
    looks: list[float] = []
    tell = probe._tell_servers

    def look(now: float) -> None:
        looks.append(now)
        tell(now)

    monkeypatch.setattr(probe, "_tell_servers", look)
    before = len(told.of("zookeeper.servers"))
    await_until(lambda: client.exists("/") and len(looks) >= 30)
    assert len(told.of("zookeeper.servers")) - before < 15


@pytest.mark.parametrize(
    ("before", "after", "is_steady"),
    [
        ({"min": 0, "avg": 1.0, "max": 9}, {"min": 0, "avg": 1.5, "max": 9}, True),
        ({"min": 0, "avg": 1.0, "max": 9}, {"min": 0, "avg": 1.6, "max": 9}, False),
        ({"min": 0, "avg": 8.0, "max": 9}, {"min": 0, "avg": 6.0, "max": 9}, True),
        ({"min": 0, "avg": 8.0, "max": 9}, {"min": 0, "avg": 5.9, "max": 9}, False),
        ({"min": 0, "avg": 1.0, "max": 8}, {"min": 0, "avg": 1.0, "max": 9}, False),
        (None, {"min": 0, "avg": 1.0, "max": 9}, False),
    ],
)
def test_an_average_that_hardly_moves_is_told_as_before(
    before: LatencyState | None, after: LatencyState, is_steady: bool
) -> None:
    """Heartbeats alone would change it every second."""
    old, new = ServerReport("one"), ServerReport("one", mode="leader")
    told = probe_module._steady(
        {**old.as_json(), "latency_ms": before}, {**new.as_json(), "latency_ms": after}
    )
    assert told == {**new.as_json(), "latency_ms": before if is_steady else after}


def test_no_more_sessions_are_told_than_an_event_bears(
    fresh_hosts: str, open_client: Connect, probe_of: ProbeOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe_module, "MOST_SESSIONS", 2)
    sessions = [str(session_hex(open_client(fresh_hosts).client_id)) for _ in range(4)]
    ours = sorted(sessions)[-1]
    told, _ = probe_of(fresh_hosts, ours=[ours])
    [said] = await_servers(told, lambda servers: has_told_all(servers[0]))
    assert len(said["sessions"]) == 2
    assert ours in said["sessions"]
    assert said["connections"] >= 4


def test_a_frozen_server_keeps_nobody_waiting(
    quiet: SandboxServer, fresh_hosts: str, open_client: Connect, probe_of: ProbeOf
) -> None:
    alive = fresh_hosts.partition("/")[0]
    told, _ = probe_of(f"{quiet.hosts},{alive}")
    await_servers(told, lambda servers: all(map(has_told_all, servers)))
    assert quiet.pid is not None
    os.kill(quiet.pid, signal.SIGSTOP)
    session = session_hex(open_client(alive).client_id)

    def is_alone(servers: Sequence[dict[str, Any]]) -> bool:
        frozen, other = servers
        return not frozen["answers"] and session in (other["sessions"] or ())

    frozen, other = await_servers(told, is_alone)
    assert (frozen["note"], frozen["mode"], frozen["zxid"]) == (
        "no answer: no answer in time", None, None,
    )  # fmt: skip
    assert other["mode"] == "standalone"
    os.kill(quiet.pid, signal.SIGCONT)
    await_until(lambda: told.last("zookeeper.servers")["servers"][0]["mode"] == "standalone")


def test_a_server_out_of_reach_is_said_to_be_so(zookeeper: ApacheServer, probe_of: ProbeOf) -> None:
    port = free_port()
    told, _ = probe_of(f"127.0.0.1:{port},{zookeeper.hosts}")
    gone, _ = await_servers(told, lambda servers: servers[0]["note"] and has_told_all(servers[1]))
    assert (gone["watches"], gone["note"]) == ("unknown", "no answer: connection refused")


def test_a_list_without_all_servers_is_said_to_be_incomplete(
    fresh_hosts: str, client: KazooClient, probe_of: ProbeOf
) -> None:
    client.create("/e/a", makepath=True)
    client.get("/e/a", watch=lambda event: None)
    told, _ = probe_of(f"127.0.0.1:{free_port()},{fresh_hosts}")
    assert told.await_one("watches.listed")["complete"] is False


def test_only_a_refused_connection_says_that_nobody_listens() -> None:
    """A server that leaves its quorum takes connections, and closes them without a word."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        threading.Thread(target=hang_up, args=(listener,), daemon=True).start()
        hung_up = ServerInfo(Address("127.0.0.1", port), free_port()).ask()
    refused = ServerInfo(Address("127.0.0.1", free_port()), free_port()).ask()
    assert (hung_up.answers, hung_up.up) == (False, None)
    assert (refused.answers, refused.up) == (False, False)


def hang_up(listener: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while True:
            listener.accept()[0].close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer comes too late."""
    monkeypatch.setattr(server_info, "_TIMEOUT", 20.0)


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server is asked for its watches ten times a second at most."""
    monkeypatch.setattr(probe_module, "_LEAST_GAP", 0.1)


def window_of(server: ApacheServer, admin_port: int | None = None) -> ServerInfo:
    return ServerInfo(Address("127.0.0.1", server.port), admin_port or free_port())


@pytest.mark.usefixtures("patient")
def test_closed_windows_are_named_with_their_setting() -> None:
    """Also where the watches are not asked for: that is done less often than the rest."""
    server = ApacheServer(classpath(), extra=["4lw.commands.whitelist=srvr"])
    server.start()
    try:
        window = window_of(server)
        report = await_until(lambda: _that_is_left_alone(window))
        asked, unasked = window.ask(), window.ask(with_watches=False)
    finally:
        server.stop()
    assert (report.answers, report.watches, report.version) == (True, "closed", release())
    assert (report.sessions, report.watch_list) == (None, None)
    assert report.closed == asked.closed == unasked.closed == ("cons", "wchp")
    assert "4lw.commands.whitelist=srvr,cons,wchp" in str(report.note)
    assert asked == unasked


def test_a_member_without_a_quorum_answers_and_lists_nothing() -> None:
    """Its refusal of everything is no empty list of watches."""
    ports = free_ports(6)
    members = [f"server.{n}=127.0.0.1:{ports.pop()}:{ports.pop()}" for n in (1, 2, 3)]
    server = ApacheServer(classpath(), server_id=1, extra=members, serving=False)
    server.start()
    try:
        report = await_until(lambda: _that_answers(window_of(server)))
    finally:
        server.stop()
    assert (report.mode, report.watches, report.sessions) == (None, "unknown", None)
    assert report.watch_list is None
    assert "not in a quorum" in report.note


def _that_is_left_alone(window: ServerInfo) -> ServerReport | None:
    """Once it has noticed that whoever looked whether it serves has hung up."""
    report = window.ask()
    return report if report.connections == 0 else None


def _that_answers(window: ServerInfo) -> ServerReport | None:
    report = window.ask()
    return report if report.answers else None


@pytest.mark.parametrize("whitelist", proofs_but(["srvr", "ruok"], "ruok".__eq__))
def test_the_admin_server_stands_in_for_closed_words(open_client: Connect, whitelist: str) -> None:
    admin = free_port()
    server = ApacheServer(
        with_jetty(),
        extra=[
            f"4lw.commands.whitelist={whitelist}",
            "admin.enableServer=true",
            f"admin.serverPort={admin}",
        ],
        serving=False,
    )
    server.start()
    try:
        client = open_client(server.hosts)
        client.get("/zookeeper", watch=lambda event: None)
        report = await_until(lambda: _of_admin(server, admin))
        session = session_hex(client.client_id)
        assert report.watch_list == {"/zookeeper": [session]}
        assert (report.sessions, report.connections) == ([session], 1)
        assert (report.mode, report.version, report.znodes) == ("standalone", release(), 5)
        assert (report.zxid, report.closed, report.note) == ("0x1", (), None)
        assert report.latency_ms.keys() == {"min", "avg", "max"}
    finally:
        server.stop()


def test_a_list_longer_than_kazoo_reads(fresh_hosts: str, client: KazooClient) -> None:
    for number in range(400):
        client.create(f"/a-rather-long-name-of-a-znode-{number}")
        client.get(f"/a-rather-long-name-of-a-znode-{number}", watch=lambda event: None)
    root = "/" + fresh_hosts.partition("/")[2]
    port = int(fresh_hosts.partition("/")[0].rpartition(":")[2])
    listed = parse_wchp(ask("127.0.0.1", port, "wchp", timeout=20))
    assert len([path for path in listed if path.startswith(f"{root}/a-rather")]) == 400


def test_a_silent_server_is_given_up(zookeeper: ApacheServer, proxy_of: ProxyOf) -> None:
    proxy = proxy_of(FaultyProxy(zookeeper.hosts))
    proxy.hold()
    with pytest.raises(FourLetterError, match="no answer in time"):
        ask("127.0.0.1", proxy.port, "srvr", timeout=0.2)


def slow_answer(zookeeper: ApacheServer, proxy: FaultyProxy, *, excused: bool) -> ServerPoller:
    """A poller whose server has kept it waiting, and whether it was excused meanwhile."""
    info = ServerInfo(Address("127.0.0.1", proxy.port), free_port())
    poller = ServerPoller(info, lambda *_: None)
    poller.start()
    proxy.hold()
    assert poller.ask(with_watches=False)
    assert not poller.wait(time.monotonic() + 0.3)
    if excused:
        poller.excuse()
    proxy.release()
    assert poller.wait(time.monotonic() + 20)
    assert poller.report.answers
    return poller


@pytest.mark.usefixtures("patient")
def test_a_slow_server_is_left_alone_unless_something_has_happened_to_it(
    zookeeper: ApacheServer, proxy_of: ProxyOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the question was under way already: a woken server would look silent for long."""
    monkeypatch.setattr(server_info, "_BACK_OFF", 1_000)
    proxy = proxy_of(FaultyProxy(zookeeper.hosts))
    rests = slow_answer(zookeeper, proxy, excused=False)
    excused = slow_answer(zookeeper, proxy, excused=True)
    assert not rests.ask(with_watches=False)
    assert excused.ask(with_watches=False)
    assert excused.wait(time.monotonic() + 20)
    rests.stop()
    excused.stop()


def test_hostile_names_do_not_confuse_the_list() -> None:
    answer = "/a\n\t0x1\n\t0x2\n/b 0x9\n\t0xffffffffffffffff\n/\n\n"
    assert parse_wchp(answer) == {"/a": ["0x1", "0x2"], "/b 0x9": ["0xffffffffffffffff"], "/": []}


@pytest.mark.parametrize("document", [{}, {"error": None}])
def test_what_is_no_list_of_watches(document: dict[str, object]) -> None:
    with pytest.raises(AdminError, match="no table"):
        parse_watches_by_path(document)


def test_session_ids_in_decimal_become_hex() -> None:
    document = {"path_to_ids": {"/a": [72057594037927936, -1, "x", True]}, "error": None}
    assert parse_watches_by_path(document) == {"/a": ["0x100000000000000", "0xffffffffffffffff"]}


@pytest.mark.parametrize("answer", ["", "no such thing", "Mode:", "Latency min/avg/max: x/y/z"])
def test_what_is_not_said_is_not_known(answer: str) -> None:
    assert set(parse_srvr(answer)) == {None}


def test_latency_is_a_fraction_since_3_5_and_a_number_before() -> None:
    assert parse_srvr("Latency min/avg/max: 0/0/8").latency_ms == {"min": 0, "avg": 0, "max": 8}
    told = parse_srvr("Latency min/avg/max: 1/5.2712/8").latency_ms
    assert told == {"min": 1, "avg": 5.3, "max": 8}


def with_jetty() -> str:
    """The class path of an AdminServer. Jetty is in Apache's own releases, and Debian's package of
    ZooKeeper brings its own, which fits those from PyPI too: they come without it.
    """
    if release().startswith("3.4."):
        pytest.skip("ZooKeeper 3.4 has no AdminServer")
    homes = [Path(place).parent for place in classpath().split(os.pathsep)]
    if DEBIAN_JARS not in homes and any(next(home.glob("jetty*.jar"), None) for home in homes):
        return classpath()
    jars = [DEBIAN_JARS / f"{name}.jar" for name in JETTY]
    missing = ", ".join(jar.name for jar in jars if not jar.exists())
    need(f"the AdminServer needs {missing}: apt-get install zookeeper" if missing else None)
    return os.pathsep.join([classpath(), *map(str, jars)])


def _of_admin(server: ApacheServer, admin: int) -> ServerReport | None:
    report = window_of(server, admin).ask()
    is_left_alone = report.watches == "admin" and report.mode and report.connections == 1
    return report if is_left_alone else None


def watch_one(client: KazooClient, path: str) -> None:
    client.ensure_path(path)
    client.get(path, watch=lambda event: None)


def test_each_server_is_asked_for_its_watches_once_a_second_at_most(
    zookeeper: ApacheServer, proxy_of: ProxyOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a list is to prove something, and where something has changed since. Here the second
    lasts for longer than the test.
    """
    assert probe_module._LEAST_GAP == 1.0
    monkeypatch.setattr(probe_module, "_LEAST_GAP", 1_000.0)
    proxy, told = proxy_of(FaultyProxy(zookeeper.hosts)), Listing()
    probe = Probe(proxy.hosts, told.append, lambda path: True)
    probe.request()
    probe.start()
    told.await_one("watches.listed")
    assert probe._watches_due() >= probe._watches_at + 1_000.0
    probe.request()
    await_until(lambda: probe._asked_for)
    assert probe._watches_due() >= probe._watches_at + 1_000.0
    probe.stop()
    assert proxy.connections == len(("srvr", "cons", "wchp"))


@pytest.mark.usefixtures("eager")
def test_an_unchanged_list_is_told_again_once_it_is_newer_also_after_a_silence(
    zookeeper: ApacheServer,
    open_client: Connect,
    probe_of: ProbeOf,
    proxy_of: ProxyOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What has changed meanwhile has asked for it while nobody answered; then it is enough, where
    round trips do not grow.
    """
    monkeypatch.setattr(probe_module, "round_trip_of", lambda servers, last: 1.0)
    watch_one(open_client(zookeeper.hosts), "/e/unchanged")
    proxy = proxy_of(FaultyProxy(zookeeper.hosts))
    told, probe = probe_of(proxy.hosts, watches_every=0.1)
    first = told.await_one("watches.listed")
    proxy.down()
    await_servers(told, lambda servers: not servers[0]["answers"])
    probe.request()
    await_until(lambda: not probe._requested.is_set() and not probe._asked_for)
    back = time.monotonic()
    proxy.up()
    again = told.await_one("watches.listed", count=len(told.of("watches.listed")) + 1)
    assert again["sessions"] == first["sessions"]
    assert again["asked_at"] > back
    await_until(lambda: not any(map(probe._is_owed, probe._proofs)))
    enough = len(told.of("watches.listed"))
    asked = probe._lists.asked_at
    await_until(lambda: (probe._lists.asked_at or 0.0) > (asked or 0.0) + 0.3)
    assert len(told.of("watches.listed")) == enough


@pytest.mark.usefixtures("eager")
def test_an_unchanged_list_is_told_again_where_round_trips_have_grown_since(
    zookeeper: ApacheServer, open_client: Connect, probe_of: ProbeOf, proxy_of: ProxyOf
) -> None:
    """Clients that are far away need longer to set a watch: the older list proves nothing now."""
    watch_one(open_client(zookeeper.hosts), "/e/far")
    proxy = proxy_of(FaultyProxy(zookeeper.hosts))
    told, probe = probe_of(proxy.hosts, watches_every=0.1)
    first = told.await_one("watches.listed")
    probe.request()
    await_until(lambda: probe._requested_at > 0 and not any(map(probe._is_owed, probe._proofs)))
    enough = len(told.of("watches.listed"))
    proxy.delay = 0.35
    again = told.await_one("watches.listed", count=enough + 1)
    assert again["sessions"] == first["sessions"]
    assert again["asked_at"] > first["asked_at"]
