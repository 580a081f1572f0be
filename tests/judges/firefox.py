"""Firefox ESR, by WebDriver BiDi: keys, a kill and every view, in both languages of containers."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.judges.place import Place
from tests.judges.programs import BUILD, MODULES, program
from tests.judges.verdict import Missing, Verdict, clean
from tests.judges.walk import LANGUAGES, findings
from tests.support.app import clean_environment

DRIVER = Path(__file__).with_suffix(".mjs")


class Firefox:
    """One page of it, driven through puppeteer."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def open(self, url: str) -> None:
        """Go to an address."""
        self.ask("open", url)

    def run(self, body: str) -> Any:
        """Return what the body of a JavaScript function returns."""
        return self.ask("run", body)

    def press(self, key: str) -> None:
        """Press a key of one character."""
        self.ask("press", key)

    def complaints(self) -> list[str]:
        """Return the errors and warnings of the console so far."""
        found: list[str] = self.ask("complaints")
        return found

    def ask(self, name: str, argument: str | None = None) -> Any:
        """Give the driver a command, and return its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([name, argument]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the driver of Firefox ended: {self._process.wait()}")
        answer = json.loads(line)
        if answer.get("error"):
            raise RuntimeError(answer["error"])
        return answer.get("answer")


def judge(place: Place) -> Verdict:
    """Walk through the page in both languages."""
    if not (MODULES / "puppeteer-core").is_dir():
        raise Missing("puppeteer-core is not installed: see what `sh .ci/setup judges` says")
    found: list[str] = []
    for language in LANGUAGES:
        with _firefox(language) as firefox:
            version = str(firefox.ask("version")).rsplit("/")[-1]
            found += [f"{language}: {what}" for what in findings(firefox, place.url)]
    looked_at = f"every view, keys, a kill and a saved page, with LANG={' and '.join(LANGUAGES)}"
    return clean("firefox", version, looked_at, tuple(found))


@contextlib.contextmanager
def _firefox(language: str) -> Iterator[Firefox]:
    command = [program("node"), str(DRIVER), program("firefox-esr"), str(BUILD)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=clean_environment({"LANG": language, "HOME": os.environ.get("HOME", "/tmp")}),
    ) as process:
        yield Firefox(process)
        assert process.stdin is not None
        process.stdin.close()  # it then ends its browser, and itself
