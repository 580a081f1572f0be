"""The strategies of elections, as far as the read models have to know them."""

from __future__ import annotations

from collections.abc import Mapping

from ....readmodels.strategy import PREDECESSOR, Strategy

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
