"""Find the different orders that candidates of several libraries see in one election.

Nobody observes a stranger's belief: the leader by its library's order may lead; more is not
known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ....participation.libraries import HANDOFF, RECIPE
from ....participation.libraries import orders as orders_by_library
from ....readmodels.chain import names_of
from ....readmodels.document import DoubtState, Entry
from ....readmodels.quoting import quoted
from ....readmodels.story_parts import who
from ....readmodels.zookeeper import Part, Story, Who
from ..document import Order


def orders_of(chain: Sequence[Entry]) -> list[Order] | None:
    """Return `[{"libraries", "leader"}]`, each order once, with the znode that leads by it; None
    where all members see the same one.
    """
    if len({library or HANDOFF for library in names_of(chain).libraries}) < 2:
        return None
    found: dict[tuple[str, ...], list[str]] = {}
    for library, order in orders_by_library([entry["znode"] for entry in chain]).items():
        found.setdefault(tuple(order), []).append(library)
    if len(found) < 2:
        return None
    return [{"libraries": who_sees, "leader": order[0]} for order, who_sees in found.items()]


def doubts(orders: Sequence[Order] | None, chain: Sequence[Entry]) -> list[DoubtState]:
    """Return the invariants that nobody can judge, `[{"invariant", "detail"}]`."""
    if len({order["leader"] for order in orders or ()}) < 2:
        return []
    parts = ["".join(map(_text, leads_by(order, chain))) for order in orders or ()]
    detail = f"by {'; by '.join(parts)}: whether only one of them leads is not known"
    return [{"invariant": "one_leader", "detail": detail}]


def leads_by(order: Order, chain: Sequence[Entry]) -> Story:
    """Return "curator c1 leads": which libraries see this order, and who leads by it."""
    leader = next(entry for entry in chain if entry["znode"] == order["leader"])
    by = " and ".join(_named(library) for library in order["libraries"])
    return [f"{by} ", who(leader, "lead"), " leads"]


def _named(library: str) -> str:
    return f"{RECIPE}, which {HANDOFF} follows," if library == RECIPE else library


def _text(part: Part) -> str:
    return part if isinstance(part, str) else quoted(cast(Who, part)["who"])
