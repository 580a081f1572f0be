"""The recipes by their names."""

from __future__ import annotations

from collections.abc import Mapping

from app.recipes.barrier import DoubleBarrier
from app.recipes.bookshelf import Bookshelf
from app.recipes.configuration import Configuration
from app.recipes.herd import HerdElection
from app.recipes.lock import DistributedLock
from app.recipes.membership import Membership
from app.recipes.naming_service import Lookup, Provider
from app.recipes.participant import Participant
from app.recipes.predecessor import PredecessorElection
from app.recipes.single import SingleElection
from app.recipes.work_queue import WorkQueue

ELECTIONS: Mapping[str, type[Participant]] = {
    "predecessor": PredecessorElection,
    "herd": HerdElection,
    "single": SingleElection,
}
STRATEGIES = tuple(ELECTIONS)
RECIPES: Mapping[str, type[Participant]] = {
    **ELECTIONS,
    "lock": DistributedLock,
    "membership": Membership,
    "bookshelf": Bookshelf,
    "barrier": DoubleBarrier,
    "queue": WorkQueue,
    "configuration": Configuration,
    "naming": Provider,
    "lookup": Lookup,
}
