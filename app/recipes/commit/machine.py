"""The machines of a two-phase commit: a coordinator, and a site; their inputs and their messages.

Rules beside those of a participant, by number.

1. Whether a write whose answer was lost has happened, a read tells. The place's data is written
   together with each beginning: it names the last orders that were begun. An order that cannot be
   found is made again only where nothing has been written since. Whether a vote has been cast, the
   own znode tells.
2. The coordinator's znode counts as one's own only if the session that owns it is the current one.
8. A missing place is made.
11. A watch says only that there is something to look at. One that stands is not set again, so that
    a change wakes its watcher once. What fires before the last of several reads is answered makes
    the first of them old: look again.
13. The decision is written over the transaction as it was read, together with checks of all votes.
    So it makes no difference who else believes that it coordinates: of two decisions one is
    refused, and a coordinator that was frozen, and wakes after another one has decided, changes
    nothing. A vote is written together with a check that nothing is decided yet: who was frozen,
    and votes after the decision, changes nothing.
19. After a reconnect the server catches up before it is asked: it may lag behind a write of this
    session's whose answer was lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.messages import Event, Message, message, reading, unheard, writing
from ...participation.participant import (
    Anywhere,
    Commands,
    Course,
    Courses,
    Participant,
    Table,
    Turn,
)
from ...participation.phases import HELD, Phase
from ...participation.place import Place
from ...zookeeper import operations as o
from . import znodes as z

# -- inputs by the work of their processes ------------------------------------------------------


@dataclass(frozen=True)
class TransactionOrder(i.Input):
    """An order to begin a transaction, as soon as the one before it is decided."""

    deed: z.Deed


@dataclass(frozen=True)
class Overdue(i.Input):
    """The deadline is over: a vote that is missing now says "abort"."""


@dataclass(frozen=True)
class Conclude(i.Input):
    """The decision that the votes allow may be written."""


@dataclass(frozen=True)
class LedgerKept(i.Input):
    """The content of the site's ledger now. prepared: the transaction that it is prepared for, and
    its order's id; last, refused: the ids of the orders that it carried out last, and refused last.
    """

    prepared: tuple[str, str] | None = None
    last: str | None = None
    refused: str | None = None


# -- inputs by ZooKeeper ------------------------------------------------------------------------


@dataclass(frozen=True)
class PlaceFound(i.Reply):
    """The place's data."""

    latest: z.Latest


@dataclass(frozen=True)
class Inspected(i.Reply):
    """A transaction, None where there is none of ours; its coordinator's znode, None where nobody
    coordinates it or it was not asked for; the votes, None for a znode that is missing.
    """

    transaction: z.TransactionZnode | None
    coordinator: i.Own | None
    votes: Mapping[str, z.VoteZnode | None] = field(hash=False)


@dataclass(frozen=True)
class EarlierFound(i.Reply):
    """Transactions before the one that was begun, the latest first."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Surveyed(i.Reply):
    """A transaction before the one that was begun, and its `sites`, none where it is none of ours.
    asked: the sites that were read. done: those of them that have carried it out.
    """

    transaction: str
    sites: tuple[str, ...]
    asked: tuple[str, ...]
    done: frozenset[str]


# -- commands to ZooKeeper ----------------------------------------------------------------------


def _place_fired(
    at: float, generation: int, place: Place, path: str, event: Event, zxid: int | None
) -> i.Input:
    """Return that the place's data has changed, and not its list of children."""
    return i.WatchFired(at, generation, z.LATEST, event, zxid)


@message
def find_latest(watch: bool = True, sync: bool = False) -> Message:
    """Read which transaction is the latest, with a `watch` on the place's data; answered by
    PlaceFound, or by ParentMissing: without the place there is nothing to find.
    """

    def told(at: float, generation: int, read: o.Node | None) -> i.Input:
        if read is None:
            return i.ParentMissing(at, generation)
        latest = z.latest_in(read.data, read.stat.version, read.stat.mzxid)
        return PlaceFound(at, generation, latest)

    return reading(lambda place: (o.Get(place.path, watch),), told, sync=sync, fired=_place_fired)


