"""Put a document into the tree: what that would change, why it would be refused, and the import.

Nothing is ever deleted. What goes in one transaction is created and overwritten all or not at all,
each znode at the version that was compared; an ACL cannot be part of a ZooKeeper transaction, and
is set after it at its own version.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict

from kazoo.protocol.states import ZnodeStat

from ...errors import BadRequest, Conflict, Forbidden, HandoffError, NotFound
from ...zookeeper import operations as o
from ...zookeeper.client_session import ClientSession
from ...zookeeper.requests import batches
from ...zookeeper.subtree import Found, Subtree
from ...zookeeper.tree import kind_of, split
from .document import Planned
from .jobs import Job, JobCancelled
from .sight import (
    ABSENT,
    Sight,
    changes_between,
    in_words_of,
    pack,
    require_same,
    require_unchanged,
    showing_changes,
    sight_in,
    sight_of,
    unpack,
)

MODES = ("refuse", "skip", "overwrite")
OF_EPHEMERALS = ("skip", "mine")
SHOWN_CONFLICTS = 100
_MOST_STEPS = 500
_BATCH_BYTES = 512 << 10
_TIMEOUT = 10.0

Pair = tuple[Planned, Found]


class ImportCounts(TypedDict):
    """The counts of an import, as they are reported before and after."""

    znodes: int
    creates: int
    same: int
    differ: int
    skips: int
    overwrites: int
    ephemerals: int
    conflicts: list[str]


class ImportRefusal(TypedDict):
    code: str
    message: str


class ImportPreview(ImportCounts):
    """The counts, what was seen, and why such an import would be refused, if so."""

    seen: str
    refused: ImportRefusal | None


@dataclass
class ImportPlan:
    """The plan of an import. compared: every znode that it is about, with what is there, None for
    nothing. creates: what is not there yet, parents first. differ: what is there and differs. same:
    how many are there already as they should be. ephemerals: how many of the document are left out
    because they are ephemeral.
    """

    compared: list[tuple[Planned, Found | None]] = field(default_factory=list)
    creates: list[Planned] = field(default_factory=list)
    differ: list[Pair] = field(default_factory=list)
    same: int = 0
    ephemerals: int = 0

    def as_json(self, mode: str) -> ImportCounts:
        """Return the counts."""
        overwrites = len(self.differ) if mode == "overwrite" else 0
        return {
            "znodes": len(self.creates) + len(self.differ) + self.same,
            "creates": len(self.creates),
            "same": self.same,
            "differ": len(self.differ),
            "skips": len(self.differ) if mode == "skip" else 0,
            "overwrites": overwrites,
            "ephemerals": self.ephemerals,
            "conflicts": [one.path for one, _ in self.differ[:SHOWN_CONFLICTS]],
        }

    def preview(self, mode: str) -> ImportPreview:
        """Return what such an import would come to."""
        seen = pack(self._wanted, (sight_in(found) for _, found in self.compared))
        refusal = refusal_of(self, mode)
        refused: ImportRefusal | None = None
        if refusal is not None:
            refused = {"code": refusal.code, "message": refusal.message}
        return {**self.as_json(mode), "seen": seen, "refused": refused}

    def require_seen(self, mode: str, seen: str) -> None:
        """Raise Conflict where anything has changed since the preview that answered `seen`."""
        paths = [one.path for one, _ in self.compared]
        was = zip(paths, unpack(self._wanted, seen), strict=True)
        told = changes_between(list(was), [found for _, found in self.compared])
        if told["changed"]:
            raise Conflict(
                f"Since the preview {in_words_of(told)}. Nothing was imported.",
                code="changed", field="seen", beside={"counts": self.preview(mode), **told},
            )  # fmt: skip

    @property
    def _wanted(self) -> list[str]:
        """Return all that the document says of each znode, as text."""
        return [repr(one) for one, _ in self.compared]


def compare(subtree: Subtree, planned: Sequence[Planned], ephemerals: str) -> ImportPlan:
    """Return the plan of an import. Raise NotFound where the parent of the whole is missing."""
    plan = ImportPlan()
    lasting = [one for one in planned if not one.kind.startswith("ephemeral")]
    wanted = planned if ephemerals == "mine" else lasting
    plan.ephemerals = len(planned) - len(wanted)
    _require_parents(subtree, wanted)
    plan.compared = _beside(subtree, wanted)
    for one, found in plan.compared:
        if found is None:
            plan.creates.append(one)
        elif has_same_acl(one, found) and has_same_data(one, found) and not _kinds(one, found):
            plan.same += 1
        else:
            plan.differ.append((one, found))
    return plan


def _beside(subtree: Subtree, wanted: Sequence[Planned]) -> list[tuple[Planned, Found | None]]:
    """Return each with what is there, whose ACLs alone are read: each takes a round trip."""
    there = list(subtree.look([one.path for one in wanted]))
    known = [found for found in there if found is not None]
    for found, acl in zip(known, subtree.acls([one.path for one in known]), strict=True):
        found.acl = acl
    return list(zip(wanted, there, strict=True))


def check_plan(plan: ImportPlan, mode: str, expect: int | None, seen: str | None) -> None:
    """Raise a refusal, with the counts, where something has changed since the preview, where
    another number would be overwritten, or where the mode does not allow the plan.
    """
    if seen is not None:
        plan.require_seen(mode, seen)
    if expect is None:
        expect = 0 if seen is None else len(plan.differ)
    if mode == "overwrite" and len(plan.differ) != expect:
        raise Conflict(
            f"{len(plan.differ)} znodes would be overwritten, but {expect} were expected:"
            " nothing was imported.",
            code="changed", field="expect", beside={"counts": plan.preview(mode)},
        )  # fmt: skip
    if seen is None and mode == "overwrite" and plan.differ:
        raise BadRequest(
            "seen is missing: an import writes only over what its preview has shown.", field="seen"
        )
    refusal = refusal_of(plan, mode)
    if refusal is not None:
        refusal.beside = {"counts": plan.preview(mode)}
        raise refusal


def refusal_of(plan: ImportPlan, mode: str) -> HandoffError | None:
    """Return why the mode does not allow the plan; None where it does."""
    if mode == "refuse" and plan.differ:
        return Conflict(
            f"{len(plan.differ)} of these znodes exist already and differ:"
            " nothing is imported.",
            code="exists", field="mode",
        )  # fmt: skip
    if mode != "overwrite":
        return None
    hidden = [one.path for one, found in plan.differ if not found.stat]
    if hidden:
        return Forbidden(
            f"The ACL of {hidden[0]} hides what is there: an import overwrites only what it can"
            " compare.",
            code="no_permission", field="path",
        )  # fmt: skip
    others = [one.path for one, found in plan.differ if _kinds(one, found)]
    if others:
        return Conflict(
            f"{others[0]} is of a different kind in the document: an import does not change that.",
            code="kind", field="document",
        )  # fmt: skip
    return None


def _require_parents(subtree: Subtree, planned: Sequence[Planned]) -> None:
    own = {one.path for one in planned}
    parents = sorted({split(one.path)[0] for one in planned if one.path != "/"} - own)
    for path, found in zip(parents, subtree.look(parents), strict=True):
        if found is None:
            raise NotFound(
                f"There is no znode {path} to import into.", code="no_parent", field="path"
            )


def has_same_acl(one: Planned, found: Found) -> bool:
    """Tell whether the ACLs are equal; a document without an ACL takes the one that is there."""
    return not one.acl or one.acl == found.acl


def has_same_data(one: Planned, found: Found) -> bool:
    """Tell whether the data is equal; few clients tell no data from empty data."""
    return found.readable and (one.data or b"") == (found.data or b"")


def _kinds(one: Planned, found: Found) -> bool:
    """Tell whether they are known to be of different kinds; a name may end in a number anyway."""
    if found.stat is None:
        return False
    kind = kind_of(split(found.path)[1], found.stat.ephemeralOwner)
    return kind.removesuffix("_sequential") != one.kind.removesuffix("_sequential")


class ZnodeImport(NamedTuple):
    """One znode of an import. was: as it was compared. write: None if only its ACL differs;
    sets_acl: whether the ACL is set too.
    """

    one: Planned
    was: Sight
    write: o.Create | o.Set | None
    sets_acl: bool


def carry_out(job: Job, session: ClientSession, plan: ImportPlan, mode: str) -> int:
    """Carry out a plan: a job's work. Return how many were created or overwritten."""
    overwrites = plan.differ if mode == "overwrite" else []
    deeds = [ZnodeImport(one, ABSENT, _creation(one), False) for one in plan.creates]
    for one, found in overwrites:
        was = sight_in(found)
        write = None if has_same_data(one, found) else o.Set(one.path, one.data, was.version)
        deeds.append(ZnodeImport(one, was, write, not has_same_acl(one, found)))
    job.progress(0, len(deeds))
    try:
        for batch in batches(deeds, _size_of, _MOST_STEPS, _BATCH_BYTES):
            job.check()
            written = _write(session, [deed for deed in batch if deed.write is not None])
            job.progress(job.done + sum(not deed.sets_acl for deed in batch))
            for deed in batch:
                if deed.sets_acl:
                    _protect(session, deed, written.get(deed.one.path, deed.was))
                    job.progress(job.done + 1)
    except HandoffError as refusal:
        if not isinstance(refusal, JobCancelled):
            refusal.message += f" {job.done} of {job.of} were imported before that."
        raise
    return job.done


