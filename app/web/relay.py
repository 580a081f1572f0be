"""Show another dashboard, the first one, to many: its events by its socket, and what a page reads
by asking it. Nobody can act here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from urllib.parse import quote

from flask import Flask, Response, request
from flask_socketio import SocketIO

from ..errors import Forbidden, NotFound
from ..journal.relayed import RelayedJournal
from ..readmodels.document import Data
from .broadcaster import Broadcaster
from .first import First, FirstFollower, ask
from .guard import acts, reads
from .openapi import PREFIX
from .sessions import PageSessions
from .sockets import MOST_WINDOWS
from .transport import Emitter
from .visitors import Asker
from .windows import Window

_OTHERS = ["POST", "PUT", "PATCH", "DELETE"]


def add_forwarding(app: Flask, first: First) -> None:
    """Give an application the first one's interface: it answers what reads, and nothing acts."""

    def forward(**_: str) -> Response:
        if ".." in request.path.split("/"):  # a proxy before the first one might go up
            raise NotFound(f"There is nothing at {request.path}.")
        query = request.query_string.decode()
        answer = ask(first, quote(request.path.lstrip("/")) + (f"?{query}" if query else ""))
        return Response(answer.body, answer.status, answer.headers)

    def refuse(**_: str) -> Response:
        raise Forbidden(f"Nobody can act here: {first.url} is only shown.", code="read_only")

    for number, rule in enumerate((f"{PREFIX}/<path:rest>", "/recording.html", "/metrics")):
        app.add_url_rule(rule, f"forward {number}", reads(forward), methods=["GET"])
    app.add_url_rule(f"{PREFIX}/<path:rest>", "refuse", acts(refuse), methods=_OTHERS)


class Relay:
    """What keeps pages at what the first one says. While it is lost there are none: each page then
    says so by itself, with its clock stopped, and comes back. What it has missed follows then.
    """

    def __init__(self, first: First, journal: RelayedJournal, socketio: SocketIO) -> None:
        self._journal = journal
        self.emitter = Emitter(socketio)
        self.broadcaster = Broadcaster(journal, self.emitter)
        self._sessions = PageSessions(socketio, journal.tell, journal.absence)
        self._following = FirstFollower(first, self._greet, self._hear, journal.lose, journal.tell)
        self.windows = RelayedWindows(self.emitter, self._following.say)
        self.room = RelayedRoom(self.emitter)
        self._heard: dict[str, Callable[[Data], None]] = {
            "snapshot": self._take_snapshot,
            "events": self._take_events,
            "tree": self.windows.take,
            "shown": self.room.take,
        }

    def start(self) -> None:
        """Begin to follow, and to serve."""
        for one in (self.broadcaster, self._sessions, self._following):
            one.start()

    def close(self) -> None:
        """Stop both."""
        for one in (self._following, self._sessions, self.broadcaster):
            one.close()

    def _greet(self) -> None:
        self._journal.find()
        self._follow()
        self.windows.ask(again=True)

    def _follow(self) -> None:
        run = self._journal.run
        since = self._journal.snapshot()[0] if run else None
        self._following.say("follow", {"since": since, "run": run})

    def _hear(self, event: str, data: Data) -> None:
        if take := self._heard.get(event):
            take(data)

    def _take_snapshot(self, message: Data) -> None:
        """Begin again: the numbers of the pages may mean other events now."""
        self._journal.forget()
        self._sessions.end_all()
        self.broadcaster.run = message["run"]
        self._journal.take_snapshot(message)

    def _take_events(self, message: Data) -> None:
        if not self._journal.take_events(message):
            self._follow()


