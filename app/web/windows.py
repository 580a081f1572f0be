"""Keeps the part of the tree that each client has open up to date on its page.

A window is a range of the children of one path. When the children change, the window is read again
and sent to everybody who has it open, if what it shows has changed.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from app.control import Control
from app.errors import HandoffError
from app.threads import Tell
from app.web.broadcaster import Sender
from app.web.pulse import Pulse

INTERVAL = 0.03
_LOOK_AGAIN = 0.25


class Window(NamedTuple):
    """`size` children of `path` from number `start` on."""

    path: str
    start: int = 0
    size: int = 200


class Windows:
    """`watch`, `leave` and `change` return at once and may be called from any thread."""

    def __init__(self, control: Control, sender: Sender, tell: Tell) -> None:
        self._control = control
        self._sender = sender
        self._lock = threading.Lock()
        self._open: dict[str, frozenset[Window]] = {}
        self._owed: set[tuple[str, Window]] = set()
        self._changed: set[str] = set()
        self._open_changed = False
        self._shown: dict[Window, dict[str, Any]] = {}  # the thread's own
        does = "tells the pages how the tree changes"
        self._pulse = Pulse("windows", does, INTERVAL, self._serve, tell)
        control.on_tree_change(self.change)

    def start(self) -> None:
        """Begin to serve."""
        self._pulse.start()

    def close(self) -> None:
        """Stop serving."""
        self._pulse.close()

    def watch(self, sid: str, windows: Iterable[Window]) -> None:
        """These are the client's windows from now on; it gets each of them as it is now."""
        with self._lock:
            self._open[sid] = frozenset(windows)
            self._owed = {owed for owed in self._owed if owed[0] != sid}
            self._owed.update((sid, window) for window in self._open[sid])
            self._open_changed = True
        self._pulse.wake()

    def leave(self, sid: str) -> None:
        """The client has gone, and its windows with it."""
        with self._lock:
            gone = self._open.pop(sid, None)
            self._owed = {owed for owed in self._owed if owed[0] != sid}
            self._open_changed |= gone is not None
        if gone is not None:
            self._pulse.wake()

    def change(self, path: str) -> None:
        """What the windows on this path show may have changed."""
        with self._lock:
            self._changed.add(path)
        self._pulse.wake()

    def _serve(self) -> float | None:
        with self._lock:
            watchers = self._watchers()
            changed, self._changed = self._changed, set()
            owed, self._owed = self._owed, set()
            open_changed, self._open_changed = self._open_changed, False
        if open_changed:
            self._settle_open(watchers)
        due: dict[Window, set[str]] = defaultdict(set)
        for sid, window in owed:
            due[window].add(sid)
        for window in watchers:
            if window.path in changed or window in due:
                self._show(window, watchers[window], due[window])
        return _LOOK_AGAIN if self._owed else None

    def _watchers(self) -> dict[Window, set[str]]:
        watchers: dict[Window, set[str]] = defaultdict(set)
        for sid, windows in self._open.items():
            for window in windows:
                watchers[window].add(sid)
        return dict(watchers)

    def _settle_open(self, watchers: dict[Window, set[str]]) -> None:
        self._shown = {window: shown for window, shown in self._shown.items() if window in watchers}
        self._control.open_paths(sorted({window.path for window in watchers}))

    def _show(self, window: Window, watchers: set[str], due: set[str]) -> None:
        """Send the window to all its watchers if it has changed, else to those it is due to."""
        message = self._read(window)
        recipients = watchers if message != self._shown.get(window) else due
        self._shown[window] = message
        behind = {sid for sid in recipients if self._sender.is_behind(sid)}
        self._sender.send("tree", message, sorted(recipients - behind))
        with self._lock:
            self._owed.update((sid, window) for sid in behind if sid in self._open)

    def _read(self, window: Window) -> dict[str, Any]:
        try:
            return self._control.tree_window(window.path, window.start, window.size)
        except HandoffError as refusal:
            return {
                "path": window.path,
                "exists": False,
                "total": 0,
                "from": window.start,
                "children": [],
                "error": refusal.message,
            }
