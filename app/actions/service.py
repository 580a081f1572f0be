"""Declare the base of every service: a person's actions are methods of services."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from ..ensemble.supervisor import ServerSupervisor
from ..errors import BadRequest, Conflict, Forbidden, LimitReached, ZooKeeperUnavailable
from ..history.history import History
from ..journal.journal import Journal
from ..processes.supervisor import Supervisor
from ..readmodels.document import State
from ..readmodels.model import Model
from ..readmodels.scenes import sentence
from ..settings import Settings
from ..zookeeper.mirror import Mirror
from ..zookeeper.paths import check_path, is_system
from ..zookeeper.security import Security
from ..zookeeper.watch_lists import WatchLists

Made = TypeVar("Made", bound="Service")


@dataclass(frozen=True)
class Context:
    """The things that services act on. own_servers: the supervisor of the ZooKeeper servers that
    are ours; None without any. lists: the watches that the servers list. history: the history of
    the journal; None where none is kept. standalone: makes a page of a recording's bytes, that
    opens without a server; None without the page's room.
    """

    journal: Journal
    mirror: Mirror
    supervisor: Supervisor
    settings: Settings = field(default_factory=Settings)
    own_servers: ServerSupervisor | None = None
    lists: WatchLists = field(default_factory=WatchLists)
    history: History | None = None
    standalone: Callable[[bytes], Iterator[str]] | None = None
    _made: dict[type[Service], Service] = field(default_factory=dict)

    @property
    def security(self) -> Security:
        """Give every other connection the credentials of the dashboard's own."""
        found: Security = self.mirror.client.handler.security
        return found

    def service(self, kind: type[Made]) -> Made:
        """Return the dashboard's one service of this kind; the first call creates it."""
        if kind not in self._made:
            self._made[kind] = kind(self)
        found: Any = self._made[kind]
        return cast(Made, found)


class Service:
    """A service: actions that belong together. `by` says who asks for one; every refusal is a
    HandoffError.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._journal, self._mirror = context.journal, context.mirror
        self._supervisor = context.supervisor

    def _require_connection(self) -> None:
        """Raise ZooKeeperUnavailable without a connection, and Conflict where it has no chroot."""
        zookeeper = self._state["zookeeper"]
        if zookeeper["state"] != "connected":
            raise ZooKeeperUnavailable(
                f"ZooKeeper at {zookeeper['hosts']} does not answer: "
                f"{zookeeper['reason'] or 'not connected yet'}"
            )
        if zookeeper["reason"]:
            raise Conflict(sentence(zookeeper["reason"]), code="no_chroot")

    def _require_room(self, count: int) -> None:
        """Raise LimitReached where there is no room for all of several processes that belong
        together.
        """
        state = self._state
        limit = state["limits"]["candidates"]
        running = sum(one["process"] != "exited" for one in state["candidates"].values())
        if running + count > limit:
            raise LimitReached(
                f"{running} candidates run, and at most {limit} may run: {count} more would be "
                "too many. Stop some, choose fewer, or raise --candidate-limit.",
                field="count",
            )

    def _require_place(
        self, thing: str, path: str, own: Sequence[str], field: str = "path"
    ) -> None:
        """Raise BadRequest, Forbidden or Conflict where no such thing can be at `path`."""
        check_below_root(thing, path, field)
        self._require_no_other_use(path, field, own)

    def _require_no_other_use(self, path: str, field: str, own: Sequence[str]) -> None:
        """Require that a list of children serves one purpose: in a list that an election and a lock
        shared, the lowest would both lead and hold the lock. `own` are the sections that may be
        there. Nobody builds among ZooKeeper's own znodes, nor inside a list of something's members.
        """
        if is_system(path, self._state["zookeeper"]["chroot"]):
            raise Forbidden(f"{path} is ZooKeeper's own: choose another path", code="guarded",
                            field=field)  # fmt: skip
        self._require_no_key(path, field, own)
        for model in self._journal.models:
            known = model.of(self._state)
            if model.section not in own and model.key_of(path) in known:
                raise Conflict(
                    f"{path} belongs to {_a(model.thing)}: choose another path",
                    field=field,
                )
            for key in known:
                if _is_in_a_list(path, key, model):
                    raise Conflict(
                        f"{path} is in a list of the members of {_a(model.thing)}, {key}: "
                        "choose another path",
                        field=field,
                    )

    def _require_no_key(self, path: str, field: str, own: Sequence[str]) -> None:
        """Require that nobody builds at or below a znode that others race for: it is ephemeral. Its
        election may be followed.
        """
        model = self._journal.models.of_found
        follows = tuple(own) == (model.section,)
        for key, one in model.of(self._state).items():
            is_there = path.startswith(f"{key}/") or (path == key and not follows)
            if one["itself"] and is_there:
                raise Conflict(
                    f"{key} is itself the znode for which other programs race: nothing can stand "
                    "below it. Choose another path.",
                    field=field,
                )

    @property
    def _state(self) -> State:
        return self._journal.state

    def begin(self) -> None:
        """Do what the service has to do as the dashboard begins."""

    def close(self) -> None:
        """End what runs in the background, while our processes still run."""

    def clean_up(self) -> None:
        """Remove what our processes have worked with, now that none of them runs any longer."""


def check_below_root(thing: str, path: str, field: str = "path") -> str:
    """Return the path. Raise BadRequest, naming `field`, where it is the root or no path."""
    if check_path(path, field) == "/":
        raise BadRequest(f"{_a(thing)} is a znode below the root", field=field)
    return path


def _is_in_a_list(path: str, key: str, model: Model[Any]) -> bool:
    """Tell whether `path` is below one of the lists that the thing at `key` keeps below itself."""
    above = key.rstrip("/")
    name, slash, _ = path.removeprefix(f"{above}/").partition("/")
    return bool(path.startswith(f"{above}/") and slash and model.key_of(f"{above}/{name}") == key)


def _a(thing: str) -> str:
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"
