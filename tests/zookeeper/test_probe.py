"""Asking the servers who they are and which watches they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from app.apache.server import ApacheServer, free_port
from app.zookeeper.client import session_hex
from app.zookeeper.fourletter import FourLetterError, ask
from app.zookeeper.probe import Probe
from app.zookeeper.server_windows import ask_server, parse_watches_by_path, parse_wchp
from tests.support.mirrored import ProxyOf
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, Listing, await_until, classpath

ProbeOf: TypeAlias = Callable[..., tuple[Listing, Probe]]
SERVLETS = Path("/usr/share/java/servlet-api.jar")


@pytest.fixture
def probe_of() -> Iterator[ProbeOf]:
    started: list[Probe] = []

    def start(hosts: str, every: float = 5.0) -> tuple[Listing, Probe]:
        told = Listing()
        probe = Probe(hosts, told.append, lambda path: path.startswith("/e/"), every=every)
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
    told, probe = probe_of(fresh_hosts)
    listed = told.await_one("watches.listed", "zookeeper")
    first, second = session_hex(one.client_id), session_hex(two.client_id)
    assert listed["sessions"] == {first: ["/e/a", "/e/b"], second: ["/e/b"]}
    assert (listed["source"], listed["complete"]) == ("wchp", True)
    assert probe.watchers_of("/e/b") == sorted([str(first), str(second)])
    assert probe.watchers_of("/other") == [first]
    assert probe.watchers_of("/none") == []


def test_only_what_changed_is_told(
    fresh_hosts: str, open_client: Connect, probe_of: ProbeOf
) -> None:
    client = open_client(fresh_hosts)
    client.create("/e/a", makepath=True)
    client.get("/e/a", watch=lambda event: None)
    told, probe = probe_of(fresh_hosts, every=0.01)
    told.await_one("watches.listed")
    client.set("/e/a", b"fires")
    probe.request()
    assert told.await_one("watches.listed", count=2)["sessions"] == {}
    assert len(told.of("zookeeper.servers")) == 1


def test_the_server_says_who_it_is(zookeeper: ApacheServer, probe_of: ProbeOf) -> None:
    assert probe_of(zookeeper.hosts)[0].await_one("zookeeper.servers") == {
        "servers": [
            {
                "address": zookeeper.hosts,
                "mode": "standalone",
                "version": "3.8.0",
                "watches": "wchp",
                "note": None,
            }
        ]
    }


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


def test_closed_windows_are_named_with_their_setting(tmp_path: Path) -> None:
    server = ApacheServer(classpath(), extra=["4lw.commands.whitelist=srvr"])
    server.start()
    try:
        report = ask_server("127.0.0.1", server.port, free_port())
    finally:
        server.stop()
    assert (report.watches, report.version, report.watch_list) == ("closed", "3.8.0", None)
    assert "4lw.commands.whitelist" in str(report.note)


@pytest.mark.skipif(not SERVLETS.exists(), reason="its AdminServer needs the servlet API")
def test_the_admin_server_stands_in_for_a_closed_word(open_client: Connect) -> None:
    admin = free_port()
    server = ApacheServer(
        f"{classpath()}:{SERVLETS}",
        extra=[
            "4lw.commands.whitelist=srvr",
            "admin.enableServer=true",
            f"admin.serverPort={admin}",
        ],
    )
    server.start()
    try:
        client = open_client(server.hosts)
        client.get("/zookeeper", watch=lambda event: None)
        report = await_until(lambda: _of_admin(server.port, admin))
        assert report.watch_list == {"/zookeeper": [session_hex(client.client_id)]}
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


def test_hostile_names_do_not_confuse_the_list() -> None:
    answer = "/a\n\t0x1\n\t0x2\n/b 0x9\n\t0xffffffffffffffff\n/\n\n"
    assert parse_wchp(answer) == {"/a": ["0x1", "0x2"], "/b 0x9": ["0xffffffffffffffff"], "/": []}


@pytest.mark.parametrize("document", [None, [], {}, {"error": None}, "text"])
def test_what_is_no_list_of_watches(document: object) -> None:
    with pytest.raises(ValueError, match="no table"):
        parse_watches_by_path(document)


def test_session_ids_in_decimal_become_hex() -> None:
    document = {"path_to_ids": {"/a": [72057594037927936, -1, "x", True]}, "error": None}
    assert parse_watches_by_path(document) == {"/a": ["0x100000000000000", "0xffffffffffffffff"]}


def _of_admin(port: int, admin: int) -> object:
    report = ask_server("127.0.0.1", port, admin)
    return report if report.watches == "admin" else None
