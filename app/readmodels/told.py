"""The line that an event has in a list of what happened: its words, its tone, and its group."""

from __future__ import annotations

from typing import NamedTuple

from .event import Event
from .events import CandidateNotified
from .models import Models
from .wording import Line


class Told(NamedTuple):
    """An event as a list shows it.

    tone: dead|frozen|fired|lead|new|wait|lost, or none. group: the events that it shows or hides
    together; None for a kind that nobody knows: no filter hides it.
    """

    words: Line
    tone: str = ""
    group: str | None = None


class Wording:
    """Words events; a notification as the models say which znodes are lists that are watched."""

    def __init__(self, models: Models) -> None:
        self._lists = {name for model in models for name in model.watched_lists}

    def of(self, event: Event) -> Told:
        """Return what a list shows of an event."""
        if isinstance(event, CandidateNotified) and event.znode in self._lists:
            return Told(event.line_of_list(), event.tone, event.group)
        return Told(event.line(), event.tone_of_line(), event.group)
