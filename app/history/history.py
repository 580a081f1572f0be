"""Keep a history: one thread writes what happens, in order, without making anybody wait."""

from __future__ import annotations

import logging
import secrets
import sqlite3
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import NamedTuple, TypedDict, cast

from ..errors import NotFound
from ..journal.journal import Journal
from ..journal.patch import apply, keyed
from ..journal.recorded import Recorded
from ..readmodels.document import Data, State
from ..readmodels.event import Event
from ..readmodels.events import HistoryBegun, HistoryResumed, HistoryStopped
from ..system.folders import Folder
from ..system.threads import LastingThread
from .file import damaged, locked, opened
from .moments import FAULT, HANDOFF, VIOLATION, Moment, moments_of
from .past import Gap, Past, PastMoment, Run
from .recording import explained, unpack
from .store import BLOCK, Bounds, HistoryEntry, HistoryStore, known_at

MOST_MOMENTS = 100_000
MOST_WAITING = 100_000
"""Events that may wait for the disk before the history is given up, and these are let go."""
BATCH = 500
"""Events of one transaction at most."""
TIMEOUT = 10
"""Seconds without any progress of the disk after which the history is given up: no page is shown
what a sudden end would make unsaid, nor waits for ever.
"""
RETRY = 5.0
"""Seconds after which a history that was given up is tried again."""


class Noted(NamedTuple):
    """An event, the document before it, and the document after it."""

    event: Recorded
    before: State
    after: State


class _Told(NamedTuple):
    """An event, and the moments that it is."""

    noted: Noted
    moments: tuple[Moment, ...]


