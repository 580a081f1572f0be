"""Two relays behind a real nginx, with the configuration that the documentation shows."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
import requests
import yaml

from app.commands.options import OPTIONS
from tests.support.app import ROOT
from tests.support.zookeeper import await_until
from tests.web.client import Client
from tests.web.serving import Served, serving
from tests.web.test_relay import relaying_of
from tests.web.test_sockets import note, raw_client, stands_at

FOLDER = ROOT / "docs/scale"
NGINX = FOLDER / "nginx.conf"
COMPOSED = FOLDER / "docker-compose.relays.yml"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Hall(NamedTuple):
    """What stands behind nginx's address, and the port there; and what ends the first relay."""

    first: Served
    relays: list[Served]
    port: int
    end_of_relay: ExitStack

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def pages(self) -> list[int]:
        """How many sessions each relay has."""
        return [len(one.web.socketio.server.eio.sockets) for one in self.relays]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    if shutil.which("nginx") is None:
        pytest.skip("nginx is not installed")
    with ExitStack() as stack:
        first = stack.enter_context(serving())
        end_of_relay = stack.enter_context(ExitStack())
        relays = [at.enter_context(relaying_of(first, token=None)) for at in (end_of_relay, stack)]
        for relay in relays:
            await_until(partial(is_followed, relay))
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        stack.enter_context(nginx(tmp_path, port, [one.settings.port for one in relays]))
        found = Hall(first, relays, port, end_of_relay)
        yield found


@contextmanager
def nginx(folder: Path, port: int, relays: list[int]) -> Iterator[None]:
    """Run it with what the file says, at these ports; it and its workers end with the block."""
    said = NGINX.read_text().replace("listen 8080", f"listen 127.0.0.1:{port}")
    for number, one in enumerate(relays, 1):
        said = said.replace(f"server relay-{number}:5050", f"server 127.0.0.1:{one}")
    paths = "".join(f"{name}_temp_path {folder}/{name}; " for name in TEMPORARY)
    (folder / "nginx.conf").write_text(said.replace("access_log off;", f"access_log off; {paths}"))
    given = f"daemon off; pid {folder}/pid; error_log {folder}/error.log;"
    process = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf", "-g", given])
    try:
        await_until((folder / "pid").exists)
        yield
    finally:
        process.terminate()
        process.wait()


def is_followed(relay: Served) -> bool:
    """Whether a relay has reached the first one."""
    return relay.request("GET", "/healthz").json()["reason"] is None


def test_the_pages_of_one_address_are_at_both_relays(hall: Hall) -> None:
    pages = [raw_client(hall.port) for _ in range(24)]
    assert sum(hall.pages()) == 24
    assert min(hall.pages()) > 0  # one of 2 ** 23 draws has them all at one
    for page in pages:
        page.close()


@pytest.mark.parametrize("transport", ["websocket", "polling"])
def test_a_page_gets_everything_through_it(hall: Hall, transport: str) -> None:
    pages = [Client(hall.url, transport) for _ in range(6)]
    for page in pages:
        page.emit("follow", {"since": None})
        page.first("snapshot")
    note(hall.first, 3)
    for page in pages:
        page.until(partial(stands_at, page, 3))
        page.close()


def test_a_browser_keeps_its_relay_and_the_page_its_addresses(hall: Hall) -> None:
    with requests.Session() as browser:
        html = browser.get(hall.url, timeout=30).text
        kept = browser.cookies["handoff_relay"]
        for _ in range(8):
            browser.get(f"{hall.url}/api/v1/state", timeout=30)
            assert browser.cookies["handoff_relay"] == kept
    pages = {one.request("GET", "/").text for one in hall.relays}
    assert pages == {html}


def test_where_one_relay_is_down_the_other_one_serves_its_pages(hall: Hall) -> None:
    hall.end_of_relay.close()
    for cookie in ("relay-1", "relay-2"):
        answer = requests.get(hall.url, cookies={"handoff_relay": cookie}, timeout=30)
        assert answer.ok


def test_what_is_composed_is_told_what_it_knows_and_has_no_more_rights_than_it_needs() -> None:
    services = yaml.safe_load(COMPOSED.read_text())["services"]
    known = {option.variable for option in OPTIONS}
    for name, service in services.items():
        assert set(service.get("environment", {})) <= known, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["read_only"] is True, name
    published = {name: service["ports"] for name, service in services.items() if "ports" in service}
    assert published == {"first": ["127.0.0.1:5050:5050"], "audience": ["8080:8080"]}
    assert {one for one in services if f"server {one}:5050" in NGINX.read_text()} == {
        name for name in services if name.startswith("relay-")
    }
    for name in ("relay-1", "relay-2"):
        relay = services[name]["environment"]
        assert relay["HANDOFF_RELAY"] == "http://first:5050/"
        # The image's own variable names a ZooKeeper, which a relay has not.
        assert relay["HANDOFF_ZOOKEEPER"] == ""
        assert relay["HANDOFF_RELAY_TOKEN"] == services["first"]["environment"]["HANDOFF_TOKEN"]
