"""Fold events about Handoff's own threads: the state lists those that have ended."""

from __future__ import annotations

from ..readmodels.document import Data, Folded, State
from ..readmodels.models import Models


def thread(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold that a thread has ended unexpectedly, or runs again; `candidate` names its process, None
    for our own.
    """
    threads = {name: one for name, one in state["threads"].items() if name != subject}
    if what == "ended":
        threads[subject] = {
            "does": data.get("does"),
            "reason": data.get("reason"),
            "candidate": data.get("candidate"),
            "since": at,
            "again": at + data["rest"],
        }
    return {**state, "threads": threads}, ()


def without_threads_of(state: State, candidate: str) -> State:
    """Return the state when that candidate's process has ended, and every thread with it."""
    threads = state["threads"]
    left = {name: one for name, one in threads.items() if one["candidate"] != candidate}
    return state if len(left) == len(threads) else {**state, "threads": left}