def _reads_of(
    transaction: str, below: tuple[str, ...], unwatched: frozenset[str] | None = None
) -> Callable[[Place], tuple[o.Read, ...]]:
    """Return the reads of the transaction first, and then of what is below it; with a watch on each
    that is not `unwatched`, None for all.
    """
    names = (transaction, *(z.below(transaction, one) for one in below))
    watched = () if unwatched is None else {*names} - unwatched
    return lambda place: tuple(o.Get(place.of(name), name in watched) for name in names)


@message
def inspect_transaction(
    transaction: str,
    below: tuple[str, ...],
    unwatched: frozenset[str] = frozenset(),
    sync: bool = False,
) -> Message:
    """Read a transaction, and what is `below` it: who coordinates it, or votes; with a watch on
    each that is not `unwatched`. What was decided later fires the transaction's watch. A znode that
    says nothing of ours is no transaction.
    """

    def told(at: float, generation: int, read: o.Node | None, *others: o.Node | None) -> i.Input:
        found = dict(zip(below, others, strict=True))
        own = c.own_of(found.pop(z.COORDINATOR, None))
        votes = {site: one and z.vote_in(one.data, one.stat.version) for site, one in found.items()}
        deed = z.deed_in(read.data) if read else None
        if read is None or deed is None:
            return Inspected(at, generation, None, own, votes)
        decision = z.decision_in(read.data)
        one = z.TransactionZnode(transaction, deed, read.stat.version, decision)
        return Inspected(at, generation, one, own, votes)

    return reading(_reads_of(transaction, below, unwatched), told, sync=sync)


@message
def begin_transaction(latest: z.Latest, name: str, deed: z.Deed) -> Message:
    """Let the place name this transaction, if it is as it was read, and create the transaction, a
    znode for each site, and the coordinator's, EPHEMERAL.

    The place comes first: its version decides. The transaction's own name, the second, may be taken
    by one that was left behind.
    """

    def writes(place: Place) -> tuple[o.Write, ...]:
        path = place.of(name)
        named = o.Set(place.path, latest.after(name, deed), latest.version)
        created = o.Create(path, deed.document(by=place.name))
        sites = (o.Create(f"{path}/{site}", b"") for site in deed.sites)
        own = o.Create(f"{path}/{z.COORDINATOR}", place.data, ephemeral=True)
        return (named, created, *sites, own)

    return writing(writes)


@message
def decide(
    transaction: z.TransactionZnode, decision: str, votes: Mapping[str, z.VoteZnode | None]
) -> Message:
    """Write the decision over the transaction as it was read, if the votes are as they were read,
    and delete the coordinator's znode. A vote that somebody has taken away cannot be checked.
    """

    def writes(place: Place) -> tuple[o.Write, ...]:
        path = place.of(transaction.name)
        said = transaction.deed.document(decision=decision, decided_by=place.name)
        checks = (o.Check(f"{path}/{site}", own.version) for site, own in votes.items() if own)
        named = o.Set(path, said, transaction.version)
        return (named, *checks, o.Delete(f"{path}/{z.COORDINATOR}"))

    return writing(writes)


@message
def find_earlier(transaction: str) -> Message:
    """Find the latest ones of the transactions before this one, for a few are read each time;
    answered by EarlierFound. After a failure the next beginning clears them.
    """

    def told(at: float, generation: int, names: tuple[str, ...] | None) -> i.Input:
        return EarlierFound(at, generation, z.earlier(transaction, names or ()))

    return reading(lambda place: (o.Names(place.path),), told, failed=unheard)


@message
def survey(transaction: str, sites: tuple[str, ...]) -> Message:
    """Read an earlier transaction, who takes part in it, and which of these sites say that they
    have carried it out; answered by Surveyed. After a failure the next beginning clears it.
    """

    def told(at: float, generation: int, read: o.Node | None, *votes: o.Node | None) -> i.Input:
        deed = z.deed_in(read.data) if read else None
        said = zip(sites, votes, strict=True)
        done = frozenset(site for site, own in said if own and z.vote_in(own.data).done)
        taking_part = deed.sites if deed else ()
        return Surveyed(at, generation, transaction, taking_part, sites, done)

    return reading(_reads_of(transaction, sites), told, failed=unheard)


