"""The two sides of a queue of work: a producer puts items in, each exactly once; a consumer takes
an item, does what it asks for, and takes it out of the queue.

Names are relative to the queue; `znodes` says what there is. Rules beside those of a participant,
by number.

1. A read shows whether a claim, or an item's end, whose answer was lost has happened: as long as
   the session is the same, nobody else can have made or removed its claim. An item's creation whose
   answer was lost may have happened, and the item may be done and gone by the time one looks for
   it: no list of items shows it. So each transaction that creates items also writes the producer's
   ledger, and the ledger's version shows it.
2. A claim is a consumer's own only if the session that owns it is the current one.
6. A consumer without an item joins the line, and watches the one before it; only the first in the
   line watches the items. So an item, or one that comes back, wakes one consumer and not all.
8. A missing parent is created.
9. The ledger is deleted when the producer leaves; that is repeated until it is confirmed.
11. A watch says only that there is something to look at.
13. To claim an item raises its version, in one transaction with the claim; to finish it deletes the
    item of that version together with the claim. So a consumer that was frozen, and wakes after its
    item was given to another, changes nothing: its transaction fails, the other's succeeds. A
    refused consumer looks whose the item is: with a claim of its own it goes on with what is there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.messages import Message, asking, message, reading, writing, written
from ...participation.naming import in_order, predecessor_of
from ...participation.participant import (
    Anywhere,
    Commands,
    Course,
    Courses,
    Participant,
    Table,
    Turn,
)
from ...participation.phases import HELD, Intent, Phase
from ...participation.place import Place
from ...zookeeper import operations as o
from .znodes import CLAIMS, ITEMS, LINE, PARENTS, PREFIX, claim_name, item_name, ledger_name

# -- messages to ZooKeeper ---------------------------------------------------------------------


@message
def gather_queue(watch: bool, sync: bool = False) -> Message:
    """List the items, the claims and the line; `watch`: with a watch on the first two lists. With
    `sync` the server catches up first.
    """

    def reads(place: Place) -> tuple[o.Read, ...]:
        watched = (o.Names(place.of(name), watch) for name in (ITEMS, CLAIMS))
        return (*watched, o.Names(place.of(LINE)))

    return reading(reads, GatheredQueue, sync=sync)


@message
def inspect_item(item: str, owner: bool, sync: bool = False) -> Message:
    """Read an item; with `owner` also whose session its claim belongs to. With `sync` the server
    catches up first. A claim that was not asked for counts as missing.
    """

    def reads(place: Place) -> tuple[o.Read, ...]:
        claim = (o.Get(place.of(claim_name(item))),) if owner else ()
        return (o.Get(place.of(item_name(item))), *claim)

    def told(at: float, generation: int, read: o.Node | None, *claims: o.Node | None) -> i.Input:
        version, data = (None, b"") if read is None else (read.stat.version, read.data)
        owners = [claim.stat.ephemeralOwner for claim in claims if claim is not None]
        holder = owners[0] if owners else None
        return InspectedItem(at, generation, item, version, data, holder)

    return reading(reads, told, sync=sync)


@message
def take(item: str, version: int, data: bytes, line: str | None) -> Message:
    """Raise the item's version from `version`, create its claim, EPHEMERAL, and delete the own
    place in the `line`, where there is one. The item comes first: its version decides.
    """

    def writes(place: Place) -> tuple[o.Write, ...]:
        raised = o.Set(place.of(item_name(item)), data, version)
        claim = o.Create(place.of(claim_name(item)), place.data, ephemeral=True)
        return (raised, claim, *((o.Delete(place.of(line)),) if line else ()))

    return writing(writes)


@message
def finish(item: str, version: int) -> Message:
    """Delete the item, if its version is still `version`, and its claim. The item comes first: a
    client that sees it go knows whose it was.
    """

    def writes(place: Place) -> tuple[o.Write, ...]:
        claim = o.Delete(place.of(claim_name(item)))
        return (o.Delete(place.of(item_name(item)), version), claim)

    return writing(writes)


@message
def open_ledger(ledger: str) -> Message:
    """Create the producer's ledger where it is missing, and read it, in one flight. A create takes
    its server as far as the leader. Without the list of ledgers there is none.
    """

    def requests(place: Place) -> tuple[o.Operation, ...]:
        path = place.of(ledger)
        return ((o.Create(path, b"0"),), o.Reads((o.Get(path),)))

    def said(at: float, generation: int, made: o.Answer, answer: o.Values) -> i.Input:
        read = answer.values[0]
        if isinstance(made, o.RequestRefused) and made.why == "no node":
            return i.ParentMissing(at, generation)
        if read is None:
            return i.Failed(at, generation, f"cannot open {ledger}: it was deleted meanwhile")
        total = int(read.data) if read.data.isdigit() and len(read.data) < 16 else 0
        return LedgerRead(at, generation, read.stat.version, total)

    return asking(requests, said)


@message
def put(items: tuple[bytes, ...], ledger: str, version: int, total: int) -> Message:
    """Create the items in their order, PERSISTENT and SEQUENTIAL, and write `total` into the
    ledger, if its version is `version`. Answered by the names that the items were given.
    """

    def writes(place: Place) -> tuple[o.Write, ...]:
        prefix = place.of(item_name(PREFIX))
        created = (o.Create(prefix, data, sequence=True) for data in items)
        return (*created, o.Set(place.of(ledger), str(total).encode(), version))

    def said(at: float, generation: int, answer: o.Answer) -> i.Input:
        if not isinstance(answer, o.Committed):
            return written(at, generation, answer)
        names = tuple(path.rpartition("/")[2] for path in answer.results[:-1])
        return WasPut(at, generation, names)

    return writing(writes, said)


# -- news for the process's work ----------------------------------------------------------------


@dataclass(frozen=True)
class Done(c.Command):
    """The item that was in its hands is done, and out of the queue."""

    item: str


@dataclass(frozen=True)
class Stored(c.Command):
    """`count` items are in the queue, `total` by this producer; `names` is empty where only
    the ledger says so.
    """

    names: tuple[str, ...]
    count: int
    total: int


# -- inputs -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Complete(i.Input):
    """An order: the task that the item asks for is done."""

    item: str


@dataclass(frozen=True)
class Offer(i.Input):
    """An order: put these into the queue, in this order."""

    items: tuple[bytes, ...]


@dataclass(frozen=True)
class GatheredQueue(i.Reply):
    """The three lists, None for a missing parent. They are read one after the other: one may be
    older than the next, and only a transaction decides.
    """

    items: tuple[str, ...] | None
    claims: tuple[str, ...] | None
    line: tuple[str, ...] | None


@dataclass(frozen=True)
class InspectedItem(i.Reply):
    """An item as read; `version` is None where it is gone, `owner` where nobody claims it or it was
    not asked for.
    """

    item: str
    version: int | None
    data: bytes
    owner: int | None


@dataclass(frozen=True)
class LedgerRead(i.Reply):
    """The ledger exists; `version` counts the transactions it was part of, `total` the items."""

    version: int
    total: int


@dataclass(frozen=True)
class WasPut(i.Reply):
    """The items are in the queue under these names."""

    names: tuple[str, ...]


# -- a consumer ---------------------------------------------------------------------------------

KNOWN_FOR = 0.25
"""Seconds for which a list of items is good for more than one claim. An item that has come back by
then has a lower number, and has to wait for so long.
"""

REMEMBERED = 32
_DEAF = (Phase.CHECKING, Phase.CREATING, Phase.ASKING, Phase.MAKING_PARENT)
_LOST = "the item was no longer its own"


class Consumer(Participant):
    """One consumer's side of a queue. In phase HOLDING it has an item in its hands."""

    words: ClassVar[Mapping[str, str]] = {"leading": "working"}
    enters: ClassVar[Courses] = {
        Course.RESUME: (Phase.CHECKING, Phase.LISTING, Phase.LEFT),
    }
    first_step = "look"
    stands_on = tuple(f"/{one}" for one in PARENTS)

    def __init__(self) -> None:
        super().__init__()
        self.item: str | None = None
        self.version = 0
        self.content = b""
        self._free: deque[str] = deque()
        self._known_until = 0.0
        self._is_complete = False
        self._is_first = False
        self._is_old = False

    def hears(self, name: str) -> bool:
        """Tell whether a watch concerns it: on both lists for the first in the line, on the one
        before for the others.
        """
        return super().hears(name) or (self._is_first and name in (ITEMS, CLAIMS))

    def _resume(self) -> Commands:
        """Look first for what may be in its hands (rule 1); this server may lag behind requests to
        another one. A request that arrives there later is refused by the item's version.
        """
        self._void_replies()
        if self.item is not None:
            self._enter(Phase.CHECKING)
            return [inspect_item(self.item, owner=True, sync=True)]
        if self._intent is Intent.LEAVE:
            return self._leave()
        return self._gather(watch=False, sync=True)

    # -- looking for an item --------------------------------------------------------------------

    def _gather(self, *, watch: bool, sync: bool = False) -> Commands:
        self._void_replies()
        self._is_first = watch
        self._is_old = False
        self._enter(Phase.LISTING)
        return [gather_queue(watch, sync)]

    def _look_again(self, given: i.Input) -> Commands:
        return self._gather(watch=False)

    def _fired_early(self, given: i.WatchFired) -> Commands:
        """Look again: a watch fired before the last of the lists, so the first are out of date."""
        self._is_old = True
        return []

    def _gathered(self, given: GatheredQueue) -> Commands:
        if given.items is None or given.claims is None or given.line is None:
            return self._make_parents()
        places = self._places_in(given.line)
        self.name = places[0] if places else None
        if len(places) > 1:
            self._enter(Phase.ASKING)
            return [c.delete_own(places[-1])]
        claimed = set(given.claims)
        free = in_order(name for name in given.items if name not in claimed)
        self._free = deque(free[:REMEMBERED])
        self._known_until = given.at + KNOWN_FOR
        if self._free:
            return self._try_next()
        return self._gather(watch=self._is_first) if self._is_old else self._wait(given.line)

    def _places_in(self, line: tuple[str, ...]) -> list[str]:
        """Return its places, also where the answer to the creation was lost: the session's GUID is
        in the name. Of two, because one was late, the lowest stays.
        """
        own = f"{self._guid}-n_"
        return [f"{LINE}/{name}" for name in in_order(line) if name.startswith(own)]

    def _try_next(self) -> Commands:
        self.step = "claim"
        self.item = self._free.popleft()
        self._enter(Phase.CHECKING)
        return [inspect_item(self.item, owner=False)]

    # -- the line -----------------------------------------------------------------------------

    def _wait(self, line: tuple[str, ...]) -> Commands:
        """Join the line and wait (rule 6)."""
        self.step = "line up"
        if self.name is None:
            self._enter(Phase.ASKING)
            return [c.create_own(f"{LINE}/{self._guid}-n_")]
        before = predecessor_of(self.name.rpartition("/")[2], in_order(line))
        if before is not None:
            self._is_first = False
            self._enter(Phase.WATCHING)
            return [c.read_predecessor(f"{LINE}/{before}")]
        if not self._is_first:
            return self._gather(watch=True)
        self.watched = ITEMS
        self._settle(Phase.WAITING)
        return []

    def _predecessor_read(self, given: i.NodeRead) -> Commands:
        if not given.exists:
            return self._gather(watch=False)
        self.watched = given.name
        self._settle(Phase.WAITING)
        return []

    def _fired(self, given: i.WatchFired) -> Commands:
        """Look again, whichever watch fired (rule 11)."""
        self.step = "notified"
        return self._gather(watch=self._is_first)

    # -- an item ------------------------------------------------------------------------------

    def _inspected(self, given: InspectedItem) -> Commands:
        """Take what a read shows, before a claim or after a lost answer (rules 1 and 2). An item
        whose claim is its own goes on from where it was broken off. If the answer to its end was
        lost, nobody else can have taken it out in the session of its claim; if it is still there,
        the claim was deleted.
        """
        if given.owner is not None and given.owner == self.session and given.version is not None:
            self.version, self.content = given.version, given.data
            return self._finish() if self._is_complete else self._hold(given)
        if self._is_complete:
            told = Done(given.item) if given.version is None else c.End(_LOST)
            return [told, *self._next()]
        if given.version is None or given.owner is not None or self._intent is Intent.LEAVE:
            return self._next()
        self.version, self.content = given.version + 1, given.data
        self._enter(Phase.CREATING)
        return [take(given.item, given.version, given.data, self._place)]

    @property
    def _place(self) -> str | None:
        """Return its place in the line, if it has one."""
        return self.name if self.name and self.name.startswith(f"{LINE}/") else None

    def _hold(self, given: i.Input) -> Commands:
        if self._intent is Intent.LEAVE:
            return self._leave()
        assert self.item is not None
        self.step = "work"
        self.name = claim_name(self.item)
        self._settle(Phase.HOLDING)
        self._is_first = False
        self.watched = None
        return [c.Begin(self.version)]

    def _claim_refused(self, given: i.WriteRefused) -> Commands:
        return self._next()

    def _claim_failed(self, given: i.Failed) -> Commands:
        self.item = None
        return self._failed(given)

    # -- its end --------------------------------------------------------------------------------

    def _complete(self, given: Complete) -> Commands:
        if self.phase is not Phase.HOLDING or given.item != self.item:
            return []
        self._is_complete = True
        return self._finish()

    def _finish(self) -> Commands:
        """Finish the item (rule 13)."""
        assert self.item is not None
        self.step = "finish"
        self._enter(Phase.WRITING)
        return [finish(self.item, self.version)]

    def _look(self) -> Commands:
        """Try again an end that could not be written."""
        return self._finish() if self._is_complete else []

    def _finished(self, given: i.Written) -> Commands:
        assert self.item is not None
        self.step = "look"
        return [Done(self.item), *self._next()]

    def _finish_refused(self, given: i.WriteRefused) -> Commands:
        """Look again after a refused end (rule 13). The claim may still be its own, and then nobody
        else can take the item: somebody has written to it, and what it says now must be done.
        """
        assert self.item is not None
        self.step = "lost"
        self._is_complete = False
        self._enter(Phase.CHECKING)
        return [c.End(_LOST), inspect_item(self.item, owner=True)]

    def _next(self) -> Commands:
        self.item, self._is_complete = None, False
        self.name = self._place
        if self._intent is Intent.LEAVE:
            return self._leave()
        if self._free and self._now < self._known_until:
            return self._try_next()
        return self._gather(watch=False)

    def _end(self, reason: str) -> Commands:
        """End the task; one that is done already cannot be broken off (rule 4)."""
        works = self.phase is Phase.HOLDING
        self._in_queue = False
        return [c.End(reason)] if works else []

    def _forget_znode(self) -> None:
        super()._forget_znode()
        self.item, self._is_complete, self._is_first = None, False, False

    # -- leaving ------------------------------------------------------------------------------

    def _stop(self, given: i.Stop) -> Commands:
        """Stop: claim and place go with the session, at once. An end under way may answer."""
        self._intent = Intent.LEAVE
        return [] if self.phase is Phase.WRITING else super()._stop(given)

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **Participant.anywhere,
        Complete: Turn(_complete, Phase.WRITING),
    }
    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.MAKING_PARENT, i.ParentMade): Turn(_look_again, Phase.LISTING),
        (Phase.LISTING, GatheredQueue): Turn(
            _gathered,
            Phase.MAKING_PARENT,
            Phase.ASKING,
            Phase.CHECKING,
            Phase.WATCHING,
            Phase.WAITING,
        ),
        (Phase.LISTING, i.WatchFired): Turn(_fired_early),
        (Phase.CHECKING, InspectedItem): Turn(
            _inspected, Phase.WRITING, Phase.HOLDING, Phase.CREATING, Phase.LISTING, Phase.LEFT
        ),
        (Phase.CREATING, i.Written): Turn(_hold, Phase.HOLDING, Phase.LEFT),
        (Phase.CREATING, i.WriteRefused): Turn(
            _claim_refused, Phase.CHECKING, Phase.LISTING, Phase.LEFT
        ),
        (Phase.CREATING, i.Failed): Turn(_claim_failed, Phase.BACKING_OFF),
        (Phase.ASKING, i.Created): Turn(_look_again, Phase.LISTING),
        (Phase.ASKING, i.Deleted): Turn(_look_again, Phase.LISTING),
        (Phase.ASKING, i.CreateReplyLost): Turn(Participant._overtaken),
        (Phase.ASKING, i.ParentMissing): Turn(Participant._parent_missing, Phase.MAKING_PARENT),
        (Phase.WATCHING, i.NodeRead): Turn(_predecessor_read, Phase.LISTING, Phase.WAITING),
        (Phase.WATCHING, i.WatchFired): Turn(_look_again, Phase.LISTING),
        (Phase.WAITING, i.WatchFired): Turn(_fired, Phase.LISTING),
        (Phase.WRITING, i.Written): Turn(_finished, Phase.CHECKING, Phase.LISTING, Phase.LEFT),
        (Phase.WRITING, i.WriteRefused): Turn(_finish_refused, Phase.CHECKING),
        **dict.fromkeys(
            ((phase, i.WatchFired) for phase in (*HELD, *_DEAF)), Turn(Participant._overtaken)
        ),
    }


