"""The classic mistakes, planted one at a time, to see that the simulation catches each.

The numbers are those of docs/correctness.md. A mistake is named by its recipe, a colon, and what
is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from kazoo.protocol.states import KazooState

from app.insight import work as work_rule
from app.insight.work import Ledger
from app.recipes import commands as c
from app.recipes import herd as herd_module
from app.recipes import queueing as queue_module
from app.recipes import requests as q
from app.recipes.messages import Message
from app.recipes.naming import parse_sequence
from app.recipes.place import Place
from app.recipes.session_clock import SessionClock
from app.workers import executor as executor_module
from app.workers import runtime as runtime_module
from app.workers import store as store_module
from app.workers.runtime import Runtime
from app.zookeeper.bound import send_over
from tests.simulation import mutants as m
from tests.simulation import mutants_membership as n
from tests.simulation.machine import RECIPES, machine
from tests.simulation.mutations_follower import UNSYNCED
from tests.simulation.mutations_rest import REST
from tests.simulation.process import Process

# -- mistakes of the candidate around the recipe ------------------------------------------------


_acknowledging = c.Acknowledge.requests
_listing = c.List.requests


def _acknowledge_unchecked(self: c.Acknowledge, place: Place) -> tuple[q.Request, ...]:
    """13: the acknowledgement is written without a check of the own znode."""
    (whole,) = _acknowledging(self, place)
    assert isinstance(whole, q.Transaction)
    return (q.Transaction(whole.writes[1:]),)


def _contact_on_arrival(
    self: SessionClock, sent_at: float, at: float, proven: bool = False
) -> None:
    """4: the clock runs from the arrival of an answer instead of the sending of its request."""
    self._contact = self._told = max(self._contact, at)


def _read_with_exists(self: c.Read, place: Place) -> tuple[q.Request, ...]:
    """6: the predecessor is watched with exists, which sets a watch on nothing too."""
    return (q.Reads((q.Exists(place.of(self.name), watch=True),)),)


def _list_unguarded(self: c.List, place: Place) -> tuple[q.Request, ...]:
    """7: its own znode is not watched."""
    return _listing(replace(self, watch=False), place)


def _unbound(client: Any, connection: int, request: Any, then: Any) -> None:
    """5: what was meant for one connection is sent over whichever there is."""
    send_over(client, client.handler.connection, request, then)


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


def _seen_by_its_writes(ledger: Ledger, epoch: int, candidate: str) -> Ledger:
    """13: an epoch counts as seen with its first write, and not with the question before it."""
    return ledger


def _unfenced(ledger: Ledger, epoch: int) -> bool:
    """13: nobody looks at the epochs."""
    return False


def _only_later_ones(ledger: Ledger, epoch: int) -> bool:
    """13: a term's second message is refused."""
    return epoch <= ledger.epoch


Planting = Callable[[], AbstractContextManager[Any]]
ELECTIONS = ("predecessor", "herd", "single")


def recipe_of(mutation: str) -> str:
    """The recipe that a mistake is planted in."""
    return mutation.partition(":")[0]


def needs_follower(mutation: str) -> bool:
    """Whether it shows only where a server lags behind another one."""
    return mutation in UNSYNCED


def _mutant(mistake: Any) -> Callable[[str], Planting]:
    """In whatever recipe."""

    def in_recipe(recipe: str) -> Planting:
        return lambda: patch.dict(RECIPES, {recipe: type("Mutant", (mistake, RECIPES[recipe]), {})})

    return in_recipe


def _anywhere(planting: Planting) -> Callable[[str], Planting]:
    """The same for whatever recipe."""
    return lambda recipe: planting


def _asking(message: type[Message], mutant: Callable[..., Any]) -> Callable[[str], Planting]:
    return _anywhere(lambda: patch.object(message, "requests", mutant))


def _clock(mutant: Callable[..., Any]) -> Callable[[str], Planting]:
    return _anywhere(lambda: patch.object(SessionClock, "contact", mutant))


def _naming(function: str, mutant: Callable[..., Any]) -> Callable[[str], Planting]:
    module = {"herd": herd_module}
    return lambda recipe: lambda: patch.object(module.get(recipe, queue_module), function, mutant)


def _store(function: str, mutant: Callable[..., Any]) -> Callable[[str], Planting]:
    @contextmanager
    def planted() -> Iterator[None]:
        with (
            patch.object(work_rule, function, mutant)
            if mutant is not _seen_by_its_writes
            else nullcontext(),
            patch.object(store_module, function, mutant),
        ):
            yield

    return _anywhere(planted)


def _owner_unread(recipe: str) -> Planting:
    @contextmanager
    def planted() -> Iterator[None]:
        with (
            _mutant(m.OwnerUnread)(recipe)(),
            patch.object(Process, "next_guid", lambda self: f"guid-of-{self.name.rstrip(chr(39))}"),
        ):
            yield

    return planted


@contextmanager
def _never_behind() -> Iterator[None]:
    """5: does not mind that its connection may be another one by now."""
    with (
        patch.object(Runtime, "_is_behind", property(lambda self: False)),
        patch.object(executor_module, "send_over", _unbound),
    ):
        yield


