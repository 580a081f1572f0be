"""The znode workbench: all that a person may want to do with znodes, by a session of its own.

One slip must destroy nothing: every call that destroys something carries what the caller believes
is there, and is refused where that is no longer so.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, TypedDict

from kazoo.client import KazooClient

from ...actions.action import Action, ActionAnswer
from ...actions.fields import COUNT, LIST, OPEN, TEXT, TEXTS, Path, Zxid, object_of, within
from ...actions.service import Context, Service
from ...actions.signature import Bounded, OrLeftOut
from ...errors import Forbidden, ZooKeeperUnavailable
from ...journal.journal import AT_HAND
from ...readmodels.zookeeper import Credential
from ...zookeeper.client_session import ClientSession
from ...zookeeper.operations import KINDS
from ...zookeeper.paths import check_path, is_system
from ...zookeeper.reader import StatTold, entries_of
from ...zookeeper.subtree import Subtree
from ...zookeeper.wire.codes import LONGEST_TTL
from ..events import (
    WorkbenchCreated,
    WorkbenchDeleted,
    WorkbenchImported,
    WorkbenchProtected,
    WorkbenchWritten,
)
from . import editing
from . import fields as f
from .document import ZnodesDocument, acl_of, data_of, exported, planned_by, written
from .history import ZnodeHistory, history_of
from .importing import MODES, OF_EPHEMERALS, carry_out, check_plan, compare
from .jobs import Job, Jobs, Work, result_of
from .kinds import Kind, Kinds
from .removal import Counted, census, remove
from .searching import Search, Searched
from .session import WorkbenchSession

TIMEOUT, TIMEOUT_OF_JOBS = 4.0, 10.0
"""Seconds for one answer of ZooKeeper: if somebody waits for the whole, and if nobody does."""

WORD = "zookeeper"
AT_ONCE = 1.0
"""Seconds that a call waits for its job, to report the end itself."""

_JOB = object_of(path=TEXT, job=TEXT)
_PROTECTED = object_of(path=TEXT, acl=LIST, stat=OPEN)
_SESSION = object_of(session={"type": ["string", "null"]}, credentials=LIST)


class CreatedZnode(TypedDict):
    path: str
    parents: list[str]


class WrittenZnode(TypedDict):
    path: str
    stat: StatTold


class OwnSession(TypedDict):
    session: str | None
    credentials: list[Credential]


class Workbench(Service):
    """A session of its own, with what goes on in it. `word`: see `check_target`."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._session = WorkbenchSession(context.journal, context.security)
        self._jobs = Jobs(context.journal)
        self._kinds = Kinds()

    def close(self) -> None:
        self._jobs.close()
        self._session.close()

    def kind_of(self, path: str, czxid: int, told: str) -> str:
        """Return what a znode is: as it was created here, else as ZooKeeper says."""
        return self._kinds.of(path, czxid, told).name

    def reader(self) -> tuple[KazooClient, str]:
        """Return the client by which a znode is read, and whose session it has: "workbench" once
        that has credentials, else "dashboard".
        """
        session = self._session.current
        if session is not None and session.credentials and session.state == "connected":
            return session.client, "workbench"
        return self._mirror.client, "dashboard"

    # One znode.

    @Action(
        "POST", "/znodes", 201, "Create a znode of any kind",
        object_of(path=TEXT, parents=TEXTS), any_of=f.TIME_TO_LIVE, all_of=[f.NO_TIME_TO_LIVE],
        largest=f.LARGEST_VALUE_BODY,
    )  # fmt: skip
    def create(
        self,
        path: Path,
        data: f.Data = f.EMPTY,
        kind: Annotated[str, Bounded(enum=list(KINDS))] = "persistent",
        ttl_ms: Annotated[int | None, within(1, LONGEST_TTL)] = None,
        acl: Annotated[f.Acl | None, "null: that of --acl, else world:anyone:cdrwa"] = None,
        parents: bool = False,
        word: f.Word = None,
        *,
        by: str,
    ) -> CreatedZnode:
        """Create a znode of any kind; return its path, and those of the parents it needed."""
        self._check(path, word)
        content, entries = data_of(data), acl_of(acl)
        session = self._own_session()
        made, above = editing.create(session, path, content, kind, entries, ttl_ms, parents)
        self._kinds.remember(session, [(made, Kind(kind, ttl_ms))])
        created = WorkbenchCreated(made, mode=kind, length=len(content), parents=len(above), by=by)
        self._journal.append(created)
        return {"path": made, "parents": above}

    @Action(
        "PUT", "/znodes", 200, "Replace a znode's data at the version that was seen",
        object_of(path=TEXT, stat=OPEN), largest=f.LARGEST_VALUE_BODY,
    )  # fmt: skip
    def write(
        self,
        path: Path,
        data: f.Data,
        version: f.Version,
        mzxid: f.Mzxid = None,
        word: f.Word = None,
        *,
        by: str,
    ) -> WrittenZnode:
        """Replace a znode's data at the version that was seen."""
        self._check(path, word)
        content = data_of(data)
        stat = editing.write(self._own_session(), path, content, version, mzxid)
        written = WorkbenchWritten(path, version=stat["version"], length=len(content), by=by)
        self._journal.append(written)
        return {"path": path, "stat": stat}

    @Action("GET", "/znodes/acl", 200, "A znode's ACL", _PROTECTED)
    def read_acl(self, path: Path = "/") -> editing.AclTold:
        """Return a znode's ACL and stat, by the workbench's session where there is one."""
        check_path(path)
        return editing.read_acl(self._client(), path)

    @Action(
        "PUT", "/znodes/acl", 200, "Replace a znode's ACL at the version that was seen",
        _PROTECTED,
    )  # fmt: skip
    def protect(
        self,
        path: Path,
        acl: f.Acl,
        version: f.Version,
        czxid: Annotated[Zxid | None, "of the znode that was seen; null: only the version"] = None,
        lock_out: bool = False,
        word: f.Word = None,
        *,
        by: str,
    ) -> editing.AclTold:
        """Replace a znode's ACL at the ACL version that the caller has seen."""
        self._check(path, word)
        entries, session = acl_of(acl), self._own_session()
        stat = editing.protect(session, path, entries, version, czxid, lock_out)
        self._journal.append(WorkbenchProtected(path, aversion=stat["aversion"], by=by))
        return {"path": path, "acl": entries_of(entries), "stat": stat}

    @Action(
        "DELETE", "/znodes", 200, "Delete a znode, or as many as were counted (202: a job)",
        object_of(path=TEXT), any_of=f.ONE_OR_COUNTED, others={202: _JOB},
    )  # fmt: skip
    def delete(
        self,
        path: Path,
        version: Annotated[OrLeftOut[f.Version], "of a znode without children"] = None,
        mzxid: f.Mzxid = None,
        recursive: bool = False,
        expect: Annotated[
            OrLeftOut[f.Expected], "of a recursive delete: how many znodes go"
        ] = None,
        zxid: Annotated[Zxid | None, "the latest change among them, from the count"] = None,
        seen: Annotated[f.Seen, "all that the count saw; refused if that differs"] = None,
        word: f.Word = None,
        *,
        by: str,
    ) -> ActionAnswer:
        """Delete a znode without children at the version that the caller has seen, or one with all
        below it, as many as the caller has counted: a job.
        """
        given = expect if recursive else version
        assert given is not None, "the schema requires it"
        self._check(path, word)
        if path == "/":
            raise Forbidden(
                "The root is never deleted; delete what is below it.", code="root", field="path"
            )
        if recursive:
            session = self._own_session()
            return self._begin(
                "delete",
                path,
                by,
                lambda job: remove(job, session, path, given, zxid, seen),
                WorkbenchDeleted,
            )
        zxid = editing.delete(self._own_session(), path, given, mzxid)
        deleted = WorkbenchDeleted(path, version=given, znodes=1, zxid=zxid, by=by)
        self._journal.append(deleted)
        return ActionAnswer({"path": path, "deleted": 1})

    # Many.

    @Action(
        "GET", "/znodes/count", 200, "Count the znodes at and below a path",
        object_of(path=TEXT, znodes=COUNT, ephemerals=COUNT, others_ephemerals=COUNT),
    )  # fmt: skip
    def count(self, path: Path = "/") -> Counted:
        """Count what a recursive delete would take."""
        check_path(path)
        session = self._session.current
        found = census(self._subtree(path).walk(path))
        return found.as_json(None if session is None else session.session)

    def search(self, text: str, under: str, where: str, limit: int) -> Searched:
        """Find znodes at and below `under` with the text in their name or their data."""
        check_path(under, "under")
        search = Search(text, where, limit)
        return search.through(self._subtree(under).walk(under), under)

    @Action(
        "GET", "/znodes/export", 200, "Export a znode and all below it as a JSON document",
        object_of(format=TEXT, version=COUNT, path=TEXT, znodes=LIST),
    )  # fmt: skip
    def export(self, path: Path = "/", *, by: str) -> ActionAnswer:
        """Return the document of a znode and all below it as a file; it is a job meanwhile."""
        check_path(path)

        def work(job: Job) -> ZnodesDocument:
            return exported(job, path, self._subtree(path, job), self._kinds)

        document = self._jobs.do("export", path, by, work)
        name = re.sub(r"[^A-Za-z0-9._]+", "-", path).strip("-.")[:80] or "root"
        headers = {"Content-Disposition": f'attachment; filename="znodes-{name}.json"'}
        return ActionAnswer(written(document), headers=headers)

    @Action(
        "POST", "/znodes/import", 200, "Import such a document into the tree (202: a job)",
        object_of(path=TEXT, znodes=COUNT, creates=COUNT),
        largest=f.LARGEST_DOCUMENT, others={202: _JOB},
    )  # fmt: skip
    def put(
        self,
        path: Path,
        document: f.Exported,
        mode: Annotated[str, Bounded(enum=list(MODES))] = "refuse",
        dry_run: bool = False,
        ephemerals: Annotated[str, Bounded(enum=list(OF_EPHEMERALS))] = "skip",
        expect: Annotated[OrLeftOut[f.Expected], "how many znodes are overwritten"] = None,
        seen: Annotated[
            str | None, "what the preview (dry_run) answered; refused if that has changed"
        ] = None,
        word: f.Word = None,
        *,
        by: str,
    ) -> ActionAnswer:
        """Import a document, or say what that would come to, changing nothing."""
        planned = planned_by(document, check_path(path))
        for one in planned:
            check_target(one.path, self._chroot, word)
        plan = compare(self._subtree(path), planned, ephemerals)
        if dry_run:
            return ActionAnswer({"path": path, **plan.preview(mode)})
        check_plan(plan, mode, expect, seen)
        session = self._own_session()

        def work(job: Job) -> int:
            try:
                return carry_out(job, session, plan, mode)
            finally:
                made = ((one.path, Kind(one.kind, one.ttl_ms)) for one in plan.creates)
                self._kinds.remember(session, made)

        return self._begin("import", path, by, work, WorkbenchImported, **plan.as_json(mode))

    @Action(
        "DELETE", "/znodes/jobs/{job}", 202, "Stop a job of the workbench at its next step",
        object_of(job=TEXT),
    )  # fmt: skip
    def cancel(self, job: str) -> None:
        """Stop a job at its next step."""
        self._jobs.cancel(job)

    @Action(
        "GET", "/znodes/history", 200, "List what the journal still knows of a znode",
        object_of(path=TEXT, events=LIST),
    )  # fmt: skip
    def history(self, path: Path = "/", limit: f.Limit = 200) -> ZnodeHistory:
        """Return what the journal knows of a znode."""
        events, candidates = self._journal.recent(AT_HAND), self._state["candidates"]
        return history_of(check_path(path), events, limit, candidates)

    # The session.

    @Action("POST", "/znodes/session", 201, "Begin the workbench's session", _SESSION)
    def open_session(self) -> OwnSession:
        """Begin the session, if it has not begun."""
        self._require_connection()
        return _described(self._session.open())

    @Action(
        "POST", "/znodes/credentials", 201, "Add credentials to the workbench's session",
        _SESSION,
    )  # fmt: skip
    def authenticate(
        self,
        *,
        scheme: Annotated[str, Bounded(enum=["digest"])] = "digest",
        user: f.User,
        password: f.Text,
    ) -> OwnSession:
        """Add credentials to the session."""
        self._require_connection()
        return _described(self._session.authenticate(scheme, user, password))

    @Action(
        "DELETE", "/znodes/session", 200, "End the workbench's session and its ephemerals",
        object_of(session=TEXT, ephemerals=TEXTS), gives="ephemerals",
    )  # fmt: skip
    def end_session(
        self,
        session: Annotated[str, Bounded(maxLength=40)],
        expect: f.Expected,
        seen: Annotated[f.Seen, "of the state: its ephemerals, each as it was seen"] = None,
    ) -> list[str]:
        """End the session; return the ephemerals that go with it."""
        return self._session.end(session, expect, seen)

    # What they share.

    def _check(self, path: str, word: str | None) -> None:
        check_target(path, self._chroot, word)

    def _own_session(self) -> ClientSession:
        self._require_connection()
        return self._session.open()

    def _bulk_client(self) -> KazooClient:
        """Return a client for large reads, which would hold up what the mirror hears if they used
        its connection; a dashboard that is read-only has no other.
        """
        return self._client() if self._state["read_only"] else self._own_session().client

    def _client(self) -> KazooClient:
        client = self.reader()[0]
        if not client.connected:
            self._require_connection()
            raise ZooKeeperUnavailable("ZooKeeper is not connected.")
        return client

    def _subtree(self, path: str, job: Job | None = None) -> Subtree:
        """Return a subtree, without ZooKeeper's own znodes unless the request is about them."""
        chroot = self._chroot
        own = is_system(path, chroot)
        return Subtree(
            self._bulk_client(),
            without=lambda one: not own and is_system(one, chroot),
            stop=job.check if job else lambda: None,
            timeout=TIMEOUT if job is None else TIMEOUT_OF_JOBS,
        )

    def _begin(
        self,
        kind: str,
        path: str,
        by: str,
        work: Work,
        deed: type[WorkbenchDeleted] | type[WorkbenchImported],
        **planned: Any,
    ) -> ActionAnswer:
        """Begin a job that reports its deed, and answer with its result if it is over soon."""

        def told(job: Job) -> Any:
            try:
                return work(job)
            finally:
                if job.done:
                    self._journal.append(deed(path, znodes=job.done, job=job.name, by=by))

        job = self._jobs.start(kind, path, by, told)
        if not job.wait(AT_ONCE):
            return ActionAnswer({"path": path, **planned, "job": job.name}, 202)
        done = {deed.kind.removeprefix("workbench."): result_of(job)}
        return ActionAnswer({"path": path, **planned, "job": job.name, **done})

    @property
    def _chroot(self) -> str:
        return str(self._state["zookeeper"]["chroot"])


def check_target(path: str, chroot: str, word: str | None) -> None:
    """Raise BadRequest for an invalid path, Forbidden for ZooKeeper's own without the word.

    chroot: of the dashboard's connection: what counts is where the znode really is.
    """
    check_path(path)
    if word != WORD and is_system(path, chroot):
        raise Forbidden(
            f"{path} is ZooKeeper's own: its quotas and its configuration. To change it anyway,"
            f' send "word": "{WORD}".',
            code="guarded",
            field="word",
        )


def _described(session: ClientSession) -> OwnSession:
    return {"session": session.session, "credentials": session.credentials}
