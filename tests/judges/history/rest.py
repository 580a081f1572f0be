"""Talk to a dashboard over REST, as any program does; a request without an answer is no error."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import requests

WITHIN = 30.0
LOOK_EVERY = 0.25
NO_ANSWER = 0


class Rest:
    """What all threads of a run ask the dashboard at `url`; each has connections of its own."""

    def __init__(self, url: str) -> None:
        self._url = f"{url}/api/v1"
        self._own = threading.local()
        self._looking = threading.Lock()
        self._looked: dict[str, Any] = {}
        self._looked_at = -LOOK_EVERY

    def get(self, call: str, **query: Any) -> tuple[int, Any]:
        """Return the status and the document of an answer."""
        return self._ask("GET", call, params=query)

    def post(self, call: str, told: Mapping[str, Any] | None = None) -> tuple[int, Any]:
        """Do something; return the status and the document of the answer."""
        return self._ask("POST", call, json=dict(told or {}))

    def delete(self, call: str, told: Mapping[str, Any]) -> tuple[int, Any]:
        """End something; return the status and the document of the answer."""
        return self._ask("DELETE", call, json=dict(told))

    def state(self) -> dict[str, Any]:
        """Return the state document, a quarter of a second old at most."""
        with self._looking:
            if time.monotonic() >= self._looked_at + LOOK_EVERY:
                self._looked_at = time.monotonic()
                status, found = self.get("state")
                self._looked = found if status == 200 else self._looked
            return self._looked

    def await_(self, what: str, is_so: Callable[[dict[str, Any]], bool], within: float) -> None:
        """Wait until the state document says so. Raise TimeoutError after `within` seconds."""
        deadline = time.monotonic() + within
        while not is_so(self.state()):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{what} did not happen within {within:g} s")
            time.sleep(LOOK_EVERY)

    def _ask(self, method: str, call: str, **told: Any) -> tuple[int, Any]:
        try:
            answer = self._http.request(method, f"{self._url}/{call}", timeout=WITHIN, **told)
            return answer.status_code, answer.json()
        except (requests.RequestException, ValueError):
            return NO_ANSWER, None

    @property
    def _http(self) -> requests.Session:
        if not hasattr(self._own, "http"):
            self._own.http = requests.Session()
        http: requests.Session = self._own.http
        return http