def _join_at_once(self: Runtime, value: Any) -> None:
    """Takes the word of kazoo's other thread for it that there is a connection."""
    self._may_join = True
    if self._client.state == KazooState.CONNECTED:
        self._restored(machine.monotonic())


def _told_twice(recipe: str) -> Planting:
    @contextmanager
    def planted() -> Iterator[None]:
        orders = {"join": _join_at_once}
        with (
            _mutant(m.MakingANewConnectionTwice)(recipe)(),
            _never_behind(),
            patch.dict(runtime_module._ORDERS, orders),
        ):
            yield

    return planted


_VOLUNTEERS = {
    "no looking up": _mutant(m.WithoutLookingUp),
    "owner unread": _owner_unread,
    "no deadline of its own": _mutant(m.WithoutDeadline),
    "leading while suspended": _mutant(m.LeadingWhileSuspended),
    "stale replies": _mutant(m.StaleReplies),
    "blind to its own end": _mutant(m.BlindToItsOwnEnd),
    "watch not re-armed": _mutant(m.WatchNotRearmed),
    "no parent made": _mutant(m.WithoutParent),
    "cleans up once": _mutant(m.CleaningUpOnce),
    "clock from the arrival": _clock(_contact_on_arrival),
    "own znode unwatched": _asking(c.List, _list_unguarded),
}
_ELECTIONS = {
    "no listing after a reconnect": _mutant(m.WithoutListingAgain),
    "delete and create after a reconnect": _mutant(m.CreatingAnew),
    "deaf to later epochs": _mutant(m.DeafToLaterEpochs),
    "acknowledges unchecked": _asking(c.Acknowledge, _acknowledge_unchecked),
    "blind to newer data": _mutant(m.BlindToNewerData),
    "resigned for good": _mutant(m.ResignedForGood),
}
_ORDER = {
    "names as strings": _naming("in_order", sorted),
    "counters as strings": _naming("in_order", _by_digits),
    "no wrap": _naming("in_order", _by_number_alone),
}
_QUEUES = {
    "trusts the watch": _mutant(m.TrustingTheWatch),
    "trusts the read": _mutant(m.TrustingTheRead),
    "watches with exists": _asking(c.Read, _read_with_exists),
    "watches the first": _naming("predecessor_of", _lowest),
}
_STORE = {
    "seen by its writes": _store("opened", _seen_by_its_writes),
    "unfenced": _store("is_stale", _unfenced),
    "only later epochs": _store("is_stale", _only_later_ones),
}
_LISTS = {
    "trusts the list": _mutant(m.TrustingTheList),
    "list not watched again": _mutant(m.ListUnwatched),
    "notification unheard": _mutant(m.DeafWhileItLists),
}

_BY_RECIPE: dict[str, dict[str, Callable[[str], Planting]]] = {
    "predecessor": {
        **_VOLUNTEERS,
        **_ELECTIONS,
        **_ORDER,
        **_QUEUES,
        **_STORE,
        "a connection told twice": _told_twice,
        "void watch remembered": _mutant(m.VoidWatchRemembered),
        "never behind": _anywhere(_never_behind),
    },
    "herd": {**_VOLUNTEERS, **_ELECTIONS, **_ORDER, **_LISTS},
    "single": {
        **_VOLUNTEERS,
        **_ELECTIONS,
        **_LISTS,
        "deletes by name": _mutant(m.DeletingByName),
        "takes the taken": _mutant(m.TakingTheTaken),
        "races once": _mutant(m.RacingOnce),
    },
    "lock": {
        **_VOLUNTEERS,
        **_ORDER,
        **_QUEUES,
        "gives up in its place": _mutant(m.GivingUpInPlace),
        "forgets to release": _mutant(m.ForgettingToRelease),
        "jumps the queue": _mutant(m.JumpingTheQueue),
        "confirms itself": _mutant(m.ConfirmingItself),
        "holds too late": _mutant(m.HoldingTooLate),
    },
    "membership": {
        "owner unread": _mutant(n.OwnerUnread),
        "takes the taken": _mutant(n.TakingTheTaken),
        "evicts": _mutant(n.Evicting),
        "waits for nobody": _mutant(n.WaitingForNobody),
        "member while suspended": _mutant(n.MemberWhileSuspended),
        "no deadline of its own": _mutant(m.WithoutDeadline),
        "blind to its own end": _mutant(n.BlindToItsOwnEnd),
        "no parents made": _mutant(n.WithoutParents),
        "reads one list": _mutant(n.ReadingOneList),
        "deaf while it looks": _mutant(n.DeafWhileItLooks),
        "no entry": _mutant(n.WithoutEntry),
        "clock from the arrival": _clock(_contact_on_arrival),
    },
}

MUTATIONS: dict[str, Planting] = (
    {
        f"{recipe}: {name}": plant(recipe)
        for recipe, plants in _BY_RECIPE.items()
        for name, plant in plants.items()
    }
    | REST
    | UNSYNCED
)
"""`RECIPE: mistake` -> what plants it."""
