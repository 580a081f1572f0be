"""What a person can do with configurations: start subscribers, publish a value, delete it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from kazoo.exceptions import (
    BadVersionError,
    KazooException,
    NoAuthError,
    NodeExistsError,
    NoNodeError,
    RolledBackError,
)
from kazoo.handlers.threading import KazooTimeoutError
from kazoo.protocol.states import ZnodeStat
from kazoo.security import ACL

from app.control.part import Part, Rooms
from app.errors import BadRequest, Conflict, HandoffError, NotFound, OutcomeUnknown
from app.insight.configurations import RECIPE, shown
from app.zookeeper.frames import DataStat
from app.zookeeper.paths import check_path
from app.zookeeper.refusals import in_words
from app.zookeeper.requests import make_chroot
from app.zookeeper.values import as_value

PATIENCE = 2.0
LARGEST = 64 << 10


class Configurations(Part):
    """The configurations of this dashboard, by the path of their znode."""

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(rooms)
        self._publishing = threading.Lock()

    def start(self, path: str, count: int, session_timeout: float, by: str) -> list[str]:
        """Start `count` subscribers of the znode at `path`, which need not exist; their names.

        count 0 shows the configuration only. session_timeout is in seconds.
        """
        self._check(path)
        self._require_connection()
        self._ensure_open(path, by)
        if count == 0:
            return []
        settings = {"znode": path.rpartition("/")[2]}
        return self._supervisor.start(count, path, RECIPE, session_timeout, by, settings)

    def _check(self, path: str) -> None:
        check_path(path, "path")
        if path == "/":
            raise BadRequest("a configuration is a znode below the root", field="path")
        self._require_no_other_use(path, "path", ("configurations",))

    def _ensure_open(self, path: str, by: str) -> None:
        if path not in self._state["configurations"]:
            self._journal.append("configuration.opened", path, {"by": by})
            self._mirror.follow_value(path)

    # -- publishing -----------------------------------------------------------------------------

    def publish(
        self,
        path: str,
        value: str,
        version: int | None,
        by: str,
        *,
        mzxid: int | None = None,
        recreate: bool = False,
    ) -> dict[str, Any]:
        """Write `value` into the znode at `path`, and return {path, mzxid, version}.

        version: refused unless the znode has it; None: refused unless there is none yet. mzxid: the
        same of its last write, which tells a znode from another one of its name. recreate:
        delete it and create it anew in one transaction, with the ACL that it had, so that its
        version begins at 0 again. Raises Conflict (`stale`), with what there is now.
        """
        self._check(path)
        self._require_connection()
        self._ensure_open(path, by)
        data = value.encode()
        if len(data) > LARGEST:
            raise BadRequest(f"a value is at most {LARGEST} bytes long", field="value")
        write = self._recreate if recreate else self._write
        stat = self._do(path, "written", by, lambda: write(path, data, version, mzxid))
        return {"path": path, "mzxid": stat.mzxid, "version": stat.version}

    def remove(self, path: str, version: int, by: str, *, mzxid: int | None = None) -> None:
        """Delete the znode at `path`; whoever subscribes to it keeps the value that it has.

        version, mzxid: refused unless the znode has them. Raises NotFound, or Conflict where it is
        stale or has children.
        """
        self._require_connection()
        if path not in self._state["configurations"]:
            raise NotFound(f"there is no configuration at {path!r}", field="path")
        client = self._mirror.client

        def delete() -> None:
            if mzxid is not None:
                _require(self._stat(path), mzxid)
            client.delete_async(path, version).get(timeout=PATIENCE)

        self._do(path, "deleted", by, delete)

    def _do(self, path: str, what: str, by: str, ask: Callable[[], Any]) -> Any:
        """One at a time, so that a change that comes meanwhile is known for whose it is. The moment
        from which its way to the subscribers is measured is the one before it is sent.
        """
        with self._publishing:
            self._journal.append("configuration.publishing", path, {"what": what, "by": by})
            try:
                stat = ask()
            except HandoffError:
                self._journal.append("configuration.refused", path, {"by": by})
                raise
            except (KazooException, KazooTimeoutError) as error:
                refusal = self._refusal(path, error)
                unknown = isinstance(refusal, OutcomeUnknown)
                kind = "configuration.unanswered" if unknown else "configuration.refused"
                self._journal.append(kind, path, {"by": by})
                raise refusal from error
            done = {"mzxid": stat.mzxid, "version": stat.version} if stat else {}
            kind = "configuration.published" if stat else "configuration.removed"
            self._journal.append(kind, path, {**done, "by": by})
        return stat

    def _refusal(self, path: str, error: BaseException) -> HandoffError:
        if not isinstance(error, BadVersionError | NodeExistsError):
            return in_words(error, path, changes=True)
        current = self._current(path)
        return Conflict(
            f"{path} has been changed since you saw it, and nothing was written. It is "
            f"{'at version ' + str(current['version']) if current else 'gone'} now.",
            code="stale",
            field="version",
            beside={"current": current},
        )

    def _current(self, path: str) -> dict[str, Any] | None:
        """What the znode says; asked for, as the mirror may not have seen it yet."""
        try:
            found = self._mirror.client.get_async(path).get(timeout=PATIENCE)
        except NoNodeError:
            return None
        except (KazooException, KazooTimeoutError):
            known: dict[str, Any] | None = self._state["configurations"][path]["znode"]
            return known
        return shown(as_value(DataStat(*found)))

    # -- as requests ----------------------------------------------------------------------------

    def _write(self, path: str, data: bytes, version: int | None, mzxid: int | None) -> ZnodeStat:
        if version is None:
            return self._create(path, data)
        if mzxid is not None:
            _require(self._stat(path), mzxid)
        stat: ZnodeStat = self._mirror.client.set_async(path, data, version).get(timeout=PATIENCE)
        return stat

    def _create(self, path: str, data: bytes) -> ZnodeStat:
        client = self._mirror.client
        make_chroot(client)
        if client.handler.capabilities.creates_tell_stat:
            created = client.create_async(path, data, makepath=True, include_data=True)
            stat: ZnodeStat = created.get(timeout=PATIENCE)[1]
            return stat
        client.create_async(path, data, makepath=True).get(timeout=PATIENCE)
        return self._made(path)

    def _recreate(
        self, path: str, data: bytes, version: int | None, mzxid: int | None
    ) -> ZnodeStat:
        """kazoo returns the errors of a transaction among its results."""
        acl, stat = self._whole_acl(path)
        if version is None:
            raise NodeExistsError
        _require(stat, mzxid)
        if stat.ephemeralOwner:
            raise _other_kind(path)
        client = self._mirror.client
        transaction = client.transaction()
        transaction.delete(path, version)
        transaction.create(path, data, acl=acl)
        for one in transaction.commit_async().get(timeout=PATIENCE):
            if isinstance(one, Exception) and not isinstance(one, RolledBackError):
                raise one
        return self._made(path)

    def _made(self, path: str) -> ZnodeStat:
        """The stat that a znode was made with; others may have written to it since."""
        stat = self._stat(path)
        return stat._replace(mzxid=stat.czxid, version=0)

    def _stat(self, path: str) -> ZnodeStat:
        """Raises NoNodeError where somebody has deleted it since."""
        stat: ZnodeStat | None = self._mirror.client.exists_async(path).get(timeout=PATIENCE)
        if stat is None:
            raise NoNodeError
        return stat

    def _whole_acl(self, path: str) -> tuple[list[ACL], ZnodeStat]:
        """To whoever may not change an ACL, ZooKeeper shows x for a digest: nobody could log in."""
        acl, stat = self._mirror.client.get_acls_async(path).get(timeout=PATIENCE)
        if any(one.id.scheme == "digest" and one.id.id.endswith(":x") for one in acl):
            raise NoAuthError
        return acl, stat


def _other_kind(path: str) -> Conflict:
    return Conflict(
        f"{path} is an ephemeral znode, a container or one with a time to live. Only a persistent"
        " znode is recreated as it was: nothing was written.",
        code="kind",
        field="recreate",
    )


def _require(stat: ZnodeStat, mzxid: int | None) -> None:
    """Refuse another znode of the name: ZooKeeper compares versions, which begin at 0 again."""
    if mzxid is not None and stat.mzxid != mzxid:
        raise BadVersionError