class HistoryTold(TypedDict):
    """The answer of `GET history`. file: None where it goes with the dashboard. days, size: the
    bounds. gaps: what is not kept between the first and the last event. stopped: why it keeps
    nothing now.
    """

    file: str | None
    first: int | None
    last: int | None
    runs: list[Run]
    gaps: list[Gap]
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
            self._store = HistoryStore(writing, self.bounds, self.run)
            self.past = Past(reading, file)
            self._stack.callback(writing.close)
            self._stack.callback(self.past.close)
            self.begins_after = self._last_of(file)
            self._stack = self._stack.pop_all()
        self._queue: SimpleQueue[Noted | None] = SimpleQueue()
        self._condition = threading.Condition()
        self._kept = self.begins_after
        self._in_block = 0
        self._expected: int | None = None
        self._gap: Gap | None = None
        self._retry_at = 0.0
        self._let_go_before = 0
        self._stopped_once: str | None = None
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
        self._models = self.past.models = journal.models
        self._append, self._journal = journal.append, journal
        self._state = state = journal.state
        document = dict(self._keyed(state))
        self._begun = PastMoment(
            state["seq"], journal.clock(), journal.wall(), self.run, document, []
        )
        self._thread = LastingThread("history", "keeps the history", self._write, journal.tell)
        self._thread.start()
        self._stack.callback(self._end)
        self._stack.callback(journal.subscribe(lambda event: self._note(event, journal.state)))
        file = str(self.path) if self.path else None
        unkept = self._unkept or None
        journal.append(HistoryBegun(file=file, after=self.begins_after, unkept=unkept))

    def hear(self, listener: Callable[[list[Moment]], None]) -> Callable[[], None]:
        """Tell `listener` of the moments that come, on the history's thread, before the events that
        they are of are kept; return what ends that. It goes on while the history has stopped.
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
        """Return the moment after the event `seq`. What was not kept while the history had stopped
        is led on to as far as the journal reaches back. Raise NotFound where neither has it.
        """
        why = self._stopped_once
        if why is not None and self._begun.seq < seq <= self._journal.state["seq"]:
            kept = self._kept_up_to(seq)
            return kept if kept.seq == seq else self._led_on(kept, seq, why)
        return self.past.at(seq)

    def at_time(self, wall: float) -> PastMoment:
        """Return the moment that was the present at this Unix time. Raise NotFound as `at` does."""
        if self.stopped is not None:
            kept = self._kept_up_to(self._journal.state["seq"])
            events = self._journal.since(kept.seq) or []
            count = known_at((event.wall for event in events), wall)
            if count:
                return self.at(events[count - 1].seq)
        return self.past.at_time(wall)

    def _led_on(self, kept: PastMoment, seq: int, why: str) -> PastMoment:
        """Return the moment after the event `seq`, which came after `kept`, the last moment that
        was kept, by the patches of what the journal still has at hand. why: the history had
        stopped. Raise NotFound where the journal does not reach back.
        """
        events = self._journal.since(kept.seq, seq - kept.seq)
        if events is None:
            raise NotFound(
                f"event {seq} cannot be shown: the history stopped after event {kept.seq} ({why}),"
                " and the dashboard no longer has at hand all that came since. Go to now, or to"
                f" event {kept.seq} or an earlier one; once there is room on the disk, what happens"
                " is kept again.",
                field="at",
            )
        state, last = kept.state, events[-1]
        for event in events:
            state = apply(state, event.patch)
        told = [event.without_patch() for event in events[-BLOCK:] if event.told]
        return PastMoment(last.seq, last.at, last.wall, kept.run, state, told)

    def _kept_up_to(self, seq: int) -> PastMoment:
        """Return the last moment of this run that is kept up to `seq`; where none is, its
        beginning.
        """
        kept = self.past.up_to(seq)
        return kept if kept is not None and kept.seq > self._begun.seq else self._begun

    def facts(self) -> HistoryTold:
        """Return what is kept, and how long."""
        runs = self.past.runs()
        return {
            "file": str(self.path) if self.path else None,
            "first": runs[0]["first"] if runs else None,
            "last": runs[-1]["last"] if runs else None,
            "runs": runs,
            "gaps": self.past.gaps(),
            "days": self.bounds.days,
            "size": self.bounds.size,
            "stopped": self.stopped,
        }

    def close(self) -> None:
        """Keep what has happened, and close the file."""
        self._stack.close()

    # -- the journal's thread ----------------------------------------------------------------------

    def _note(self, event: Recorded, after: State) -> None:
        if self._queue.qsize() > MOST_WAITING:
            self._give_up("the disk does not keep up with what happens")
            self._let_go_before = event.seq
            with suppress(Empty):
                while True:
                    self._queue.get_nowait()
        self._queue.put(Noted(event, self._state, after))
        self._state = after

    # -- the writing thread ------------------------------------------------------------------------

    def _write(self) -> None:
        unkept: list[_Told] = []  # the newest event, where it is not kept
        while (batch := self._next_batch(RETRY if unkept else None)) is not None:
            try:
                tried = self._tell(batch) or unkept
                unkept = tried[-1:]
                if monotonic() >= self._retry_at:
                    self._keep(tried)
                    unkept = []
            except Exception as error:
                is_of_disk = isinstance(error, sqlite3.Error)
                reason = str(error) if is_of_disk else repr(error)
                if self.stopped is None:
                    trace = None if is_of_disk else error
                    log.error("the history is not kept: %s", reason, exc_info=trace)
                self._expected, self._retry_at = None, monotonic() + RETRY
                self._give_up(reason)

    def _tell(self, batch: list[Noted]) -> list[_Told]:
        """Tell of the moments of these events, and return them with these."""
        told = [
            _Told(noted, tuple(moments_of(self._models, noted.event, noted.after)))
            for noted in batch
        ]
        for hear in tuple(self._hearers) if told else ():
            hear([moment for one in told for moment in one.moments])
        return told

    def _keep(self, tried: list[_Told]) -> None:
        """Write these. A block begins after five hundred events, and where some are missing."""
        entries, count, expected, gap = [], self._in_block, self._expected, self._gap
        last = self._kept
        for (event, before, _), moments in tried:
            begins = count == BLOCK or event.seq != expected
            count, expected = 1 if begins else count + 1, event.seq + 1
            if event.seq != last + 1:
                gap = Gap(after=gap["after"] if gap else last, before=event.seq)
            last = event.seq
            entries.append(HistoryEntry(event, self._keyed(before) if begins else None, moments))
        self._store.add(entries)
        self._in_block, self._expected, self._gap = count, expected, gap
        with self._condition:
            self._kept = last
            self._condition.notify_all()
        self._store.shrink()
        has_caught_up = last >= self._let_go_before and self._queue.qsize() < BATCH
        if self.stopped is not None and has_caught_up:
            missing, self._gap, self.stopped = self._gap, None, None
            self._append_apart(HistoryResumed(gap=missing))

    def _next_batch(self, patience: float | None) -> list[Noted] | None:
        """Return what waits, as soon as anything does; nothing where nothing has come for so many
        seconds, None at the end.
        """
        batch = []
        try:
            noted = self._queue.get(timeout=patience)
            while noted is not None:
                batch.append(noted)
                if len(batch) == BATCH:
                    return batch
                noted = self._queue.get_nowait()
        except Empty:
            return batch
        if not batch:
            return None
        self._queue.put(None)
        return batch

    def _keyed(self, state: State) -> Data:
        """Return a document as it travels."""
        return cast("Data", keyed(state, self._models.lines))

    def _give_up(self, reason: str) -> None:
        """Note that nothing is kept until it can be again."""
        with self._condition:
            if self.stopped is not None:
                return
            self.stopped = self._stopped_once = reason
            self._condition.notify_all()
        self._append_apart(HistoryStopped(reason=reason))

    def _append_apart(self, event: Event) -> None:
        """Append an event on another thread: the journal may be telling this one of another."""
        threading.Thread(target=self._append, args=(event,), daemon=True).start()

    def _end(self) -> None:
        self._queue.put(None)
        self._thread.dismiss()
        self._thread.join()
