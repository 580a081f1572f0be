"""What tells the strategies of elections apart, as far as the read models have to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.recipes.naming import in_order
from app.recipes.single import LEADER


@dataclass(frozen=True)
class Strategy:
    """wakes_all: all watch the parent's list of children, and so hear of each end.

    races: there is one znode, and those who wait have none. invariants: what must hold.
    """

    wakes_all: bool
    races: bool
    invariants: tuple[str, ...]

    def ordered(self, names: list[str]) -> list[str]:
        """The names among `names` that stand for a candidate, the leader's first."""
        if self.races:
            return [name for name in names if name == LEADER]
        return in_order(names)


PREDECESSOR = Strategy(
    wakes_all=False,
    races=False,
    invariants=("one_leader", "watches_predecessor", "one_wakeup", "leader_is_lowest"),
)
STRATEGIES: Mapping[str, Strategy] = {
    "predecessor": PREDECESSOR,
    "herd": Strategy(
        wakes_all=True,
        races=False,
        invariants=("one_leader", "watches_parent", "leader_is_lowest"),
    ),
    "single": Strategy(
        wakes_all=True,
        races=True,
        invariants=("one_leader", "watches_parent", "leader_owns_znode"),
    ),
}