@message
def clear_transaction(transaction: str, sites: tuple[str, ...]) -> Message:
    """Delete a transaction that all of its sites have carried out, from below. Nobody waits for the
    answer: what is left of it harms nobody.
    """

    def writes(place: Place) -> tuple[o.Write, ...]:
        path = place.of(transaction)
        return (*(o.Delete(f"{path}/{site}") for site in sites), o.Delete(path))

    return writing(writes, unheard, failed=unheard)


@message
def cast_vote(transaction: z.TransactionZnode, site: str, vote: str, version: int) -> Message:
    """Write the own vote over the znode as it was read, if the transaction is still undecided, as
    it was read. The check comes first: once it is decided no vote is changed.
    """

    def writes(place: Place) -> tuple[o.Write, ...]:
        path, data = place.of(transaction.name), z.vote_document(vote, place.name)
        return (o.Check(path, transaction.version), o.Set(f"{path}/{site}", data, version))

    return writing(writes)


@message
def acknowledge_decision(transaction: str, site: str, vote: z.VoteZnode, decision: str) -> Message:
    """Write into the own znode, as it was read, which decision was carried out; the vote stays."""

    def writes(place: Place) -> tuple[o.Write, ...]:
        data = z.vote_document(vote.vote, place.name, decision)
        return (o.Set(place.of(z.below(transaction, site)), data, vote.version),)

    return writing(writes)


# -- commands to the process's work -------------------------------------------------------------


@dataclass(frozen=True)
class VotesIn(c.Command):
    """News for a coordinator's work: the votes, or the deadline, allow this decision; answered by
    Conclude.
    """

    transaction: str
    decision: str


@dataclass(frozen=True)
class Concluded(c.Command):
    """News for a coordinator's work: its decision stands."""

    transaction: str
    decision: str


@dataclass(frozen=True)
class OrderTaken(c.Command):
    """News for a coordinator's work: what it was ordered to begin has begun, as `transaction`; or
    it is given up, None, for nobody can say whether it has.
    """

    deed: z.Deed
    transaction: str | None


@dataclass(frozen=True)
class Recall(c.Command):
    """A command to a site's work to open the ledger; answered by Kept, as the next two are."""


@dataclass(frozen=True)
class Prepare(c.Command):
    """A command to a site's work to prepare the ledger for this, or to refuse it."""

    transaction: str
    deed: z.Deed


@dataclass(frozen=True)
class CarryOut(c.Command):
    """A command to a site's work to carry out what was decided of what it is prepared for."""

    transaction: str
    decision: str


# -- the machines ------------------------------------------------------------------------------


