"""Asking the servers who they are and which watches they hold."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from app.apache.ports import free_port, free_ports
from app.apache.server import ApacheServer
from app.zookeeper import probe as probe_module
from app.zookeeper.addresses import Address
from app.zookeeper.admin_server import AdminError, parse_watches_by_path
from app.zookeeper.client import session_hex
from app.zookeeper.desk import Desk
from app.zookeeper.fourletter import FourLetterError, ask
from app.zookeeper.probe import Probe
from app.zookeeper.server_windows import ServerReport, ServerWindow
from app.zookeeper.words import parse_cons, parse_srvr, parse_wchp
from tests.support.mirrored import ProxyOf
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, Listing, await_until, classpath

ProbeOf: TypeAlias = Callable[..., tuple[Listing, Probe]]
SERVLETS = Path("/usr/share/java/servlet-api.jar")


@pytest.fixture
def probe_of() -> Iterator[ProbeOf]:
    started: list[Probe] = []

    def start(
        hosts: str, watches_every: float = 5.0, ours: Collection[str] = ()
    ) -> tuple[Listing, Probe]:
        told = Listing()
        probe = Probe(
            hosts,
            told.append,
            lambda path: path.startswith("/e/"),
            lambda: ours,
            watches_every=watches_every,
        )
        started.append(probe)
        probe.start()
        return told, probe

    yield start
    for probe in started:
        probe.stop()


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
    fresh_hosts: str, open_client: Connect, probe_of: ProbeOf
) -> None:
    client = open_client(fresh_hosts)
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
    said = dict(told.await_one("zookeeper.servers")["servers"][0])
    assert said.pop("latency_ms").keys() == {"min", "avg", "max"}
    assert said == {
        "address": own_zookeeper.hosts,
        "answers": True,
        "mode": "standalone",
        "version": "3.8.0",
        "zxid": "0x2",
        "connections": 1,
        "znodes": 6,
        "sessions": [session_hex(client.client_id)],
        "watches": "wchp",
        "note": None,
        "closed": [],
    }
    second = open_client(own_zookeeper.hosts)
    sessions = sorted(str(session_hex(one.client_id)) for one in (client, second))
    await_until(lambda: told.last("zookeeper.servers")["servers"][0]["sessions"] == sessions)


def test_heartbeats_alone_are_not_worth_an_event(
    own_zookeeper: ApacheServer,
    open_client: Connect,
    probe_of: ProbeOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An idle server with sessions: asked some thirty times, and hardly anything is told."""
    monkeypatch.setattr(probe_module, "_LEAST_GAP", 0.1)
    monkeypatch.setattr(probe_module, "_GAUGES_EVERY", 0.0)
    for _ in range(3):
        open_client(own_zookeeper.hosts, 0.4)
    told, _ = probe_of(own_zookeeper.hosts, watches_every=1.0)
    await_until(lambda: _received(own_zookeeper) > 100)
    told.await_one("zookeeper.servers")
    settled = len(told.of("zookeeper.servers"))
    before = _received(own_zookeeper)
    await_until(lambda: _received(own_zookeeper) > before + 100, timeout=20)
    assert len(told.of("zookeeper.servers")) <= settled + 3


