"""The commands of membership as requests to ZooKeeper; the answers as inputs.

Everything here runs on the in-order thread, and nothing blocks.
"""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Mapping
from typing import Any, ClassVar

from kazoo.client import KazooClient
from kazoo.exceptions import BadVersionError, NoAuthError, NodeExistsError, NoNodeError
from kazoo.hosts import collect_hosts

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes import roll as r
from app.workers.channel import Task
from app.workers.parents import ParentsConnection
from app.workers.reading import UNANSWERED, Give
from app.workers.survey import Survey, Take
from app.zookeeper import requests

_REFUSALS = (BadVersionError, NodeExistsError)


class GroupConnection(ParentsConnection):
    """Carries out the commands of one node. Its live znode says which process it is; its entry in
    `all_nodes` says that, the machine's address as ZooKeeper sees it, and since when it runs.
    """

    PARENTS = r.PARENTS
    REQUESTS: ClassVar[Mapping[type[c.Command], str]] = {
        **ParentsConnection.REQUESTS,
        r.Survey: "survey",
        r.ReadList: "read_list",
        r.Register: "register",
    }

    def __init__(self, client: KazooClient, task: Task, data: bytes, give: Give) -> None:
        process = {**json.loads(data), "incarnation": task.settings.get("incarnation")}
        super().__init__(client, task, json.dumps(process).encode(), give)
        more = {"address": own_address(task.hosts), "started": round(time.time(), 3)}
        self._information = json.dumps({**process, **more}).encode()

    # -- reads ----------------------------------------------------------------------------------

    def survey(self, command: r.Survey, generation: int) -> None:
        """Four reads in one flight; a watch is set by those that find something."""
        sent_at = time.monotonic()
        own = r.live_name(command.identity)
        survey = Survey(lambda answers: self._surveyed(answers, generation, sent_at))
        for parent in r.PARENTS:
            self._read_names(parent, generation, survey.place(parent))
        self._read_own(own, generation, survey.place("standing"))
        entry = self.path(r.known_name(command.identity))
        self.reads += 1
        requests.read_data(self._client, entry, survey.place("entry"))

    def _read_names(self, parent: str, generation: int, take: Take) -> None:
        self.reads += 1
        watcher = self._watcher(parent, generation)
        requests.read_children(self._client, self.path(parent), take, watcher)

    def _read_own(self, name: str, generation: int, take: Take) -> None:
        """With a watch. Where another process's data is forbidden, its owner can be read still."""
        self.reads += 1
        path = self.path(name)

        def answered(result: Any) -> None:
            if isinstance(result.exception, NoAuthError):
                requests.read_stat(self._client, path, take, self._watcher(name, generation))
            else:
                take(result)

        requests.read_data(self._client, path, answered, self._watcher(name, generation))

    def _surveyed(self, answers: Mapping[str, Any], generation: int, sent_at: float) -> None:
        if not self._can_use(answers.values(), generation, sent_at, "read the group"):
            return
        known, live = (_names(answers[parent]) for parent in r.PARENTS)
        standing, entry = _standing(answers["standing"]), _entry(answers["entry"])
        self._give(r.Surveyed(time.monotonic(), generation, known, live, standing, entry))

    def read_list(self, command: r.ReadList, generation: int) -> None:
        """getChildren with a watch; on a missing parent it fails and sets none."""
        sent_at = time.monotonic()

        def answered(result: Any) -> None:
            if not _is_answer(result):
                self._unread(result, generation)
                return
            self._contact(result, sent_at)
            now = time.monotonic()
            self._give(r.ListRead(now, generation, command.parent, _names(result)))

        self._read_names(command.parent, generation, answered)

    # -- writes ---------------------------------------------------------------------------------

    def register(self, command: r.Register, generation: int) -> None:
        """The entry in `all_nodes`: created, or written over as it was read."""
        self.writes += 1
        path = self.path(r.known_name(command.identity))
        if command.version is None:
            result = self._client.create_async(path, self._information)
        else:
            result = self._client.set_async(path, self._information, command.version)
        result.rawlink(lambda done: self._registered(done, generation, command.version is None))

    def _registered(self, result: Any, generation: int, is_new: bool) -> None:
        """An answer that was lost is read for after the reconnect."""
        now, error = time.monotonic(), result.exception
        if error is None:
            self._give(r.Registered(now, generation))
        elif isinstance(error, _REFUSALS) or (isinstance(error, NoNodeError) and not is_new):
            self._give(r.RegistrationRefused(now, generation))
        elif isinstance(error, NoNodeError):
            self._give(i.ParentMissing(now, generation))
        elif not isinstance(error, UNANSWERED):
            self._fail(result, generation, "write its entry")


def own_address(hosts: str) -> str | None:
    """The address from which this machine reaches the first of ZooKeeper's; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(collect_hosts(hosts)[0][0])
            return str(probe.getsockname()[0])
        except (OSError, IndexError):
            return None


def _is_answer(result: Any) -> bool:
    return result.exception is None or isinstance(result.exception, NoNodeError)


def _names(result: Any) -> tuple[str, ...] | None:
    return None if result.exception else tuple(result.value)


def _standing(result: Any) -> r.Standing | None:
    """From getData, a pair, or from exists, a stat."""
    if result.exception or result.value is None:
        return None
    data, stat = result.value if type(result.value) is tuple else (None, result.value)
    return r.Standing(stat.ephemeralOwner, _incarnation(data))


def _entry(result: Any) -> r.Entry | None:
    if result.exception:
        return None
    data, stat = result.value
    return r.Entry(stat.version, _incarnation(data))


def _incarnation(data: bytes | None) -> str | None:
    """Anybody may have written the znode."""
    try:
        document = json.loads(data or b"null")
        found = document.get("incarnation") if isinstance(document, dict) else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, str) else None
