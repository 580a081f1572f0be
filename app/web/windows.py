"""Keep up to date the part of the tree that each client has open.

A window is a range of the children of one path. When the children change, the window is read again
and sent to everybody who has it open, if what it shows has changed.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from ..errors import HandoffError
from ..readmodels.document import Data
from ..system.threads import Tell
from ..znodes.znodes import WindowTold, Znodes
from ..zookeeper.mirror import Mirror
from .broadcaster import Sender
from .throttle import Throttle

INTERVAL = 0.03
_LOOK_AGAIN = 0.25


class Window(NamedTuple):
    """A range of `size` children of `path` from number `start` on. by_change: whether the client
    gets it whole once, and then only its changes.
    """

    path: str
    start: int = 0
    size: int = 200
    by_change: bool = False


class Windows:
    """The windows of all clients. `watch`, `leave` and `change` return at once, and any thread may
    call them.
    """

    def __init__(self, znodes: Znodes, mirror: Mirror, sender: Sender, tell: Tell) -> None:
        self._znodes, self._mirror = znodes, mirror
        self._sender = sender
        self._lock = threading.Lock()
        self._open: dict[str, frozenset[Window]] = {}
        self._owed: set[tuple[str, Window]] = set()
        self._changed: set[str] = set()
        self._open_changed = False
        self._shown: dict[Window, WindowTold] = {}  # the thread's own
        does = "tells the pages how the tree changes"
        self._throttle = Throttle("windows", does, INTERVAL, self._serve, tell)
        mirror.on_tree_change(self.change)

    def start(self) -> None:
        """Begin to serve."""
        self._throttle.start()

    def close(self) -> None:
        """Stop serving."""
        self._throttle.close()

    def watch(self, sid: str, windows: Iterable[Window]) -> None:
        """Set the client's windows from now on; the client gets each of them as it is now."""
        with self._lock:
            self._open[sid] = frozenset(windows)
            self._owed = {owed for owed in self._owed if owed[0] != sid}
            self._owed.update((sid, window) for window in self._open[sid])
            self._open_changed = True
        self._throttle.wake()

    def leave(self, sid: str) -> None:
        """Note that the client has gone, and its windows with it."""
        with self._lock:
            gone = self._open.pop(sid, None)
            self._owed = {owed for owed in self._owed if owed[0] != sid}
            self._open_changed |= gone is not None
        if gone is not None:
            self._throttle.wake()

    def change(self, path: str) -> None:
        """Note that what the windows on this path show may have changed."""
        with self._lock:
            self._changed.add(path)
        self._throttle.wake()

    def _serve(self) -> float | None:
        with self._lock:
            watchers: dict[Window, set[str]] = defaultdict(set)
            for sid, windows in self._open.items():
                for window in windows:
                    watchers[window].add(sid)
            changed, self._changed = self._changed, set()
            owed, self._owed = self._owed, set()
            open_changed, self._open_changed = self._open_changed, False
        if open_changed:
            self._shown = {one: shown for one, shown in self._shown.items() if one in watchers}
            self._mirror.open_paths(sorted({window.path for window in watchers}))
        due: dict[Window, set[str]] = defaultdict(set)
        for sid, window in owed:
            due[window].add(sid)
        for window in watchers:
            if window.path in changed or window in due:
                self._show(window, watchers[window], due[window])
        return _LOOK_AGAIN if self._owed else None

    def _show(self, window: Window, watchers: set[str], due: set[str]) -> None:
        """Send the window to the clients that are due to get it, and to its other watchers if it
        has changed.
        """
        before, message = self._shown.get(window), self._read(window)
        self._shown[window] = message
        others = set() if message == before else watchers - due
        if window.by_change and before is not None:
            self._send(window, "tree_change", _change(before, message), others)
            self._send(window, "tree", message, due)
        else:
            self._send(window, "tree", message, others | due)

    def _send(self, window: Window, event: str, message: Data, sids: set[str]) -> None:
        """Send a window to the clients that can take it; to the others the whole window is due from
        now on.
        """
        behind = {sid for sid in sids if self._sender.is_behind(sid)}
        self._sender.send(event, message, sorted(sids - behind))
        with self._lock:
            self._owed.update((sid, window) for sid in behind if sid in self._open)

    def _read(self, window: Window) -> WindowTold:
        try:
            return self._znodes.window(window.path, window.start, window.size)
        except HandoffError as refusal:
            return {
                "path": window.path,
                "exists": False,
                "total": 0,
                "from": window.start,
                "children": [],
                "error": refusal.message,
            }


def _change(before: WindowTold, after: WindowTold) -> Data:
    """Return what turns one message into the other: the names that are `gone`, and the children
    that are new or have changed, by their place in the window.
    """
    known = {child["name"]: child for child in before["children"]}
    there = {child["name"] for child in after["children"]}
    places = enumerate(after["children"])
    news = {str(place): child for place, child in places if known.get(child["name"]) != child}
    return {**after, "gone": [name for name in known if name not in there], "children": news}
