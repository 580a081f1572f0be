"""Put a document into the tree, as planned.

Nothing is ever deleted. What goes in one transaction is created and overwritten all or not at all,
each znode at the version that was compared; an ACL cannot be part of a ZooKeeper transaction, and
is set after it at its own version.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kazoo.protocol.states import ZnodeStat

from ...errors import Conflict, HandoffError, NotFound
from ...zookeeper import operations as o
from ...zookeeper.batches import batches
from ...zookeeper.client_session import ClientSession
from .comparing import ImportPlan, Pair, has_same_acl, has_same_data
from .document import Planned
from .jobs import Job, JobCancelled
from .sight import (
    ABSENT,
    Sight,
    require_same,
    require_unchanged,
    showing_changes,
    sight_in,
    sight_of,
)

_MOST_STEPS = 500
_BATCH_BYTES = 512 << 10
_TIMEOUT = 10.0


class ZnodeImport(NamedTuple):
    """One znode of an import. was: as it was compared. write: None if only its ACL differs;
    sets_acl: whether the ACL is set too.
    """

    one: Planned
    was: Sight
    write: o.Create | o.Set | None
    sets_acl: bool


class Import:
    """The work of a job: carry out a plan."""

    def __init__(self, session: ClientSession, plan: ImportPlan, mode: str) -> None:
        self._session = session
        overwrites = plan.differ if mode == "overwrite" else []
        self._deeds = [ZnodeImport(one, ABSENT, _creation(one), False) for one in plan.creates]
        self._deeds += [_overwriting(pair) for pair in overwrites]

    def __call__(self, job: Job) -> int:
        """Return how many were created or overwritten."""
        job.progress(0, len(self._deeds))
        try:
            for batch in batches(self._deeds, _size_of, _MOST_STEPS, _BATCH_BYTES):
                job.check()
                self._do(batch, job)
        except HandoffError as refusal:
            if not isinstance(refusal, JobCancelled):
                refusal.message += f" {job.done} of {job.of} were imported before that."
            raise
        return job.done

    def _do(self, batch: Sequence[ZnodeImport], job: Job) -> None:
        written = self._write([deed for deed in batch if deed.write is not None])
        job.progress(job.done + sum(not deed.sets_acl for deed in batch))
        for deed in batch:
            if deed.sets_acl:
                self._protect(deed, written.get(deed.one.path, deed.was))
                job.progress(job.done + 1)

    def _write(self, batch: Sequence[ZnodeImport]) -> dict[str, Sight]:
        """Write one transaction; return how the overwritten znodes are now. A znode that was
        deleted and created again may have the same version: that is checked before and after.
        """
        seen = [(deed.one.path, deed.was) for deed in batch]
        known = [(path, was) for path, was in seen if was != ABSENT]
        with showing_changes(self._session.client, seen):
            require_unchanged(self._session.client, known)
            writes = tuple(deed.write for deed in batch if deed.write is not None)
            answers = self._session.change(writes, _TIMEOUT) if writes else ()
        stats = [answer for answer in answers if isinstance(answer, ZnodeStat)]
        for (path, was), stat in zip(known, stats, strict=True):
            require_same(path, stat, was)
        return {path: sight_of(stat) for (path, _), stat in zip(known, stats, strict=True)}

    def _protect(self, deed: ZnodeImport, was: Sight) -> None:
        seen = [(deed.one.path, was)]
        try:
            with showing_changes(self._session.client, seen):
                require_unchanged(self._session.client, seen)
                wanted = o.SetAcl(deed.one.path, tuple(deed.one.acl), was.aversion)
                stat = self._session.change(wanted, _TIMEOUT)
        except (Conflict, NotFound) as refusal:
            if deed.write is not None:
                refusal.message += " Its data is written, but its ACL is not."
            raise
        require_same(deed.one.path, stat, was)


def _creation(one: Planned) -> o.Create:
    """Return the create; a name that has its number already is created as it is."""
    kind = one.kind.removesuffix("_sequential")
    return o.creation(one.path, one.data, kind, one.acl, one.ttl_ms)


def _overwriting(pair: Pair) -> ZnodeImport:
    one, found = pair
    was = sight_in(found)
    write = None if has_same_data(one, found) else o.Set(one.path, one.data, was.version)
    return ZnodeImport(one, was, write, not has_same_acl(one, found))


def _size_of(deed: ZnodeImport) -> int:
    one = deed.one
    return len(one.path.encode()) + len(one.data or b"") + 64 * (len(one.acl) + 1)
