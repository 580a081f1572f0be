"""Lead on from the last moment that a history kept before it stopped: by the patches of what the
journal still has at hand. Nothing of it outlives the dashboard.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import NotFound
from ..journal.journal import Journal
from ..journal.patch import apply
from ..journal.recorded import Recorded
from .past import PastMoment
from .store import BLOCK, known_at


def moment_after(kept: PastMoment, journal: Journal, seq: int, why: str) -> PastMoment:
    """Return the moment after the event `seq`, which came after `kept`, the last moment that was
    kept. why: the history had stopped. Raise NotFound where the journal does not reach back.
    """
    events = journal.since(kept.seq, seq - kept.seq)
    if events is None:
        raise NotFound(
            f"event {seq} cannot be shown: the history stopped after event {kept.seq} ({why}), and"
            " the dashboard no longer has at hand all that came since. Go to now, or to event"
            f" {kept.seq} or an earlier one; once there is room on the disk, what happens is kept"
            " again.",
            field="at",
        )
    return _led_on(kept, events)


def _led_on(kept: PastMoment, events: Sequence[Recorded]) -> PastMoment:
    state = kept.state
    for event in events:
        state = apply(state, event.patch)
    last = events[-1]
    told = [event.without_patch() for event in events[-BLOCK:] if event.told]
    return PastMoment(last.seq, last.at, last.wall, kept.run, state, told)


def seq_at(kept: PastMoment, journal: Journal, wall: float) -> int | None:
    """Return the latest event at this Unix time that came after `kept`; None where there is none,
    or the journal does not reach back.
    """
    events = journal.since(kept.seq) or []
    count = known_at((event.wall for event in events), wall)
    return events[count - 1].seq if count else None
