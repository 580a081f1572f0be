"""The znode workbench: whatever a person may want to do with znodes, by a session of its own.

One slip must destroy nothing: every call that destroys something carries what the caller believes
is there, and is refused where that is no longer so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kazoo.client import KazooClient

from app.control.part import Part, Rooms
from app.control.workbench import editing
from app.control.workbench.acls import acl_of
from app.control.workbench.census import census
from app.control.workbench.comparing import Plan, check_plan, compare
from app.control.workbench.document import data_of, planned_by
from app.control.workbench.exporting import Export
from app.control.workbench.guard import check_removable, check_target
from app.control.workbench.history import history_of
from app.control.workbench.importing import Import
from app.control.workbench.jobs import Job, Jobs, Work, result_of
from app.control.workbench.kinds import Kind, Kinds
from app.control.workbench.removal import Removal
from app.control.workbench.searching import Search
from app.control.workbench.session import Session
from app.errors import BadRequest, ZooKeeperUnavailable
from app.journal.journal import TOLD
from app.zookeeper.changes import ANY_VERSION
from app.zookeeper.errand import Errand
from app.zookeeper.paths import check_path, is_system
from app.zookeeper.subtree import Subtree

PATIENCE, PATIENCE_OF_JOBS = 4.0, 10.0
"""Seconds for one answer of ZooKeeper: where somebody waits for the whole, where nobody does."""

AT_ONCE = 1.0
"""Seconds that a call waits for its job, whose end it can then tell itself."""

Entries = Sequence[Mapping[str, Any]] | None


class Begun(NamedTuple):
    """A job; `result` is None where it is not over yet."""

    job: str
    result: Any


class Workbench(Part):
    """All of it, behind one door. `word`: see `guard.check_target`."""

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(rooms)
        self._session = Session(rooms.journal, rooms.security)
        self._jobs = Jobs(rooms.journal)
        self._kinds = Kinds()

    def close(self) -> None:
        self._jobs.close()
        self._session.close()

    # One znode.

    def create(
        self,
        path: str,
        data: Any,
        kind: str,
        acl: Entries,
        ttl_ms: int | None,
        parents: bool,
        word: str | None,
        by: str,
    ) -> dict[str, Any]:
        """Make a znode of any kind: `{"path", "parents"}`."""
        self._check(path, word)
        content, entries = data_of(data), acl_of(acl)
        errand = self._errand()
        made, above = editing.create(errand, path, content, kind, entries, ttl_ms, parents)
        self._kinds.remember(errand, [(made, Kind(kind, ttl_ms))])
        self._tell("created", made, by, kind=kind, length=len(content), parents=len(above))
        return {"path": made, "parents": above}

    def write(
        self, path: str, data: Any, version: int, mzxid: int | None, word: str | None, by: str
    ) -> dict[str, Any]:
        """Replace a znode's data at the version that the caller has seen: `{"path", "stat"}`."""
        self._check(path, word)
        _check_version(version)
        content = data_of(data)
        stat = editing.write(self._errand(), path, content, version, mzxid)
        self._tell("written", path, by, version=stat["version"], length=len(content))
        return {"path": path, "stat": stat}

    def read_acl(self, path: str) -> dict[str, Any]:
        """A znode's ACL and stat, by the workbench's session where there is one."""
        check_path(path)
        return editing.read_acl(self._client(), path)

    def protect(
        self,
        path: str,
        acl: Entries,
        version: int,
        czxid: int | None,
        lock_out: bool,
        word: str | None,
        by: str,
    ) -> dict[str, Any]:
        """Replace a znode's ACL at the ACL version that the caller has seen."""
        self._check(path, word)
        _check_version(version)
        entries, errand = acl_of(acl or []), self._errand()
        stat = editing.protect(errand, path, entries, version, czxid, lock_out)
        self._tell("protected", path, by, aversion=stat["aversion"])
        return {"path": path, "acl": editing.entries_of(entries), "stat": stat}

    def delete(self, path: str, version: int, mzxid: int | None, word: str | None, by: str) -> None:
        """Delete a znode without children at the version that the caller has seen."""
        self._check(path, word)
        check_removable(path)
        _check_version(version)
        zxid = editing.delete(self._errand(), path, version, mzxid)
        self._tell("deleted", path, by, version=version, znodes=1, zxid=zxid)

    # Many.

    def count(self, path: str) -> dict[str, Any]:
        """What a recursive delete would take."""
        check_path(path)
        errand = self._session.errand
        found = census(self._subtree(path).walk(path))
        return found.as_json(None if errand is None else errand.session)

    def delete_all(
        self,
        path: str,
        expect: int,
        zxid: int | None,
        seen: str | None,
        word: str | None,
        by: str,
    ) -> Begun:
        """Delete a znode with all below it: a job. Raises its refusal, where that comes at once."""
        self._check(path, word)
        check_removable(path)
        removal = Removal(self._errand(), path, expect, zxid, seen)

        def work(job: Job) -> Any:
            try:
                return removal(job)
            finally:
                if job.done:
                    self._tell("deleted", path, by, znodes=job.done, job=job.name)

        return self._begin("delete", path, by, work)

    def search(self, text: str, under: str, where: str, limit: int) -> dict[str, Any]:
        """Znodes at and below `under` with the text in their name or their data."""
        check_path(under, "under")
        search = Search(text, where, limit)
        return search.through(self._subtree(under).walk(under), under)

    def export(self, path: str, by: str) -> dict[str, Any]:
        """The document of a znode and all below it; a job meanwhile."""
        check_path(path)
        work = Export(path, lambda job: self._subtree(path, job), self._kinds)
        document: dict[str, Any] = self._jobs.do("export", path, by, work)
        return document

    def plan_import(
        self,
        path: str,
        document: Mapping[str, Any],
        ephemerals: str,
        word: str | None,
    ) -> Plan:
        """What an import would come to; nothing is changed."""
        planned = planned_by(document, check_path(path))
        for one in planned:
            check_target(one.path, self._chroot, word)
        return compare(self._subtree(path), planned, ephemerals)

    def carry_out(
        self, path: str, plan: Plan, mode: str, expect: int | None, seen: str | None, by: str
    ) -> Begun:
        """Import what was planned: a job."""
        check_plan(plan, mode, expect, seen)
        errand = self._errand()
        work = Import(errand, plan, mode)

        def tell(job: Job) -> Any:
            try:
                return work(job)
            finally:
                made = ((one.path, Kind(one.kind, one.ttl_ms)) for one in plan.creates)
                self._kinds.remember(errand, made)
                if job.done:
                    self._tell("imported", path, by, znodes=job.done, job=job.name)

        return self._begin("import", path, by, tell)

    def cancel(self, job: str) -> None:
        """Stop a job at its next step."""
        self._jobs.cancel(job)

    def history(self, path: str, limit: int) -> dict[str, Any]:
        """What the journal knows of a znode."""
        events, candidates = self._journal.recent(TOLD), self._state["candidates"]
        return history_of(check_path(path), events, limit, candidates)

    # The session.

    def open_session(self) -> dict[str, Any]:
        """Begin the session, if it has not begun."""
        self._require_connection()
        return _described(self._session.open())

    def authenticate(self, scheme: str, user: str, password: str) -> dict[str, Any]:
        """Add credentials to the session."""
        self._require_connection()
        return _described(self._session.authenticate(scheme, user, password))

    def end_session(self, session: str, expect: int, seen: str | None) -> list[str]:
        """End it; the ephemerals that go with it."""
        return self._session.end(session, expect, seen)

    def kind_of(self, path: str, czxid: int, told: str) -> str:
        """What a znode is, where it was made here; else as ZooKeeper tells."""
        return self._kinds.of(path, czxid, told).name

    def reader(self) -> tuple[KazooClient, str]:
        """By which session a znode is read, and whose it is: "workbench" once it has credentials,
        else "dashboard".
        """
        errand = self._session.errand
        if errand is not None and errand.credentials and errand.state == "connected":
            return errand.client, "workbench"
        return self._mirror.client, "dashboard"

    def _check(self, path: str, word: str | None) -> None:
        check_target(path, self._chroot, word)

    def _errand(self) -> Errand:
        self._require_connection()
        return self._session.open()

    def _bulk_client(self) -> KazooClient:
        """Much that is read would hold up what the mirror hears, if it came by its connection; a
        dashboard that is read-only has no other.
        """
        return self._client() if self._state["read_only"] else self._errand().client

    def _client(self) -> KazooClient:
        client = self.reader()[0]
        if not client.connected:
            self._require_connection()
            raise ZooKeeperUnavailable("ZooKeeper is not connected.")
        return client

    def _subtree(self, path: str, job: Job | None = None) -> Subtree:
        """ZooKeeper's own znodes are left out, unless it is they that are asked about."""
        chroot = self._chroot
        own = is_system(path, chroot)
        return Subtree(
            self._bulk_client(),
            without=lambda one: not own and is_system(one, chroot),
            stop=_go_on if job is None else job.check,
            patience=PATIENCE if job is None else PATIENCE_OF_JOBS,
        )

    def _begin(self, kind: str, path: str, by: str, work: Work) -> Begun:
        job = self._jobs.start(kind, path, by, work)
        over = job.wait(AT_ONCE)
        return Begun(job.name, result_of(job) if over else None)

    def _tell(self, deed: str, path: str, by: str, **data: Any) -> None:
        self._journal.append(f"workbench.{deed}", path, {**data, "by": by})

    @property
    def _chroot(self) -> str:
        return str(self._state["zookeeper"]["chroot"])


def _go_on() -> None:
    """Nobody stops it."""


def _check_version(version: int) -> None:
    if version == ANY_VERSION:
        raise BadRequest(
            f"version {ANY_VERSION} means any to ZooKeeper: say which one was seen", field="version"
        )


def _described(errand: Errand) -> dict[str, Any]:
    return {"session": errand.session, "credentials": errand.credentials}
