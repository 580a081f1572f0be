"""Putting a document into the tree: first it is compared with what is there, then it is made so.

Nothing is ever deleted, and what is there is overwritten only where that was asked for, with the
number of what is overwritten confirmed, and at the version that was compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.control.workbench.document import Planned
from app.control.workbench.jobs import Job
from app.errors import Conflict, Forbidden, HandoffError, NotFound
from app.zookeeper import changes
from app.zookeeper.changes import Step
from app.zookeeper.errand import Errand
from app.zookeeper.subtree import Found, Subtree
from app.zookeeper.tree import kind_of, split

MODES = ("refuse", "skip", "overwrite")
OF_EPHEMERALS = ("skip", "mine")
SHOWN_CONFLICTS = 100
_MOST_STEPS = 500
_BATCH_BYTES = 512 << 10
_PATIENCE = 10.0

Pair = tuple[Planned, Found]


@dataclass
class Plan:
    """What an import comes to. creates: what is not there yet, parents first. differ: what is
    there and is another. same: how many are there already as they should be. ephemerals: how many
    of the document are left out as such.
    """

    creates: list[Planned] = field(default_factory=list)
    differ: list[Pair] = field(default_factory=list)
    same: int = 0
    ephemerals: int = 0

    def as_json(self, mode: str) -> dict[str, Any]:
        """The counts, as they are told before and after."""
        overwrites = len(self.differ) if mode == "overwrite" else 0
        return {
            "znodes": len(self.creates) + len(self.differ) + self.same,
            "creates": len(self.creates),
            "same": self.same,
            "skips": len(self.differ) if mode == "skip" else 0,
            "overwrites": overwrites,
            "ephemerals": self.ephemerals,
            "conflicts": [one.path for one, _ in self.differ[:SHOWN_CONFLICTS]],
        }


def compare(subtree: Subtree, planned: Sequence[Planned], ephemerals: str) -> Plan:
    """The plan. Raises NotFound where the parent of the whole is missing."""
    plan = Plan()
    wanted = [one for one in planned if ephemerals == "mine" or not _is_ephemeral(one.kind)]
    plan.ephemerals = len(planned) - len(wanted)
    _require_parents(subtree, wanted)
    for one, found in _beside(subtree, wanted):
        if found is None:
            plan.creates.append(one)
        elif _is_same(one, found):
            plan.same += 1
        else:
            plan.differ.append((one, found))
    return plan


def _beside(subtree: Subtree, wanted: Sequence[Planned]) -> list[tuple[Planned, Found | None]]:
    """Each with what is there; ACLs take a round trip each, and are asked only where it matters."""
    there = list(subtree.look([one.path for one in wanted]))
    known = [found for found in there if found is not None]
    for found, acl in zip(known, subtree.acls([one.path for one in known]), strict=True):
        found.acl = acl
    return list(zip(wanted, there, strict=True))


def check_plan(plan: Plan, mode: str, expect: int | None) -> None:
    """Raises Conflict, with the counts, where the mode does not allow what the plan comes to."""
    counts = {"counts": plan.as_json(mode)}
    if mode == "refuse" and plan.differ:
        raise Conflict(
            f"{len(plan.differ)} of these znodes are there already, and are not the same:"
            " nothing was imported.",
            code="exists", field="mode", beside=counts,
        )  # fmt: skip
    if mode == "overwrite" and len(plan.differ) != (expect or 0):
        raise Conflict(
            f"{len(plan.differ)} znodes would be overwritten, {expect or 0} were expected:"
            " nothing was imported.",
            code="changed", field="expect", beside=counts,
        )  # fmt: skip
    hidden = [one.path for one, found in plan.differ if mode == "overwrite" and not found.stat]
    if hidden:
        raise Forbidden(
            f"The ACL of {hidden[0]} hides what is there: an import overwrites only what it can"
            " compare.",
            code="no_permission", field="path", beside=counts,
        )  # fmt: skip
    others = [one.path for one, found in plan.differ if mode == "overwrite" and _kinds(one, found)]
    if others:
        raise Conflict(
            f"{others[0]} is of another kind than in the document: an import does not change that.",
            code="kind", field="document", beside=counts,
        )  # fmt: skip


class Import:
    """The work of a job: carry out a plan."""

    def __init__(self, errand: Errand, plan: Plan, mode: str) -> None:
        self._errand, self._plan = errand, plan
        self._overwrites = plan.differ if mode == "overwrite" else []

    def __call__(self, job: Job) -> int:
        """How many were made or overwritten."""
        job.progress(0, len(self._plan.creates) + len(self._overwrites))
        try:
            self._make(job)
            self._overwrite(job)
        except HandoffError as refusal:
            if not isinstance(refusal, Conflict) or refusal.code != "cancelled":
                refusal.message += f" {job.done} of {job.of} were imported before that."
            raise
        return job.done

    def _make(self, job: Job) -> None:
        for batch in _batches(self._plan.creates):
            job.check()
            self._do([_creation(one) for one in batch])
            for one in batch:
                if _is_ephemeral(one.kind):
                    self._errand.own(one.path)
            job.progress(job.done + len(batch))

    def _overwrite(self, job: Job) -> None:
        """Data and ACL each at the version that was compared."""
        for one, found in self._overwrites:
            job.check()
            assert found.stat is not None, "a plan that overwrites what is hidden is refused"
            if one.data != found.data:
                self._do([changes.set_data(one.path, one.data, found.stat.version)])
            if one.acl and one.acl != found.acl:
                self._do([changes.set_acl(one.path, one.acl, found.stat.aversion)])
            job.progress(job.done + 1)

    def _do(self, steps: Sequence[Step]) -> None:
        step = steps[0] if len(steps) == 1 else changes.transaction(steps)
        self._errand.change(step, within=_PATIENCE)


def _creation(one: Planned) -> Step:
    """A name that carries its number already is made as it is."""
    kind = one.kind.removesuffix("_sequential")
    return changes.create(one.path, one.data, kind, one.acl, one.ttl_ms)


def _require_parents(subtree: Subtree, planned: Sequence[Planned]) -> None:
    own = {one.path for one in planned}
    parents = sorted({split(one.path)[0] for one in planned if one.path != "/"} - own)
    for path, found in zip(parents, subtree.look(parents), strict=True):
        if found is None:
            raise NotFound(
                f"There is no znode {path} to import into.", code="no_parent", field="path"
            )


def _is_same(one: Planned, found: Found) -> bool:
    has_same_acl = not one.acl or one.acl == found.acl
    same_data = found.readable and (one.data or b"") == (found.data or b"")
    return has_same_acl and same_data and not _kinds(one, found)


def _kinds(one: Planned, found: Found) -> bool:
    """Whether they are known to be of different kinds; a number at a name's end is part of it."""
    if found.stat is None:
        return False
    kind = kind_of(split(found.path)[1], found.stat.ephemeralOwner)
    return kind.removesuffix("_sequential") != one.kind.removesuffix("_sequential")


def _is_ephemeral(kind: str) -> bool:
    return kind.startswith("ephemeral")


def _batches(planned: Sequence[Planned]) -> Iterator[list[Planned]]:
    """What goes in one transaction; what is nearly as large as a request may be goes alone."""
    batch: list[Planned] = []
    size = 0
    for one in planned:
        own = len(one.path.encode()) + len(one.data or b"") + 64 * (len(one.acl) + 1)
        if batch and (len(batch) == _MOST_STEPS or size + own > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(one)
        size += own
    if batch:
        yield batch
