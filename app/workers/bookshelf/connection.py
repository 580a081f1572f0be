"""The commands of a bookshelf's node as requests to ZooKeeper: those of its parts, and `in_sync`.

Everything here runs on the in-order thread, and nothing blocks.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from kazoo.client import KazooClient
from kazoo.exceptions import NoNodeError

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.bookshelf import ELECTION, IN_SYNC, MEMBERS
from app.recipes.composite import Of, To
from app.recipes.replication import words as w
from app.recipes.replication.notation import parsed, written
from app.workers.channel import Task
from app.workers.connection import OVERTAKEN, Connection
from app.workers.group_connection import GroupConnection
from app.workers.reading import UNANSWERED, Give, words
from app.zookeeper import requests
from app.zookeeper.watching import Event, Watcher


class BookshelfConnection(Connection):
    """Each part has a connection of its own, over the one client."""

    REQUESTS: ClassVar[Mapping[type[c.Command], str]] = {
        Of: "of",
        w.ReadInSync: "read_in_sync",
        w.WriteInSync: "write_in_sync",
    }

    def __init__(self, client: KazooClient, task: Task, data: bytes, give: Give) -> None:
        super().__init__(client, task, data, give)
        election = replace(task, path=f"{task.path.rstrip('/')}/{ELECTION}", recipe="predecessor")
        self._parts: Mapping[str, Connection] = {
            MEMBERS: GroupConnection(client, task, data, self._to(MEMBERS)),
            ELECTION: Connection(client, election, data, self._to(ELECTION)),
        }
        self._watchers: dict[int, Watcher] = {}

    def _to(self, part: str) -> Give:
        """What the session is told is for all parts."""

        def give(given: i.Input) -> None:
            self._give(given if isinstance(given, i.Contact) else To(given.at, part, given))

        return give

    @property
    def counters(self) -> dict[str, int]:
        """Those of all parts together."""
        parts = [one.counters for one in self._parts.values()]
        return {key: own + sum(one[key] for one in parts) for key, own in super().counters.items()}

    def path(self, name: str) -> str:
        """What is said of the node is said of the election: so its znode is meant."""
        return self._parts[ELECTION].path(name)

    def of(self, command: Of, generation: int) -> None:
        """What a part asks for, with that part's generation."""
        part = self._parts[command.part]
        request = part.REQUESTS[type(command.command)]
        getattr(part, request)(command.command, command.generation)

    # -- in_sync --------------------------------------------------------------------------------

    @property
    def _path(self) -> str:
        return super().path(IN_SYNC)

    def read_in_sync(self, command: w.ReadInSync, generation: int) -> None:
        """getData with a watch; where there is none, exists, whose watch tells of its creation."""
        self.reads += 1
        requests.read_data(
            self._client,
            self._path,
            lambda done: self._in_sync_read(done, command),
            self._watcher_of(command.generation),
        )

    def _watcher_of(self, generation: int) -> Watcher:
        """One for all reads over a connection: kazoo keeps each that it is given."""
        if generation not in self._watchers:
            self._watchers = {generation: self._make_watcher(generation)}
        return self._watchers[generation]

    def _make_watcher(self, generation: int) -> Watcher:
        def fired(event: Event) -> None:
            if event.type != "NONE":
                self._give(w.InSyncChanged(time.monotonic(), generation))

        return fired

    def _in_sync_read(self, result: Any, command: w.ReadInSync) -> None:
        now, error = time.monotonic(), result.exception
        if isinstance(error, NoNodeError):
            self._await_in_sync(command)
        elif error is None:
            data, stat = result.value
            stands = (stat.version, stat.czxid, stat.mzxid)
            self._give(w.InSyncRead(now, command.generation, parsed(data), *stands))
        elif not isinstance(error, UNANSWERED):
            reason = f"cannot read {self._path}: {words(error)}"
            self._give(w.InSyncUnread(now, command.generation, reason))

    def _await_in_sync(self, command: w.ReadInSync) -> None:
        self.reads += 1

        def answered(result: Any) -> None:
            if result.exception is None and result.value is None:
                now = time.monotonic()
                self._give(w.InSyncRead(now, command.generation, None, None))
            elif result.exception is None:
                self.read_in_sync(command, 0)

        watcher = self._watcher_of(command.generation)
        requests.read_stat(self._client, self._path, answered, watcher)

    def write_in_sync(self, command: w.WriteInSync, generation: int) -> None:
        """In one transaction with the check of the election's znode."""
        self.writes += 1
        data = written(command.value)
        transaction = self._client.transaction()
        if command.znode is not None:
            transaction.check(self._parts[ELECTION].path(command.znode), -1)
        if command.version is None:
            transaction.create(self._path, data)
            requests.make_chroot(self._client)
            made = self._client.ensure_path_async(self._task.path)
            made.rawlink(lambda done: self._commit(transaction, command))
        else:
            transaction.set_data(self._path, data, command.version)
            self._commit(transaction, command)

    def _commit(self, transaction: Any, command: w.WriteInSync) -> None:
        transaction.commit_async().rawlink(lambda done: self._in_sync_written(done, command))

    def _in_sync_written(self, result: Any, command: w.WriteInSync) -> None:
        """An answer that is lost is one to a connection that is gone: nobody waits for it."""
        now, to = time.monotonic(), (command.generation, command.number)
        if isinstance(result.exception, UNANSWERED):
            return
        errors = [result.exception] if result.exception else _errors(result.value)
        if not errors:
            version = 0 if command.version is None else command.version + 1
            self._give(w.InSyncWritten(now, *to, version))
            return
        grave = [one for one in errors if not isinstance(one, OVERTAKEN)]
        reason = f"cannot write {self._path}: {words(grave[0])}" if grave else "it has changed"
        self._give(w.InSyncRefused(now, *to, reason))


def _errors(results: list[Any]) -> list[Exception]:
    return [one for one in results if isinstance(one, Exception)]
