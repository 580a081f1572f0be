"""A dashboard as a process of its own, started as a person starts it."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any
from urllib.parse import parse_qs, urlsplit

import requests

from tests.support.zookeeper import await_until

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"serves on (\S+)")
START_WITHIN = 120.0
END_WITHIN = 60.0


class Dashboard:
    """`python -m app COMMAND ARGUMENTS` in a folder, on a free port, without a browser."""

    def __init__(
        self,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        command: str = "serve",
        folder: Path = ROOT,
    ) -> None:
        self.folder = folder
        words = [command, "--port", "0", "--no-browser", *arguments]
        self.process = self._start(words, clean_environment(env))
        self._lines: list[str] = []
        self._errors: list[str] = []
        self._address: str | None = None
        self._settled = threading.Event()
        self._readers = [
            threading.Thread(target=self._read_output, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def _start(self, words: list[str], environment: dict[str, str]) -> Any:
        """Start the process, and return it with pipes to its two outputs."""
        return subprocess.Popen(
            [sys.executable, "-m", "app", *words],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    @property
    def printed_address(self) -> str:
        """The address as printed, with the token where there is one; waits for it."""
        self._settled.wait(START_WITHIN)
        if self._address is None:
            raise AssertionError(f"no address was printed:\n{self.output}\n{self.errors}")
        return self._address

    @property
    def url(self) -> str:
        """`http://HOST:PORT`, without a closing slash; waits until it is served."""
        parts = urlsplit(self.printed_address)
        return f"{parts.scheme}://{parts.netloc}"

    def await_zookeeper(self) -> Dashboard:
        """Wait until it has one; its address is printed without one where that takes longer."""
        await_until(lambda: requests.get(f"{self.url}/healthz", timeout=30).ok)
        return self

    @property
    def output(self) -> str:
        """What it has printed so far."""
        return "".join(self._lines)

    @property
    def errors(self) -> str:
        """What it has written to stderr so far."""
        return "".join(self._errors)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal, wait for the end, and return the exit code."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """Wait for the end and return the exit code."""
        code: int = self.process.wait(END_WITHIN)
        for reader in self._readers:
            reader.join(END_WITHIN)
        return code

    def close(self) -> None:
        """End it in any case."""
        if self.process.poll() is None:
            try:
                self.end()
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for reader, pipe in zip(
            self._readers, (self.process.stdout, self.process.stderr), strict=True
        ):
            reader.join(1)
            if pipe is not None and not reader.is_alive():  # else closing it would wait for ever
                pipe.close()

    def _read_output(self) -> None:
        for line in _open(self.process.stdout):
            self._lines.append(line)
            match = ADDRESS.search(line)
            if match:
                self._address = match[1]
                self._settled.set()
        self._settled.set()

    def _read_errors(self) -> None:
        self._errors.extend(_open(self.process.stderr))


def bearer_of(printed: str) -> dict[str, str]:
    """The header with which a script brings the token that stands in the printed address."""
    (token,) = parse_qs(urlsplit(printed).query)["token"]
    return {"Authorization": f"Bearer {token}"}


@contextlib.contextmanager
def running_dashboard(*arguments: str, env: Mapping[str, str] | None = None) -> Iterator[Dashboard]:
    """A dashboard that has printed its address, ended at the end of the block."""
    with started(Dashboard(*arguments, env=env)) as dashboard:
        yield dashboard


@contextlib.contextmanager
def started(dashboard: Dashboard) -> Iterator[Dashboard]:
    """Wait until a dashboard has printed its address, and end it at the end of the block."""
    try:
        _ = dashboard.printed_address
        yield dashboard
    finally:
        dashboard.close()


@contextlib.contextmanager
def hang_up(handler: signal.Handlers) -> Iterator[None]:
    """What a hang-up does to whatever is started meanwhile: the tests may run under nohup."""
    before = signal.signal(signal.SIGHUP, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def clean_environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Our environment without settings of Handoff's, and with these instead. A history goes with
    its dashboard, unless a test asks for another: no two meet in one file. Where nothing compiled
    may be kept, each of hundreds of processes would compile it, as `make test` has it too.
    """
    dropped = ("HANDOFF_", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    return {**kept, "PYTHONUNBUFFERED": "1", "HANDOFF_NO_HISTORY": "1", **(extra or {})}


def _open(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
