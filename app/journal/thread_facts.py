"""What events about Handoff's own threads make of the state: those that have ended stand there."""

from __future__ import annotations

from app.journal.document import Data, Folded, State


def thread(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """One has ended unasked, or runs again; `candidate` is in whose process, None in our own."""
    threads = {name: one for name, one in state["threads"].items() if name != subject}
    if what == "ended":
        known = {key: data.get(key) for key in ("does", "reason", "candidate")}
        threads[subject] = {**known, "since": at, "again": at + data["rest"]}
    return {**state, "threads": threads}, ()


def without_threads_of(state: State, candidate: str) -> State:
    """The state when that candidate's process has ended, and every thread with it."""
    threads = state["threads"]
    left = {name: one for name, one in threads.items() if one["candidate"] != candidate}
    return state if len(left) == len(threads) else {**state, "threads": left}
