"""The actions of configurations: start subscribers, publish a value, delete it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from kazoo.protocol.states import ZnodeStat

from ...actions.action import Action
from ...actions.fields import (
    COUNT,
    TEXT,
    TEXTS,
    SessionTimeout,
    Some,
    ZnodePath,
    Zxid,
    object_of,
    within,
)
from ...actions.signature import Bounded
from ...errors import BadRequest, Conflict, HandoffError, OutcomeUnknown
from ...zookeeper import operations as o
from ...zookeeper.members import as_value
from ...zookeeper.refusals import refusal_of
from ...zookeeper.wire.codes import Code
from ..places import PlaceService
from .events import (
    ChangeRefused,
    ChangeUnanswered,
    ConfigurationOpened,
    ValuePublished,
    ValuePublishing,
    ValueRemoved,
)
from .model import ConfigurationModel, shown
from .state import RECIPE, ConfigurationState

LARGEST = 64 << 10


_Znode = Annotated[ZnodePath, "of the znode"]
_Version = Annotated[int, within(0, 2**31 - 1), "refused unless the znode has this version"]
_Mzxid = Annotated[
    Zxid | None,
    "refused unless this was the znode's last write; null: only the version counts",
]


class Configurations(PlaceService[ConfigurationState]):
    """The configurations of this dashboard, by the path of their znode."""

    model = ConfigurationModel

    @Action(
        "POST", "/configurations", 201, "Start subscribers of a configuration",
        object_of(path=TEXT, candidates=TEXTS), gives="candidates",
    )  # fmt: skip
    def start(
        self,
        path: _Znode = "/config",
        count: Annotated[Some, "subscribers; 0 to show the configuration only"] = 5,
        session_timeout: SessionTimeout = 4.0,
        *,
        by: str,
    ) -> list[str]:
        """Start `count` subscribers of the znode at `path`, which need not exist; return
        their names.

        count 0 shows the configuration only. session_timeout is in seconds.
        """
        self._require_free(path)
        self._require_connection()
        self._ensure_open(path, by)
        if count == 0:
            return []
        settings = {"znode": path.rpartition("/")[2]}
        return self._supervisor.start(count, path, RECIPE, session_timeout, by, settings)

    def _ensure_open(self, path: str, by: str) -> None:
        if path not in self.model.of(self._state):
            self._journal.append(ConfigurationOpened(path, by=by))
            self._mirror.follow(path, data=True)

    # -- publishing -----------------------------------------------------------------------------

    @Action(
        "POST", "/configurations/publish", 200, "Write a value into a configuration's znode",
        object_of(path=TEXT, mzxid=COUNT, version=COUNT),
    )  # fmt: skip
    def publish(
        self,
        *,
        path: _Znode = "/config",
        value: Annotated[str, Bounded(maxLength=20_000)],
        version: Annotated[
            _Version | None,
            "refused unless the znode has this version; null: unless there is no znode yet",
        ] = None,
        mzxid: _Mzxid = None,
        recreate: Annotated[
            bool, "delete the znode and create it again in one transaction, with its ACL"
        ] = False,
        by: str,
    ) -> dict[str, Any]:
        """Write `value` into the znode at `path`, and return {path, mzxid, version}.

        version: refused unless the znode has it; None: refused unless there is none yet. mzxid: the
        same for its last write, which tells a znode from a later one with its name. recreate:
        delete it and create it again in one transaction, with the ACL that it had, so that its
        version begins at 0 again. Raise Conflict (`stale`), with the current state.
        """
        self._require_free(path)
        self._require_connection()
        self._ensure_open(path, by)
        data = value.encode()
        if len(data) > LARGEST:
            raise BadRequest(f"a value is at most {LARGEST} bytes long", field="value")
        write = self._recreate if recreate else self._write
        stat = self._do(path, "written", by, lambda: write(path, data, version, mzxid))
        return {"path": path, "mzxid": stat.mzxid, "version": stat.version}

    @Action(
        "DELETE", "/configurations/value", 200, "Delete a configuration's znode",
        object_of(path=TEXT),
    )  # fmt: skip
    def remove(
        self, *, path: _Znode = "/config", version: _Version, mzxid: _Mzxid = None, by: str
    ) -> None:
        """Delete the znode at `path`; its subscribers keep the value that they have.

        version, mzxid: refused unless the znode has them. Raise NotFound, or Conflict where it is
        stale or has children.
        """
        self._require_connection()
        self._known(path)

        def delete() -> None:
            if mzxid is not None:
                _require(path, self._stat(path), mzxid)
            self._mirror.lane.ask(o.Delete(path, version))

        self._do(path, "deleted", by, delete)

    def _do(self, path: str, what: str, by: str, ask: Callable[[], Any]) -> Any:
        """Do one write at a time, so that a change seen meanwhile can be attributed. Its way to the
        subscribers is measured from the moment before it is sent.
        """
        with self._changing:
            self._journal.append(ValuePublishing(path, what=what, by=by))
            try:
                stat = ask()
            except HandoffError as error:
                unknown = isinstance(error, OutcomeUnknown)
                self._journal.append((ChangeUnanswered if unknown else ChangeRefused)(path, by=by))
                if error.code in ("stale", "exists"):
                    raise self._stale(path) from error
                raise
            self._journal.append(
                ValuePublished(path, mzxid=stat.mzxid, version=stat.version, by=by)
                if stat
                else ValueRemoved(path, by=by)
            )
        return stat

    def _stale(self, path: str) -> Conflict:
        """Return the refusal, with what the znode says, read now: the mirror may not have seen it
        yet.
        """
        try:
            found = self._mirror.lane.ask(o.Get(path))
            current = shown(as_value(found.data, found.stat)) if found else None
        except HandoffError:
            current = self._known(path)["znode"]
        return Conflict(
            f"{path} was changed since you saw it, so nothing was written. It is "
            f"{'at version ' + str(current['version']) if current else 'gone'} now.",
            code="stale",
            field="version",
            beside={"current": current},
        )

    # -- as requests ----------------------------------------------------------------------------

    def _write(self, path: str, data: bytes, version: int | None, mzxid: int | None) -> ZnodeStat:
        if version is None:
            return self._create(path, data)
        if mzxid is not None:
            _require(path, self._stat(path), mzxid)
        stat: ZnodeStat = self._mirror.lane.ask(o.Set(path, data, version))
        return stat

    def _create(self, path: str, data: bytes) -> ZnodeStat:
        if self._mirror.client.handler.capabilities.creates_tell_stat:
            stat: ZnodeStat = self._mirror.lane.make(o.Create(path, data, tells_stat=True))[1]
            return stat
        self._mirror.lane.make(o.Create(path, data))
        return self._made(path)

    def _recreate(
        self, path: str, data: bytes, version: int | None, mzxid: int | None
    ) -> ZnodeStat:
        """Require the whole ACL: ZooKeeper hides a digest, as x, from those who may not change the
        ACL, and nobody could log in with that.
        """
        acl, stat = self._mirror.lane.read(o.GetAcl(path))
        if any(one.id.scheme == "digest" and one.id.id.endswith(":x") for one in acl):
            raise refusal_of(o.RequestFailed("", Code.NO_AUTH, path), path)
        if version is None:
            raise refusal_of(o.RequestRefused(0, "exists"), path)
        _require(path, stat, mzxid)
        if stat.ephemeralOwner:
            raise Conflict(
                f"{path} is an ephemeral znode, a container or one with a time to live. Only a"
                " persistent znode is recreated as it was: nothing was written.",
                code="kind",
                field="recreate",
            )
        self._mirror.lane.ask((o.Delete(path, version), o.Create(path, data, acl=tuple(acl))))
        return self._made(path)

    def _made(self, path: str) -> ZnodeStat:
        """Return the stat that a znode was created with; others may have written to it since."""
        stat = self._stat(path)
        return stat._replace(mzxid=stat.czxid, version=0)

    def _stat(self, path: str) -> ZnodeStat:
        """Return the stat. Raise NotFound where somebody has deleted it since."""
        stat: ZnodeStat = self._mirror.lane.read(o.Exists(path))
        return stat


def _require(path: str, stat: ZnodeStat, mzxid: int | None) -> None:
    """Refuse another znode of the same name: ZooKeeper compares versions, which begin at 0
    again.
    """
    if mzxid is not None and stat.mzxid != mzxid:
        raise refusal_of(o.RequestRefused(0, "version"), path)
