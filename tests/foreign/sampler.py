"""Asks the dashboard ten times a second what it says of an election."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import requests

EVERY = 0.1
LOOK_EVERY = 0.3


class Sample(NamedTuple):
    """What its state document said between two moments; `now` is of its own clock. elsewhere: the
    other paths at which somebody leads, those left out that are keys themselves, as HBase's master.
    """

    asked: float
    answered: float
    now: float
    seq: int
    election: dict[str, Any] | None
    elsewhere: tuple[str, ...]


class Look(NamedTuple):
    """Who it said watched a member's znode, between two moments; None: not known. told: what a
    list without somebody means, where that is said.
    """

    asked: float
    answered: float
    znode: str
    watched_by: list[dict[str, Any]] | None
    told: dict[str, Any] | None


class Sampler:
    """Keeps `samples` and `looks` from the begin to the end of the block."""

    def __init__(self, url: str, path: str) -> None:
        self._url, self._path = f"{url}/api/v1", path
        self.samples: list[Sample] = []
        self.looks: list[Look] = []
        self.failures: list[str] = []
        self._ended = threading.Event()
        self._threads = [
            threading.Thread(target=self._run, args=every)
            for every in ((EVERY, self._sample), (LOOK_EVERY, self._look))
        ]

    def __enter__(self) -> Sampler:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _run(self, every: float, ask: Callable[[requests.Session], None]) -> None:
        with requests.Session() as session:
            while not self._ended.wait(every):
                try:
                    ask(session)
                except (requests.RequestException, ValueError) as error:
                    self.failures.append(str(error))

    def _sample(self, session: requests.Session) -> None:
        asked = time.monotonic()
        state = session.get(f"{self._url}/state", timeout=20).json()
        elections = state["elections"]
        election = elections.pop(self._path, None)
        led = {path: one for path, one in elections.items() if one["leader"]}
        elsewhere = tuple(path for path, one in led.items() if not one["itself"])
        answered, now, seq = time.monotonic(), state["now"], state["seq"]
        self.samples.append(Sample(asked, answered, now, seq, election, elsewhere))

    def _look(self, session: requests.Session) -> None:
        """At each of the members in turn."""
        election = self.samples[-1].election if self.samples else None
        for entry in election["chain"][:3] if election else ():
            asked, path = time.monotonic(), f"{self._path}/{entry['znode']}"
            answer = session.get(f"{self._url}/znodes", params={"path": path}, timeout=20)
            with suppress(KeyError):  # it has gone meanwhile
                said = answer.json()
                who, told = said["watched_by"], said.get("watches_told")
                self.looks.append(Look(asked, time.monotonic(), entry["znode"], who, told))
