"""What every part of what a person can do stands on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from app.errors import Conflict, Forbidden, LimitReached, ZooKeeperUnavailable
from app.journal.journal import Journal
from app.journal.sections import SECTIONS, Section
from app.security import Security
from app.workers.supervisor import Supervisor
from app.zookeeper.mirror import Mirror
from app.zookeeper.paths import is_system


class Rooms(NamedTuple):
    """The rooms below."""

    journal: Journal
    mirror: Mirror
    supervisor: Supervisor

    @property
    def security(self) -> Security:
        """Give every other connection the credentials of the dashboard's own."""
        found: Security = self.mirror.client.handler.security
        return found


class Part:
    """Actions that belong together. `by` says on whose behalf one is done; every refusal is a
    HandoffError.
    """

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._journal, self._mirror, self._supervisor = rooms

    def _require_connection(self) -> None:
        zookeeper = self._state["zookeeper"]
        if zookeeper["state"] != "connected":
            raise ZooKeeperUnavailable(
                f"ZooKeeper at {zookeeper['hosts']} does not answer: "
                f"{zookeeper['reason'] or 'not connected yet'}"
            )

    def _require_room(self, count: int) -> None:
        """Of several that belong together, all are started or none."""
        state = self._state
        limit = state["limits"]["candidates"]
        running = sum(one["process"] != "exited" for one in state["candidates"].values())
        if running + count > limit:
            raise LimitReached(
                f"{running} candidates run, and at most {limit} may: {count} more are too many. "
                "Stop some, choose fewer, or raise --candidate-limit.",
                field="count",
            )

    def _require_no_other_use(self, path: str, field: str, own: Sequence[str]) -> None:
        """One list of children serves one purpose: the lowest in a list that an election and a
        lock share would both lead and hold the lock. `own` are the sections that may be there.
        Nothing is built among ZooKeeper's own znodes, nor inside a list of something's members.
        """
        if is_system(path, str(self._state["zookeeper"]["chroot"])):
            raise Forbidden(f"{path} is ZooKeeper's own: choose another path", code="guarded",
                            field=field)  # fmt: skip
        for name, section in SECTIONS.items():
            if name not in own and section.key_of(path) in self._state[name]:
                raise Conflict(
                    f"{path} belongs to {_a(section.thing)}: choose another path",
                    field=field,
                )
            for key in self._state[name]:
                if _is_in_a_list(path, key, section):
                    raise Conflict(
                        f"{path} is in a list of the members of {_a(section.thing)}, {key}: "
                        "choose another path",
                        field=field,
                    )

    @property
    def _state(self) -> dict[str, Any]:
        return self._journal.snapshot()[1]

    def close(self) -> None:
        """End what goes on in the background."""


def _is_in_a_list(path: str, key: str, section: Section) -> bool:
    """Whether `path` is below one of the lists that the thing at `key` keeps below itself."""
    above = key.rstrip("/")
    name, slash, _ = path.removeprefix(f"{above}/").partition("/")
    return bool(path.startswith(f"{above}/") and slash and section.key_of(f"{above}/{name}") == key)


def _a(thing: str) -> str:
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"