class RelayedRoom:
    """The room of the first one: the pages here follow its presenter too, and nobody leads here."""

    def __init__(self, emitter: Emitter) -> None:
        self._emitter, self._lock = emitter, threading.Lock()
        self._pages: set[str] = set()
        self._shown: Data | None = None

    def join(self, sid: str, who: Asker) -> None:
        """Tell a page who its reader is, and what is shown, where anybody presents."""
        with self._lock:
            self._pages.add(sid)
            shown = self._shown
        if shown is not None:
            self._tell(shown, [sid], is_new=True)

    def leave(self, sid: str) -> None:
        """Note that a page has gone."""
        with self._lock:
            self._pages.discard(sid)

    def take(self, shown: Data) -> None:
        """Tell all pages what is shown now."""
        with self._lock:
            pages, is_first, self._shown = sorted(self._pages), self._shown is None, shown
        self._tell(shown, pages, is_first)

    def follow(self, sid: str, on: bool) -> None:
        """Let a page follow or not: nobody counts that here."""

    def drive(self, sid: str, sure: bool = False, was: str | None = None) -> None:
        """Refuse to present. Raise Forbidden."""
        raise Forbidden("Nobody presents here: present at the first dashboard.", code="audience")

    def show(self, sid: str, address: str) -> None:
        """Refuse as `drive` does."""
        self.drive(sid)

    def bring(self, sid: str) -> None:
        """Refuse as `drive` does."""
        self.drive(sid)

    def point(self, sid: str, on: str, x: float, y: float) -> None:
        """Refuse as `drive` does."""
        self.drive(sid)

    def _tell(self, shown: Data, pages: list[str], is_new: bool) -> None:
        if is_new:
            self._emitter.send("you", {"role": "audience", "name": None, "own": []}, pages)
            self._emitter.send("room", {"rights": {}, "presented": True}, pages)
        self._emitter.send("shown", shown, pages)


class RelayedWindows:
    """The parts of the tree that the pages have open, as the first one tells them. It is asked once
    for what many have open, and for as many at most as one of its pages may.
    """

    def __init__(self, emitter: Emitter, say: Callable[[str, Data], None]) -> None:
        self._emitter, self._say = emitter, say
        self._lock, self._asking = threading.Lock(), threading.Lock()
        self._open: dict[str, frozenset[Window]] = {}
        self._asked: dict[Place, int] = {}
        self._told: dict[Place, Data] = {}

    def watch(self, sid: str, windows: Iterable[Window]) -> None:
        """Set the client's windows from now on; the client gets each of them as it is known."""
        with self._lock:
            self._open[sid] = frozenset(windows)
        self.ask()
        with self._lock:
            places = {_place_of(one) for one in self._open.get(sid, ())}
            known = [self._told[one] for one in places if one in self._told]
            known += [_refused(one) for one in places if one not in self._asked]
        for message in known:
            self._emitter.send("tree", message, [sid])

    def leave(self, sid: str) -> None:
        """Note that the client has gone, and its windows with it."""
        with self._lock:
            self._open.pop(sid, None)
        self.ask()

    def take(self, message: Data) -> None:
        """Pass on a window to those who have it open."""
        place = (message["path"], message["from"])
        with self._lock:
            self._told[place] = message
            sids = [sid for sid, own in self._open.items() if place in map(_place_of, own)]
        self._emitter.send("tree", message, sids)

    def ask(self, again: bool = False) -> None:
        """Ask the first one for what is open now, if that is not what it was asked for."""
        with self._asking:
            with self._lock:
                sizes: dict[Place, int] = {}
                for window in sorted(frozenset().union(*self._open.values())):
                    sizes[_place_of(window)] = window.size  # the largest comes last
                sizes = dict(list(sizes.items())[:MOST_WINDOWS])
                if sizes == self._asked and not again:
                    return
                self._asked = sizes
                self._told = {one: told for one, told in self._told.items() if one in sizes}
            paths = [
                {"path": path, "from": start, "count": count}
                for (path, start), count in sizes.items()
            ]
            self._say("watch_tree", {"paths": paths})


Place = tuple[str, int]


def _place_of(window: Window) -> Place:
    return window.path, window.start


def _refused(place: Place) -> Data:
    """Return a window of which nothing is known, and why."""
    why = f"pages have {MOST_WINDOWS} other parts of the tree open: this dashboard shows no more"
    nothing = {"exists": False, "total": 0, "children": [], "error": why}
    return {"path": place[0], "from": place[1], **nothing}
