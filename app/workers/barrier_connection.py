"""The commands of a double barrier as requests to ZooKeeper; the answers as inputs.

Everything here runs on the in-order thread, and nothing blocks.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any, ClassVar

from kazoo.protocol.states import EventType

from app.recipes import commands as c
from app.recipes import gate as g
from app.recipes import inputs as i
from app.workers.parents import ParentsConnection
from app.workers.survey import Survey
from app.zookeeper import requests
from app.zookeeper.watching import Event, Watcher


class BarrierConnection(ParentsConnection):
    """Carries out the commands of one process."""

    PARENTS = g.PARENTS
    REQUESTS: ClassVar[Mapping[type[c.Command], str]] = {
        **ParentsConnection.REQUESTS,
        g.FindRound: "find_round",
        g.Look: "look",
        g.Open: "open_round",
        g.Reopen: "reopen_round",
        g.Clear: "clear",
    }

    def _watcher(self, name: str, generation: int) -> Watcher:
        """A watch on a znode that does not exist yet hears of its creation, too."""
        known = super()._watcher(name, generation)

        def fired(event: Event) -> None:
            if event.type == EventType.CREATED:
                now = time.monotonic()
                self._give(i.WatchFired(now, generation, name, "created", event.zxid))
            else:
                known(event)

        return fired

    def find_round(self, command: g.FindRound, generation: int) -> None:
        """Those that have begun: their ready znodes stand, or somebody stands for the next one."""
        sent_at = time.monotonic()
        survey = Survey(lambda answers: self._found(answers, generation, sent_at))
        places = {parent: survey.place(parent) for parent in g.PARENTS}
        for parent, take in places.items():
            self.reads += 1
            requests.read_children(self._client, self.path(parent), take)

    def _found(self, answers: Mapping[str, Any], generation: int, sent_at: float) -> None:
        if not self._can_use(answers.values(), generation, sent_at, "read the barrier"):
            return
        latest = _latest(answers[g.READY], answers[g.PROCESSES])
        self._give(g.RoundFound(time.monotonic(), generation, latest))

    def look(self, command: g.Look, generation: int) -> None:
        """In one flight. The own znode first: what befalls it after that fires its watch, and what
        befell it before, the list that is read behind it shows. Then exists with a watch, so that
        also the creation is told; then what it says, and the lists.
        """
        sent_at = time.monotonic()
        ready = g.ready_name(command.round)
        survey = Survey(lambda answers: self._looked(answers, generation, sent_at))
        places = [survey.place(key) for key in ("guard", "said", "names", "rounds")]
        guard, said, names, rounds = places
        self.reads += len(places)
        if command.own:
            own = g.process_name(command.own)
            self.reads += 1
            guarding = self._watcher(own, generation)
            requests.read_data(self._client, self.path(own), lambda _: None, guarding)
        requests.read_stat(self._client, self.path(ready), guard, self._watcher(ready, generation))
        requests.read_data(self._client, self.path(ready), said)
        requests.read_children(self._client, self.path(g.PROCESSES), names)
        requests.read_children(self._client, self.path(g.READY), rounds)

    def _looked(self, answers: Mapping[str, Any], generation: int, sent_at: float) -> None:
        if not self._can_use(answers.values(), generation, sent_at, "read the barrier"):
            return
        names, said = answers["names"], answers["said"]
        latest = _latest(answers["rounds"], names)
        there = None if latest is None else tuple(names.value)
        members = None if said.exception else _members(said.value[0])
        self._give(g.Looked(time.monotonic(), generation, there, members, latest or 0))

    def open_round(self, command: g.Open, generation: int) -> None:
        """All stand, and the ready znode that names them is created: both or nothing."""
        transaction = self._client.transaction()
        for name in command.members:
            transaction.check(self.path(g.process_name(name)), -1)
        self._begin(transaction, command, generation)

    def reopen_round(self, command: g.Reopen, generation: int) -> None:
        """Some of those that it names may have left already."""
        self._begin(self._client.transaction(), command, generation)

    def _begin(self, transaction: Any, command: g.Open | g.Reopen, generation: int) -> None:
        said = json.dumps({"members": command.members, "by": self._task.name}).encode()
        transaction.create(self.path(g.ready_name(command.round)), said)
        self._commit(
            transaction,
            lambda now, _: g.Opened(now, generation),
            lambda now: g.OpenRefused(now, generation),
            generation,
            "begin the round",
        )

    def clear(self, command: g.Clear, generation: int) -> None:
        """Another one may be faster; nobody waits for it."""
        self.writes += 1
        self._client.delete_async(self.path(g.ready_name(command.round)))


def _latest(ready: Any, processes: Any) -> int | None:
    """None where one of the lists is missing."""
    if ready.exception or processes.exception:
        return None
    return g.latest_of(ready.value, processes.value)


def _members(data: bytes) -> tuple[str, ...]:
    """Anybody may have written it: what is not ours names nobody."""
    try:
        document = json.loads(data or b"null")
        members = document.get("members") if isinstance(document, dict) else None
    except (ValueError, RecursionError):
        return ()
    return tuple(str(name) for name in members) if isinstance(members, list) else ()
