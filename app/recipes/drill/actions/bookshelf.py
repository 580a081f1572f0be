"""The bookshelf of a drill: clients add books all the time, and none may be lost."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence

from ...bookshelf.actions import Bookshelves
from ..rounds import OF_RECIPES, RoundMore, in_order
from .faults import Given
from .stage import OwnStage, RoundBefore, RoundSeen, RoundShown, Unsettled
from .standing import DrillMember, document_of, standing_in
from .writers import BookWriters

LOST = "no_acknowledged_book_lost"
"""The invariant that a book stays that a client was told is stored."""


class DrilledBookshelf(OwnStage):
    """The bookshelf of a drill's own nodes, to which clients add books in each round."""

    def __init__(self, *given: *Given) -> None:
        super().__init__(*given)
        self._shelves = self._context.service(Bookshelves)
        self._writers = BookWriters(self._journal.clock)
        self._lost: set[str] = set()
        self._counted, self._new = 0, 0

    # -- the nodes --------------------------------------------------------------------------------

    def _start(self, missing: int) -> None:
        """Start the nodes that are down, on their disks, those with all books first; then new
        ones.
        """
        plan, shelf = self._plan, document_of(self._state, self._plan)
        nodes = shelf["nodes"] if shelf else {}
        down = sorted(
            (name for name, one in nodes.items() if one["process"] in (None, "exited")),
            key=lambda name: not nodes[name]["in_sync"],
        )[:missing]
        for name in down:
            self._shelves.restart(name, plan.path, plan.session_timeout, by=self._by)
        if len(down) < missing:
            self._shelves.open(plan.path, missing - len(down), plan.session_timeout, by=self._by)

    def _is_settled(self) -> bool:
        """Tell whether the first one serves, and all are in sync and watch one another."""
        everybody, names = self._state["candidates"], self._in_order()
        shelf = document_of(self._state, self._plan)
        if shelf["stranded"] and shelf["stranded"]["missing"]:
            raise Unsettled(
                f"{self._plan.path} has books whose disks are not here: delete what is there"
            )
        if names is None:
            return False
        nodes = {one["candidate"]: one for one in shelf["nodes"].values()}
        first, *others = names
        return nodes[first]["state"] == "leading" and all(
            nodes[one]["state"] == "in sync" and nodes[one]["in_sync"] and everybody[one]["watches"]
            for one in others
        )

    def handoffs(self) -> int:
        """Return the epoch of who comes first."""
        shelf = document_of(self._state, self._plan)
        return (shelf and shelf["epoch"]) or 0

    # -- a round ----------------------------------------------------------------------------------

    @contextlib.contextmanager
    def watched(self) -> Iterator[RoundSeen]:
        """Yield what the events of the block say; clients add books meanwhile, of which one is
        acknowledged before the block begins.
        """
        nodes = document_of(self._state, self._plan)["nodes"].values()
        addresses = [one["address"] for one in nodes if one["process"] == "running"]
        with self._writers.writing(addresses), super().watched() as seen:
            kept = len(self._writers.kept)
            if not self._await(lambda: len(self._writers.kept) > kept):
                raise Unsettled("no book could be added")
            yield seen

    def _passed_on(
        self, victims: Sequence[str], before: RoundBefore, seen: RoundSeen
    ) -> RoundShown:
        """Wait until a book is acknowledged that the next leader has taken."""
        znode = standing_in(before.state, self._plan)[0].znode
        at: dict[str, float | None] = {}
        heirs: dict[str, float] = {}

        def is_over() -> bool:
            heirs.update({name: at for name, at in seen.leads.items() if name not in victims})
            at.update(
                fault=seen.struck.get(victims[0], before.since),
                deleted=seen.deleted.get(znode),
                leading=next(iter(heirs.values()), None),
                acknowledged=self._acknowledged(seen),
                served=self._writers.first_after(before.handoffs),
            )
            return None not in at.values()

        done = self._await(is_over)
        found = in_order(at, OF_RECIPES[self._plan.recipe])
        return self._handed_over(done, found, next(iter(heirs), None))

    def _acknowledged(self, seen: RoundSeen) -> float | None:
        return seen.changed.get(f"{self._plan.path}/election-acknowledged")

    def _led(self, now: DrillMember, seen: RoundSeen) -> Mapping[str, float | None]:
        leads = seen.leads.get(now.candidate or "")
        return {"leading": leads, "acknowledged": self._acknowledged(seen)}

    def afterwards(self) -> RoundMore:
        """Ask the leader for its whole list, and compare it with what was acknowledged. Raise
        Unsettled where it does not tell.
        """
        kept = self._writers.kept
        there: dict[str, object] = {}

        def is_told() -> bool:
            answer = self._shelves.books(self._plan.path)
            if answer.status == 200:
                there.update({book["id"]: book for book in answer.body["books"]})
            return answer.status == 200

        if not self._await(is_told):
            raise Unsettled("no leader tells which books it has")
        lost = {name for name, book in kept.items() if there.get(name) != book} - self._lost
        self._lost |= lost
        self._new, books, self._counted = len(lost), len(kept) - self._counted, len(kept)
        return {"books": books, "lost": len(lost)}

    def broken(self) -> Collection[str]:
        """Return whether a book was lost since the last call."""
        new, self._new = self._new, 0
        return [LOST] if new else []
