"""The commands of a provider as requests to ZooKeeper; the answers as inputs.

Everything here runs on the in-order thread, and nothing blocks.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any, ClassVar

from kazoo.client import KazooClient
from kazoo.exceptions import BadVersionError, NoNodeError

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes import naming_service as n
from app.workers.channel import Task
from app.workers.reading import UNANSWERED, Give
from app.workers.watching_connection import WatchingConnection


class NamingConnection(WatchingConnection):
    """Carries out the commands of one provider. Its znode says its address, and which process it
    is.
    """

    REQUESTS: ClassVar[Mapping[type[c.Command], str]] = {
        **WatchingConnection.REQUESTS,
        n.Enter: "enter",
        n.Readdress: "readdress",
        n.Remove: "remove",
    }

    def __init__(self, client: KazooClient, task: Task, data: bytes, give: Give) -> None:
        super().__init__(client, task, data, give)
        self._process = {
            **json.loads(data or b"{}"),
            "incarnation": task.settings.get("incarnation"),
        }

    def _says(self, address: str) -> bytes:
        return json.dumps({"address": address, **self._process}).encode()

    def enter(self, command: n.Enter, generation: int) -> None:
        """EPHEMERAL, under the name."""
        self._data = self._says(command.address)
        self._create(command.name, generation, sequence=False)

    def readdress(self, command: n.Readdress, generation: int) -> None:
        """setData, over the version that was read."""
        self.writes += 1
        path, data = self.path(command.name), self._says(command.address)
        result = self._client.set_async(path, data, command.version)
        result.rawlink(lambda done: self._changed(done, generation, n.Readdressed, "change"))

    def remove(self, command: n.Remove, generation: int) -> None:
        """Gone already is as good as removed."""
        self.writes += 1
        result = self._client.delete_async(self.path(command.name), command.version)
        result.rawlink(lambda done: self._changed(done, generation, i.Deleted, "delete"))

    def _changed(self, result: Any, generation: int, done: type[i.Reply], word: str) -> None:
        """A lost answer is looked for after the reconnect."""
        now, error = time.monotonic(), result.exception
        gone = isinstance(error, NoNodeError)
        if error is None or (gone and done is i.Deleted):
            self._give(done(now, generation))
        elif gone or isinstance(error, BadVersionError):
            self._give(n.Overtaken(now, generation))
        elif not isinstance(error, UNANSWERED):
            self._fail(result, generation, f"{word} its znode")
