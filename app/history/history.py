"""Keep a history: one thread writes what happens, in order, without making anybody wait."""

from __future__ import annotations

import logging
import secrets
import sqlite3
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple, TypedDict, cast

from ..folders import Folder
from ..journal.event import Event
from ..journal.journal import Journal
from ..journal.patch import keyed
from ..readmodels.document import Data, State
from ..readmodels.models import Models
from ..threads import LastingThread
from .beyond import moment_after, seq_at
from .file import damaged, locked, opened
from .moments import FAULT, HANDOFF, VIOLATION, Moment, moments_of
from .past import Past, PastMoment, Run
from .recording import explained, unpack
from .store import BLOCK, Bounds, HistoryEntry, HistoryStore

MOST_MOMENTS = 100_000
MOST_WAITING = 100_000
"""Events that may wait for the disk before the history is given up."""
BATCH = 500
"""Events of one transaction at most."""
TIMEOUT = 10
"""Seconds without any progress of the disk after which the history is given up: no page is shown
what a sudden end would make unsaid, nor waits for ever.
"""


class Noted(NamedTuple):
    """An event, the document before it where a block begins with it, and the document after it.
    kept: whether it is written: the history had not stopped when it happened.
    """

    event: Event
    before: State | None
    after: State
    kept: bool


class HistoryTold(TypedDict):
    """The answer of `GET history`. file: None where it goes with the dashboard. days, size: the
    bounds. stopped: why it keeps nothing any longer.
    """

    file: str | None
    first: int | None
    last: int | None
    runs: list[Run]
    days: float
    size: int
    stopped: str | None


log = logging.getLogger(__name__)


