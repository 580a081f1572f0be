"""The base of the workbench's actions: its session, its jobs, and how it reads."""

from __future__ import annotations

from typing import Any

from kazoo.client import KazooClient

from ...actions.action import ActionAnswer
from ...actions.service import Context, Service
from ...errors import Forbidden, ZooKeeperUnavailable
from ...zookeeper.client_session import ClientSession
from ...zookeeper.paths import check_path, is_system
from ...zookeeper.subtree import Subtree
from ..events import WorkbenchDeleted, WorkbenchImported
from .jobs import Job, Jobs, Work, result_of
from .kinds import Kinds
from .session import WorkbenchSession

TIMEOUT, TIMEOUT_OF_JOBS = 4.0, 10.0
"""Seconds for one answer of ZooKeeper: if somebody waits for the whole, and if nobody does."""

WORD = "zookeeper"
AT_ONCE = 1.0
"""Seconds that a call waits for its job, to report the end itself."""


class Bench(Service):
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


def check_removable(path: str) -> None:
    """Raise Forbidden for the root of what the dashboard sees."""
    if path == "/":
        raise Forbidden("The root is never deleted; delete what is below it.", code="root",
                        field="path")  # fmt: skip
