"""Plays inputs to a coordinator or a site, and returns the commands, in the manner of a script."""

from __future__ import annotations

from app.participation import commands as c
from app.participation import inputs as i
from app.recipes.commit import machine as m
from app.recipes.commit import znodes as z
from app.recipes.commit.machine import Coordinator, Site
from tests.participation.playbook import CZXID, SESSION, Event, Recipe, Script

OTHER = 0x2000
DEED = z.Deed("id1", {"s1": -20, "s2": 10, "s3": 10})
NEXT = z.Deed("id2", {"s1": 10, "s2": -20, "s3": 10})
SITES = ("s1", "s2", "s3")
FREE = z.Latest(4, 50)
LATEST = z.Latest(5, 60, "tx-1", SITES, (("id1", "tx-1"),))
OPEN = z.TransactionZnode("tx-1", DEED, 0, None)
COMMITTED = z.TransactionZnode("tx-1", DEED, 1, z.COMMIT)
ABORTED = z.TransactionZnode("tx-1", DEED, 1, z.ABORT)
EMPTY = z.VoteZnode(0)
YES = z.VoteZnode(1, z.COMMIT)
NO = z.VoteZnode(1, z.ABORT)
DONE = z.VoteZnode(2, z.COMMIT, z.COMMIT)


class Play(Script[Recipe]):
    """One process and the time; every method gives one input."""

    event: Event = "changed"
    nothing_there = Script.parent_missing
    made = Script.parent_made

    def found(self, latest: z.Latest = LATEST) -> list[c.Command]:
        return self.give(m.PlaceFound(self.at, self.generation, latest))


class CoordinatorPlay(Play[Coordinator]):
    """One coordinator."""

    own = z.COORDINATOR
    begun = decided = Script.written
    decide_refused = Script.refused

    def __init__(self) -> None:
        super().__init__(Coordinator())

    def inspected(
        self,
        one: z.TransactionZnode | None = OPEN,
        owner: int | None = SESSION,
        votes: tuple[z.VoteZnode | None, ...] = (EMPTY, EMPTY, EMPTY),
    ) -> list[c.Command]:
        own = None if owner is None else i.Own(owner, CZXID)
        by_site = dict(zip(SITES, votes, strict=True))
        return self.give(m.Inspected(self.at, self.generation, one, own, by_site))

    def earlier(self, *names: str) -> list[c.Command]:
        return self.give(m.EarlierFound(self.at, self.generation, names))

    def surveyed(
        self,
        name: str,
        done: tuple[str, ...],
        sites: tuple[str, ...] = SITES,
        asked: tuple[str, ...] = SITES,
    ) -> list[c.Command]:
        given = m.Surveyed(self.at, self.generation, name, sites, asked, frozenset(done))
        return self.give(given)

    def order(self, deed: z.Deed = DEED) -> list[c.Command]:
        return self.give(m.TransactionOrder(self.at, deed))

    def begin_refused(self, taken: bool = False) -> list[c.Command]:
        return self.give(
            i.WriteRefused(self.at, self.generation, *((1, "exists") if taken else ()))
        )

    def overdue(self) -> list[c.Command]:
        return self.give(m.Overdue(self.at))

    def conclude(self) -> list[c.Command]:
        return self.give(m.Conclude(self.at))


class SitePlay(Play[Site]):
    """The site s1."""

    def __init__(self) -> None:
        super().__init__(Site.made_for("c1", {"site": "s1"}))

    def recalled(
        self, prepared: tuple[str, str] | None = None, last: str | None = None
    ) -> list[c.Command]:
        return self.give(m.LedgerKept(self.at, prepared, last))

    def looked(
        self, one: z.TransactionZnode | None = OPEN, own: z.VoteZnode | None = EMPTY
    ) -> list[c.Command]:
        return self.give(m.Inspected(self.at, self.generation, one, None, {"s1": own}))

    def prepared(self, vote: str = z.COMMIT) -> list[c.Command]:
        if vote == z.COMMIT:
            return self.give(m.LedgerKept(self.at, ("tx-1", "id1")))
        return self.give(m.LedgerKept(self.at, refused="id1"))

    def carried_out(self) -> list[c.Command]:
        return self.give(m.LedgerKept(self.at, last="id1"))


# -- coordinators ---------------------------------------------------------------------------------


def free() -> CoordinatorPlay:
    """Nothing has ever been begun."""
    play = CoordinatorPlay()
    play.restored()
    play.found(FREE)
    return play


def beginning() -> CoordinatorPlay:
    """It has begun tx-1, and looks at it."""
    play = free()
    play.order()
    play.found(FREE)
    play.begun()
    play.fired("latest")
    play.found()
    play.found()
    return play


def coordinating() -> CoordinatorPlay:
    """It has begun tx-1, and no vote is there yet."""
    play = beginning()
    play.inspected()
    play.inspected()
    return play


def deciding() -> CoordinatorPlay:
    """All have voted "commit", and its decision is on the way."""
    play = coordinating()
    play.fired("tx-1/s3")
    play.inspected(votes=(YES, YES, YES))
    play.conclude()
    play.inspected(votes=(YES, YES, YES))
    return play


def standing_by() -> CoordinatorPlay:
    """Somebody else coordinates tx-1."""
    play = CoordinatorPlay()
    play.restored()
    play.found()
    play.inspected(owner=OTHER)
    return play


# -- sites ----------------------------------------------------------------------------------------


def looking() -> SitePlay:
    """Its ledger is prepared for nothing; it looks which transaction is the latest."""
    play = SitePlay()
    play.restored()
    play.recalled()
    return play


def voting() -> SitePlay:
    """Its own ledger is at work on its vote."""
    play = looking()
    play.found()
    play.looked()
    return play


def in_doubt() -> SitePlay:
    """It has voted "commit", and nothing is decided."""
    play = voting()
    play.prepared()
    play.written()
    play.looked(own=YES)
    return play