class History:
    """The history of one dashboard, in the file `path`; None is one that goes with the dashboard.
    unkept: why it does so although somebody wants it kept.

    Raise SetupError where the file cannot be used, and InUse where another dashboard uses it.
    """

    def __init__(
        self, path: Path | None, bounds: Bounds | None = None, unkept: str | None = None
    ) -> None:
        self._stack = ExitStack()
        self.path, self.bounds = path, bounds or Bounds()
        self._unkept = unkept
        self.replays: Data | None = None
        self.run = secrets.token_hex(8)
        with self._stack:
            file = path or self._temporary()
            self._stack.enter_context(locked(file))
            writing, reading = opened(file), opened(file)
            self._writing = writing
            self._store, self.past = HistoryStore(writing, self.bounds, self.run), Past(reading)
            self._stack.callback(writing.close)
            self._stack.callback(self.past.close)
            self.begins_after = self._last_of(file)
            self._stack = self._stack.pop_all()
        self._queue: SimpleQueue[Noted | None] = SimpleQueue()
        self._condition = threading.Condition()
        self._kept = self.begins_after
        self._count = 0
        self._writes = True
        self._hearers: list[Callable[[list[Moment]], None]] = []
        self.stopped: str | None = None

    def _last_of(self, path: Path) -> int:
        try:
            return self._store.last
        except sqlite3.DatabaseError as error:
            raise damaged(path, error) from error

    def _temporary(self) -> Path:
        folder = Folder("history-")
        self._stack.callback(folder.remove)
        return folder.path / "history.sqlite"

    @classmethod
    def of_recording(cls, path: Path) -> History:
        """Return the history that a recording holds, to be read. Raise SetupError where the file is
        no recording, or damaged.
        """
        history = cls(None)
        try:
            header = unpack(path, history._writing)
            (*_, last) = history.past.runs()
            first = history.past.runs()[0]["first"]
            with explained(path):
                history.past.at(last["last"])  # it has to be readable to its end
                shows = history._shown_first(first)
            history.replays = {
                **header, "first": first, "last": last["last"], "file": path.name, "shows": shows,
            }  # fmt: skip
        except BaseException:
            history.close()
            raise
        history.begins_after = history._kept = history._store.last
        return history

    def _shown_first(self, first: int) -> int:
        """Return the first moment with something in it: the first fault of a candidate, else what
        came of others, else the first with a znode, else `first`.
        """
        found = self.past.moments((FAULT, HANDOFF, VIOLATION), 0, 2**53, MOST_MOMENTS)
        faults = (one for one in found if one["what"] == FAULT)
        ours = (one for one in faults if str(one["data"].get("kind")).startswith("candidate."))
        others = (one for one in found if one["what"] != FAULT)
        chosen = next(ours, None) or next(others, None)
        if chosen:
            return chosen["seq"]
        events = self.past.after(first - 1, MOST_MOMENTS) or []
        reports = (one for one in events if one["kind"] == "candidate.reported")
        return next((one["seq"] for one in reports if one["data"].get("znode")), first)

    def follow(self, journal: Journal) -> None:
        """Keep all events of this journal from now on."""
        self._models: Models = journal.models
        self._append, self._journal = journal.append, journal
        self._state = state = journal.state
        document = dict(self._keyed(state) or {})
        self._begun = PastMoment(
            state["seq"], journal.clock(), journal.wall(), self.run, document, []
        )
        self._thread = LastingThread("history", "keeps the history", self._write, journal.append)
        self._thread.start()
        self._stack.callback(self._end)
        self._stack.callback(journal.subscribe(lambda event: self._note(event, journal.state)))
        where = {"file": str(self.path) if self.path else None, "after": self.begins_after}
        why = {"unkept": self._unkept} if self._unkept else {}
        journal.append("history.begun", "history", {**where, **why})

    def hear(self, listener: Callable[[list[Moment]], None]) -> Callable[[], None]:
        """Tell `listener` of the moments that come, on the history's thread, before the events that
        they are of are kept; return what ends that. It goes on where the history has stopped.
        """
        self._hearers.append(listener)
        return lambda: self._hearers.remove(listener)

    def await_kept(self, seq: int) -> None:
        """Wait until this event outlives the process, or the history has stopped."""
        if self.replays is not None:
            return
        for _ in range(TIMEOUT):  # not all at once: this process may have been frozen meanwhile
            with self._condition:
                if self._condition.wait_for(lambda: self.stopped or self._kept >= seq, 1.0):
                    return
        self._give_up("the disk has not answered for a long time")

    def at(self, seq: int) -> PastMoment:
        """Return the moment after the event `seq`. Where the history has stopped, what came since
        is led on to as far as the journal reaches back. Raise NotFound where neither has it.
        """
        if self.stopped is not None and seq <= self._journal.state["seq"]:
            kept = self._last_kept()
            if seq > kept.seq:
                return moment_after(kept, self._journal, seq, self.stopped)
        return self.past.at(seq)

    def at_time(self, wall: float) -> PastMoment:
        """Return the moment that was the present at this Unix time. Raise NotFound as `at` does."""
        if self.stopped is not None:
            seq = seq_at(self._last_kept(), self._journal, wall)
            if seq is not None:
                return self.at(seq)
        return self.past.at_time(wall)

    def _last_kept(self) -> PastMoment:
        """Return the last moment of this run that is kept; where none is, its beginning."""
        runs = self.past.runs()
        last = runs[-1]["last"] if runs else 0
        return self.past.at(last) if last > self._begun.seq else self._begun

    def facts(self) -> HistoryTold:
        """Return what is kept, and how long."""
        runs = self.past.runs()
        return {
            "file": str(self.path) if self.path else None,
            "first": runs[0]["first"] if runs else None,
            "last": runs[-1]["last"] if runs else None,
            "runs": runs,
            "days": self.bounds.days,
            "size": self.bounds.size,
            "stopped": self.stopped,
        }

    def close(self) -> None:
        """Keep what has happened, and close the file."""
        self._stack.close()

    # -- the journal's thread ----------------------------------------------------------------------

    def _note(self, event: Event, after: State) -> None:
        if self._queue.qsize() > MOST_WAITING:
            self._give_up("the disk does not keep up with what happens")
            return
        begins = self._count % BLOCK == 0
        self._count += 1
        before = self._state if begins else None
        self._queue.put(Noted(event, before, after, self.stopped is None))
        self._state = after

    # -- the writing thread ------------------------------------------------------------------------

    def _write(self) -> None:
        while batch := self._next_batch():
            try:
                self._take(batch)
            except Exception as error:
                log.exception("the history is no longer kept")
                self._writes = False
                self._give_up(str(error) if isinstance(error, sqlite3.Error) else repr(error))

    def _take(self, batch: list[Noted]) -> None:
        """Tell of the moments of these events, and write those that are kept."""
        entries = self._entries(batch)
        for hear in tuple(self._hearers):
            hear([moment for entry in entries for moment in entry.moments])
        kept = [entry for entry, noted in zip(entries, batch, strict=True) if noted.kept]
        if kept and self._writes:
            self._store.add(kept)
            self._note_kept(kept[-1].event.seq)
            self._store.shrink()

    def _next_batch(self) -> list[Noted]:
        """Return what waits, as soon as anything does; nothing at the end."""
        batch = []
        noted = self._queue.get()
        try:
            while noted is not None:
                batch.append(noted)
                if len(batch) == BATCH:
                    return batch
                noted = self._queue.get_nowait()
        except Empty:
            return batch
        if batch:
            self._queue.put(None)
        return batch

    def _entries(self, batch: list[Noted]) -> list[HistoryEntry]:
        return [
            HistoryEntry(event, self._keyed(before), tuple(moments_of(self._models, event, after)))
            for event, before, after, _ in batch
        ]

    def _keyed(self, state: State | None) -> Data | None:
        """Return a document as it travels."""
        return None if state is None else cast("Data", keyed(state, self._models.lines))

    def _note_kept(self, seq: int) -> None:
        with self._condition:
            self._kept = seq
            self._condition.notify_all()

    def _give_up(self, reason: str) -> None:
        """Keep nothing from now on: a history with a hole would show what never was. Another thread
        tells it, since the journal may be telling this one of an event.
        """
        with self._condition:
            if self.stopped is not None:
                return
            self.stopped = reason
            self._condition.notify_all()
        told = ("history.stopped", "history", {"reason": reason})
        threading.Thread(target=self._append, args=told, daemon=True).start()

    def _end(self) -> None:
        self._queue.put(None)
        self._thread.dismiss()
        self._thread.join()
