"""A recipe's commands as requests to ZooKeeper; the answers as inputs.

Everything here runs on one thread, the in-order thread of the kazoo client, and nothing blocks.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import (
    BadVersionError,
    ConnectionClosedError,
    ConnectionLoss,
    NoAuthError,
    NodeExistsError,
    NoNodeError,
    OperationTimeoutError,
    RolledBackError,
    RuntimeInconsistency,
    SessionExpiredError,
    UnimplementedError,
)
from kazoo.protocol.states import EventType, WatchedEvent

from app.recipes import commands as c
from app.recipes import inputs as i
from app.workers.channel import Task
from app.zookeeper import requests

Give = Callable[[i.Input], None]

UNANSWERED = (ConnectionLoss, ConnectionClosedError, SessionExpiredError, OperationTimeoutError)
OVERTAKEN = (
    BadVersionError,
    NodeExistsError,
    NoNodeError,
    RolledBackError,
    RuntimeInconsistency,
)


class Connection:
    """Carries out the commands of one candidate. `give` takes the inputs that follow."""

    def __init__(self, client: KazooClient, task: Task, data: bytes, give: Give) -> None:
        self._client = client
        self._task = task
        self._data = data
        self._give = give
        self._multi_read = True
        self._guarded: tuple[str, int] | None = None
        self.reads = 0
        self.writes = 0

    def heartbeat(self) -> None:
        """Ask the server for anything: its answer is what keeps the session's clock going."""
        sent_at = time.monotonic()
        requests.read_stat(self._client, "/", lambda result: self._contact(result, sent_at))

    def _contact(self, result: Any, sent_at: float) -> None:
        """An error is an answer too; only a broken connection is none."""
        if not isinstance(result.exception, UNANSWERED):
            self._give(i.Contact(time.monotonic(), sent_at))

    def path(self, name: str) -> str:
        """A candidate's znode."""
        return f"{self._task.election}/{name}"

    # -- create and delete --------------------------------------------------------------------

    def create(self, command: c.Create, generation: int) -> None:
        """SEQUENCE and EPHEMERAL; a lost answer is told as such, for it may have happened."""
        self.writes += 1
        sent_at = time.monotonic()
        result = self._client.create_async(
            self.path(command.prefix), self._data, ephemeral=True, sequence=True
        )
        result.rawlink(lambda done: self._created(done, generation, sent_at))

    def _created(self, result: Any, generation: int, sent_at: float) -> None:
        self._contact(result, sent_at)
        if isinstance(result.exception, UNANSWERED):
            self._give(i.CreateReplyLost(time.monotonic(), generation))
        elif isinstance(result.exception, NoNodeError):
            self._give(i.ParentMissing(time.monotonic(), generation))
        elif result.exception:
            self._fail(result, generation, "create its znode")
        else:
            name = result.value.rpartition("/")[2]
            self._give(i.Created(time.monotonic(), generation, name))

    def make_parent(self, command: c.MakeParent, generation: int) -> None:
        """The election znode and all above it, the chroot too; another candidate may be faster."""
        self.writes += 1
        requests.make_chroot(self._client)
        result = self._client.ensure_path_async(self._task.election)
        result.rawlink(lambda done: self._parent_made(done, generation))

    def _parent_made(self, result: Any, generation: int) -> None:
        if result.exception:
            self._fail(result, generation, f"create {self._task.election}")
        else:
            self._give(i.ParentMade(time.monotonic(), generation))

    def delete(self, command: c.Delete, generation: int) -> None:
        """Gone already is as good as deleted; anything else is told, to be tried again."""
        self.writes += 1
        result = self._client.delete_async(self.path(command.name))
        result.rawlink(lambda done: self._deleted(done, generation))

    def _deleted(self, result: Any, generation: int) -> None:
        if result.exception and not isinstance(result.exception, NoNodeError):
            self._fail(result, generation, "delete its znode")
        else:
            self._give(i.Deleted(time.monotonic(), generation))

    # -- reads --------------------------------------------------------------------------------

    def list_children(self, command: c.List, generation: int) -> None:
        """Children, acknowledgement and own znode in one MultiRead; before ZooKeeper 3.6 one
        after the other, the own znode last: it was there all the time if it is there then.
        """
        self._guard(command.name, generation)
        self.reads += 1
        sent_at = time.monotonic()
        reads: list[requests.Read] = [
            requests.ChildrenOf(self._task.election),
            requests.DataOf(self._task.acknowledgement),
        ]
        if command.name:
            reads.append(requests.DataOf(self.path(command.name)))
        if self._multi_read:
            requests.multi_read(
                self._client, reads, lambda done: self._listed(done, command, generation, sent_at)
            )
        else:
            self._read_apart(reads, [], generation, sent_at)

    def _guard(self, name: str | None, generation: int) -> None:
        """Watch the own znode, with a request of its own, sent ahead of the MultiRead: the
        server drops the watch flags of a MultiRead (see `requests.multi_read`).
        """
        if name is None or self._guarded == (name, generation):
            return
        self._guarded = (name, generation)
        self.reads += 1
        watcher = self._watcher(name, generation)
        requests.read_data(self._client, self.path(name), lambda _: None, watcher)

    def _listed(self, result: Any, command: c.List, generation: int, sent_at: float) -> None:
        if isinstance(result.exception, UnimplementedError):
            self._multi_read = False
            self.list_children(command, generation)
        elif result.exception:
            self._unread(result, generation)
        else:
            self._contact(result, sent_at)
            self._give(self._children(result.value, generation))

    def _read_apart(
        self, reads: list[requests.Read], answers: list[Any], generation: int, sent_at: float
    ) -> None:
        if not reads:
            self._give(i.Contact(time.monotonic(), sent_at))
            self._give(self._children(answers, generation))
            return
        first, rest = reads[0], reads[1:]

        def answered(result: Any) -> None:
            if isinstance(result.exception, UNANSWERED):
                return
            answers.append(result.exception or requests.as_answer(result.value))
            self._read_apart(rest, answers, generation, sent_at)

        requests.read_one(self._client, first, answered)

    def _children(self, answers: list[Any], generation: int) -> i.Input:
        names, written, *own = answers
        now = time.monotonic()
        if isinstance(names, Exception) and not isinstance(names, NoNodeError):
            return i.Failed(now, generation, f"cannot list {self._task.election}: {_words(names)}")
        listed = None if isinstance(names, Exception) else tuple(names)
        return i.Children(
            now, generation, listed, _own(own[0]) if own else None, _acknowledgement(written)
        )

    def read(self, command: c.Read, generation: int) -> None:
        """getData with a watch; where only its data is forbidden, exists with a watch."""
        self.reads += 1
        sent_at = time.monotonic()
        watcher = self._watcher(command.name, generation)
        requests.read_data(
            self._client,
            self.path(command.name),
            lambda done: self._node_read(done, command, generation, sent_at),
            watcher,
        )

    def _node_read(self, result: Any, command: c.Read, generation: int, sent_at: float) -> None:
        if isinstance(result.exception, NoAuthError):
            self._read_stat_instead(command, generation)
        elif result.exception and not isinstance(result.exception, NoNodeError):
            self._unread(result, generation)
        else:
            self._contact(result, sent_at)
            exists = result.exception is None
            self._give(i.NodeRead(time.monotonic(), generation, command.name, exists))

    def _read_stat_instead(self, command: c.Read, generation: int) -> None:
        def answered(result: Any) -> None:
            if result.exception:
                self._unread(result, generation)
                return
            exists = result.value is not None
            self._give(i.NodeRead(time.monotonic(), generation, command.name, exists))

        watcher = self._watcher(command.name, generation)
        requests.read_stat(self._client, self.path(command.name), answered, watcher)

    def _watcher(self, name: str, generation: int) -> requests.Watcher:
        def fired(event: WatchedEvent) -> None:
            now = time.monotonic()
            if self._guarded == (name, generation):
                self._guarded = None
            if event.type == EventType.DELETED:
                self._give(i.WatchFired(now, generation, name, "deleted"))
            elif event.type == EventType.CHANGED:
                self._give(i.WatchFired(now, generation, name, "changed"))

        return fired

    # -- acknowledging ------------------------------------------------------------------------

    def acknowledge(self, command: c.Acknowledge, generation: int) -> None:
        """In one transaction: the own znode still stands, and nobody wrote since it was read."""
        self.writes += 1
        written = json.dumps(
            {"znode": command.name, "epoch": command.epoch, "candidate": self._task.name}
        ).encode()
        transaction = self._client.transaction()
        transaction.check(self.path(command.name), -1)
        if command.version is None:
            transaction.create(self._task.acknowledgement, written)
        else:
            transaction.set_data(self._task.acknowledgement, written, command.version)
        transaction.commit_async().rawlink(lambda done: self._acknowledged(done, generation))

    def _acknowledged(self, result: Any, generation: int) -> None:
        """kazoo returns a transaction's errors among its results instead of raising them."""
        if result.exception:
            self._fail(result, generation, "write its acknowledgement")
            return
        errors = [one for one in result.value if isinstance(one, Exception)]
        grave = [one for one in errors if not isinstance(one, OVERTAKEN)]
        now = time.monotonic()
        if grave:
            reason = f"cannot write its acknowledgement: {_words(grave[0])}"
            self._give(i.Failed(now, generation, reason))
        elif errors:
            self._give(i.AcknowledgementRefused(now, generation))
        else:
            self._give(i.Acknowledged(now, generation))

    # -- trouble ------------------------------------------------------------------------------

    def _unread(self, result: Any, generation: int) -> None:
        if not isinstance(result.exception, UNANSWERED):
            self._fail(result, generation, "read the election")

    def _fail(self, result: Any, generation: int, what: str) -> None:
        reason = f"cannot {what}: {_words(result.exception)}"
        self._give(i.Failed(time.monotonic(), generation, reason))


def _own(answer: Any) -> i.Own | None:
    if isinstance(answer, Exception):
        return None
    return i.Own(answer.stat.ephemeralOwner, answer.stat.czxid)


def _acknowledgement(answer: Any) -> i.Acknowledgement | None:
    """Whatever stands in the znode: data that is not ours says no epoch and is written over."""
    if isinstance(answer, Exception):
        return None
    try:
        epoch = json.loads(answer.data or b"null")["epoch"]
    except (ValueError, TypeError, KeyError):
        epoch = None
    return i.Acknowledgement(answer.stat.version, epoch if isinstance(epoch, int) else None)


def _words(error: BaseException) -> str:
    known = {"NoAuthError": "no permission (ACL)", "QuotaExceededError": "quota exceeded"}
    name = type(error).__name__
    return known.get(name, str(error) or name)
