"""A recipe's reads as requests to ZooKeeper; the answers, and what watches tell, as inputs.

Everything here runs on the in-order thread, and nothing blocks.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import (
    ConnectionClosedError,
    ConnectionLoss,
    NoNodeError,
    OperationTimeoutError,
    SessionExpiredError,
    UnimplementedError,
)
from kazoo.protocol.states import EventType

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.kinds import STRATEGIES
from app.workers.channel import Task
from app.zookeeper import requests
from app.zookeeper.watching import Event, Watcher

Give = Callable[[i.Input], None]

UNANSWERED = (ConnectionLoss, ConnectionClosedError, SessionExpiredError, OperationTimeoutError)


class Reading:
    """Carries out the reads of one candidate. `give` takes the inputs that follow."""

    def __init__(self, client: KazooClient, task: Task, give: Give) -> None:
        self._client = client
        self._task = task
        self._give = give
        self._guarded: tuple[str, int] | None = None
        self.reads = 0

    def heartbeat(self) -> None:
        """Ask the server for anything: its answer is what keeps the session's clock going."""
        sent_at = time.monotonic()
        session = self._client.client_id

        def answered(result: Any) -> None:
            if isinstance(result.exception, SessionExpiredError):
                self._hang_up(session)
            self._contact(result, sent_at)

        requests.read_stat(self._client, "/", answered)

    def _hang_up(self, session: Any) -> None:
        """A connection can outlive its session, which somebody has ended over another one: the
        server answers everything there by "expired", and kazoo makes nothing of it. Over a new
        connection it is told properly.
        """
        if self._client.connected and self._client.client_id == session:
            requests.hang_up(self._client)

    def _contact(self, result: Any, sent_at: float) -> None:
        """An error is an answer too; only a broken connection is none."""
        if not isinstance(result.exception, UNANSWERED):
            self._give(i.Contact(time.monotonic(), sent_at))

    def path(self, name: str) -> str:
        """The path of a znode that is named relative to the recipe's parent."""
        return f"{self._task.path.rstrip('/')}/{name}"

    # -- the list of children -------------------------------------------------------------------

    def list_children(self, command: c.List, generation: int) -> None:
        """All in one MultiRead; before ZooKeeper 3.6 one after the other, the own znode last: it
        was there all the time if it is there then.
        """
        if command.watch:
            self._guard(command.name, generation)
        self.reads += 1
        sent_at = time.monotonic()
        wanted = self._wanted(command)
        if len(wanted) == 1:
            self._ask_names(None, generation, sent_at)
        elif self._client.handler.capabilities.multi_reads:
            requests.multi_read(
                self._client,
                list(wanted.values()),
                lambda done: self._listed(done, command, generation, sent_at),
            )
        else:
            self._read_apart(wanted, {}, generation, sent_at)

    def _wanted(self, command: c.List) -> dict[str, requests.Read]:
        """Only an election's leader acknowledges anything."""
        wanted: dict[str, requests.Read] = {"names": requests.ChildrenOf(self._task.path)}
        if self._task.recipe in STRATEGIES:
            wanted["acknowledgement"] = requests.DataOf(self._task.acknowledgement)
        if command.newest:
            wanted["newest"] = requests.DataOf(self._task.version)
        if command.name:
            wanted["own"] = requests.DataOf(self.path(command.name))
        return wanted

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
            self.list_children(command, generation)
        elif result.exception:
            self._unread(result, generation)
        else:
            self._contact(result, sent_at)
            answers = dict(zip(self._wanted(command), result.value, strict=True))
            self._give(self._children(answers, generation))

    def _read_apart(
        self,
        wanted: dict[str, requests.Read],
        answers: dict[str, Any],
        generation: int,
        sent_at: float,
    ) -> None:
        left = [key for key in wanted if key not in answers]
        if not left:
            self._give(i.Contact(time.monotonic(), sent_at))
            self._give(self._children(answers, generation))
            return

        def answered(result: Any) -> None:
            if isinstance(result.exception, UNANSWERED):
                return
            answers[left[0]] = result.exception or requests.as_answer(result.value)
            self._read_apart(wanted, answers, generation, sent_at)

        requests.read_one(self._client, wanted[left[0]], answered)

    def list_watching(self, command: c.ListWatching, generation: int) -> None:
        """getChildren with a watch; on a missing parent it fails and sets none."""
        self.reads += 1
        watcher = self._watcher(i.PARENT, generation)
        self._ask_names(watcher, generation, time.monotonic())

    def _ask_names(self, watcher: Watcher | None, generation: int, sent_at: float) -> None:
        def answered(result: Any) -> None:
            if result.exception and not isinstance(result.exception, NoNodeError):
                self._unread(result, generation)
                return
            self._contact(result, sent_at)
            self._give(self._children({"names": result.exception or result.value}, generation))

        requests.read_children(self._client, self._task.path, answered, watcher)

    def _children(self, answers: dict[str, Any], generation: int) -> i.Input:
        names, now = answers["names"], time.monotonic()
        if isinstance(names, Exception) and not isinstance(names, NoNodeError):
            return i.Failed(now, generation, f"cannot list {self._task.path}: {words(names)}")
        return i.Children(
            now,
            generation,
            None if isinstance(names, Exception) else tuple(names),
            _own(answers.get("own")),
            _acknowledgement(answers.get("acknowledgement")),
            _newest(answers.get("newest")),
        )

    # -- one znode ------------------------------------------------------------------------------

    def read(self, command: c.Read, generation: int) -> None:
        """getData with a watch. Where that is forbidden, `exists` is no way around: its watch would
        keep silent of the znode's end (CVE-2024-23944), and it needs READ too (ZOOKEEPER-2590).
        """
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
        if result.exception and not isinstance(result.exception, NoNodeError):
            self._unread(result, generation, self.path(command.name))
        else:
            self._contact(result, sent_at)
            exists = result.exception is None
            self._give(i.NodeRead(time.monotonic(), generation, command.name, exists))

    def _watcher(self, name: str, generation: int) -> Watcher:
        def fired(event: Event) -> None:
            now = time.monotonic()
            if self._guarded == (name, generation):
                self._guarded = None
            what = _EVENTS.get(event.type)
            if name == i.PARENT and what is not None:
                self._give(i.WatchFired(now, generation, name, "children", event.zxid))
            elif what is not None:
                self._give(i.WatchFired(now, generation, name, what, event.zxid))

        return fired

    # -- trouble ------------------------------------------------------------------------------

    def _unread(self, result: Any, generation: int, path: str | None = None) -> None:
        if not isinstance(result.exception, UNANSWERED):
            self._fail(result, generation, f"read {path or self._task.path}")

    def _fail(self, result: Any, generation: int, what: str) -> None:
        reason = f"cannot {what}: {words(result.exception)}"
        self._give(i.Failed(time.monotonic(), generation, reason))


