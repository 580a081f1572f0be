"""A strategy: how those who wait for one thing line up, as far as the read models have to know."""

from __future__ import annotations

from dataclasses import dataclass

from ..participation.forms import is_in_group
from ..participation.libraries import in_order_of
from ..participation.naming import LEADER, PARENT


@dataclass(frozen=True)
class Strategy:
    """A strategy. wakes_all: all watch the parent's list of children, and so hear of each end.

    races: there is one znode, and those who wait have none. invariants: what must hold.
    """

    wakes_all: bool
    races: bool
    invariants: tuple[str, ...]

    def ordered(self, names: list[str]) -> list[str]:
        """Return the names among `names` that belong to candidates, the leader's first; of those
        without an order all, where nobody has a number.
        """
        if self.races:
            return [name for name in names if name in (LEADER, PARENT)]
        return in_order_of(names) or sorted(filter(is_in_group, names))


PREDECESSOR = Strategy(
    wakes_all=False,
    races=False,
    invariants=("one_leader", "watches_predecessor", "one_wakeup", "leader_is_lowest"),
)