def _write(session: ClientSession, batch: Sequence[ZnodeImport]) -> dict[str, Sight]:
    """Write one transaction; return how the overwritten znodes are now. A znode that was deleted
    and created again may have the same version: that is checked before and after.
    """
    seen = [(deed.one.path, deed.was) for deed in batch]
    known = [(path, was) for path, was in seen if was != ABSENT]
    with showing_changes(session.client, seen):
        require_unchanged(session.client, known)
        writes = tuple(deed.write for deed in batch if deed.write is not None)
        answers = session.change(writes, _TIMEOUT) if writes else ()
    stats = [answer for answer in answers if isinstance(answer, ZnodeStat)]
    for (path, was), stat in zip(known, stats, strict=True):
        require_same(path, stat, was)
    return {path: sight_of(stat) for (path, _), stat in zip(known, stats, strict=True)}


def _protect(session: ClientSession, deed: ZnodeImport, was: Sight) -> None:
    seen = [(deed.one.path, was)]
    try:
        with showing_changes(session.client, seen):
            require_unchanged(session.client, seen)
            wanted = o.SetAcl(deed.one.path, tuple(deed.one.acl), was.aversion)
            stat = session.change(wanted, _TIMEOUT)
    except (Conflict, NotFound) as refusal:
        if deed.write is not None:
            refusal.message += " Its data is written, but its ACL is not."
        raise
    require_same(deed.one.path, stat, was)


def _creation(one: Planned) -> o.Create:
    """Return the create; a name that has its number already is created as it is."""
    kind = one.kind.removesuffix("_sequential")
    return o.creation(one.path, one.data, kind, one.acl, one.ttl_ms)


def _size_of(deed: ZnodeImport) -> int:
    one = deed.one
    return len(one.path.encode()) + len(one.data or b"") + 64 * (len(one.acl) + 1)
