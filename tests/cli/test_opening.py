"""`make run` opens the page where a browser can show it, and nowhere else."""

from __future__ import annotations

import sys
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.commands.serve import announce, has_display
from app.ensemble.apache.server import ApacheServer
from app.settings import Settings
from tests.support.app import started
from tests.support.forked import ForkedDashboard
from tests.support.zookeeper import await_until

SCREEN = {"DISPLAY": ":0"}
ALL = ("CI", "DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION")
"""What decides it."""


class Shown(ForkedDashboard):
    """A dashboard that may open its page."""

    def _start(self, words: list[str], environment: dict[str, str]) -> Any:
        return super()._start([word for word in words if word != "--no-browser"], environment)


def be_at(monkeypatch: pytest.MonkeyPatch, platform: str, environ: dict[str, str]) -> None:
    for name in ALL:
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)


@pytest.mark.parametrize(
    ("platform", "environ", "is_there"),
    [
        ("linux", SCREEN, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {**SCREEN, "CI": "true"}, False),
        ("linux", {**SCREEN, "SSH_CONNECTION": "a 1 b 22"}, True),
        ("darwin", {}, True),
        ("darwin", {"SSH_CONNECTION": "a 1 b 22"}, False),
        ("darwin", {"CI": "true"}, False),
    ],
)
def test_where_a_browser_could_show_a_window(
    monkeypatch: pytest.MonkeyPatch, platform: str, environ: dict[str, str], is_there: bool
) -> None:
    """Over SSH a screen is one only where the X server's is passed on."""
    be_at(monkeypatch, platform, environ)
    assert has_display() is is_there


@pytest.mark.parametrize(
    ("settings", "environ", "opened"),
    [
        (Settings(port=8080), SCREEN, ["http://127.0.0.1:8080/"]),
        (Settings(port=1, token="a b"), SCREEN, ["http://127.0.0.1:1/?token=a%20b"]),
        (Settings(port=1, host="::"), SCREEN, ["http://[::1]:1/"]),
        (Settings(open_browser=False), SCREEN, []),
        (Settings(), {}, []),
    ],
)
def test_what_is_opened(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, environ: dict[str, str], opened: list[str]
) -> None:
    """The address that is told, with the token; nothing where nobody wants it or could see it."""
    be_at(monkeypatch, "linux", environ)
    addresses: list[str] = []
    said: list[str] = []
    monkeypatch.setattr(webbrowser, "open", addresses.append)
    before = set(threading.enumerate())
    announce(settings, said.append)
    for thread in set(threading.enumerate()) - before:
        thread.join()
    assert addresses == opened
    assert all(f" {address} " in said[0] for address in opened)


@pytest.mark.parametrize(
    ("settings", "means"),
    [
        (Settings(open=True), "may start processes, and change ZooKeeper"),
        (Settings(open=True, read_only=True), "may see everything"),
        (Settings(token="a"), None),
    ],
)
def test_what_is_open_says_what_that_means(settings: Settings, means: str | None) -> None:
    said: list[str] = []
    announce(replace(settings, open_browser=False), said.append)
    assert [line for line in said if "everybody who reaches it" in line] == said[1:]
    assert means is None or said[1].endswith(means)


def test_the_page_opens_in_the_browser(
    monkeypatch: pytest.MonkeyPatch, zookeeper: ApacheServer, tmp_path: Path
) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >{opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o755)
    be_at(monkeypatch, sys.platform, {**SCREEN, "BROWSER": str(browser)})
    with started(Shown("--zookeeper", zookeeper.hosts)) as dashboard:
        address = dashboard.printed_address
        assert await_until(lambda: opened.exists() and opened.read_text()) == f"{address}\n"
