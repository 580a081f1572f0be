"""The classic mistakes, planted one at a time, to see that the simulation catches each.

The numbers are those of docs/correctness.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

from kazoo.protocol.states import KazooState

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes import predecessor as recipe_module
from app.recipes.naming import parse_sequence
from app.recipes.phases import LEADING, Intent, Phase
from app.recipes.predecessor import PredecessorElection
from app.recipes.volunteer import Commands
from app.workers import candidate as candidate_module
from app.workers import connection as connection_module
from app.workers.candidate import Candidate
from app.workers.connection import Connection
from app.zookeeper import requests
from tests.simulation.machine import machine
from tests.simulation.process import Process


class WithoutGuid(PredecessorElection):
    """1: a create whose answer was lost is simply done again."""

    def _is_mine(self, name: str) -> bool:
        return False


class OwnerUnread(PredecessorElection):
    """2, 3: whatever bears its name counts as its own (with one GUID for life)."""

    def _owns(self, own: i.Own | None) -> bool:
        return own is not None


class LeadingWhileSuspended(PredecessorElection):
    """4: goes on leading while the connection is lost."""

    def _suspended(self, given: i.Suspended) -> Commands:
        return [] if self.phase in LEADING else super()._suspended(given)


class WithoutDeadline(PredecessorElection):
    """4: believes in its session until a server says otherwise."""

    def _check_clock(self, at: float) -> Commands:
        return []

    def _tick(self, given: i.Tick) -> Commands:
        return super()._tick(given) if given.at < self.deadline else []


class WithoutListingAgain(PredecessorElection):
    """5, 11: after a reconnect waits on, for a watch that has gone with the connection."""

    def _restored(self, given: i.Restored) -> Commands:
        waited = self.step == "watch predecessor" and given.session == self.session
        commands = super()._restored(given)
        if waited:
            self.phase = Phase.WAITING
            return [one for one in commands if isinstance(one, c.WakeAt)]
        return commands


class CreatingAnew(PredecessorElection):
    """5: deletes and creates after a reconnect (CURATOR-644, 645)."""

    def _restored(self, given: i.Restored) -> Commands:
        if given.session == self.session and self.name and self._intent is Intent.STAY:
            self._intent = Intent.REQUEUE
        return super()._restored(given)


class StaleReplies(PredecessorElection):
    """5: acts on what belongs to a plan given up."""

    def _is_void(self, given: i.Input) -> bool:
        return False


class TrustingTheWatch(PredecessorElection):
    """6: leads when the predecessor's watch fires."""

    _last: i.Children

    def _listed(self, given: i.Children) -> Commands:
        self._last = given
        return super()._listed(given)

    def _fired(self, given: i.WatchFired) -> Commands:
        if given.name == self.watched and given.event == "deleted":
            self.watched = None
            return self._lead(self._last)
        return super()._fired(given)


class TrustingTheRead(TrustingTheWatch):
    """6: leads when the predecessor is gone before it could be watched."""

    def _fired(self, given: i.WatchFired) -> Commands:
        return PredecessorElection._fired(self, given)

    def _predecessor_read(self, given: i.NodeRead) -> Commands:
        return super()._predecessor_read(given) if given.exists else self._lead(self._last)


class BlindToItsOwnEnd(PredecessorElection):
    """7: does not hear that its own znode was deleted."""

    def _own_fired(self, given: i.WatchFired) -> Commands:
        return [] if given.event == "deleted" else super()._own_fired(given)


class WatchNotRearmed(PredecessorElection):
    """7, 11: does not watch its own znode again after a change of its data."""

    def _own_fired(self, given: i.WatchFired) -> Commands:
        return [] if given.event == "changed" else super()._own_fired(given)


class WithoutParent(PredecessorElection):
    """8: waits for somebody else to make the election."""

    def _parent_missing(self, given: i.ParentMissing) -> Commands:
        return self._back_off("there is no election")


class CleaningUpOnce(PredecessorElection):
    """9: a delete that failed counts as done (kazoo #732)."""

    def _failed(self, given: i.Failed) -> Commands:
        return self._withdrawn(None) if self.phase is Phase.WITHDRAWING else super()._failed(given)


class DeafToLaterEpochs(PredecessorElection):
    """13: leads although a later epoch is acknowledged."""

    def _lead(self, given: i.Children) -> Commands:
        read = given.acknowledgement
        unsaid = read and i.Acknowledgement(read.version, None)
        return super()._lead(i.Children(given.at, given.generation, given.names, given.own, unsaid))


class MakingANewConnectionTwice(PredecessorElection):
    """1: told of one connection twice, creates twice (found by this simulation)."""

    def _break_off(self, reason: str) -> Commands:
        return [] if reason == "the connection was made anew" else super()._break_off(reason)


class VoidWatchRemembered(PredecessorElection):
    """11: says that it watches what it no longer listens to (found by this simulation)."""

    def _void_replies(self) -> None:
        watched = self.watched
        super()._void_replies()
        self.watched = watched


# -- mistakes of the candidate around the recipe ------------------------------------------------


