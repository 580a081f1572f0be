"""The invariants of a queue, checked on every event.

- none_lost: every item that was put in is done, or is there. Between an item's end and its report
  the dashboard may know that it is gone and not by whom: that counts after a second. Of one that a
  list has found gone nobody knows whether it had a holder.
- done_once: nobody has taken out of the queue what somebody else had taken out.
- one_hand: never two that work on one item and whose session lasts by their own clock.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ...readmodels.document import Candidates
from ...readmodels.model import Found, Invariant
from ...readmodels.violations import believers, in_session
from .document import QueueState


def _lost(queue: QueueState, own: Candidates, at: float) -> Iterator[Found]:
    if lost := queue["gone"] - queue["unseen"]:
        yield "items", f"{_items(lost)} gone without a holder"


def _gone_unseen(queue: QueueState) -> Iterator[str]:
    if queue["unseen"]:
        yield f"{_items(queue['unseen'])} gone, and the dashboard did not see how"


def _items(count: int) -> str:
    return "1 item is" if count == 1 else f"{count} items are"


def _done_twice(queue: QueueState, own: Candidates, at: float) -> Iterator[Found]:
    if queue["twice"]:
        yield "items", f"{queue['twice']} more items were taken out than there were"


def _in_two_hands(queue: QueueState, own: Candidates, at: float) -> Iterator[Found]:
    working = in_session(believers(own, "working"), at)
    hands: dict[str, list[str]] = defaultdict(list)
    for name in working:
        item = queue["consumers"].get(name, {}).get("item")
        if item and own[name]["process"] == "running":
            hands[item].append(name)
    for item, names in hands.items():
        if len(names) > 1:
            yield item, f"{' and '.join(names)} work on {item} at the same time"


INVARIANTS = (
    Invariant("none_lost", 1.0, _lost, True, _gone_unseen),
    Invariant("done_once", 0.0, _done_twice),
    Invariant("one_hand", 1.0, _in_two_hands),
)
