"""A student's own dashboard on a hub: by a real jupyter-server-proxy, in a real browser.

The Jupyter server stands where a hub puts it, below /user/NAME/, and answers to the hub's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import requests
from playwright.sync_api import expect

from app.ensemble.ports import free_port
from tests.browser.complaints import Complaints
from tests.browser.pages import Pages
from tests.support.app import ROOT
from tests.support.program import Program
from tests.support.wheel import Environment, build, copy_sources
from tests.support.zookeeper import await_until

PACKAGES = ROOT / "build" / "jupyter"
USER = "/user/ada"
TOKEN = "jupyters-own"
STARTS_WITHIN = 60.0


class Jupyter:
    """A Jupyter server with the wheel beside it, for a person whose home is a folder."""

    def __init__(self, folder: Path) -> None:
        sources, built, home = (folder / name for name in ("sources", "built", "home"))
        for made in (sources, built, home):
            made.mkdir()
        environment = Environment(folder / "venv", build("wheel", copy_sources(sources), built))
        (theirs,) = PACKAGES.glob("venv/lib/python*/site-packages")
        (environment.packages / "jupyter.pth").write_text(f"{theirs}\n")
        self.home, self._port = home, free_port()
        self.program = Program(
            "sh", "-c", 'unset PYTHONPATH && cd "$HOME" && exec "$@"', "sh",
            str(environment.folder / "bin" / "python"), "-m", "jupyter_server", "--allow-root",
            f"--ServerApp.port={self._port}", "--ServerApp.port_retries=0",
            f"--ServerApp.base_url={USER}/", f"--IdentityProvider.token={TOKEN}",
            "--ServerApp.allow_remote_access=True", "--ServerApp.open_browser=False",
            "--ServerApp.jpserver_extensions={'jupyter_server_proxy': True}",
            env={"HOME": str(home), "XDG_STATE_HOME": str(home), "HANDOFF_NO_HISTORY": ""},
        )  # fmt: skip

    def at(self, host: str, path: str) -> str:
        return f"http://{host}:{self._port}{USER}/{path}"

    def get(self, path: str, token: str | None = TOKEN) -> requests.Response:
        """Ask it as a script does."""
        headers = {} if token is None else {"Authorization": f"token {token}"}
        return requests.get(
            self.at("127.0.0.1", path), headers=headers, timeout=60, allow_redirects=False
        )

    def answers(self) -> bool:
        try:
            return self.get("api/status").ok
        except requests.ConnectionError:
            return False

    def dashboards(self) -> list[psutil.Process]:
        """The processes that it has started for the tile."""
        children = psutil.Process(self.program.process.pid).children(recursive=True)
        return [one for one in children if "--base-path" in one.cmdline()]


@pytest.fixture
def jupyter(tmp_path: Path) -> Iterator[Jupyter]:
    if not (PACKAGES / "installed-jupyter.txt").exists():
        pytest.skip("there is no jupyter-server-proxy: see what `sh .ci/setup proxies` says")
    running = Jupyter(tmp_path)
    try:
        await_until(running.answers, STARTS_WITHIN)
        yield running
    finally:
        running.program.close()


def test_the_tile_opens_a_dashboard_of_ones_own_behind_jupyters_authentication(
    jupyter: Jupyter, pages: Pages
) -> None:
    (tile,) = jupyter.get("server-proxy/servers-info").json()["server_processes"]
    entry = tile["launcher_entry"]
    assert (entry["title"], entry["path_info"]) == ("Handoff", "handoff/")
    assert tile["new_browser_tab"] is True
    icon = requests.get(jupyter.at("127.0.0.1", "server-proxy/icon/handoff"), timeout=60)
    assert icon.content == (ROOT / "static" / "icon.svg").read_bytes()
    refused = jupyter.get("handoff/", token=None)
    assert (refused.status_code, jupyter.dashboards()) == (302, [])
    page = pages.open(timezone_id="UTC")
    complaints = Complaints(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(jupyter.at("hub.localhost", f"api/status?token={TOKEN}"))
    asked.clear()
    page.goto(jupyter.at("hub.localhost", "handoff"))
    chip = page.get_by_test_id("connection")
    expect(chip).to_have_attribute("data-state", "connected")
    expect(chip).to_have_attribute("title", re.compile("pushed to this page"))
    page.keyboard.press("1")
    expect(page.get_by_test_id("crown")).to_have_attribute("data-znode", re.compile("n_"))
    expect(page.locator("html")).to_have_attribute("data-whole", "true")
    assert complaints.end() == []
    below = jupyter.at("hub.localhost", "handoff")
    assert [url for url in asked if not url.startswith(below)] == []
    assert len(asked) > 3
    pages.end_test()
    (dashboard,) = jupyter.dashboards()
    assert list(jupyter.home.glob("handoff/*")), "no history of one's own"
    refuse_others(dashboard)
    jupyter.program.process.terminate()
    await_until(lambda: not dashboard.is_running())


def refuse_others(dashboard: psutil.Process) -> None:
    """Another user of the machine reaches the port, and does not learn the token."""
    words = dashboard.cmdline()
    port = words[words.index("--port") + 1]
    token = dashboard.environ()["HANDOFF_TOKEN"]
    assert token not in " ".join(words)
    for headers in ({}, {"X-Forwarded-Prefix": USER}, {"Authorization": f"token {TOKEN}"}):
        answer = requests.get(f"http://127.0.0.1:{port}/api/v1/state", headers=headers, timeout=60)
        assert answer.status_code == 401
