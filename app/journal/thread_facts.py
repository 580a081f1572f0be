"""Fold events about Handoff's own threads: the state lists those that have ended."""

from __future__ import annotations

from ..readmodels.document import Folded, State, Thread, without, without_key
from ..readmodels.events import ThreadEnded, ThreadRestarted
from ..readmodels.models import Models


def ended(models: Models, state: State, at: float, event: ThreadEnded) -> Folded:
    """Fold that a thread has ended unexpectedly."""
    thread: Thread = {
        "does": event.does,
        "reason": event.reason,
        "candidate": event.candidate,
        "since": at,
        "again": at + event.rest,
    }
    threads = without_key(state["threads"], event.subject)
    return {**state, "threads": {**threads, event.subject: thread}}, ()


def restarted(models: Models, state: State, at: float, event: ThreadRestarted) -> Folded:
    """Fold that a thread runs again."""
    return without(state, "threads", event.subject), ()


def without_threads_of(state: State, candidate: str) -> State:
    """Return the state when that candidate's process has ended, and every thread with it."""
    threads = state["threads"]
    left = {name: one for name, one in threads.items() if one["candidate"] != candidate}
    return state if len(left) == len(threads) else {**state, "threads": left}
