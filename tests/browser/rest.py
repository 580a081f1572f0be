"""The REST interface, as a test uses it beside the page."""

from __future__ import annotations

from typing import Any, TypeAlias

import requests

from tests.support.sessions import end_dead
from tests.support.zookeeper import await_until

Json: TypeAlias = dict[str, Any]

SETTLED_WITHIN = 40.0
LASTING = 20.0
"""Of a session that outlasts any test, whatever else the machine has to do."""
SHORT = 3.0
"""Of one that runs out while the test looks on; shorter, and load might end it."""


class Rest:
    """Calls to one dashboard; every refusal fails the test."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url
        self._session = requests.Session()
        if token is not None:
            self._session.headers["Authorization"] = f"Bearer {token}"

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def call(self, method: str, path: str, body: Json | None = None) -> Json:
        """The JSON of the answer to `METHOD /api/v1/PATH`."""
        response = self._session.request(method, f"{self.url}/api/v1/{path}", json=body, timeout=60)
        assert response.ok, f"{method} {path}: {response.status_code} {response.text}"
        answer: Json = response.json()
        return answer

    def state(self) -> Json:
        """The state document."""
        return self.call("GET", "state")

    def election(self, path: str) -> Json:
        """One election of the state document."""
        found: Json = self.state()["elections"][path]
        return found

    def chain(self, path: str) -> list[Json]:
        """The chain of one election."""
        chain: list[Json] = self.election(path)["chain"]
        return chain

    def candidate(self, name: str) -> Json:
        """One candidate of the state document."""
        found: Json = self.state()["candidates"][name]
        return found

    def of(self, path: str) -> list[Json]:
        """The candidates of one election, or of another subject."""
        return [one for one in self.state()["candidates"].values() if one["path"] == path]

    def follow(self, path: str) -> None:
        """Have an election followed."""
        self.call("POST", "elections", {"path": path})
        await_until(lambda: path in self.state()["elections"])

    def start(self, count: int, election: str, session_timeout: float = LASTING) -> list[Json]:
        """Start candidates and await them; the chain, each with what it watches."""
        before = len(self.chain(election))
        body = {"count": count, "election": election, "session_timeout": session_timeout}
        self.call("POST", "candidates", body)
        return self.await_chain(election, before + count)

    def start_when_empty(self, election: str, count: int) -> list[Json]:
        """Wait until the candidates of an earlier run are gone, then start some."""
        await_until(lambda: not self.chain(election), SETTLED_WITHIN)
        return self.start(count, election)

    def act(self, candidate: str, action: str) -> None:
        """Do something to one candidate."""
        self.call("POST", f"candidates/{candidate}/{action}")

    def end_session(self, candidate: str) -> None:
        """Of one that was killed, for whose session nobody is to wait; at Apache's servers."""
        self.await_process(candidate, "exited")
        end_dead(self.state()["zookeeper"]["hosts"], self.candidate(candidate)["session"])

    def await_chain(self, path: str, count: int) -> list[Json]:
        """Wait until `count` candidates stand, the first leads and is acknowledged."""
        found: list[Json] = await_until(lambda: self._settled(path, count), SETTLED_WITHIN)
        return found

    def _settled(self, path: str, count: int) -> list[Json] | None:
        election = self.election(path)
        chain: list[Json] = election["chain"]
        acknowledged = election["acknowledged"] or {}
        beliefs = [entry["belief"] for entry in chain]
        names = [entry["znode"] for entry in chain]
        settled = (
            election["handoff"] is None
            and beliefs == ["leading", *["waiting"] * (count - 1)]
            and [entry["watches"] for entry in chain] == [None, *names[:-1]]
            and acknowledged.get("znode") == chain[0]["znode"]
        )
        return chain if settled else None

    def await_process(self, candidate: str, process: str) -> None:
        """Wait until a candidate's process is running, paused or exited."""
        await_until(lambda: self.candidate(candidate)["process"] == process)

    def stop_all(self) -> None:
        """Stop all candidates and wait until none is left."""
        self.call("DELETE", "candidates")
        await_until(self._is_empty, SETTLED_WITHIN)

    def _is_empty(self) -> bool:
        candidates = self.state()["candidates"].values()
        return all(candidate["process"] == "exited" for candidate in candidates)
