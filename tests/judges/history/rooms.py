"""Start the processes of each recipe, choose whom a fault befalls, and replace who has ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.judges.history.plan import SESSION_TIMEOUT
from tests.judges.history.rest import Rest

State = Mapping[str, Any]
Candidate = Mapping[str, Any]
BARRIER_SIZE = 3
_TIMEOUT = {"session_timeout": SESSION_TIMEOUT}


@dataclass(frozen=True)
class Room:
    """The processes of one recipe, at `path`. wish: what is asked of `call` to start them all.

    foremost: who counts most just now, of what the state document says of this place; one: what is
    asked of `call` for one more process like the one that has ended.
    """

    path: str
    section: str
    call: str
    wish: Mapping[str, Any]
    count: int
    foremost: Callable[[State], str | None]
    one: Callable[[Candidate], Mapping[str, Any]]

    @property
    def at(self) -> dict[str, Any]:
        """Return what names this place in a request."""
        return {("election" if self.call == "candidates" else "path"): self.path}

    def open(self, rest: Rest) -> None:
        """Start all processes. Raise RuntimeError where that is refused."""
        status, answer = rest.post(self.call, {**self.at, **_TIMEOUT, **self.wish})
        if status != 201:
            raise RuntimeError(f"POST {self.call} was answered with {status}: {answer}")

    def found(self, state: State) -> State:
        """Return what the state document says of this place."""
        found: State = state[self.section][self.path]
        return found

    def running(self, state: State) -> list[str]:
        """Return the processes here to which something can be done."""
        return [
            name
            for name, one in state["candidates"].items()
            if one["path"] == self.path and one["lifecycle"] == "running"
        ]

    def victim(self, state: State, whom: float) -> str | None:
        """Return whom a fault befalls: the foremost, or one of all."""
        running = self.running(state)
        foremost = self.foremost(self.found(state))
        if whom < 0.6 and foremost in running:
            return foremost
        return running[int(whom * len(running))] if running else None

    def replace(self, rest: Rest, like: Candidate) -> bool:
        """Start a process in the place of one that has ended; tell whether that was done."""
        node = like["settings"].get("node")
        if node is not None:
            status, _ = rest.post(f"{self.call}/nodes/{node}/restart", {**self.at, **_TIMEOUT})
        else:
            status, _ = rest.post(self.call, {**self.at, **_TIMEOUT, **self.one(like)})
        return status == 201


def _first_in_chain(found: State) -> str | None:
    return next((one["candidate"] for one in found["chain"]), None)


def _with_an_item(found: State) -> str | None:
    return next((name for name, one in found["consumers"].items() if one["item"]), None)


def _inside(found: State) -> str | None:
    people = found["people"].items()
    return next((name for name, one in people if one["stage"] == "inside"), None)


def _leading(found: State) -> str | None:
    leader = found["nodes"].get(found["leader"] or "")
    return leader["candidate"] if leader else None


def _like(candidate: Candidate) -> Mapping[str, Any]:
    """Return the wish for a producer or a consumer."""
    is_producer = candidate["settings"]["role"] == "producer"
    return {**QUEUE.wish, "producers": int(is_producer), "consumers": int(not is_producer)}


def _one_of(wish: Mapping[str, Any]) -> Callable[[Candidate], Mapping[str, Any]]:
    return lambda like: {**wish, "count": 1}


_LOCK = {"count": 3, "task": 0.4}
_ELECTION = {"count": 3}
_BARRIER = {"count": 4, "size": BARRIER_SIZE, "task": 0.8, "pause": 0.4}
_QUEUE = {"producers": 2, "consumers": 3, "items": 0, "task": 0.5}

LOCK = Room("/histories/lock", "locks", "locks", _LOCK, 3, _first_in_chain, _one_of(_LOCK))
ELECTION = Room(
    "/histories/election", "elections", "candidates", _ELECTION, 3, _first_in_chain,
    _one_of(_ELECTION),
)  # fmt: skip
BARRIER = Room(
    "/histories/barrier", "barriers", "barriers", _BARRIER, 4, _inside, _one_of(_BARRIER)
)
QUEUE = Room("/histories/queue", "queues", "queues", _QUEUE, 5, _with_an_item, _like)
SHELF = Room(
    "/histories/shelf", "bookshelves", "bookshelves", {"count": 3}, 3, _leading, _one_of({})
)
ROOMS = (SHELF, LOCK, ELECTION, QUEUE, BARRIER)
