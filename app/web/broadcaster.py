"""Bring every client the events that it has not seen, in order, each once and without a gap.

One thread owns the position of every client and does all the sending, so nothing can come between a
snapshot and the events after it. Sending only queues: Engine.IO writes to each client on a thread
of its own. A client that does not take what is queued for it stays at its position, and gets the
rest from the journal when it has caught up, so it costs neither memory nor the others' time.
"""

from __future__ import annotations

import secrets
import threading
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple, Protocol

from ..journal.journal import Journal
from ..journal.patch import keyed
from ..journal.recorded import Recorded
from ..readmodels.document import Data
from .throttle import Throttle

FRAME = 0.016
LARGEST_BATCH = 500
RECENT = 400
RECENT_OF_ONE = 150
RECENT_BYTES = 512 * 1024
_LOOK_AGAIN = 0.1


class Sender(Protocol):
    """The sender that the broadcaster needs (`transport.Emitter`)."""

    def send(self, event: str, payload: Data, sids: list[str]) -> None: ...
    def is_behind(self, sid: str) -> bool: ...


class Wish(NamedTuple):
    """A client's request to `follow`: everything after `since`, of the dashboard's run `run`."""

    since: int | None
    run: str | None


class Broadcaster:
    """The broadcaster. `join`, `follow` and `leave` return at once, and any thread may call them.
    await_kept: waits until an event is in the history: no page shows what a sudden end would undo.
    """

    def __init__(
        self,
        journal: Journal,
        sender: Sender,
        await_kept: Callable[[int], None] = lambda seq: None,
    ) -> None:
        # Sequence numbers restart with every run: a client of an earlier run needs a snapshot.
        self.run = secrets.token_hex(8)
        self._journal = journal
        self._sender = sender
        self._await_kept = await_kept
        self._lock = threading.Lock()
        self._present: set[str] = set()
        self._wishes: dict[str, Wish] = {}
        self._viewers_changed = False
        self._positions: dict[str, int] = {}  # the thread's own
        self._throttle = Throttle(
            "broadcaster", "tells the pages what happens", FRAME, self._serve, journal.tell
        )
        self._unsubscribe = journal.subscribe(self._on_event)

    def start(self) -> None:
        """Begin to serve."""
        self._throttle.start()

    def close(self) -> None:
        """Stop serving."""
        self._unsubscribe()
        self._throttle.close()

    def join(self, sid: str) -> None:
        """Note that a client is here; it gets events once it has said where they begin."""
        with self._lock:
            self._present.add(sid)
            self._viewers_changed = True
        self._throttle.wake()

    def leave(self, sid: str) -> None:
        """Note that a client has gone."""
        with self._lock:
            self._present.discard(sid)
            self._wishes.pop(sid, None)
            self._viewers_changed = True
        self._throttle.wake()

    def follow(self, sid: str, since: int | None, run: str | None = None) -> None:
        """Bring this client everything after `since`, after a snapshot where that is needed."""
        with self._lock:
            if sid in self._present:
                self._wishes[sid] = Wish(since, run)
        self._throttle.wake()

    def _on_event(self, event: Recorded) -> None:
        self._throttle.wake()

    def _serve(self) -> float | None:
        with self._lock:
            wishes, self._wishes = self._wishes, {}
            for sid in self._positions.keys() - self._present:
                del self._positions[sid]
            present = sorted(self._present)
            viewers_changed, self._viewers_changed = self._viewers_changed, False
        self._positions.update({sid: self._start_of(wish) for sid, wish in wishes.items()})
        if viewers_changed:
            taking = [sid for sid in present if not self._sender.is_behind(sid)]
            self._sender.send("viewers", {"count": len(present)}, taking)
        behind = [sid for sid in self._positions if self._sender.is_behind(sid)]
        more = self._send_events(skip=set(behind))
        return 0.0 if more else (_LOOK_AGAIN if behind else None)

    def _start_of(self, wish: Wish) -> int:
        """Return where to begin; -1, which no event has, if only a snapshot helps."""
        is_ours = wish.run is None or wish.run == self.run
        return wish.since if wish.since is not None and is_ours else -1

    def _send_events(self, skip: set[str]) -> bool:
        """Send one message to all clients at one position. Return True if there is more."""
        groups: dict[int, list[str]] = defaultdict(list)
        for sid, position in self._positions.items():
            if sid not in skip:
                groups[position].append(sid)
        more = [self._advance(position, sids) for position, sids in groups.items()]
        return any(more)

    def _advance(self, position: int, sids: list[str]) -> bool:
        events = self._journal.since(position, LARGEST_BATCH) if position >= 0 else None
        if events is None:
            position = self._send_snapshot(sids)
        elif events:
            position = self._send_batch(events, sids)
        self._positions.update(dict.fromkeys(sids, position))
        return events is None or len(events) == LARGEST_BATCH

    def _send_batch(self, events: list[Recorded], sids: list[str]) -> int:
        batch = {
            "from": events[0].seq,
            "to": events[-1].seq,
            "events": [event.as_json() for event in events],
            "now": self._journal.clock(),
        }
        self._await_kept(events[-1].seq)
        self._sender.send("events", batch, sids)
        return events[-1].seq

    def _send_snapshot(self, sids: list[str]) -> int:
        seq, state = self._journal.snapshot()
        newest = self._journal.recent(RECENT, RECENT_OF_ONE, RECENT_BYTES)
        recent = [event.without_patch() for event in newest if event.seq <= seq]
        snapshot = {
            "seq": seq,
            "state": keyed(state, self._journal.models.lines),
            "lists": sorted(self._journal.models.named),
            "now": self._journal.clock(),
            "wall": self._journal.wall(),
            "recent": recent,
            "run": self.run,
        }
        self._await_kept(seq)
        self._sender.send("snapshot", snapshot, sids)
        return seq
