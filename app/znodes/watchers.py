"""Find who watches what: the sessions that the servers list, and our candidates' reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypedDict, cast

from ..actions.action import Action
from ..actions.fields import BOOLEAN, LIST, TEXT, TEXTS, OneOrMore, Path, object_of
from ..actions.service import Context, Service
from ..participation.naming import PARENT
from ..readmodels.chain import by_session
from ..readmodels.document import Entry
from ..zookeeper.paths import check_path
from ..zookeeper.watch_lists import ListedWatch, ListsTold
from .consoles_model import ConsolesSection
from .workbench_model import WorkbenchSection

_MOMENT = {"type": ["number", "null"]}


class WatcherTold(TypedDict):
    """A session that watches a znode. candidate: its process, if it is one of ours."""

    session: str | None
    client: str | None
    server: str | None
    candidate: str | None
    dashboard: bool
    evidence: str
    as_of: float | None


class WatchTold(WatcherTold):
    path: str


class ListsNoted(ListsTold):
    note: str


class WatchedBy(TypedDict):
    """The watchers of a znode, and what it means that nobody else is named."""

    watched_by: list[WatcherTold]
    watches_told: ListsNoted


class WatchesUnder(ListsNoted):
    watches: list[WatchTold]
    truncated: bool


class Watchers(Service):
    """A finder of who watches a znode, and by what evidence."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._lists = context.lists

    def of(self, path: str) -> WatchedBy:
        """Return who watches a znode."""
        listed = [one for _, one in self._listed(self._lists.at(path))]
        sessions = {one["session"] for one in listed}
        others = (one for one in self._believed(path) if one["session"] not in sessions)
        return {"watched_by": [*listed, *others], "watches_told": self._told()}

    @Action(
        "GET", "/watches", 200, "List who watches what, as the servers tell it",
        object_of(as_of=_MOMENT, complete=BOOLEAN, closed=TEXTS, silent=TEXTS, note=TEXT,
                  watches=LIST, truncated=BOOLEAN),
    )  # fmt: skip
    def under(self, under: Path = "/", limit: OneOrMore = 1_000) -> WatchesUnder:
        """Return who watches what, at a path and below it, as the servers list it."""
        found, truncated = self._lists.under(check_path(under, "under"), limit)
        watches: list[WatchTold] = [{**one, "path": path} for path, one in self._listed(found)]
        return {**self._told(), "watches": watches, "truncated": truncated}

    def _listed(self, watches: Iterable[ListedWatch]) -> Iterator[tuple[str, WatcherTold]]:
        """Yield each watch's path, and who has set it."""
        candidates, own = by_session(self._state["candidates"]), self._own_sessions()
        for path, session, client, server, as_of in watches:
            yield (
                path,
                {
                    "session": session,
                    "client": client,
                    "server": server,
                    "candidate": candidates.get(session),
                    "dashboard": session in own,
                    "evidence": "server",
                    "as_of": as_of,
                },
            )

    def _own_sessions(self) -> set[str]:
        state = self._state
        consoles = (console["session"] for console in ConsolesSection.of(state).values())
        workbench = WorkbenchSection.of(state)["session"]
        return {one for one in (state["zookeeper"]["session"], workbench, *consoles) if one}

    def _believed(self, path: str) -> Iterator[WatcherTold]:
        """Yield the watches that a candidate reports, or the order implies, and no server lists."""
        parent, _, name = path.rpartition("/")
        for where, what in ((parent or "/", name), (path, PARENT)):
            for model in self._journal.models:
                document = model.of(self._state).get(where)
                if document is None:
                    continue
                for entry in model.chain_of(document):
                    if entry["watches"] == what and not self._is_outdated(entry, what):
                        yield self._unlisted(entry)
                for candidate, one in document.get("racing", {}).items():
                    if one["watches"] == what:
                        yield self._unlisted({**cast(Entry, one), "candidate": candidate})

    def _is_outdated(self, entry: Entry, what: str) -> bool:
        """Tell whether the session's server has said since that it does not watch this."""
        if what == PARENT or not self._lists.sits_on(entry["session"] or ""):
            return False
        said_at = entry["as_of"] if entry["evidence"] == "server" else self._reported_at(entry)
        return said_at is not None and said_at < (self._lists.asked_at or 0.0)

    def _reported_at(self, entry: Entry) -> float | None:
        candidate = self._state["candidates"].get(entry["candidate"] or "")
        at = candidate["reported_at"] if candidate else None
        return at if entry["evidence"] == "reported" else None

    def _unlisted(self, entry: Entry) -> WatcherTold:
        candidate = self._state["candidates"].get(entry["candidate"] or "")
        is_listed = entry["evidence"] == "server"
        session = entry.get("session") or (candidate["session"] if candidate else None)
        return {
            "session": session,
            "client": None,
            "server": None,
            "candidate": entry["candidate"],
            "dashboard": False,
            "evidence": entry["evidence"],
            "as_of": entry.get("as_of") if is_listed else self._reported_at(entry),
        }

    def _told(self) -> ListsNoted:
        told = self._lists.told()
        own = self._state["zookeeper"]["mirror"] == "recursive"
        return {**told, "note": " ".join([*_limits(told), *([_OWN] if own else [])])}


_DATA_ONLY = "ZooKeeper lists watches on data only, and none on lists of children"
_OWN = "This dashboard learns of every change by one watch of its own on “/”."


def _limits(told: ListsTold) -> Iterator[str]:
    """Yield the sentences that say what a list without an entry means."""
    if told["closed"]:
        who, verb = ", ".join(told["closed"]), "refuse" if len(told["closed"]) > 1 else "refuses"
        yield f"{who} {verb} to list watches (the four-letter word wchp is closed)."
    if told["silent"]:
        verb = "have" if len(told["silent"]) > 1 else "has"
        yield f"{', '.join(told['silent'])} {verb} not listed any watches."
    if told["complete"]:
        what = "watches" if told["children"] else "watches on data"
        yield f"Every server has listed its {what}: no other session had one then."
    elif told["as_of"] is not None:
        yield "Not all servers of the ensemble have answered: others may watch it."
    else:
        yield "So nobody knows who watches it."
    if told["as_of"] is not None and not told["children"]:
        yield f"{_DATA_ONLY}: who has such a watch is not known."
