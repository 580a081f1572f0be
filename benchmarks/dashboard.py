"""A running dashboard, as a process of its own, and what a script says to it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import requests

from benchmarks.measure import await_
from benchmarks.processes import die_with_parent

_SERVES = "Handoff serves on "
_GRACE = 10.0


class Dashboard:
    """`python -m app` on a free port, connected to `hosts`, for as long as the block runs; or
    another `module` that serves it; or with another `option` in place of `--zookeeper`. options:
    further ones of its command, such as `token`.
    """

    def __init__(
        self,
        hosts: str,
        module: Sequence[str] = ("-m", "app"),
        option: str = "--zookeeper",
        **options: str,
    ) -> None:
        self._command = [sys.executable, *module, "--port", "0", "--no-browser", "--no-history"]
        self._command += [option, hosts]
        for name, value in options.items():
            self._command += [f"--{name.replace('_', '-')}", value]
        self._http = requests.Session()
        if "token" in options:
            self._http.headers["Authorization"] = f"Bearer {options['token']}"
        self._process: subprocess.Popen[str]
        self.address = ""

    def __enter__(self) -> Dashboard:
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=die_with_parent,
        )
        try:
            self.address = self._read_address()
            await_("the dashboard's tree", lambda: self._has_loaded())
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def state(self) -> dict[str, Any]:
        """The state document."""
        return self._answer(self._http.get(self._url("state"), timeout=10))

    def events(self, since: int) -> list[dict[str, Any]]:
        """The events after a sequence number."""
        answer = self._http.get(self._url("events"), params={"since": since}, timeout=10)
        events: list[dict[str, Any]] = self._answer(answer)["events"]
        return events

    def start_candidates(self, count: int, **wishes: Any) -> list[str]:
        """Start candidates whose leader does not work; their names."""
        answer = self._http.post(
            self._url("candidates"), json={"count": count, "work": False, **wishes}, timeout=30
        )
        names: list[str] = self._answer(answer)["candidates"]
        return names

    def post(self, call: str, told: dict[str, Any]) -> dict[str, Any]:
        """Any other thing that can be done."""
        return self._answer(self._http.post(self._url(call), json=told, timeout=30))

    def act(self, candidate: str, action: str) -> None:
        """Do something to a candidate."""
        self._answer(self._http.post(self._url(f"candidates/{candidate}/{action}"), timeout=10))

    def order(self, line: str) -> None:
        """Write a line to its process."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _url(self, call: str) -> str:
        return f"{self.address}api/v1/{call}"

    @staticmethod
    def _answer(response: requests.Response) -> dict[str, Any]:
        response.raise_for_status()
        answer: dict[str, Any] = response.json()
        return answer

    def _read_address(self) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(_SERVES):
                return line.removeprefix(_SERVES).split()[0].partition("?")[0]
        raise RuntimeError("the dashboard ended before it served")

    def _has_loaded(self) -> bool:
        zookeeper = self.state()["zookeeper"]
        return bool(zookeeper["state"] == "connected" and zookeeper["mirror"] != "loading")

    def _end(self) -> None:
        self._http.close()
        self._process.terminate()
        try:
            self._process.communicate(timeout=_GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
