"""The commands of a queue as requests to ZooKeeper; the answers as inputs.

Everything here runs on the in-order thread, and nothing blocks.
What was not answered is told by nobody: after the reconnect the recipe reads what has happened.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from kazoo.exceptions import NodeExistsError, NoNodeError

from app.recipes import commands as c
from app.recipes import goods as g
from app.recipes import inputs as i
from app.workers.parents import ParentsConnection
from app.workers.reading import UNANSWERED
from app.workers.survey import Survey
from app.zookeeper import requests

_LISTED = (g.ITEMS, g.CLAIMS, g.LINE)
_WATCHED = (g.ITEMS, g.CLAIMS)


class QueueConnection(ParentsConnection):
    """Carries out the commands of one producer or consumer."""

    PARENTS = g.PARENTS
    REQUESTS: ClassVar[Mapping[type[c.Command], str]] = {
        **ParentsConnection.REQUESTS,
        g.Survey: "survey",
        g.Inspect: "inspect",
        g.Take: "take",
        g.Finish: "finish",
        g.OpenLedger: "open_ledger",
        g.Put: "put",
    }

    # -- reads ----------------------------------------------------------------------------------

    def survey(self, command: g.Survey, generation: int) -> None:
        """Three lists in one flight."""
        sent_at = time.monotonic()
        survey = Survey(lambda answers: self._surveyed(answers, generation, sent_at))
        places = {parent: survey.place(parent) for parent in _LISTED}
        for parent, take in places.items():
            self.reads += 1
            watched = command.watch and parent in _WATCHED
            watcher = self._watcher(parent, generation) if watched else None
            requests.read_children(self._client, self.path(parent), take, watcher)

    def _surveyed(self, answers: Mapping[str, Any], generation: int, sent_at: float) -> None:
        if not self._can_use(answers.values(), generation, sent_at, "read the queue"):
            return
        lists = [answers[parent] for parent in _LISTED]
        names = [None if one.exception else tuple(one.value) for one in lists]
        self._give(g.Surveyed(time.monotonic(), generation, *names))

    def inspect(self, command: g.Inspect, generation: int) -> None:
        """The item, and the claim on it where its owner is asked for."""
        sent_at = time.monotonic()
        survey = Survey(lambda answers: self._inspected(answers, command, generation, sent_at))
        item = survey.place("item")
        claim = survey.place("claim") if command.owner else None
        self.reads += 1
        requests.read_data(self._client, self.path(g.item_name(command.item)), item)
        if claim:
            self.reads += 1
            requests.read_data(self._client, self.path(g.claim_name(command.item)), claim)

    def _inspected(
        self, answers: Mapping[str, Any], command: g.Inspect, generation: int, sent_at: float
    ) -> None:
        if not self._can_use(answers.values(), generation, sent_at, "read the item"):
            return
        item, claim = answers["item"], answers.get("claim")
        data, stat = (b"", None) if item.exception else item.value
        version = stat.version if stat else None
        owner = claim.value[1].ephemeralOwner if claim and not claim.exception else None
        now = time.monotonic()
        self._give(g.Inspected(now, generation, command.item, version, data, owner))

    # -- transactions -----------------------------------------------------------------------------

    def take(self, command: g.Take, generation: int) -> None:
        """The item's version, the claim, the place in the line."""
        transaction = self._client.transaction()
        item = self.path(g.item_name(command.item))
        transaction.set_data(item, command.data, command.version)
        transaction.create(self.path(g.claim_name(command.item)), self._data, ephemeral=True)
        if command.place:
            transaction.delete(self.path(command.place))
        done, refused = g.Claimed, g.ClaimRefused
        self._commit(
            transaction,
            lambda now, _: done(now, generation, command.item),
            lambda now: refused(now, generation, command.item),
            generation,
            "claim an item",
        )

    def finish(self, command: g.Finish, generation: int) -> None:
        """The item of that version, and the claim. The item first: whoever sees it go knows whose
        it was.
        """
        transaction = self._client.transaction()
        transaction.delete(self.path(g.item_name(command.item)), command.version)
        transaction.delete(self.path(g.claim_name(command.item)))
        self._commit(
            transaction,
            lambda now, _: g.Finished(now, generation, command.item),
            lambda now: g.FinishRefused(now, generation, command.item),
            generation,
            "take its item out",
        )

    def put(self, command: g.Put, generation: int) -> None:
        """The items, and the ledger that tells of them."""
        transaction = self._client.transaction()
        for data in command.items:
            transaction.create(self.path(g.item_name(g.PREFIX)), data, sequence=True)
        total = str(command.total).encode()
        transaction.set_data(self.path(command.ledger), total, command.version)
        self._commit(
            transaction,
            lambda now, created: g.WasPut(now, generation, _names(created[:-1])),
            lambda now: g.PutRefused(now, generation),
            generation,
            "put an item",
        )

    # -- the ledger -------------------------------------------------------------------------------

    def open_ledger(self, command: g.OpenLedger, generation: int) -> None:
        """Create it; it may stand already. Then read it, in the same flight."""
        self.writes += 1
        self.reads += 1
        sent_at = time.monotonic()
        path = self.path(command.ledger)
        survey = Survey(lambda answers: self._ledger_read(answers, generation, sent_at))
        created, read = survey.place("created"), survey.place("read")
        self._client.create_async(path, b"0").rawlink(created)
        requests.read_data(self._client, path, read)

    def _ledger_read(self, answers: Mapping[str, Any], generation: int, sent_at: float) -> None:
        created, read = answers["created"], answers["read"]
        errors = (created.exception, read.exception)
        if any(isinstance(error, UNANSWERED) for error in errors):
            return
        self._give(i.Contact(time.monotonic(), sent_at))
        now = time.monotonic()
        if isinstance(created.exception, NoNodeError):
            self._give(i.ParentMissing(now, generation))
        elif read.exception or not isinstance(created.exception, NodeExistsError | None):
            self._fail(read if read.exception else created, generation, "open its ledger")
        else:
            data, stat = read.value
            total = int(data) if data.isdigit() and len(data) < 16 else 0
            self._give(g.LedgerRead(now, generation, stat.version, total))


def _names(created: Sequence[str]) -> tuple[str, ...]:
    return tuple(path.rpartition("/")[2] for path in created)
