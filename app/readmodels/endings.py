"""Tell who ended last: its process is gone from the picture, and its session may be over as well.

A document keeps who that was until another process starts there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict, TypeVar, cast

from .document import Candidates
from .events import CandidateExited
from .scenes import ENDED, People, Places, joined
from .zookeeper import Telling

Kept = TypeVar("Kept", bound=Mapping[str, Any])


class WithEnding(TypedDict):
    """ended: who ended last."""

    ended: str | None


class Ending(NamedTuple):
    """The end of a process, and why it ended."""

    name: str
    fault: str
    at: float

    @property
    def places(self) -> Places:
        """Return the places of a sentence that begins with "{who} {deed} {ago}"."""
        who, deed = People([self.name], "dead"), ENDED.get(self.fault, "ended")
        return {"who": who, "deed": deed, "ago": {"ago": self.at}}


def with_ending(document: Kept, event: CandidateExited) -> Kept:
    """Note who has ended."""
    return cast(Kept, {**document, "ended": event.subject})


def without_ending(document: Kept) -> Kept:
    """Forget who ended, for another process starts."""
    return cast(Kept, {**document, "ended": None})


def ending_of(document: WithEnding, candidates: Candidates) -> Ending | None:
    """Return the last end of a process here, since which no other one has started."""
    name = document["ended"] or ""
    one = candidates.get(name)
    if one is None or one["fault"] is None:
        return None
    return Ending(name, one["fault"]["kind"], one["fault"]["at"])


def told_after(ending: Telling, told: Telling) -> Telling:
    """Tell of an end first, if there was one, and then of what is."""
    if not ending:
        return told
    return Telling(ending.sentence, joined(ending.reason, told.sentence, told.reason))