# -- a producer ---------------------------------------------------------------------------------

MOST_AT_ONCE = 100
"""Items in one transaction: ZooKeeper takes a megabyte at most."""


class Producer(Participant):
    """One producer's side of a queue. identity: names its ledger, whatever its sessions."""

    words: ClassVar[Mapping[str, str]] = {"waiting": "producing"}
    enters: ClassVar[Courses] = {
        Course.RESUME: (Phase.LISTING, Phase.WITHDRAWING),
    }
    first_step = "open ledger"
    stands_on = tuple(f"/{one}" for one in PARENTS)

    def __init__(self, identity: str) -> None:
        super().__init__()
        self._ledger = ledger_name(identity)
        self._offered: deque[bytes] = deque()
        self._tried: list[int] = []
        self._version = 0
        self.total = 0

    def _belief(self) -> str:
        return self._believed(super()._belief())

    # -- the ledger ---------------------------------------------------------------------------

    def _resume(self) -> Commands:
        """Read what has happened before anything is put again (rule 1)."""
        self._void_replies()
        if self._intent is Intent.LEAVE:
            return self._withdraw()
        self._enter(Phase.LISTING)
        return [open_ledger(self._ledger)]

    def _put_refused(self, given: i.WriteRefused) -> Commands:
        """Note that somebody else has written the ledger: nothing of this transaction has
        happened.
        """
        self._tried.pop()
        return self._look()

    def _failed(self, given: i.Failed) -> Commands:
        """Handle a failed put: it has not happened; one without an answer is unknown."""
        if self.phase is Phase.CREATING:
            self._tried.pop()
        return super()._failed(given)

    def _ledger_read(self, given: LedgerRead) -> Commands:
        """Find what has happened. The ledger's next version and its number say which put was done:
        one put alone, the last one or one that was held back. All begin with the same items.
        """
        self.name = self._ledger
        grown = given.total - self.total
        happened = given.version == self._version + 1 and grown in self._tried
        if given.version != self._version:
            self._tried.clear()
        self._version = given.version
        told = self._entered((), grown) if happened else []
        self.total = max(self.total, given.total)
        return [*told, *self._go_on()]

    # -- putting ------------------------------------------------------------------------------

    def _offer(self, given: Offer) -> Commands:
        self._offered.extend(given.items)
        return self._go_on() if self.phase is Phase.RESTING else []

    def _go_on(self) -> Commands:
        if self._intent is Intent.LEAVE:
            return self._withdraw()
        self.step = "put item"
        if not self._offered:
            self._settle(Phase.RESTING)
            return []
        self._in_queue = True
        items = tuple(list(self._offered)[:MOST_AT_ONCE])
        self._tried.append(len(items))
        self._enter(Phase.CREATING)
        return [put(items, self._ledger, self._version, self.total + len(items))]

    def _was_put(self, given: WasPut) -> Commands:
        count = self._tried[-1]
        self._tried.clear()
        self._version += 1
        self._settle(Phase.RESTING)
        return [*self._entered(given.names, count), *self._go_on()]

    def _entered(self, names: tuple[str, ...], count: int) -> Commands:
        for _ in range(count):
            self._offered.popleft()
        self.total += count
        return [Stored(names, count, self.total)]

    # -- leaving ------------------------------------------------------------------------------

    def _stop(self, given: i.Stop) -> Commands:
        """Stop once what is under way has answered; what has not been put stays with its maker."""
        self._intent = Intent.LEAVE
        if self.session is None:
            return self._leave()
        at_rest = self.phase in (Phase.RESTING, Phase.BACKING_OFF)
        return self._withdraw() if at_rest else []

    def _withdraw(self) -> Commands:
        """Withdraw by deleting the ledger (rule 9)."""
        self.step = None
        self._void_replies()
        self._enter(Phase.WITHDRAWING)
        return [c.delete_own(self._ledger)]

    def _withdrawn(self, given: i.Deleted) -> Commands:
        self.name = None
        return self._leave()

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **Participant.anywhere,
        i.Stop: Turn(_stop, Phase.LEFT, Phase.WITHDRAWING),
        Offer: Turn(_offer, Phase.CREATING),
    }
    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.LISTING, LedgerRead): Turn(
            _ledger_read, Phase.WITHDRAWING, Phase.RESTING, Phase.CREATING
        ),
        (Phase.LISTING, i.ParentMissing): Turn(Participant._parent_missing, Phase.MAKING_PARENT),
        (Phase.CREATING, WasPut): Turn(_was_put, Phase.RESTING, Phase.WITHDRAWING),
        (Phase.CREATING, i.WriteRefused): Turn(_put_refused, Course.RESUME),
        (Phase.WITHDRAWING, i.Deleted): Turn(_withdrawn, Phase.LEFT),
    }


class WorkQueue(Consumer):
    """A consumer, or by the setting `role` a producer."""

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Participant:
        """Make a machine from settings: `role`, and a producer's `identity`, which names its
        ledger.
        """
        if settings.get("role") == "producer":
            return Producer(settings.get("identity", name))
        return Consumer()
