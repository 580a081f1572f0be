"""What the processes of a recipe need beside it, by the recipe's name."""

from __future__ import annotations

from collections.abc import Mapping

from app.recipes.kinds import STRATEGIES
from app.workers.barrier_work import BarrierWork
from app.workers.bookshelf.work import BookWork
from app.workers.leading_work import LeadingWork
from app.workers.lock_work import LockWork
from app.workers.naming_work import LookupWork, ProviderWork
from app.workers.queue_work import QueueWork
from app.workers.work import Work

WORKS: Mapping[str, type[Work]] = {
    **dict.fromkeys(STRATEGIES, LeadingWork),
    "lock": LockWork,
    "naming": ProviderWork,
    "lookup": LookupWork,
    "bookshelf": BookWork,
    "barrier": BarrierWork,
    "queue": QueueWork,
}
"""Without an entry a process does nothing with what its recipe gives it."""
