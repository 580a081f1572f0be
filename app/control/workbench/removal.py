"""Deleting a znode with all below it: exactly what was counted, and nothing that has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.control.workbench.census import Census, census
from app.control.workbench.jobs import Job
from app.control.workbench.sight import Sight, digest_of, show_changes, still_there
from app.errors import Conflict, Forbidden, HandoffError, NotFound
from app.zookeeper import changes
from app.zookeeper.errand import Errand
from app.zookeeper.subtree import Subtree

Znode = tuple[str, Sight]

AT_ONCE = 1_000
"""Znodes that go in one transaction: so many or fewer go all or not at all."""

_BATCH_BYTES = 512 << 10
_PATIENCE = 10.0


class Removal:
    """The work of a job. expect: how many znodes there are, as the caller believes; zxid: the
    latest change among them, seen: all that the count saw of them; None where the caller does not
    say.
    """

    def __init__(
        self, errand: Errand, path: str, expect: int, zxid: int | None, seen: str | None = None
    ) -> None:
        self._errand, self._path = errand, path
        self._expect, self._zxid, self._seen = expect, zxid, seen

    def __call__(self, job: Job) -> int:
        """How many were deleted. Raises Conflict, having deleted nothing, where the count or what
        it saw is another than believed; and where something changes meanwhile, at the transaction
        that it concerns.
        """
        found = self._counted(job)
        job.progress(0, len(found.znodes))
        for batch in batches(found.znodes[::-1]):
            job.check()
            self._delete(batch, job)
            job.progress(job.done + len(batch))
        return job.done

    def _counted(self, job: Job) -> Census:
        found = census(Subtree(self._errand.client, stop=job.check).walk(self._path))
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
                beside={"count": found.as_json(self._errand.session), "changed": newer},
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
            delete_as_seen(self._errand, batch)
        except HandoffError as refusal:
            refusal.message += f" {job.done} of {job.of} were deleted before that."
            raise


def delete_as_seen(errand: Errand, batch: Sequence[Znode]) -> None:
    """Delete these in one transaction, without those that are gone already, by whomever: ephemerals
    and containers go by themselves, and there may be many. Raises Conflict, with what has changed.
    """
    try:
        left = still_there(errand.client, batch)
        while left:
            left = _without_gone(errand, left)
    except Conflict as refusal:
        show_changes(errand.client, refusal, batch)
        raise


def _without_gone(errand: Errand, left: Sequence[Znode]) -> list[Znode]:
    """What is left of it after an attempt: nothing, or those that have not gone meanwhile."""
    try:
        steps = [changes.delete(path, was.version) for path, was in left]
        errand.change(changes.transaction(steps), within=_PATIENCE)
        return []
    except NotFound:
        still = still_there(errand.client, left)
        if len(still) == len(left):
            raise
        return still


def batches(znodes: Sequence[Znode]) -> Iterator[list[Znode]]:
    """Of at most `AT_ONCE`, and well below what a request may hold."""
    batch: list[Znode] = []
    size = 0
    for znode in znodes:
        size += len(znode[0].encode()) + 32
        if batch and (len(batch) == AT_ONCE or size > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(znode)
    if batch:
        yield batch
