"""WebKit, Debian's WebKitGTK by WebDriver: keys, a kill and every view, in both languages."""

from __future__ import annotations

import contextlib
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import requests

from app.ensemble.ports import free_port
from tests.judges.place import Place
from tests.judges.programs import program
from tests.judges.verdict import Missing, Verdict, clean
from tests.judges.walk import LANGUAGES, findings
from tests.support.app import clean_environment
from tests.support.zookeeper import await_until

BROWSERS = ("webkit2gtk-4.1/MiniBrowser", "webkitgtk-6.0/MiniBrowser", "webkit2gtk-4.0/MiniBrowser")
COMPLAINT = re.compile(r"^CONSOLE .*\b(?:ERROR|WARN)\b.*$", re.MULTILINE)
ANSWERS_WITHIN = 60.0


class WebKit:
    """One page of it, driven by the WebDriver protocol; its console goes into a file."""

    def __init__(self, url: str, browser: str, console: Path) -> None:
        self._url, self._console = url, console
        self._http = requests.Session()
        options = {
            "binary": browser,
            "args": ["--automation", "--enable-write-console-messages-to-stdout=true"],
        }
        wish = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        session = self._call("POST", "session", wish)
        self.version: str = session["capabilities"]["browserVersion"]
        self._session = f"session/{session['sessionId']}"

    def open(self, url: str) -> None:
        """Go to an address."""
        self._call("POST", f"{self._session}/url", {"url": url})

    def run(self, body: str) -> Any:
        """Return what the body of a JavaScript function returns."""
        return self._call("POST", f"{self._session}/execute/sync", {"script": body, "args": []})

    def press(self, key: str) -> None:
        """Press a key of one character."""
        keys = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        body = {"actions": [{"type": "key", "id": "keyboard", "actions": keys}]}
        self._call("POST", f"{self._session}/actions", body)

    def complaints(self) -> list[str]:
        """Return the errors and warnings of the console so far."""
        return COMPLAINT.findall(self._console.read_text("utf-8", "replace"))

    def close(self) -> None:
        """End the browser."""
        self._call("DELETE", self._session)
        self._http.close()

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        response = self._http.request(
            method, f"{self._url}/{path}", json=body, timeout=ANSWERS_WITHIN
        )
        answer = response.json()["value"]
        if not response.ok:
            raise RuntimeError(f"{path.rsplit('/', 1)[-1]}: {answer['error']}: {answer['message']}")
        return answer


def judge(place: Place) -> Verdict:
    """Walk through the page in both languages."""
    found: list[str] = []
    for language in LANGUAGES:
        with display() as screen, webkit_on(screen, language) as webkit:
            found += [f"{language}: {what}" for what in findings(webkit, place.url)]
            version = webkit.version
    looked_at = f"every view, keys, a kill and a saved page, with LANG={' and '.join(LANGUAGES)}"
    return clean("webkit", version, looked_at, tuple(found))


def _browser() -> str:
    for folder in Path("/usr/lib").glob("*-linux-gnu*"):
        for name in BROWSERS:
            if (folder / name).exists():
                return str(folder / name)
    raise Missing("WebKitGTK's MiniBrowser is not installed: apt-get install webkit2gtk-driver")


@contextlib.contextmanager
def display() -> Iterator[str]:
    """Give the name of an X display that nobody sees."""
    command = [program("Xvfb"), "-displayfd", "1", "-screen", "0", "1440x900x24"]
    with subprocess.Popen(
        [*command, "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()


@contextlib.contextmanager
def webkit_on(screen: str, language: str) -> Iterator[WebKit]:
    """Give a browser on this display."""
    port = free_port()
    env = clean_environment({"DISPLAY": screen, "LANG": language})
    with (
        tempfile.NamedTemporaryFile(suffix=".console") as console,
        subprocess.Popen(
            [program("WebKitWebDriver"), f"--port={port}"], stdout=console, stderr=console, env=env
        ) as driver,
    ):
        try:
            url = f"http://127.0.0.1:{port}"
            await_until(lambda: _answers(url), ANSWERS_WITHIN)
            webkit = WebKit(url, _browser(), Path(console.name))
            yield webkit
            webkit.close()
        finally:
            driver.terminate()


def _answers(url: str) -> bool:
    try:
        return requests.get(f"{url}/status", timeout=ANSWERS_WITHIN).ok
    except requests.ConnectionError:
        return False