class Looking(Participant):
    """One process at a place. Within one connection nothing is asked twice at the same time."""

    enters: ClassVar[Courses] = {Course.RESUME: (Phase.LISTING,)}
    first_step = "look"

    def __init__(self) -> None:
        super().__init__()
        self._armed: set[str] = set()
        self._spent: set[str] = set()
        self._must_sync = False

    def hears(self, name: str) -> bool:
        """Tell whether it watches this znode: each bears on a transaction."""
        return name in self._armed

    def _restored(self, given: i.Restored) -> Commands:
        """Take a connection (rule 19)."""
        self._must_sync = True
        return super()._restored(given)

    def _void_replies(self) -> None:
        super()._void_replies()
        self._armed.clear()
        self._spent.clear()

    # -- looking --------------------------------------------------------------------------------

    def _resume(self) -> Commands:
        """Read the place's data, whatever has happened (rule 5)."""
        self.watched = None
        self._enter(Phase.LISTING)
        return [find_latest(z.LATEST not in self._armed, self._must_sync)]

    def _found(self, given: PlaceFound) -> Commands:
        """Go by the latest transaction; watches on an earlier one do not count any more."""
        if self._is_old(z.LATEST):
            return self._resume()
        self._must_sync = False
        named = (z.LATEST, given.latest.name)
        self._armed = {one for one in self._armed if one.partition("/")[0] in named}
        return self._go_by(given.latest)

    def _go_by(self, latest: z.Latest) -> Commands:
        """Make something of the latest transaction."""
        raise NotImplementedError

    def _is_old(self, *names: str) -> bool:
        """Note that these are watched; tell whether a watch has fired since they were read."""
        self._armed |= {*names} - self._spent
        was_early = bool(self._spent)
        self._spent.clear()
        return was_early

    def _rest(self, step: str, watched: str) -> Commands:
        self.step = step
        self.watched = watched
        self._settle(Phase.WAITING)
        return []

    # -- watches --------------------------------------------------------------------------------

    def _fired(self, given: i.WatchFired) -> Commands:
        self._armed.discard(given.name)
        self.step = "notified"
        return self._resume()

    def _fired_early(self, given: i.WatchFired) -> Commands:
        self._spent.add(given.name)
        return self._overtaken(given)

    def _overtaken(self, given: i.Input) -> Commands:
        """Forget the watch that fired; what is under way ends with looking again."""
        assert isinstance(given, i.WatchFired)
        self._armed.discard(given.name)
        return []

    # -- what it hears, and when -----------------------------------------------------------------

    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.LISTING, PlaceFound): Turn(_found, Phase.CHECKING, Phase.WAITING),
        (Phase.LISTING, i.ParentMissing): Turn(Participant._parent_missing, Phase.MAKING_PARENT),
        (Phase.WAITING, i.WatchFired): Turn(_fired, Course.RESUME),
        (Phase.LISTING, i.WatchFired): Turn(_fired_early),
        (Phase.CHECKING, i.WatchFired): Turn(_fired_early),
        (Phase.ASKING, i.WatchFired): Turn(_overtaken),
        (Phase.CREATING, i.WatchFired): Turn(_overtaken),
        (Phase.MAKING_PARENT, i.WatchFired): Turn(_overtaken),
    }


class Coordinator(Looking):
    """One process that coordinates, or stands by: it begins transactions, collects the votes, and
    decides by one conditional write. Phase HOLDING: it coordinates `transaction`.
    """

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

    def _inspect(self, name: str, sites: Iterable[str], unwatched: Iterable[str] = ()) -> c.Message:
        return inspect_transaction(
            name, (z.COORDINATOR, *sites), frozenset({*self._armed, *unwatched})
        )

    def _unknown(self, given: i.CreateReplyLost) -> Commands:
        """Wait for the reconnect: then a look tells."""
        return []

    def _inspected(self, given: Inspected) -> Commands:
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

    def _watched_by(self, given: Inspected) -> list[str]:
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
        return [c.claim(z.below(one.name, z.COORDINATOR))]

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

    def _order(self, given: TransactionOrder) -> Commands:
        self._orders.append(given.deed)
        return self._resume() if self.phase is Phase.WAITING else []

    @property
    def _next_name(self) -> str:
        return self._latest.next_name(self._skipped)

    def _begin(self, deed: z.Deed) -> Commands:
        self.step = "begin"
        self._enter(Phase.ASKING)
        return [begin_transaction(self._latest, self._next_name, deed)]

    def _begun(self, given: i.Written) -> Commands:
        name, self._skipped = self._next_name, 0
        return [*self._order_taken(name), find_earlier(name), *self._resume()]

    def _order_taken(self, name: str | None) -> Commands:
        self._begun_over = None
        return [OrderTaken(self._orders.popleft(), name)]

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

    def _survey(self, given: EarlierFound) -> Commands:
        """Look at each as if its sites were those of the latest."""
        return [survey(name, self._latest.sites) for name in given.names]

    def _surveyed(self, given: Surveyed) -> Commands:
        """Clear a transaction if all of its sites have carried it out, however late."""
        if given.sites and given.sites != given.asked:
            return [survey(given.transaction, given.sites)]
        is_done = given.sites and given.done == {*given.sites}
        return [clear_transaction(given.transaction, given.sites)] if is_done else []

    # -- coordinating -----------------------------------------------------------------------------

    def _coordinate(self, given: Inspected, one: z.TransactionZnode, own: i.Own) -> Commands:
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

    def _weigh(self, given: Inspected, one: z.TransactionZnode) -> Commands:
        decision = z.verdict(given.votes, is_overdue=self._is_overdue)
        if decision is None:
            return []
        self.step = "decide"
        is_told, self._told = decision == self._told, decision
        if self._may_conclude:
            self._enter(Phase.WRITING)
            return [decide(one, decision, given.votes)]
        return [] if is_told else [VotesIn(one.name, decision)]

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

    def _overdue(self, given: Overdue) -> Commands:
        self._is_overdue = True
        return self._look_once_more()

    def _conclude(self, given: Conclude) -> Commands:
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
        concluded = Concluded(self.transaction, self._told)
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
        i.Tick: Turn(Looking._tick, Phase.HOLDING, Course.RESUME),
        TransactionOrder: Turn(_order, Phase.LISTING),
        Overdue: Turn(_overdue),
        Conclude: Turn(_conclude),
        EarlierFound: Turn(_survey),
        Surveyed: Turn(_surveyed),
    }
    transitions: ClassVar[Table] = {
        **Looking.transitions,
        (Phase.LISTING, PlaceFound): Turn(
            Looking._found, Phase.CHECKING, Phase.ASKING, Phase.WAITING
        ),
        (Phase.CHECKING, Inspected): Turn(
            _inspected, Phase.LISTING, Phase.ASKING, Phase.WAITING, Phase.CREATING, Phase.HOLDING
        ),
        (Phase.HOLDING, Inspected): Turn(_inspected, Phase.LISTING, Phase.WRITING),
        (Phase.CREATING, i.Created): Turn(Looking._look_again, Phase.LISTING),
        (Phase.CREATING, i.Taken): Turn(Looking._look_again, Phase.LISTING),
        (Phase.CREATING, i.ParentMissing): Turn(Looking._look_again, Phase.LISTING),
        (Phase.CREATING, i.CreateReplyLost): Turn(_unknown),
        (Phase.ASKING, i.Written): Turn(_begun, Phase.LISTING),
        (Phase.ASKING, i.WriteRefused): Turn(_begin_refused, Phase.LISTING),
        (Phase.WRITING, i.Written): Turn(_decided, Phase.LISTING),
        (Phase.WRITING, i.WriteRefused): Turn(_decide_refused, Phase.HOLDING),
        (Phase.HOLDING, i.WatchFired): Turn(_vote_fired),
        (Phase.WRITING, i.WatchFired): Turn(Looking._overtaken),
    }


