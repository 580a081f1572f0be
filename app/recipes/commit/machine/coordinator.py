"""A coordinator: begins transactions, collects the votes, and decides by one conditional write.

Rules beside those of `looking`, by number.

1. Whether a beginning whose answer was lost has happened, the place's data tells, which is written
   together with it: it names the last orders that were begun. An order that cannot be found is made
   again only where nothing has been written since.
2. The coordinator's znode counts as one's own only if the session that owns it is the current one.
13. The decision is written over the transaction as it was read, together with checks of all votes.
    So it makes no difference who else believes that it coordinates: of two decisions one is
    refused, and a coordinator that was frozen, and wakes after another one has decided, changes
    nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import ClassVar

from ....participation import commands as c
from ....participation import inputs as i
from ....participation.participant import Anywhere, Commands, Table
from ....participation.phases import HELD, Phase
from .. import inputs as h
from .. import messages as m
from .. import znodes as z
from .looking import Looking


class Coordinator(Looking):
    """One process that coordinates, or stands by. Phase HOLDING: it coordinates `transaction`."""

    words: ClassVar[Mapping[str, str]] = {"leading": "coordinating", "waiting": "standing by"}

    def __init__(self) -> None:
        super().__init__()
        self._latest = z.Latest(0)
        self._sites: tuple[str, ...] = ()
        self._orders: deque[z.Deed] = deque()
        self._begun_over: int | None = None
        self._skipped = 0
        self._is_looking = self._is_overdue = self._may_conclude = False
        self._told: str | None = None

    @property
    def transaction(self) -> str | None:
        """Return the transaction that its znode is below."""
        return self.name and self.name.partition("/")[0]

    # -- looking --------------------------------------------------------------------------------

    def _go_by(self, latest: z.Latest) -> Commands:
        self._latest = latest
        told = self._settle_order()
        if latest.name is None:
            return [*told, *self._be_free()]
        self._enter(Phase.CHECKING)
        votes = (z.below(latest.name, site) for site in latest.sites)
        return [*told, self._inspect(latest.name, latest.sites, votes)]

    def _inspect(self, name: str, sites: Iterable[str], unwatched: Iterable[str] = ()) -> m.Inspect:
        return m.Inspect(name, (z.COORDINATOR, *sites), frozenset({*self._armed, *unwatched}))

    def _unknown(self, given: i.CreateReplyLost) -> Commands:
        """Wait for the reconnect: then a look tells."""
        return []

    def _inspected(self, given: h.Inspected) -> Commands:
        """Go by a look at the transaction."""
        self._is_looking = False
        leads = self.phase in HELD
        if self._is_old(*self._watched_by(given)):
            return self._look() if leads else self._resume()
        one, own = given.transaction, given.coordinator
        if one is None or one.decision is not None:
            if leads:
                return self._stand_down("it is decided")
            return self._be_free()
        if own is not None and own.owner == self.session:
            return self._coordinate(given, one, own)
        if leads:
            return self._stand_down("its znode is gone")
        return self._claim(one) if own is None else self._stand_by(one)

    def _watched_by(self, given: h.Inspected) -> list[str]:
        """Return what a look has set watches on: a znode that is not there leaves none behind."""
        name = str(self._latest.name)
        votes = given.votes if self.phase in HELD else {}
        below = {z.COORDINATOR: given.coordinator, **votes}
        found = {name: given.transaction, **{z.below(name, one): it for one, it in below.items()}}
        return [one for one, it in found.items() if it is not None]

    # -- who coordinates --------------------------------------------------------------------------

    def _claim(self, one: z.TransactionZnode) -> Commands:
        self.step = "take over"
        self._enter(Phase.CREATING)
        return [c.Claim(z.below(one.name, z.COORDINATOR))]

    def _stand_by(self, one: z.TransactionZnode) -> Commands:
        """Stand by (rule 2), also where the znode is that of its own last session, which ends by
        itself.
        """
        return self._rest("stand by", z.below(one.name, z.COORDINATOR))

    def _be_free(self) -> Commands:
        """Begin what was ordered, for nothing is undecided; or wait for what somebody begins."""
        if self._orders:
            return self._begin(self._orders[0])
        return self._rest("look", z.LATEST)

    def _stand_down(self, reason: str) -> Commands:
        """Give up its transaction; a later one may have been begun by now."""
        self.name = self.epoch = None
        return [c.End(reason), *self._resume()]

    # -- beginning --------------------------------------------------------------------------------

    def _order(self, given: h.TransactionOrder) -> Commands:
        self._orders.append(given.deed)
        return self._resume() if self.phase is Phase.WAITING else []

    @property
    def _next_name(self) -> str:
        return self._latest.next_name(self._skipped)

    def _begin(self, deed: z.Deed) -> Commands:
        self.step = "begin"
        self._enter(Phase.ASKING)
        return [m.BeginTransaction(self._latest, self._next_name, deed)]

    def _begun(self, given: i.Written) -> Commands:
        name, self._skipped = self._next_name, 0
        return [*self._order_taken(name), m.FindEarlier(name), *self._resume()]

    def _order_taken(self, name: str | None) -> Commands:
        self._begun_over = None
        return [m.OrderTaken(self._orders.popleft(), name)]

    def _begin_refused(self, given: i.WriteRefused) -> Commands:
        """Look again: an earlier attempt may be the reason. A name that is taken is left out."""
        self._skipped += (given.index, given.why) == (1, "exists")
        return self._resume()

    def _break_off(self, reason: str) -> Commands:
        """Remember over what it has begun without an answer first: that may happen (rule 1)."""
        if self.phase is Phase.ASKING and self._begun_over is None:
            self._begun_over = self._latest.mzxid
        return super()._break_off(reason)

    def _settle_order(self) -> Commands:
        """Find the order that was begun (rule 1), also where an attempt without an answer was
        carried out behind a later one. Of one that is not found, nobody can say whether it was
        begun and forgotten.
        """
        if not self._orders:
            return []
        begun = dict(self._latest.orders).get(self._orders[0].id)
        is_lost = self._begun_over not in (None, self._latest.mzxid)
        return self._order_taken(begun) if begun is not None or is_lost else []

    # -- clearing ---------------------------------------------------------------------------------

    def _survey(self, given: h.EarlierFound) -> Commands:
        """Look at each as if its sites were those of the latest."""
        return [m.Survey(name, self._latest.sites) for name in given.names]

    def _surveyed(self, given: h.Surveyed) -> Commands:
        """Clear a transaction if all of its sites have carried it out, however late."""
        if given.sites and given.sites != given.asked:
            return [m.Survey(given.transaction, given.sites)]
        is_done = given.sites and given.done == {*given.sites}
        return [m.ClearTransaction(given.transaction, given.sites)] if is_done else []

    # -- coordinating -----------------------------------------------------------------------------

    def _coordinate(self, given: h.Inspected, one: z.TransactionZnode, own: i.Own) -> Commands:
        """Look again at the beginning, and watch the votes from then on: those of the sites that
        the transaction itself names.
        """
        begins = [] if self.phase is Phase.HOLDING else self._lead(one, own)
        if begins or self._sites != one.deed.sites:
            self._sites = one.deed.sites
            return [*begins, *self._look()]
        self.step = "collect votes"
        self.watched = one.name
        self._settle(Phase.HOLDING)
        return self._weigh(given, one)

    def _lead(self, one: z.TransactionZnode, own: i.Own) -> Commands:
        self._is_overdue = self._may_conclude = False
        self._told = None
        self.name, self.epoch = z.below(one.name, z.COORDINATOR), own.czxid
        self._settle(Phase.HOLDING)
        return [c.Begin(own.czxid)]

    def _weigh(self, given: h.Inspected, one: z.TransactionZnode) -> Commands:
        decision = z.verdict(given.votes, is_overdue=self._is_overdue)
        if decision is None:
            return []
        self.step = "decide"
        is_told, self._told = decision == self._told, decision
        if self._may_conclude:
            self._enter(Phase.WRITING)
            return [m.Decide(one, decision, given.votes)]
        return [] if is_told else [m.VotesIn(one.name, decision)]

    def _look(self) -> Commands:
        """Look at what it coordinates, with a watch on each vote."""
        assert self.transaction is not None
        self._is_looking = True
        self._enter(Phase.HOLDING)
        return [self._inspect(self.transaction, self._sites)]

    def _vote_fired(self, given: i.WatchFired) -> Commands:
        if self._is_looking:
            return self._fired_early(given)
        self._armed.discard(given.name)
        return self._look()

    def _overdue(self, given: h.Overdue) -> Commands:
        self._is_overdue = True
        return self._look_once_more()

    def _conclude(self, given: h.Conclude) -> Commands:
        self._may_conclude = True
        return self._look_once_more()

    def _look_once_more(self) -> Commands:
        """Look; one that is under way counts as old, and is followed by another one."""
        if self.phase is not Phase.HOLDING:
            return []
        if self._is_looking:
            self._spent.add("")
            return []
        return self._look()

    def _decided(self, given: i.Written) -> Commands:
        assert self.transaction is not None
        assert self._told is not None
        concluded = m.Concluded(self.transaction, self._told)
        self.name = self.epoch = None
        return [concluded, *self._resume()]

    def _decide_refused(self, given: i.WriteRefused) -> Commands:
        """Look again: it is decided, a vote has come, or its znode is gone (rule 13)."""
        return self._look()

    def _disproven(self, given: i.Disproven) -> Commands:
        """Look again, for its znode is gone: the first to find none takes over, perhaps itself."""
        if self.phase is Phase.HOLDING:
            return self._look_once_more()
        return super()._disproven(given)

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **Looking.anywhere,
        h.TransactionOrder: _order,
        h.Overdue: _overdue,
        h.Conclude: _conclude,
        h.EarlierFound: _survey,
        h.Surveyed: _surveyed,
    }
    transitions: ClassVar[Table] = {
        **Looking.transitions,
        (Phase.CHECKING, h.Inspected): _inspected,
        (Phase.HOLDING, h.Inspected): _inspected,
        (Phase.CREATING, i.Created): Looking._look_again,
        (Phase.CREATING, i.Taken): Looking._look_again,
        (Phase.CREATING, i.ParentMissing): Looking._look_again,
        (Phase.CREATING, i.CreateReplyLost): _unknown,
        (Phase.ASKING, i.Written): _begun,
        (Phase.ASKING, i.WriteRefused): _begin_refused,
        (Phase.WRITING, i.Written): _decided,
        (Phase.WRITING, i.WriteRefused): _decide_refused,
        (Phase.HOLDING, i.WatchFired): _vote_fired,
        (Phase.WRITING, i.WatchFired): Looking._overtaken,
    }
