"""Delete what earlier tries of a recipe have left at a path; what is not its own stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from ..actions.action import Action
from ..actions.fields import COUNT, LIST, TEXT, TEXTS, Path, object_of
from ..actions.service import Service
from ..actions.signature import Bounded
from ..errors import Conflict, NotFound, OutcomeUnknown
from ..readmodels.document import Data
from ..readmodels.model import Model
from ..znodes.events import WorkbenchDeleted
from ..zookeeper import operations as o
from ..zookeeper.client import session_hex
from ..zookeeper.paths import check_path
from ..zookeeper.refusals import refusal_of
from ..zookeeper.subtree import TIMEOUT, Found, Subtree
from ..zookeeper.tree import session_of, split
from .registry import MODELS

Section = Annotated[Any, Bounded(enum=[*MODELS.by_section])]
"""A part of the state document that has a document for each path."""

_NAMED = 100
_OTHERS = "is not of this recipe"
_SHARED = "may be in use by the other sessions here"
_BEFORE = "may have been there before"


class KeptZnode(NamedTuple):
    """A znode that stays, and why."""

    path: str
    why: str


class ClearingPlan(NamedTuple):
    """A plan of what goes, children before their parents, and what stays."""

    goes: list[Found]
    stays: list[KeptZnode]

    def as_json(self) -> Data:
        """Return it with so many names as a person can read, and how many there are."""
        return {
            "znodes": [one.path for one in self.goes[::-1][:_NAMED]],
            "count": len(self.goes),
            "kept": [one._asdict() for one in self.stays[:_NAMED]],
        }


_LEFT = object_of(path=TEXT, znodes=TEXTS, count=COUNT, kept=LIST)


class Clearing(Service):
    """The actions that show and clear what is left where candidates of any recipe have been."""

    @Action("GET", "/leftovers", 200, "Show what earlier tries have left at a path", _LEFT)
    def leftovers(self, path: Path, section: Section) -> Data:
        """Return the znodes that would go, and those that would stay, each with the reason."""
        return self._planned(path, section).as_json()

    @Action("DELETE", "/leftovers", 200, "Delete what earlier tries have left at a path",
            object_of(path=TEXT, deleted=COUNT, kept=LIST))  # fmt: skip
    def clear(self, path: Path, section: Section, *, by: str) -> Data:
        """Delete it; return how many znodes, and what has stayed. Raise Conflict while one of the
        dashboard's processes is there, OutcomeUnknown where no answer came for some.
        """
        plan = self._planned(path, section)
        self._require_ended(path, section)
        cleared = self._journal.models.by_section[section].cleared
        if cleared and plan.goes:
            self._journal.append(cleared(path, by=by))
        deleted, unknown, refused = self._delete(plan.goes)
        if deleted:
            self._journal.append(WorkbenchDeleted(path, znodes=deleted, by=by))
        if unknown:
            raise OutcomeUnknown(
                f"{deleted} of {len(plan.goes)} znodes are deleted. ZooKeeper did not answer for"
                f" {unknown}: they may be deleted or not. Look again, and delete what is left."
            )
        return {"deleted": deleted, "kept": [one._asdict() for one in plan.stays + refused]}

    def _require_ended(self, path: str, section: str) -> None:
        of = self._journal.models.by_recipe
        for name, one in self._state["candidates"].items():
            here = one["path"] == path and of[one["recipe"]].section == section
            if here and one["process"] != "exited":
                raise Conflict(f"{name} still runs at {path}: stop it first", field="path")

    def _planned(self, path: str, section: str) -> ClearingPlan:
        self._require_connection()
        model = self._journal.models.by_section[section]
        if check_path(path) not in model.of(self._state):
            raise NotFound(f"there is no {model.thing} at {path!r}", field="path")
        found = [*self._walked(path, model)]
        plan = self._sorted(found, path, model)
        telling = {one.path for one in found if one.data} & {one.path for one in plan.stays}
        return _spared(plan, path) if path in telling else plan

    def _sorted(self, found: list[Found], path: str, model: Model[Any]) -> ClearingPlan:
        ours = {one["session"] for one in self._state["candidates"].values()}
        others = {name for one in found if (name := _session(one)) and name not in ours}
        plan = ClearingPlan([], [])
        hold: set[str] = set()
        for one in reversed(found):
            why = self._why_kept(one, path, model, others)
            if why is None and one.path not in hold:
                plan.goes.append(one)
                continue
            plan.stays.append(KeptZnode(one.path, why or "holds what stays"))
            hold.add(split(one.path)[0])
        return plan

    def _walked(self, path: str, model: Model[Any]) -> Iterator[Found]:
        """Yield what is at the place, parents first; of what is not the recipe's, the top only."""
        roots = (
            model.lists_of(path) if path == "/" else (path, *(path + end for end in model.beside))
        )
        for root in roots:
            reader = Subtree(
                self._mirror.client, without=lambda one: not _is_ours(split(one)[0], path, model)
            )
            try:
                yield from reader.walk(root)
            except NotFound:
                continue

    def _why_kept(self, found: Found, path: str, model: Model[Any], others: set[str]) -> str | None:
        """Say why a znode stays; None for one that goes."""
        session = _session(found)
        if session is not None:
            return f"belongs to session {session}" if session in others else None
        if not _is_ours(found.path, path, model):
            return _OTHERS
        if others:
            return _SHARED
        counted = model.counters.get(_below(found.path, path))
        if counted is not None:
            return counted
        is_external = self._state["zookeeper"]["source"] == "external"
        return _BEFORE if is_external and found.path == path else None

    def _delete(self, goes: list[Found]) -> tuple[int, int, list[KeptZnode]]:
        """Delete these as they were read. Return how many are gone, for how many nobody knows that,
        and those that another change has kept.
        """
        unknown, refused = 0, list[KeptZnode]()
        deletes = [o.Delete(one.path, one.stat.version if one.stat else -1) for one in goes]
        answers = self._mirror.lane.answers(deletes, TIMEOUT)
        for delete, answer in zip(deletes, answers, strict=True):
            is_gone = isinstance(answer, o.RequestRefused) and answer.why == "no node"
            if isinstance(answer, o.Unanswered) and answer.was_sent:
                unknown += 1
            elif not is_gone and not isinstance(answer, o.Committed):
                refused.append(KeptZnode(delete.path, str(refusal_of(answer, delete))))
        return len(goes) - unknown - len(refused), unknown, refused


def _spared(plan: ClearingPlan, path: str) -> ClearingPlan:
    """Return the plan by which only what is of ended sessions goes."""
    goes = [one for one in plan.goes if _session(one)]
    spared = [
        KeptZnode(one.path, f"is named in {path}, which stays")
        for one in plan.goes
        if not _session(one)
    ]
    return ClearingPlan(goes, [*plan.stays, *spared])


def _is_ours(path: str, place: str, model: Model[Any]) -> bool:
    """Tell whether processes of this recipe make such a persistent znode."""
    if path == place or path in {place + end for end in model.beside}:
        return True
    return bool(model.leaves) and re.fullmatch(model.leaves, _below(path, place)) is not None


def _below(path: str, place: str) -> str:
    """Return "/items" of "/queue/items", below "/queue"."""
    return path.removeprefix("" if place == "/" else place)


def _session(found: Found) -> str | None:
    owner = session_of(found.stat.ephemeralOwner) if found.stat else None
    return session_hex(owner) if owner else None
