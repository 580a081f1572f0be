"""The mistakes that are planted into a two-phase commit, to see that the simulation catches each.

The numbers are those of docs/correctness.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from app.participation import inputs as i
from app.participation.messages import Message
from app.participation.participant import Commands
from app.participation.phases import Phase
from app.participation.place import Place
from app.processes.work import Host
from app.recipes.commit import machine as m
from app.recipes.commit import znodes as z
from app.recipes.commit.machine import Coordinator, Looking, Site
from app.recipes.commit.process import CoordinatorWork, Ledger, SiteWork
from app.zookeeper import operations as q
from tests.simulation.mutants import WithoutDeadline
from tests.simulation.planting import asking, instead, mutant, without

Planting = Callable[[], AbstractContextManager[Any]]

# -- coordinators ---------------------------------------------------------------------------------


def _hasty(votes: Mapping[str, z.VoteZnode | None], *, is_overdue: bool) -> str | None:
    """Takes who has not said no for one who agrees."""
    said = {None if one is None else one.vote for one in votes.values()}
    return z.ABORT if z.ABORT in said else z.COMMIT


def _impatient(votes: Mapping[str, z.VoteZnode | None], *, is_overdue: bool) -> str | None:
    """Takes who has not voted yet for one who says no."""
    return _verdict(votes, is_overdue=True)


_verdict = z.verdict


class _KeptDeadlines(dict[type[i.Input], float]):
    """What is due stays due, whatever has been decided meanwhile."""

    def clear(self) -> None:
        """Keep all."""


def _keeping_deadlines(self: CoordinatorWork, host: Host) -> None:
    """Waits for the sites of one transaction by the deadline of another."""
    _begun(self, host)
    self._due = _KeptDeadlines()


_begun = CoordinatorWork.__init__


def _deciding_anyway(message: Message, place: Place) -> tuple[q.Operation, ...]:
    """13: over whatever stands there, whoever coordinates by now."""
    (whole,) = message.requests(place)
    assert isinstance(whole, tuple)
    decision = whole[0]
    assert isinstance(decision, q.Set)
    return ((replace(decision, version=-1),),)


def _over_any_version(make: Callable[..., Message], number: int) -> Planting:
    """Write over whatever stands there by now; number: which write of the transaction."""

    def requests(message: Message, place: Place) -> tuple[q.Operation, ...]:
        (whole,) = message.requests(place)
        assert isinstance(whole, tuple)
        writes, write = [*whole], whole[number]
        assert isinstance(write, q.Set)
        writes[number] = replace(write, version=-1)
        return (tuple(writes),)

    return asking(make, requests)


class BeginningBlindly(Coordinator):
    """1: what was not answered has not happened."""

    def _settle_order(self) -> Commands:
        return []


class TakingTheTaken(Coordinator):
    """2: takes each transaction that somebody coordinates for its own."""

    def _inspected(self, given: m.Inspected) -> Commands:
        if given.coordinator is not None:
            given = replace(given, coordinator=replace(given.coordinator, owner=self.session or 0))
        return super()._inspected(given)


class LeavingItUndecided(Coordinator):
    """Never takes over."""

    def _claim(self, one: z.TransactionZnode) -> Commands:
        return self._stand_by(one)


class BeginningUnderTheTaken(Coordinator):
    """Begins again and again under a name that somebody has left there."""

    def _begin_refused(self, given: i.WriteRefused) -> Commands:
        return self._resume()


class ConcludingWhatWasRefused(Coordinator):
    """13: takes the decision that was refused for its own."""

    def _decide_refused(self, given: i.WriteRefused) -> Commands:
        return self._decided(i.Written(given.at, given.generation))


class ClearingTooEarly(Coordinator):
    """Clears what not all of its sites have carried out."""

    def _surveyed(self, given: m.Surveyed) -> Commands:
        return super()._surveyed(replace(given, done=frozenset(given.sites)))


class ClearingTheLastAlone(Coordinator):
    """Leaves what a site has carried out late."""

    def _survey(self, given: m.EarlierFound) -> Commands:
        return super()._survey(replace(given, names=given.names[:1]))


class GoingByTheOldPlace(Coordinator):
    """Begins, and waits, by what it has read before it coordinated."""

    def _stand_down(self, reason: str) -> Commands:
        return [*super()._stand_down(reason)[:1], *self._be_free()]


class WatchingNoVote(Coordinator):
    """11: looks at the votes when it begins to coordinate, and never again."""

    def _vote_fired(self, given: i.WatchFired) -> Commands:
        return []


class DeafWhileItLooks(Looking):
    """11: what fires before the last answer is forgotten."""

    def _is_old(self, *names: str) -> bool:
        super()._is_old(*names)
        return False


# -- sites ----------------------------------------------------------------------------------------


class AbortingInDoubt(Site):
    """Takes a lost connection for the end of the transaction."""

    def _break_off(self, reason: str) -> Commands:
        broken = super()._break_off(reason)
        if not self._is_in_doubt or self.prepared is None:
            return broken
        return [*broken, *self._to_ledger(m.CarryOut(self.prepared[0], z.ABORT))]


class CommittingAtItsVote(Site):
    """Carries out what it has agreed to at once."""

    def _vote_on(self, one: z.TransactionZnode, own: z.VoteZnode | None) -> Commands:
        if own is not None and own.vote == z.COMMIT and self.prepared is not None:
            return self._obey(replace(one, decision=z.COMMIT), own)
        return super()._vote_on(one, own)


class ForgettingItsLedger(Site):
    """Comes back without looking what it has promised."""

    def _kept(self, given: m.LedgerKept) -> Commands:
        return super()._kept(given if self._is_recalled else replace(given, prepared=None))


class ByItsNameAlone(Site):
    """Acknowledges what it has not carried out."""

    def _obey(self, one: z.TransactionZnode, own: z.VoteZnode | None) -> Commands:
        assert one.decision is not None
        if self.prepared is None or own is None:
            return super()._obey(one, own)
        self.prepared = None
        return self._acknowledge(one, own, one.decision)


class DeafInDoubt(Site):
    """11: hears of no decision."""

    def _fired(self, given: i.WatchFired) -> Commands:
        return [] if self._is_in_doubt else super()._fired(given)


def _voting_late(message: Message, place: Place) -> tuple[q.Operation, ...]:
    """13: a vote is written whatever has been decided."""
    (whole,) = message.requests(place)
    assert isinstance(whole, tuple)
    return (whole[1:],)


def _promising(self: SiteWork, ledger: Ledger) -> None:
    """Votes first, and writes into its ledger only what is decided."""
    if ledger.entry is None:
        _writing(self, ledger)
    else:
        self._ledger = ledger


_writing = SiteWork._write


def _heedless(self: SiteWork, now: float) -> None:
    """Does what is due, also what the recipe has given up meanwhile."""
    if self._do is None or now >= self._due:
        do, self._do = self._do, None
        if do is not None and self.host.recipe.phase is not Phase.LEFT:
            do()
    else:
        self.host.wake_at(self._due)


def _kept(self: Ledger, decision: str) -> Ledger:
    """Leaves what was carried out prepared."""
    return replace(_carried_out(self, decision), entry=self.entry)


_carried_out = Ledger.carried_out


def _only_if_it_can(self: Ledger, site: str, deed: z.Deed) -> str | None:
    """Votes for what it was asked to vote against."""
    return _objection(self, site, replace(deed, refuses=()))


def _only_if_asked(self: Ledger, site: str, deed: z.Deed) -> str | None:
    """Votes for what its account cannot bear."""
    return _objection(self, site, deed) if site in deed.refuses else None


_objection = Ledger.objection


MISTAKES = {
    "commits without all votes": instead(z, "verdict", _hasty),
    "aborts before the deadline": instead(z, "verdict", _impatient),
    "keeps the last deadline": instead(CoordinatorWork, "__init__", _keeping_deadlines),
    "decides without the checks": without(m.decide, q.Check),
    "decides anyway": asking(m.decide, _deciding_anyway),
    "no deadline of its own": mutant(WithoutDeadline, "coordinator"),
    "begins blindly": mutant(BeginningBlindly, "coordinator"),
    "begins over any version": _over_any_version(m.begin_transaction, 0),
    "begins under the taken": mutant(BeginningUnderTheTaken, "coordinator"),
    "concludes what was refused": mutant(ConcludingWhatWasRefused, "coordinator"),
    "takes the taken": mutant(TakingTheTaken, "coordinator"),
    "leaves it undecided": mutant(LeavingItUndecided, "coordinator"),
    "clears too early": mutant(ClearingTooEarly, "coordinator"),
    "clears the last alone": mutant(ClearingTheLastAlone, "coordinator"),
    "goes by the old place": mutant(GoingByTheOldPlace, "coordinator"),
    "watches no vote": mutant(WatchingNoVote, "coordinator"),
    "deaf while it looks": mutant(DeafWhileItLooks, "site"),
    "aborts in doubt": mutant(AbortingInDoubt, "site"),
    "commits at its vote": mutant(CommittingAtItsVote, "site"),
    "forgets its ledger": mutant(ForgettingItsLedger, "site"),
    "acknowledges without carrying out": mutant(ByItsNameAlone, "site"),
    "deaf in doubt": mutant(DeafInDoubt, "site"),
    "votes late": asking(m.cast_vote, _voting_late),
    "votes over any version": _over_any_version(m.cast_vote, 1),
    "acknowledges over any version": _over_any_version(m.acknowledge_decision, 0),
    "ignores who refuses": instead(Ledger, "objection", _only_if_it_can),
    "overdraws": instead(Ledger, "objection", _only_if_asked),
    "promises before it can": instead(SiteWork, "_write", _promising),
    "prepares what is given up": instead(SiteWork, "tick", _heedless),
    "keeps what is carried out": instead(Ledger, "carried_out", _kept),
}