_EVENTS: dict[str, Any] = {
    EventType.DELETED: "deleted",
    EventType.CHANGED: "changed",
    EventType.CHILD: "children",
}


def _own(answer: Any) -> i.Own | None:
    if answer is None or isinstance(answer, Exception):
        return None
    return i.Own(answer.stat.ephemeralOwner, answer.stat.czxid)


def _acknowledgement(answer: Any) -> i.Acknowledgement | None:
    """Whatever stands in the znode: data that is not ours says no epoch and is written over."""
    if answer is None or isinstance(answer, Exception):
        return None
    try:
        epoch = json.loads(answer.data or b"null")["epoch"]
    except (ValueError, TypeError, KeyError, RecursionError):
        epoch = None
    epoch = epoch if isinstance(epoch, int) else None
    return i.Acknowledgement(answer.stat.version, epoch, answer.stat.mzxid)


def _newest(answer: Any) -> int | None:
    """A decimal number; anything else that stands there says nothing."""
    data = (getattr(answer, "data", None) or b"").strip()
    return int(data) if data.isdigit() and len(data) < 16 else None


def words(error: BaseException) -> str:
    """An error of ZooKeeper's in words for people."""
    known = {"NoAuthError": "no permission (ACL)", "QuotaExceededError": "quota exceeded"}
    name = type(error).__name__
    return known.get(name, str(error) or name)
