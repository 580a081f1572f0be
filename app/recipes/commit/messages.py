"""The messages of coordinators and sites, to ZooKeeper and to the work of their processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.messages import Event, Reading, Writing
from ...participation.place import Place
from ...zookeeper import operations as q
from . import inputs as h
from . import znodes as z

# -- commands to ZooKeeper ----------------------------------------------------------------------


@dataclass(frozen=True)
class Find(Reading):
    """A command to read which transaction is the latest, with a `watch` on the place's data;
    answered by Found, or by ParentMissing.
    """

    watch: bool = True
    sync: bool = False

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return one read."""
        return (q.Get(place.path, self.watch),)

    def told(self, at: float, generation: int, read: q.Node | None) -> i.Input:
        """Return what was found; without the place there is nothing to find."""
        if read is None:
            return i.ParentMissing(at, generation)
        return h.PlaceFound(
            at, generation, z.latest_in(read.data, read.stat.version, read.stat.mzxid)
        )

    def fired(
        self, at: float, generation: int, place: Place, path: str, event: Event, zxid: int | None
    ) -> i.Input:
        """Return that the place's data has changed, and not its list of children."""
        return i.WatchFired(at, generation, z.LATEST, event, zxid)


@dataclass(frozen=True)
class Inspect(Reading):
    """A command to read a transaction, and what is `below` it: who coordinates it, or votes; with a
    watch on each that is not `unwatched`.
    """

    transaction: str
    below: tuple[str, ...]
    unwatched: frozenset[str] = frozenset()
    sync: bool = False

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return the transaction first: what was decided later fires its watch."""
        names = (self.transaction, *(z.below(self.transaction, one) for one in self.below))
        return tuple(q.Get(place.of(name), name not in self.unwatched) for name in names)

    def told(
        self, at: float, generation: int, read: q.Node | None, *below: q.Node | None
    ) -> i.Input:
        """Return the three; a transaction's znode that says nothing of ours is none."""
        found = dict(zip(self.below, below, strict=True))
        own = c.own_of(found.pop(z.COORDINATOR, None))
        votes = {site: one and z.vote_in(one.data, one.stat.version) for site, one in found.items()}
        deed = z.deed_in(read.data) if read else None
        if read is None or deed is None:
            return h.Inspected(at, generation, None, own, votes)
        decision = z.decision_in(read.data)
        one = z.TransactionZnode(self.transaction, deed, read.stat.version, decision)
        return h.Inspected(at, generation, one, own, votes)


@dataclass(frozen=True)
class BeginTransaction(Writing):
    """A command to let the place name this transaction, if it is as it was read, and to create the
    transaction, a znode for each site, and the coordinator's, EPHEMERAL.
    """

    latest: z.Latest
    name: str
    deed: z.Deed

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the place first: its version decides. The transaction's own name, the second, may
        be taken by one that was left behind.
        """
        path = place.of(self.name)
        named = q.Set(place.path, self.latest.after(self.name, self.deed), self.latest.version)
        created = q.Create(path, self.deed.document(by=place.name))
        sites = (q.Create(f"{path}/{site}", b"") for site in self.deed.sites)
        own = q.Create(f"{path}/{z.COORDINATOR}", place.data, ephemeral=True)
        return (named, created, *sites, own)


@dataclass(frozen=True)
class Decide(Writing):
    """A command to write the decision over the transaction as it was read, if the votes are as they
    were read, and to delete the coordinator's znode.
    """

    transaction: z.TransactionZnode
    decision: str
    votes: Mapping[str, z.VoteZnode | None] = field(hash=False)

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the writes; a vote that somebody has taken away cannot be checked."""
        path, one = place.of(self.transaction.name), self.transaction
        said = one.deed.document(decision=self.decision, decided_by=place.name)
        votes = (q.Check(f"{path}/{site}", own.version) for site, own in self.votes.items() if own)
        return (q.Set(path, said, one.version), *votes, q.Delete(f"{path}/{z.COORDINATOR}"))


class Sweeping(Reading):
    """Asks to read what may be cleared; after a failure the next beginning clears it."""

    def failed(self, at: float, generation: int, reason: str) -> None:
        """Return nothing."""


@dataclass(frozen=True)
class FindEarlier(Sweeping):
    """A command to find the transactions before this one; answered by EarlierFound."""

    transaction: str

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return one read."""
        return (q.Names(place.path),)

    def told(self, at: float, generation: int, names: tuple[str, ...] | None) -> i.Input:
        """Return the latest ones, for a few are read each time."""
        return h.EarlierFound(at, generation, z.earlier(self.transaction, names or ()))


@dataclass(frozen=True)
class Survey(Sweeping):
    """A command to read an earlier transaction, and what its sites say; answered by Surveyed."""

    transaction: str
    sites: tuple[str, ...]

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return the transaction, and its sites' znodes."""
        names = (self.transaction, *(z.below(self.transaction, one) for one in self.sites))
        return tuple(q.Get(place.of(name)) for name in names)

    def told(
        self, at: float, generation: int, read: q.Node | None, *votes: q.Node | None
    ) -> i.Input:
        """Return who takes part in it, and which of these say that they have carried it out."""
        deed = z.deed_in(read.data) if read else None
        said = zip(self.sites, votes, strict=True)
        done = frozenset(site for site, own in said if own and z.vote_in(own.data).done)
        taking_part = deed.sites if deed else ()
        return h.Surveyed(at, generation, self.transaction, taking_part, self.sites, done)


@dataclass(frozen=True)
class ClearTransaction(Writing):
    """A command to delete a transaction that all of its sites have carried out."""

    transaction: str
    sites: tuple[str, ...]

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the deletes, from below."""
        path = place.of(self.transaction)
        return (*(q.Delete(f"{path}/{site}") for site in self.sites), q.Delete(path))

    def hear(self, at: float, generation: int, answers: tuple[q.Answer, ...]) -> None:
        """Ignore the answer: what is left of it harms nobody."""


@dataclass(frozen=True)
class CastVote(Writing):
    """A command to write the own vote over the znode as it was read, if the transaction is still
    undecided, as it was read.
    """

    transaction: z.TransactionZnode
    site: str
    vote: str
    version: int

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the check first: once it is decided no vote is changed."""
        path, data = place.of(self.transaction.name), z.vote_document(self.vote, place.name)
        own = q.Set(f"{path}/{self.site}", data, self.version)
        return (q.Check(path, self.transaction.version), own)


@dataclass(frozen=True)
class AcknowledgeDecision(Writing):
    """A command to write into the own znode, as it was read, which decision was carried out."""

    transaction: str
    site: str
    vote: z.VoteZnode
    decision: str

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return one write; the vote stays in it."""
        path = place.of(z.below(self.transaction, self.site))
        data = z.vote_document(self.vote.vote, place.name, self.decision)
        return (q.Set(path, data, self.vote.version),)


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