def test_no_more_sessions_are_told_than_an_event_bears(
    fresh_hosts: str,
    open_client: Connect,
    probe_of: ProbeOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(probe_module, "MOST_SESSIONS", 2)
    sessions = [str(session_hex(open_client(fresh_hosts).client_id)) for _ in range(4)]
    ours = sorted(sessions)[-1]
    told, _ = probe_of(fresh_hosts, ours=[ours])
    [said] = told.await_one("zookeeper.servers")["servers"]
    assert len(said["sessions"]) == 2
    assert ours in said["sessions"]
    assert said["connections"] >= 4


def test_a_frozen_server_keeps_nobody_waiting(
    own_zookeeper: ApacheServer, fresh_hosts: str, open_client: Connect, probe_of: ProbeOf
) -> None:
    alive = fresh_hosts.partition("/")[0]
    told, _ = probe_of(f"{own_zookeeper.hosts},{alive}")
    told.await_one("zookeeper.servers")
    assert own_zookeeper.pid is not None
    os.kill(own_zookeeper.pid, signal.SIGSTOP)
    await_until(lambda: not told.last("zookeeper.servers")["servers"][0]["answers"])
    frozen, other = told.last("zookeeper.servers")["servers"]
    assert (frozen["note"], frozen["mode"], frozen["zxid"]) == (
        "no answer: no answer in time", None, None,
    )  # fmt: skip
    session = session_hex(open_client(alive).client_id)
    await_until(lambda: session in told.last("zookeeper.servers")["servers"][1]["sessions"])
    assert other["mode"] == "standalone"
    os.kill(own_zookeeper.pid, signal.SIGCONT)
    await_until(lambda: told.last("zookeeper.servers")["servers"][0]["mode"] == "standalone")


def test_a_server_out_of_reach_is_said_to_be_so(zookeeper: ApacheServer, probe_of: ProbeOf) -> None:
    port = free_port()
    told, _ = probe_of(f"127.0.0.1:{port},{zookeeper.hosts}")
    gone, alive = told.await_one("zookeeper.servers")["servers"]
    assert (gone["watches"], gone["note"]) == ("unknown", "no answer: connection refused")
    assert alive["watches"] == "wchp"


def test_a_list_without_all_servers_is_said_to_be_incomplete(
    fresh_hosts: str, open_client: Connect, probe_of: ProbeOf
) -> None:
    client = open_client(fresh_hosts)
    client.create("/e/a", makepath=True)
    client.get("/e/a", watch=lambda event: None)
    told, _ = probe_of(f"127.0.0.1:{free_port()},{fresh_hosts}")
    assert told.await_one("watches.listed")["complete"] is False


def window_of(server: ApacheServer, admin_port: int | None = None) -> ServerWindow:
    return ServerWindow(Address("127.0.0.1", server.port), admin_port or free_port())


def test_closed_windows_are_named_with_their_setting() -> None:
    server = ApacheServer(classpath(), extra=["4lw.commands.whitelist=srvr"])
    server.start()
    try:
        report = window_of(server).ask()
    finally:
        server.stop()
    assert (report.answers, report.watches, report.version) == (True, "closed", "3.8.0")
    assert (report.sessions, report.watch_list, report.connections) == (None, None, 0)
    assert report.closed == ("cons", "wchp")
    assert "4lw.commands.whitelist=srvr,cons,wchp" in str(report.note)


def test_a_window_that_is_not_asked_stays_closed() -> None:
    """The watches are asked for less often than the rest."""
    server = ApacheServer(classpath(), extra=["4lw.commands.whitelist=srvr,cons"])
    server.start()
    try:
        window = window_of(server)
        asked, unasked = window.ask(), window.ask(with_watches=False)
    finally:
        server.stop()
    assert asked.closed == unasked.closed == ("wchp",)
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
    assert "no quorum" in report.note


def _that_answers(window: ServerWindow) -> ServerReport | None:
    report = window.ask()
    return report if report.answers else None


@pytest.mark.skipif(not SERVLETS.exists(), reason="its AdminServer needs the servlet API")
@pytest.mark.parametrize("whitelist", ["srvr", "ruok"])
def test_the_admin_server_stands_in_for_closed_words(open_client: Connect, whitelist: str) -> None:
    admin = free_port()
    server = ApacheServer(
        f"{classpath()}:{SERVLETS}",
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
        assert (report.mode, report.version, report.znodes) == ("standalone", "3.8.0", 5)
        assert (report.zxid, report.closed, report.note) == ("0x1", (), None)
        assert report.latency_ms.keys() == {"min", "avg", "max"}
    finally:
        server.stop()


def test_a_list_longer_than_kazoo_reads(fresh_hosts: str, open_client: Connect) -> None:
    client = open_client(fresh_hosts)
    for number in range(400):
        client.create(f"/a-rather-long-name-of-a-znode-{number}")
        client.get(f"/a-rather-long-name-of-a-znode-{number}", watch=lambda event: None)
    root = "/" + fresh_hosts.partition("/")[2]
    port = int(fresh_hosts.partition("/")[0].rpartition(":")[2])
    listed = parse_wchp(ask("127.0.0.1", port, "wchp"))
    assert len([path for path in listed if path.startswith(f"{root}/a-rather")]) == 400


def test_a_silent_server_is_given_up(zookeeper: ApacheServer, proxy_of: ProxyOf) -> None:
    proxy = proxy_of(FaultyProxy(zookeeper.hosts))
    proxy.hold()
    with pytest.raises(FourLetterError, match="no answer in time"):
        ask("127.0.0.1", proxy.port, "srvr", timeout=0.2)


def slow_answer(zookeeper: ApacheServer, proxy: FaultyProxy, *, excused: bool) -> Desk:
    """A desk whose server has kept it waiting, and whether it was excused meanwhile."""
    desk = Desk(ServerWindow(Address("127.0.0.1", proxy.port), free_port()))
    desk.start()
    proxy.hold()
    assert desk.ask(with_watches=False)
    assert not desk.wait(time.monotonic() + 0.3)
    if excused:
        desk.rest_no_more()
    proxy.release()
    assert desk.wait(time.monotonic() + 10)
    assert desk.report.answers
    return desk


def test_a_slow_server_is_left_alone_unless_something_has_happened_to_it(
    zookeeper: ApacheServer, proxy_of: ProxyOf
) -> None:
    """Also where the question was under way already: a woken server would look silent for long."""
    proxy = proxy_of(FaultyProxy(zookeeper.hosts))
    rests = slow_answer(zookeeper, proxy, excused=False)
    excused = slow_answer(zookeeper, proxy, excused=True)
    assert not rests.ask(with_watches=False)
    assert excused.ask(with_watches=False)
    assert excused.wait(time.monotonic() + 10)
    rests.stop()
    excused.stop()


def test_hostile_names_do_not_confuse_the_list() -> None:
    answer = "/a\n\t0x1\n\t0x2\n/b 0x9\n\t0xffffffffffffffff\n/\n\n"
    assert parse_wchp(answer) == {"/a": ["0x1", "0x2"], "/b 0x9": ["0xffffffffffffffff"], "/": []}


@pytest.mark.parametrize("document", [None, [], {}, {"error": None}, "text"])
def test_what_is_no_list_of_watches(document: object) -> None:
    with pytest.raises(AdminError, match="no table"):
        parse_watches_by_path(document)


def test_session_ids_in_decimal_become_hex() -> None:
    document = {"path_to_ids": {"/a": [72057594037927936, -1, "x", True]}, "error": None}
    assert parse_watches_by_path(document) == {"/a": ["0x100000000000000", "0xffffffffffffffff"]}


def test_the_connection_that_asks_has_no_session() -> None:
    answer = (
        " /127.0.0.1:51376[0](queued=0,recved=1,sent=0)\n"
        " /[0:0:0:0:0:0:0:1]:4[1](queued=0,recved=3,sent=3,sid=0x30000b663cd0000,lop=GETD)\n"
        " /10.0.0.9:5[1](queued=0,recved=3,sent=3,sid=0x1)\n\n"
    )
    assert parse_cons(answer) == ["0x1", "0x30000b663cd0000"]


@pytest.mark.parametrize("answer", ["", "no such thing", "Mode:", "Latency min/avg/max: x/y/z"])
def test_what_is_not_said_is_not_known(answer: str) -> None:
    assert set(parse_srvr(answer)) == {None}


def test_latency_is_a_fraction_since_3_5_and_a_number_before() -> None:
    assert parse_srvr("Latency min/avg/max: 0/0/8").latency_ms == {"min": 0, "avg": 0, "max": 8}
    told = parse_srvr("Latency min/avg/max: 1/5.2712/8").latency_ms
    assert told == {"min": 1, "avg": 5.3, "max": 8}


def _of_admin(server: ApacheServer, admin: int) -> ServerReport | None:
    report = window_of(server, admin).ask()
    return report if report.watches == "admin" and report.mode else None


def _received(server: ApacheServer) -> int:
    """Packets, heartbeats among them, that the server has received."""
    found = re.search(r"^Received: (\d+)", ask("127.0.0.1", server.port, "srvr"), re.MULTILINE)
    assert found
    return int(found[1])
