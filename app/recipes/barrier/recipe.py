"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import Barriers
from .model import BarrierModel
from .text import BARRIER, BARRIER_IDEA, BARRIER_SOURCE

RECIPE = Recipe(
    name="barrier",
    place=9,
    procedures=(
        Procedure(
            "barrier",
            "Double barrier",
            BARRIER_SOURCE,
            BARRIER_IDEA,
            BARRIER,
            "machine:DoubleBarrier",
            "process:BarrierWork",
        ),
    ),
    model=BarrierModel(),
    services=(Barriers,),
)
