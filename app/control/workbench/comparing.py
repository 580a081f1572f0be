"""What an import would come to, znode by znode, and why it would be refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from app.control.workbench.document import Planned
from app.control.workbench.sight import changes_between, in_words_of, pack, sight_in, unpack
from app.errors import BadRequest, Conflict, Forbidden, HandoffError, NotFound
from app.zookeeper.subtree import Found, Subtree
from app.zookeeper.tree import kind_of, split

MODES = ("refuse", "skip", "overwrite")
OF_EPHEMERALS = ("skip", "mine")
SHOWN_CONFLICTS = 100

Pair = tuple[Planned, Found]


@dataclass
class Plan:
    """What an import comes to. compared: every znode that it is about, with what is there, None
    for nothing. creates: what is not there yet, parents first. differ: what is there and is
    another. same: how many are there already as they should be. ephemerals: how many of the
    document are left out as such.
    """

    compared: list[tuple[Planned, Found | None]] = field(default_factory=list)
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
            "differ": len(self.differ),
            "skips": len(self.differ) if mode == "skip" else 0,
            "overwrites": overwrites,
            "ephemerals": self.ephemerals,
            "conflicts": [one.path for one, _ in self.differ[:SHOWN_CONFLICTS]],
        }

    def preview(self, mode: str) -> dict[str, Any]:
        """The counts, with what was seen, and with why such an import would be refused, if so."""
        seen = pack(self._wanted, (sight_in(found) for _, found in self.compared))
        return {**self.as_json(mode), "seen": seen, "refused": self._refused(mode)}

    def require_seen(self, mode: str, seen: str) -> None:
        """Raises Conflict where anything has changed since the preview that answered `seen`."""
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
        """All that the document says of each znode, as text."""
        return [repr(one) for one, _ in self.compared]

    def _refused(self, mode: str) -> dict[str, str] | None:
        refusal = refusal_of(self, mode)
        return {"code": refusal.code, "message": refusal.message} if refusal else None


def compare(subtree: Subtree, planned: Sequence[Planned], ephemerals: str) -> Plan:
    """The plan. Raises NotFound where the parent of the whole is missing."""
    plan = Plan()
    wanted = [one for one in planned if ephemerals == "mine" or not is_ephemeral(one.kind)]
    plan.ephemerals = len(planned) - len(wanted)
    _require_parents(subtree, wanted)
    plan.compared = _beside(subtree, wanted)
    for one, found in plan.compared:
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


def check_plan(plan: Plan, mode: str, expect: int | None, seen: str | None) -> None:
    """Raises a refusal, with the counts, where something has changed since the preview, where
    another number would be overwritten, or where the mode does not allow what the plan comes to.
    """
    if seen is not None:
        plan.require_seen(mode, seen)
    is_unsaid = seen is not None and expect is None
    _check_count(plan, mode, len(plan.differ) if is_unsaid else expect)
    if seen is None and mode == "overwrite" and plan.differ:
        raise BadRequest(
            "seen is missing: an import writes only over what its preview has shown.", field="seen"
        )
    refusal = refusal_of(plan, mode)
    if refusal is not None:
        refusal.beside = {"counts": plan.preview(mode)}
        raise refusal


def _check_count(plan: Plan, mode: str, expect: int | None) -> None:
    if mode == "overwrite" and len(plan.differ) != (expect or 0):
        raise Conflict(
            f"{len(plan.differ)} znodes would be overwritten, {expect or 0} were expected:"
            " nothing was imported.",
            code="changed", field="expect", beside={"counts": plan.preview(mode)},
        )  # fmt: skip


def refusal_of(plan: Plan, mode: str) -> HandoffError | None:
    """Why the mode does not allow what the plan comes to; None where it does."""
    if mode == "refuse" and plan.differ:
        return Conflict(
            f"{len(plan.differ)} of these znodes are there already, and are not the same:"
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
            f"{others[0]} is of another kind than in the document: an import does not change that.",
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


def _is_same(one: Planned, found: Found) -> bool:
    return has_same_acl(one, found) and has_same_data(one, found) and not _kinds(one, found)


def has_same_acl(one: Planned, found: Found) -> bool:
    """A document that says no ACL takes the one that is there."""
    return not one.acl or one.acl == found.acl


def has_same_data(one: Planned, found: Found) -> bool:
    """ZooKeeper tells no data apart from empty data to few of its clients."""
    return found.readable and (one.data or b"") == (found.data or b"")


def _kinds(one: Planned, found: Found) -> bool:
    """Whether they are known to be of different kinds; a number at a name's end is part of it."""
    if found.stat is None:
        return False
    kind = kind_of(split(found.path)[1], found.stat.ephemeralOwner)
    return kind.removesuffix("_sequential") != one.kind.removesuffix("_sequential")


def is_ephemeral(kind: str) -> bool:
    """Whether it goes with a session."""
    return kind.startswith("ephemeral")
