"""Delete a znode with all below it: exactly what was counted, and nothing that has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...errors import Conflict, Forbidden, HandoffError, NotFound
from ...zookeeper import operations as o
from ...zookeeper.batches import batches
from ...zookeeper.client_session import ClientSession
from ...zookeeper.subtree import Subtree
from .census import Census, census
from .jobs import Job
from .sight import Sight, digest_of, showing_changes, still_there

Znode = tuple[str, Sight]

AT_ONCE = 1_000
"""The most znodes in one transaction: so many go all or not at all."""

_BATCH_BYTES = 512 << 10
_TIMEOUT = 10.0


class Removal:
    """The work of a job. expect: how many znodes there are, as the caller believes; zxid: the
    latest change among them, seen: all that the count saw of them; None: nobody says.
    """

    def __init__(
        self,
        session: ClientSession,
        path: str,
        expect: int,
        zxid: int | None,
        seen: str | None = None,
    ) -> None:
        self._session, self._path = session, path
        self._expect, self._zxid, self._seen = expect, zxid, seen

    def __call__(self, job: Job) -> int:
        """Delete; return how many. Raise Conflict, having deleted nothing, where the count or what
        it saw differs from what was believed; and, at its transaction, for a change meanwhile.
        """
        found = self._counted(job)
        job.progress(0, len(found.znodes))
        for batch in batches_of(found.znodes[::-1]):
            job.check()
            self._delete(batch, job)
            job.progress(job.done + len(batch))
        return job.done

    def _counted(self, job: Job) -> Census:
        found = census(Subtree(self._session.client, stop=job.check).walk(self._path))
        is_other = self._seen not in (None, digest_of(found.znodes))
        newer = [] if self._zxid is None else found.newer_than(self._zxid)
        is_other = is_other or (self._zxid is not None and found.zxid > self._zxid)
        if len(found.znodes) != self._expect or is_other:
            raise Conflict(
                f"There are {len(found.znodes)} znodes at and below {self._path} now"
                f"{', and some have changed' if is_other else ''}; {self._expect} were expected."
                " Nothing was deleted.",
                code="changed",
                field="expect",
                beside={"count": found.as_json(self._session.session), "changed": newer},
            )
        if found.denied:
            raise Forbidden(
                f"The ACL of {found.denied} of these znodes hides what is below them."
                " Nothing was deleted.",
                code="no_permission",
                field="path",
            )
        return found

    def _delete(self, batch: Sequence[Znode], job: Job) -> None:
        try:
            delete_as_seen(self._session, batch)
        except HandoffError as refusal:
            refusal.message += f" {job.done} of {job.of} were deleted before that."
            raise


def delete_as_seen(session: ClientSession, batch: Sequence[Znode]) -> None:
    """Delete these in one transaction, without those that are gone already: ephemerals and
    containers go by themselves, and there may be many. Raise Conflict, with what has changed.
    """
    with showing_changes(session.client, batch):
        left = still_there(session.client, batch)
        while left:
            left = _without_gone(session, left)


def _without_gone(session: ClientSession, left: Sequence[Znode]) -> list[Znode]:
    """Return what an attempt leaves: nothing, or those that have not gone meanwhile."""
    try:
        session.change(tuple(o.Delete(path, was.version) for path, was in left), _TIMEOUT)
        return []
    except NotFound:
        still = still_there(session.client, left)
        if len(still) == len(left):
            raise
        return still


def batches_of(znodes: Iterable[Znode]) -> Iterator[list[Znode]]:
    """Yield batches of at most `AT_ONCE`, well below the limit of a request."""
    return batches(znodes, lambda one: len(one[0].encode()) + 32, AT_ONCE, _BATCH_BYTES)