class Site(Looking):
    """One site of all transactions at a place: it votes on each, and carries out what is decided,
    and nothing else. Phase CREATING: its own ledger is at work.

    Before a site votes "commit", its ledger is prepared, on its disk. From then on it is in doubt:
    it neither commits nor aborts before it has read the decision. One that comes back goes by its
    ledger.

    prepared: the transaction that its ledger is prepared for, and its order's id.
    """

    enters: ClassVar[Courses] = {
        Course.RESUME: (Phase.CREATING, Phase.CHECKING, Phase.LISTING),
    }

    def __init__(self, site: str) -> None:
        super().__init__()
        self.site = site
        self.prepared: tuple[str, str] | None = None
        self._last: str | None = None
        self._refused: str | None = None
        self._looks_at = ""
        self._is_recalled = self._is_in_doubt = False
        self._seen: tuple[z.TransactionZnode | None, z.VoteZnode | None] = (None, None)

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Site:
        """Return the machine of `site`, the name in the settings that outlives its processes."""
        return cls(str(settings["site"]))

    def _belief(self) -> str:
        believed = super()._belief()
        return "in doubt" if self._is_in_doubt and believed in ("waiting", "joining") else believed

    def view(self) -> Mapping[str, Any]:
        """Return which site it is, and what its ledger is prepared for."""
        prepared = self.prepared[0] if self.prepared else None
        return {"site": {"site": self.site, "prepared": prepared}}

    # -- looking --------------------------------------------------------------------------------

    def _resume(self) -> Commands:
        """Take up what its ledger is prepared for first."""
        self.watched = None
        if not self._is_recalled:
            return self._to_ledger(Recall())
        return self._look_at(self.prepared[0]) if self.prepared else super()._resume()

    def _to_ledger(self, command: Recall | Prepare | CarryOut) -> Commands:
        self._enter(Phase.CREATING)
        return [command]

    def _go_by(self, latest: z.Latest) -> Commands:
        return self._look_at(latest.name) if latest.name else self._idle()

    def _idle(self) -> Commands:
        """Wait for the next transaction, once there is a watch that tells of it."""
        return self._rest("look", z.LATEST) if z.LATEST in self._armed else super()._resume()

    def _look_at(self, name: str) -> Commands:
        self._looks_at = name
        self._enter(Phase.CHECKING)
        unwatched = frozenset({*self._armed, z.below(name, self.site)})
        return [inspect_transaction(name, (self.site,), unwatched, self._must_sync)]

    def _inspected(self, given: Inspected) -> Commands:
        if self._is_old(*([self._looks_at] if given.transaction else [])):
            return self._resume()
        self._must_sync = False
        self._seen = given.transaction, given.votes[self.site]
        return self._go_on()

    def _kept(self, given: LedgerKept) -> Commands:
        """Go by what its ledger says now; where this comes while it is cut off, a read tells later
        what is left to do (rule 1).
        """
        self._is_recalled = True
        self.prepared, self._last, self._refused = given.prepared, given.last, given.refused
        if self.phase is not Phase.CREATING:
            return []
        return self._go_on() if self._seen[0] else self._resume()

    def _go_on(self) -> Commands:
        """Go on by what it has seen, and by its ledger."""
        one, own = self._seen
        if self.prepared is not None:
            if one is None or one.deed.id != self.prepared[1]:
                return self._stranded(self.prepared[0])
        elif one is None or own is None or self.site not in one.deed.moves:
            return self._idle()
        return self._vote_on(one, own) if one.decision is None else self._obey(one, own)

    def _stranded(self, name: str) -> Commands:
        """Wait, for somebody has taken the transaction away: whatever it did could be wrong."""
        self.step = "in doubt"
        self._is_in_doubt = True
        return self._back_off(f"{name} is gone: nobody can say what was decided")

    # -- the vote, and the decision ---------------------------------------------------------------

    def _vote_on(self, one: z.TransactionZnode, own: z.VoteZnode | None) -> Commands:
        if own is None or own.vote is not None:
            self._is_in_doubt = self.prepared is not None
            return self._rest("in doubt" if self._is_in_doubt else "wait", one.name)
        self.step = "vote"
        if self.prepared is None and self._refused != one.deed.id:
            return self._to_ledger(Prepare(one.name, one.deed))
        self._enter(Phase.ASKING)
        vote = z.COMMIT if self.prepared else z.ABORT
        return [cast_vote(one, self.site, vote, own.version)]

    def _obey(self, one: z.TransactionZnode, own: z.VoteZnode | None) -> Commands:
        assert one.decision is not None
        if self.prepared is not None:
            self.step = "carry out"
            self._is_in_doubt = False
            return self._to_ledger(CarryOut(one.name, one.decision))
        if own is None or own.done is not None:
            return self._idle()
        if own.vote == z.COMMIT and one.deed.id != self._last:
            idling = self._idle()
            self.error = f"the ledger knows nothing of {one.name}, for which it has voted"
            return idling
        return self._acknowledge(one, own, one.decision)

    def _acknowledge(self, one: z.TransactionZnode, own: z.VoteZnode, decision: str) -> Commands:
        """Say so in its own znode, so that the transaction can be cleared."""
        self.step = "acknowledge"
        self._enter(Phase.ASKING)
        return [acknowledge_decision(one.name, self.site, own, decision)]

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **Looking.anywhere,
        LedgerKept: Turn(_kept, Phase.BACKING_OFF, Phase.WAITING, Phase.ASKING, Course.RESUME),
    }
    transitions: ClassVar[Table] = {
        **Looking.transitions,
        (Phase.CHECKING, Inspected): Turn(
            _inspected, Phase.BACKING_OFF, Phase.WAITING, Phase.ASKING, Course.RESUME
        ),
        (Phase.ASKING, i.Written): Turn(Looking._look_again, Course.RESUME),
        (Phase.ASKING, i.WriteRefused): Turn(Looking._look_again, Course.RESUME),
    }
