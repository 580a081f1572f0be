"""The events of queues, each with its line in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...participation.naming import parse_sequence
from ...readmodels.event import CandidateEvent, PlaceEvent
from ...readmodels.wording import Line, asked_by, nth, who


def _item(name: str) -> str:
    found = parse_sequence(name)
    return f"item {found.number if found else name}"


class QueueOpened(PlaceEvent, kind="queue.opened"):
    """Somebody has opened the queue."""

    by: str

    def line(self) -> Line:
        return [f"the queue {self.subject} begins"]


class ItemsAsked(PlaceEvent, kind="queue.asked"):
    """Somebody has asked a producer to put so many items in."""

    candidate: str
    count: int
    by: str

    def line(self) -> Line:
        return [who(self.candidate), f" is asked to put {self.count} in"]


class QueuePaced(PlaceEvent, kind="queue.paced"):
    """Somebody has set the pace from now on; None: as it is."""

    task: float | None
    every: float | None
    items: int | None
    by: str

    def line(self) -> Line:
        return [f"the pace of {self.subject} was changed{asked_by(self.by)}"]


class QueueCleared(PlaceEvent, kind="queue.cleared"):
    """Somebody clears the queue, before the first item goes: what is put in from then on counts."""

    by: str

    def line(self) -> Line:
        return [f"the queue {self.subject} is cleared{asked_by(self.by)}"]


class ItemsPassed(PlaceEvent, kind="queue.passed", tone="new"):
    """So many steps of a busy queue's items were told by this event alone."""

    put: int
    taken: int
    done: int
    seconds: float

    def line(self) -> Line:
        counts = f": {self.put} put in, {self.taken} taken, {self.done} done"
        return [f"in {self.seconds:g} s ", who(self.subject), counts]


class ItemsPut(CandidateEvent, kind="candidate.put", tone="wait", counted="put"):
    """A producer has put items in, `total` by now; their names are empty where only its ledger says
    so.
    """

    items: Sequence[str]
    count: int
    total: int

    @property
    def counts_for(self) -> int:
        return self.count

    def line(self) -> Line:
        what = _item(self.items[0]) if len(self.items) == 1 else f"{self.count} items"
        return [who(self.subject), f" has put {what} in"]


class ItemTaken(CandidateEvent, kind="candidate.took", tone="lead", counted="taken"):
    """A consumer has taken an item, which was given out so many times, and works on it until
    `ends`.
    """

    item: str
    times: int
    began: float
    ends: float

    def line(self) -> Line:
        again = f", given out for the {nth(self.times)} time" if self.times > 1 else ""
        return [who(self.subject), f" has taken {_item(self.item)}{again}"]


class ItemFinished(CandidateEvent, kind="candidate.finished", tone="new", counted="done"):
    """A consumer has done its item, which is out of the queue."""

    item: str

    def line(self) -> Line:
        return [who(self.subject), f" is done with {_item(self.item)}"]


class ItemDropped(CandidateEvent, kind="candidate.dropped", tone="dead"):
    """A consumer's item is no longer its own."""

    reason: str

    def line(self) -> Line:
        return [who(self.subject), f" lost its item: {self.reason}"]
