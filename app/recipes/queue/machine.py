"""The two sides of a queue under one name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...participation.participant import Participant
from .consumer import Consumer
from .producer import Producer


class WorkQueue(Consumer):
    """A consumer, or by the setting `role` a producer."""

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Participant:
        """Make a machine from settings: `role`, and a producer's `identity`, which names its
        ledger.
        """
        if settings.get("role") == "producer":
            return Producer(settings.get("identity", name))
        return Consumer()
