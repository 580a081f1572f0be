"""Keep who watches what, as the servers last listed it.

ZooKeeper lists data watches only, and each server lists those of its own clients; the sandbox also
lists the watches on lists of children.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple, TypedDict

from .server_info import ServerReport
from .words import ConnectedClient, WatchList


class ListedWatch(NamedTuple):
    """One watch. client: the address of its client, if the server gives it; as_of: when the server
    was asked, on the monotonic clock.
    """

    path: str
    session: str
    client: str | None
    server: str
    as_of: float


class ListsTold(TypedDict):
    """The worth of the lists. as_of: when we asked the server with the oldest list. closed: the
    servers that refuse to list watches; silent: those that have not answered for another reason.
    children: whether watches on lists of children are listed too.
    """

    as_of: float | None
    complete: bool
    closed: list[str]
    silent: list[str]
    children: bool


class WatchLists:
    """The latest list of every server. Several threads may use it: it replaces whole what it keeps,
    and never changes that.

    chroot: the paths are as seen below it. knows_all: whether we ask all servers.
    """

    def __init__(self, chroot: str = "", *, knows_all: bool = False) -> None:
        self._chroot, self._knows_all = chroot, knows_all
        self._reports: tuple[ServerReport, ...] = ()
        self.lists: tuple[ServerReport, ...] = ()

    def keep(self, reports: Iterable[ServerReport], lists: Iterable[ServerReport]) -> None:
        """Keep each server's latest report, and the latest that lists its watches."""
        self._reports, self.lists = tuple(reports), tuple(lists)

    @property
    def asked_at(self) -> float | None:
        """Return when the server with the oldest list was asked; None without any list."""
        return min((one.asked_at for one in self.lists), default=None)

    @property
    def complete(self) -> bool:
        """Tell whether every server of the ensemble has listed its watches."""
        all_told = bool(self.lists) and len(self.lists) == len(self._reports)
        return all_told and self.are_all(self.lists)

    def are_all(self, reports: Iterable[ServerReport]) -> bool:
        """Tell whether the servers that report are known to be all that the ensemble has."""
        return self._knows_all or any(one.mode == "standalone" for one in reports)

    def at(self, path: str) -> list[ListedWatch]:
        """Return the watches on one znode."""
        rooted = self._chroot + path if path != "/" else self._chroot or "/"
        return [
            self._watch(path, session, report)
            for report in self.lists
            for session in (report.watch_list or {}).get(rooted, ())
        ]

    def under(self, path: str, limit: int) -> tuple[list[ListedWatch], bool]:
        """Return the first `limit` watches at and below a path, and whether there are more."""
        prefix = f"{path.rstrip('/')}/"
        below = (one for one in self.paths() if one == path or one.startswith(prefix))
        found = list(islice((watch for one in below for watch in self.at(one)), limit + 1))
        return found[:limit], len(found) > limit

    def told(self) -> ListsTold:
        """Return the worth of the lists."""
        closed = [one.address for one in self._reports if one.watches == "closed"]
        told = {one.address for one in self.lists}
        silent = [one.address for one in self._reports if one.address not in {*told, *closed}]
        return {
            "as_of": self.asked_at,
            "complete": self.complete,
            "closed": closed,
            "silent": silent,
            "children": bool(self.lists) and all(one.lists_children for one in self.lists),
        }

    def sits_on(self, session: str) -> str | None:
        """Return the server that names a session as one of its own and has listed its watches."""
        return next((one.address for one in self.lists if session in (one.clients or ())), None)

    def by_session(self, watched: Iterable[str], members: Iterable[str]) -> dict[str, list[str]]:
        """Return the `watched` paths that each session watches. A session of the `members` on a
        server that has listed its watches has its place, even if it watches none.
        """
        sessions: dict[str, list[str]] = {}
        for path in watched:
            for watch in self.at(path):
                sessions.setdefault(watch.session, []).append(path)
        for session in members:
            if self.sits_on(session):
                sessions.setdefault(session, [])
        return sessions

    def paths(self) -> list[str]:
        """Return all watched paths, in order."""
        return sorted({one for report in self.lists for one in self._unrooted(report.watch_list)})

    def _unrooted(self, found: WatchList | None) -> Iterator[str]:
        """Yield the paths as seen below the chroot; leave out what lies beside it."""
        below, start = f"{self._chroot}/", len(self._chroot)
        for path in found or ():
            if path.startswith(below):
                yield path[start:]
            elif path == self._chroot:
                yield "/"

    def _watch(self, path: str, session: str, report: ServerReport) -> ListedWatch:
        clients = [one.clients or {} for one in (*self._reports, report)]
        client = next((known[session] for known in clients if session in known), ConnectedClient())
        return ListedWatch(path, session, client.address, report.address, report.asked_at)
