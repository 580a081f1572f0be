"""Find the moments that people look for: handoffs, faults, marks, broken invariants, beginnings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..journal.recorded import Recorded
from ..readmodels import events as e
from ..readmodels.document import Data, Document, State
from ..readmodels.event import CandidateEvent
from ..readmodels.model import Model, Models

HANDOFF, FAULT, MARK, VIOLATION, BEGINNING = "handoff", "fault", "mark", "violation", "beginning"
WHATS = (HANDOFF, FAULT, MARK, VIOLATION, BEGINNING)

_FAULTS = (
    e.CandidateKilled,
    e.CandidatePaused,
    e.CandidateExpired,
    e.CandidateResigning,
    e.CandidateStopping,
    e.ServerStopped,
    e.ServerKilled,
    e.ServerPaused,
    e.ServerExited,
    e.ZookeeperSuspended,
    e.ZookeeperLost,
)


class Moment(NamedTuple):
    """One moment. subject: the path, or of a fault who it happened to. data: of a handoff its
    record; of broken invariants the violations; of a fault its kind, by whom, and the path of the
    candidate, None of anything else: a later run gives its name to another; else what the event
    says.
    """

    what: str
    subject: str
    data: Any


def moments_of(models: Models, event: Recorded, state: State) -> Iterator[Moment]:
    """Yield the moments that an event is, by itself or by its change of the state, which is the
    state after it.
    """
    if isinstance(event.event, e.DashboardStarted):
        yield Moment(BEGINNING, event.subject, event.data)
    elif event.kind == "election.marked":
        yield Moment(MARK, event.subject, event.data)
    elif isinstance(event.event, _FAULTS):
        known = state["candidates"].get(event.subject)
        path = known["path"] if known and isinstance(event.event, CandidateEvent) else None
        by = event.data.get("by")
        yield Moment(FAULT, event.subject, {"kind": event.kind, "by": by, "path": path})
    for model in filter(None, map(models.by_section.get, event.patch)):
        for path, patch in (event.patch[model.section] or {}).items():
            document = model.of(state).get(path)
            if document is not None and patch is not None:
                yield from _of_document(model, path, patch, document)


def _of_document(model: Model[Any], path: str, patch: Data, document: Document) -> Iterator[Moment]:
    key = model.hands_over
    if key and patch.get(key):
        yield Moment(HANDOFF, path, model.handed_over(document))
    broken = {name for name, holds in (patch.get("invariants") or {}).items() if holds is False}
    if broken:
        found = [one for one in document["violations"] if one["invariant"] in broken]
        yield Moment(VIOLATION, path, found)
