"""Putting a document into the tree, as it was planned.

Nothing is ever deleted. What goes in one transaction is made and overwritten all or not at all,
each znode at the version that was compared; an ACL is no part of a transaction in ZooKeeper, and is
set after it at its own version.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kazoo.protocol.states import ZnodeStat

from app.control.workbench.comparing import Pair, Plan, has_same_acl, has_same_data
from app.control.workbench.document import Planned
from app.control.workbench.jobs import Cancelled, Job
from app.control.workbench.sight import (
    ABSENT,
    Sight,
    require_same,
    require_unchanged,
    show_changes,
    sight_in,
    sight_of,
)
from app.errors import Conflict, HandoffError, NotFound
from app.zookeeper import changes
from app.zookeeper.changes import Step
from app.zookeeper.errand import Errand

_MOST_STEPS = 500
_BATCH_BYTES = 512 << 10
_PATIENCE = 10.0


class Deed(NamedTuple):
    """One znode of an import. was: as it was compared. step: None where only its ACL is another;
    sets_acl: whether that is set besides.
    """

    one: Planned
    was: Sight
    step: Step | None
    sets_acl: bool


class Import:
    """The work of a job: carry out a plan."""

    def __init__(self, errand: Errand, plan: Plan, mode: str) -> None:
        self._errand = errand
        overwrites = plan.differ if mode == "overwrite" else []
        self._deeds = [Deed(one, ABSENT, _creation(one), False) for one in plan.creates]
        self._deeds += [_overwriting(pair) for pair in overwrites]

    def __call__(self, job: Job) -> int:
        """How many were made or overwritten."""
        job.progress(0, len(self._deeds))
        try:
            for batch in _batches(self._deeds):
                job.check()
                self._do(batch, job)
        except HandoffError as refusal:
            if not isinstance(refusal, Cancelled):
                refusal.message += f" {job.done} of {job.of} were imported before that."
            raise
        return job.done

    def _do(self, batch: Sequence[Deed], job: Job) -> None:
        written = self._write([deed for deed in batch if deed.step is not None])
        job.progress(job.done + sum(not deed.sets_acl for deed in batch))
        for deed in batch:
            if deed.sets_acl:
                self._protect(deed, written.get(deed.one.path, deed.was))
                job.progress(job.done + 1)

    def _write(self, batch: Sequence[Deed]) -> dict[str, Sight]:
        """One transaction; how the overwritten ones are now. A znode that was deleted and created
        again may have the same version: that is looked at just before, and told by the answer.
        """
        known = [(deed.one.path, deed.was) for deed in batch if deed.was != ABSENT]
        try:
            require_unchanged(self._errand.client, known)
            answers = self._change([deed.step for deed in batch if deed.step is not None])
        except (Conflict, NotFound) as refusal:
            show_changes(
                self._errand.client, refusal, [(deed.one.path, deed.was) for deed in batch]
            )
            raise
        stats = [answer for answer in answers if isinstance(answer, ZnodeStat)]
        for (path, was), stat in zip(known, stats, strict=True):
            require_same(path, stat, was)
        return {path: sight_of(stat) for (path, _), stat in zip(known, stats, strict=True)}

    def _protect(self, deed: Deed, was: Sight) -> None:
        try:
            require_unchanged(self._errand.client, [(deed.one.path, was)])
            stat = self._change([changes.set_acl(deed.one.path, deed.one.acl, was.aversion)])[0]
        except (Conflict, NotFound) as refusal:
            show_changes(self._errand.client, refusal, [(deed.one.path, was)])
            if deed.step is not None:
                refusal.message += " Its data is written, and its ACL is not."
            raise
        require_same(deed.one.path, stat, was)

    def _change(self, steps: Sequence[Step]) -> list[Any]:
        if len(steps) > 1:
            answers: list[Any] = self._errand.change(changes.transaction(steps), within=_PATIENCE)
            return answers
        return [self._errand.change(step, within=_PATIENCE) for step in steps]


def _creation(one: Planned) -> Step:
    """A name that carries its number already is made as it is."""
    kind = one.kind.removesuffix("_sequential")
    return changes.create(one.path, one.data, kind, one.acl, one.ttl_ms)


def _overwriting(pair: Pair) -> Deed:
    one, found = pair
    was = sight_in(found)
    step = None if has_same_data(one, found) else changes.set_data(one.path, one.data, was.version)
    return Deed(one, was, step, not has_same_acl(one, found))


def _batches(deeds: Sequence[Deed]) -> Iterator[list[Deed]]:
    """What goes in one transaction; what is nearly as large as a request may be goes alone."""
    batch: list[Deed] = []
    size = 0
    for deed in deeds:
        one = deed.one
        own = len(one.path.encode()) + len(one.data or b"") + 64 * (len(one.acl) + 1)
        if batch and (len(batch) == _MOST_STEPS or size + own > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(deed)
        size += own
    if batch:
        yield batch
