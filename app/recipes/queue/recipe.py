"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import Queues
from .model import QueueModel
from .text import QUEUE, QUEUE_IDEA, QUEUE_SOURCE

RECIPE = Recipe(
    name="queue",
    place=10,
    procedures=(
        Procedure(
            "queue",
            "Queue of work",
            QUEUE_SOURCE,
            QUEUE_IDEA,
            QUEUE,
            "machine:WorkQueue",
            "process:queue_work",
        ),
    ),
    model=QueueModel(),
    services=(Queues,),
)
