"""The mistakes planted into the recipes in which nobody leads and nobody locks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from app.recipes import gate
from app.recipes import goods as g
from app.recipes import requests as q
from app.recipes import work_queue as work_queue_module
from app.recipes.composite import Of
from app.recipes.consumer import Consumer
from app.recipes.messages import Message
from app.recipes.place import Place
from tests.simulation import mutants as m
from tests.simulation import mutants_bookshelf as b
from tests.simulation import mutants_flow as f
from tests.simulation import mutants_watching as w
from tests.simulation.machine import RECIPES

Planting = Callable[[], AbstractContextManager[Any]]


def _in(recipe: str, mistake: Any) -> Planting:
    return lambda: patch.dict(RECIPES, {recipe: _mixed(mistake, RECIPES[recipe])})


def _side(mistake: Any) -> Planting:
    """Of a queue."""
    name = "Consumer" if issubclass(mistake, Consumer) else "Producer"
    return lambda: patch.object(work_queue_module, name, mistake)


def _mixed(mistake: Any, recipe: Any) -> Any:
    bases = (mistake,) if issubclass(mistake, recipe) else (mistake, recipe)
    return type("Mutant", bases, {})


def _reckless(message: type[Message], kind: type[Any]) -> Planting:
    """One transaction, without its writes of a kind."""
    real = message.requests

    def requests(self: Message, place: Place) -> tuple[q.Request, ...]:
        (whole,) = real(self, place)
        assert isinstance(whole, q.Transaction)
        return (q.Transaction(tuple(one for one in whole.writes if not isinstance(one, kind))),)

    return lambda: patch.object(message, "requests", requests)


def _unversioned(self: g.Finish, place: Place) -> tuple[q.Request, ...]:
    """13: takes the item out whatever its version is, and leaves the claim to itself."""
    return (q.Transaction((q.Delete(place.of(g.item_name(self.item))),)),)


REST: dict[str, Planting] = {
    "configuration: not read again": _in("configuration", w.NotReadAgain),
    "configuration: by its version": _in("configuration", w.ByVersion),
    "configuration: gone for good": _in("configuration", w.GoneForGood),
    "configuration: blind to the creation": _in("configuration", w.BlindToCreation),
    "configuration: watched once": _in("configuration", w.WatchedOnce),
    "naming: a client that does not read again": _in("lookup", w.NotReadAgain),
    "naming: a client goes by the version": _in("lookup", w.ByVersion),
    "naming: a client takes it for gone": _in("lookup", w.GoneForGood),
    "naming: takes the taken": _in("naming", w.TakingTheTaken),
    "naming: evicts": _in("naming", w.Evicting),
    "naming: a deaf standby": _in("naming", w.DeafStandby),
    "naming: blind to its own end": _in("naming", w.BlindToItsOwnEnd),
    "naming: moves in secret": _in("naming", w.MovedInSecret),
    "naming: registered while suspended": _in("naming", w.RegisteredWhileSuspended),
    "naming: no parent made": _in("naming", w.WithoutParent),
    "naming: no deadline of its own": _in("naming", m.WithoutDeadline),
    "queue: puts blindly": _side(f.PuttingBlindly),
    "queue: believes in any ledger": _side(f.BelievingInAnyLedger),
    "queue: puts without the ledger": _reckless(g.Put, q.Set),
    "queue: forgets its item": _side(f.ForgettingItsItem),
    "queue: finishes anyway": _side(f.FinishingAnyway),
    "queue: finishes without the version": lambda: patch.object(g.Finish, "requests", _unversioned),
    "queue: does not look again": _side(f.NotLookingAgain),
    "queue: first without a look": _side(f.FirstWithoutALook),
    "queue: deaf in the line": _side(f.DeafInTheLine),
    "queue: works while suspended": _side(f.WorkingWhileSuspended),
    "queue: owner unread": _side(f.OwnerUnread),
    "barrier: enters alone": _in("barrier", f.EnteringAlone),
    "barrier: opens without the checks": _reckless(gate.Open, q.Check),
    "barrier: leaves alone": _in("barrier", f.LeavingAlone),
    "barrier: leaves ready away": _in("barrier", f.LeavingReadyAway),
    "barrier: does not look again": _in("barrier", f.NotLookingAgainInside),
    "barrier: no rounds in the names": _in("barrier", f.WithoutRounds),
    "barrier: deaf at the gate": _in("barrier", f.DeafAtTheGate),
    "barrier: inside while suspended": _in("barrier", f.InsideWhileSuspended),
    "bookshelf: stands too soon": _in("bookshelf", b.StandingTooSoon),
    "bookshelf: live too soon": _in("bookshelf", b.LiveTooSoon),
    "bookshelf: keeps its candidacy": _in("bookshelf", b.KeepingItsCandidacy),
    "bookshelf: keeps its live znode": _in("bookshelf", b.KeepingItsLiveZnode),
    "bookshelf: leaves with its first part": _in("bookshelf", b.LeavingWithItsFirstPart),
    "bookshelf: each part its own clock": _in("bookshelf", b.EachItsOwnClock),
    "bookshelf: one part suspended": _in("bookshelf", b.OnePartSuspended),
    "bookshelf: one generation for all": _in("bookshelf", b.OneGenerationForAll),
    "bookshelf: serves when deposed": _in("bookshelf", b.ServingWhenDeposed),
    "bookshelf: deaf to in_sync": _in("bookshelf", b.DeafToInSync),
    "bookshelf: in_sync not read again": _in("bookshelf", b.NotReadAgain),
    "bookshelf: answers to the other part": lambda: patch.object(Of, "hear", b.to_the_other),
}
"""`RECIPE: mistake` -> what plants it."""
