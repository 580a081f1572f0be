"""Makes the recordings that the documents show: a crash, the herd, the fenced zombie.

usage: .venv/bin/python docs/recordings/make.py   (needs requirements.txt and requests)

Each is played on a dashboard of its own with its embedded ZooKeeper, and saved beside this file.
"""

from __future__ import annotations

import gzip
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests

HERE = Path(__file__).resolve().parent
ADDRESS = re.compile(r"serves on (\S+)")
PATIENCE_S = 60.0
MARGIN_S = 1.5
"""Seconds of quiet at the end of a recording."""


class Run:
    """One dashboard, and an election on it."""

    def __init__(self, address: str) -> None:
        self._address = f"{address.rstrip('/')}/api/v1"

    def get(self, path: str) -> requests.Response:
        """Return an answer of the REST interface."""
        return requests.get(f"{self._address}/{path}", timeout=30)

    def post(self, path: str, **body: Any) -> None:
        """Do something."""
        requests.post(f"{self._address}/{path}", json=body, timeout=30).raise_for_status()

    def election(self) -> dict[str, Any]:
        """Return the only election."""
        found: dict[str, Any] = self.get("state").json()["elections"]["/election"]
        return found

    def stand(self, count: int, **settings: Any) -> str:
        """Start candidates; return the one that leads when all wait."""
        self.post("candidates", count=count, **settings)
        await_(lambda: self._waiting() == count - 1)
        time.sleep(MARGIN_S)
        return str(self.election()["chain"][0]["candidate"])

    def _waiting(self) -> int:
        return sum(one["belief"] == "waiting" for one in self.election()["chain"])

    def save(self, name: str) -> None:
        """Save what happened, without the name of this machine."""
        time.sleep(MARGIN_S)
        text = gzip.decompress(self.get("recording").content).decode()
        text = re.sub(rf"\b{re.escape(socket.gethostname())}\b", "example", text)
        with (HERE / f"{name}.jsonl.gz").open("wb") as file:
            file.write(gzip.compress(text.encode(), mtime=0))


def main() -> int:
    """Make all of them."""
    for play in (crash, herd, zombie):
        with dashboard() as run:
            play(run)
            run.save(play.__name__)
    return 0


def crash(run: Run) -> None:
    """A leader is killed; its session runs out, and the next one leads."""
    run.post(f"candidates/{run.stand(5)}/kill")
    await_(lambda: run.election()["last_handoff"])


def herd(run: Run) -> None:
    """All watch one list: the end of one wakes five."""
    run.post(f"candidates/{run.stand(6, strategy='herd')}/stop")
    await_(lambda: run.election()["last_handoff"])


def zombie(run: Run) -> None:
    """A frozen leader wakes after its session: its write comes late, and is refused."""
    name = run.stand(3)
    run.post(f"candidates/{name}/pause")
    await_(lambda: run.election()["last_handoff"])
    time.sleep(MARGIN_S)
    run.post(f"candidates/{name}/resume")
    await_(lambda: run.election()["work"]["refused"])


@contextmanager
def dashboard() -> Iterator[Run]:
    """Run a dashboard on a free port."""
    command = [sys.executable, "-m", "app", "--port", "0", "--no-browser", "--no-history"]
    root = HERE.parents[1]
    process = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True)
    try:
        yield Run(
            next(found[1] for line in process.stdout or () if (found := ADDRESS.search(line)))
        )
    finally:
        process.terminate()
        process.wait(20)


def await_(is_so: Callable[[], Any]) -> None:
    """Wait until it is so."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.05)


if __name__ == "__main__":
    raise SystemExit(main())
