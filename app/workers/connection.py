"""A recipe's commands as requests to ZooKeeper; the answers as inputs.

Everything here runs on the in-order thread, and nothing blocks.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any, ClassVar

from kazoo.client import KazooClient
from kazoo.exceptions import (
    BadVersionError,
    NodeExistsError,
    NoNodeError,
    RolledBackError,
    RuntimeInconsistency,
)

from app.recipes import commands as c
from app.recipes import inputs as i
from app.workers.channel import Task
from app.workers.reading import UNANSWERED, Give, Reading, words
from app.zookeeper import requests

OVERTAKEN = (
    BadVersionError,
    NodeExistsError,
    NoNodeError,
    RolledBackError,
    RuntimeInconsistency,
)


class Connection(Reading):
    """Carries out the commands of one candidate. `data` is that of its own znode.

    REQUESTS: command -> the method that carries it out, called with it and its generation.
    """

    REQUESTS: ClassVar[Mapping[type[c.Command], str]] = {
        c.Create: "create",
        c.Claim: "claim",
        c.MakeParent: "make_parent",
        c.List: "list_children",
        c.ListWatching: "list_watching",
        c.Read: "read",
        c.Delete: "delete",
        c.Acknowledge: "acknowledge",
    }

    def __init__(self, client: KazooClient, task: Task, data: bytes, give: Give) -> None:
        super().__init__(client, task, give)
        self._data = data
        self.writes = 0
        self.failed = 0

    @property
    def counters(self) -> dict[str, int]:
        """Requests so far; `failed` are creates that somebody else had made already."""
        return {"reads": self.reads, "writes": self.writes, "failed": self.failed}

    # -- create and delete --------------------------------------------------------------------

    def create(self, command: c.Create, generation: int) -> None:
        """SEQUENCE and EPHEMERAL."""
        self._create(command.prefix, generation, sequence=True)

    def claim(self, command: c.Claim, generation: int) -> None:
        """EPHEMERAL, under a name that others want too."""
        self._create(command.name, generation, sequence=False)

    def _create(self, name: str, generation: int, *, sequence: bool) -> None:
        """A lost answer is told as such, for it may have happened."""
        self.writes += 1
        sent_at = time.monotonic()
        result = self._client.create_async(
            self.path(name), self._data, ephemeral=True, sequence=sequence
        )
        result.rawlink(lambda done: self._created(done, generation, sent_at))

    def _created(self, result: Any, generation: int, sent_at: float) -> None:
        self._contact(result, sent_at)
        now = time.monotonic()
        if isinstance(result.exception, UNANSWERED):
            self._give(i.CreateReplyLost(now, generation))
        elif isinstance(result.exception, NoNodeError):
            self._give(i.ParentMissing(now, generation))
        elif isinstance(result.exception, NodeExistsError):
            self.failed += 1
            self._give(i.Taken(now, generation))
        elif result.exception:
            self._fail(result, generation, "create its znode")
        else:
            self._give(i.Created(now, generation, result.value.rpartition("/")[2]))

    def make_parent(self, command: c.MakeParent, generation: int) -> None:
        """The parent and all above it, the chroot too; another candidate may be faster."""
        self.writes += 1
        requests.make_chroot(self._client)
        result = self._client.ensure_path_async(self._task.path)
        result.rawlink(lambda done: self._parent_made(done, generation))

    def _parent_made(self, result: Any, generation: int) -> None:
        if result.exception:
            self._fail(result, generation, f"create {self._task.path}")
        else:
            self._give(i.ParentMade(time.monotonic(), generation))

    def delete(self, command: c.Delete, generation: int) -> None:
        """Gone already is as good as deleted; anything else is told, to be tried again."""
        self.writes += 1
        path = self.path(command.name)
        requests.delete(self._client, path, lambda done: self._deleted(done, generation))

    def _deleted(self, result: Any, generation: int) -> None:
        if result.exception and not isinstance(result.exception, NoNodeError):
            self._fail(result, generation, "delete its znode")
        else:
            self._give(i.Deleted(time.monotonic(), generation))

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
            reason = f"cannot write its acknowledgement: {words(grave[0])}"
            self._give(i.Failed(now, generation, reason))
        elif errors:
            self._give(i.AcknowledgementRefused(now, generation))
        else:
            self._give(i.Acknowledged(now, generation))