def _acknowledge_unchecked(self: Connection, command: c.Acknowledge, generation: int) -> None:
    """13: the acknowledgement is written without a check of the own znode."""
    transaction, path = self._client.transaction(), self._task.acknowledgement
    data = json.dumps({"znode": command.name, "epoch": command.epoch}).encode()
    if command.version is None:
        transaction.create(path, data)
    else:
        transaction.set_data(path, data, command.version)
    transaction.commit_async().rawlink(lambda done: self._acknowledged(done, generation))


def _contact_on_arrival(self: Connection, result: Any, sent_at: float) -> None:
    """4: the clock runs from the arrival of an answer instead of the sending of its request."""
    if not isinstance(result.exception, connection_module.UNANSWERED):
        now = machine.monotonic()
        self._give(i.Contact(now, now))


def _read_with_exists(self: Connection, command: c.Read, generation: int) -> None:
    """6: the predecessor is watched with exists, which sets a watch on nothing too."""

    def answered(result: Any) -> None:
        if result.exception:
            self._unread(result, generation)
            return
        now, exists = machine.monotonic(), result.value is not None
        self._give(i.NodeRead(now, generation, command.name, exists))

    watcher = self._watcher(command.name, generation)
    requests.read_stat(self._client, self.path(command.name), answered, watcher)


def _list_unguarded(self: Connection, name: str | None, generation: int) -> None:
    """7: its own znode is not watched."""


def _by_number_alone(names: Any) -> list[str]:
    """10: the counter's wrap is forgotten."""
    parsed = [(found.number, name) for name in names if (found := parse_sequence(name))]
    return [name for _, name in sorted(parsed)]


def _by_digits(names: Any) -> list[str]:
    """10: counters are compared as strings (kazoo #730)."""
    return sorted(names, key=lambda name: name.rpartition("n_")[2])


def _lowest(name: str, ordered: list[str]) -> str | None:
    """18: everybody watches the leader."""
    return None if name == ordered[0] else ordered[0]


Planting = Callable[[], AbstractContextManager[Any]]


def _recipe(mutant: type[PredecessorElection]) -> Planting:
    return lambda: patch.object(candidate_module, "PredecessorElection", mutant)


def _connection(method: str, mutant: Callable[..., Any]) -> Planting:
    return lambda: patch.object(Connection, method, mutant)


def _request(command: type[c.Command], mutant: Callable[..., Any]) -> Planting:
    return lambda: patch.dict(candidate_module._REQUESTS, {command: mutant})


def _naming(function: str, mutant: Callable[..., Any]) -> Planting:
    return lambda: patch.object(recipe_module, function, mutant)


@contextmanager
def _owner_unread() -> Iterator[None]:
    with (
        _recipe(OwnerUnread)(),
        patch.object(Process, "next_guid", lambda self: f"guid-of-{self.name.rstrip(chr(39))}"),
    ):
        yield


def _never_behind() -> AbstractContextManager[Any]:
    """5: does not mind that its connection may be another one by now."""
    return patch.object(Candidate, "_is_behind", property(lambda self: False))


def _join_at_once(self: Candidate) -> None:
    """Takes the word of kazoo's other thread for it that there is a connection."""
    self._may_join = True
    if self._client.state == KazooState.CONNECTED:
        self._restored(machine.monotonic())


@contextmanager
def _told_twice() -> Iterator[None]:
    orders = {"join": _join_at_once}
    with (
        _recipe(MakingANewConnectionTwice)(),
        _never_behind(),
        patch.dict(candidate_module._ORDERS, orders),
    ):
        yield


MUTATIONS: dict[str, Planting] = {
    "no GUID": _recipe(WithoutGuid),
    "owner unread": _owner_unread,
    "leading while suspended": _recipe(LeadingWhileSuspended),
    "no deadline of its own": _recipe(WithoutDeadline),
    "no listing after a reconnect": _recipe(WithoutListingAgain),
    "delete and create after a reconnect": _recipe(CreatingAnew),
    "stale replies": _recipe(StaleReplies),
    "trusts the watch": _recipe(TrustingTheWatch),
    "trusts the read": _recipe(TrustingTheRead),
    "blind to its own end": _recipe(BlindToItsOwnEnd),
    "watch not re-armed": _recipe(WatchNotRearmed),
    "no parent made": _recipe(WithoutParent),
    "cleans up once": _recipe(CleaningUpOnce),
    "deaf to later epochs": _recipe(DeafToLaterEpochs),
    "a connection told twice": _told_twice,
    "void watch remembered": _recipe(VoidWatchRemembered),
    "acknowledges unchecked": _request(c.Acknowledge, _acknowledge_unchecked),
    "clock from the arrival": _connection("_contact", _contact_on_arrival),
    "watches with exists": _request(c.Read, _read_with_exists),
    "own znode unwatched": _connection("_guard", _list_unguarded),
    "never behind": _never_behind,
    "names as strings": _naming("in_order", sorted),
    "counters as strings": _naming("in_order", _by_digits),
    "no wrap": _naming("in_order", _by_number_alone),
    "watches the leader": _naming("predecessor_of", _lowest),
}
"""name -> what plants it."""
