"""An event as the journal has recorded it: immutable and numbered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict, cast

from ..own_json import write_json
from ..readmodels import wording
from ..readmodels.document import Data
from ..readmodels.event import Event
from ..readmodels.told import Told


class EventFacts(TypedDict):
    seq: int
    at: float
    wall: float
    kind: str
    subject: str
    data: Data


class EventTold(EventFacts, total=False):
    """An event as the contract has it: told: False where a list of what happened has no line for
    it; else the line follows.
    """

    patch: Data
    told: bool
    words: wording.Line
    tone: str
    group: str | None


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded event. `at` is in seconds of the machine's monotonic clock, `wall` the same moment
    as Unix time.

    `patch` is the RFC 7386 merge patch that the event makes to the state document. `told`: the line
    that it has in a list of what happened, None where it has none.
    """

    seq: int
    at: float
    wall: float
    event: Event
    patch: Data
    told: Told | None

    @property
    def kind(self) -> str:
        """Return its kind, as the contract has it."""
        return self.event.kind

    @property
    def subject(self) -> str:
        """Return who or what it is about."""
        return self.event.subject

    @property
    def data(self) -> Data:
        """Return its data, as the contract has them."""
        return self.event.data

    def as_json(self) -> EventTold:
        """Return it with the contract's fields. Its line comes last: see `store.is_told`."""
        return cast(EventTold, {**self._facts(), "patch": self.patch, **self._line()})

    @property
    def length(self) -> int:
        """Return its bytes as JSON, without its patch."""
        return len(write_json(self.without_patch()))

    def without_patch(self) -> EventTold:
        """Return it for a list of what happened, where the state is known already."""
        return cast(EventTold, {**self._facts(), **self._line()})

    def _facts(self) -> EventFacts:
        return {
            "seq": self.seq,
            "at": self.at,
            "wall": self.wall,
            "kind": self.kind,
            "subject": self.subject,
            "data": self.data,
        }

    def _line(self) -> Mapping[str, object]:
        return self.told._asdict() if self.told else {"told": False}
