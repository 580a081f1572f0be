"""What is judged of the library's candidates, beside all that elections are judged by: what their
users are told, and when.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.library import Term
from app.library.leadership import FAILED
from app.library.term import RAN_OUT
from app.participation import commands as c
from app.participation.phases import HELD
from tests.library.program import LibraryProcess
from tests.recipes.election.judge import ElectionJudge, PredecessorJudge
from tests.simulation.judge import LATE, Violation
from tests.simulation.machine import threads

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

FIRST_REST = 1.0
"""Seconds for which a candidate sits out after its `on_elected` has failed."""
LONGEST_TROUBLE = 20.0
"""Seconds that a user's blocking, its late question and the rests after it may take."""


@dataclass
class User:
    """What one user was told.

    at_work: the terms of its functions that have not returned. owed: the term whose `on_deposed` is
    still to come. overtaken: the term whose `on_deposed`, at deposed_at, came before its
    `on_elected`: that one's thread had just lost its turn. idle_since: when it began to lead to no
    purpose, and idle_with which term; over_since: when what is owed was over; ended_at: when the
    last term was, and ended_with which epoch. raised_in: the epochs of the terms in which
    `on_elected` has raised something. failed: the one that lasted then; out_until: when it may
    lead again after that; busy_with: the terms of the functions that had not returned when it began
    to rest.
    """

    at_work: list[Term] = field(default_factory=list)
    owed: Term | None = None
    overtaken: Term | None = None
    deposed_at: float = 0.0
    idle_with: Term | None = None
    idle_since: float | None = None
    over_since: float | None = None
    ended_at: float | None = None
    ended_with: int = 0
    raised_in: set[int] = field(default_factory=set)
    failed: Term | None = None
    out_until: float = 0.0
    busy_with: tuple[Term, ...] = ()


class Terms(ElectionJudge):
    """Of whatever strategy; some of its processes may be the dashboard's own."""

    invariants = (
        *ElectionJudge.invariants, "one_term", "each_is_deposed", "deposed_in_time",
        "ends_with_the_lead", "no_idle_leader", "asked_before", "over_by_the_clock",
        "stays_out", "woken_in_time",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._users: dict[str, User] = defaultdict(User)

    @property
    def patience(self) -> float:
        return LONGEST_TROUBLE

    # -- what the user's functions say, each on its own thread -----------------------------------

    def elected(self, process: LibraryProcess, term: Term) -> None:
        """`on_elected` is called."""
        self._note(process, f"on_elected({term!r})")
        self._world.seen["elected", self._world.plan.played] += 1
        user = self._users[process.name]
        self.judged("one_term")
        if any(one is not term for one in user.at_work):
            detail = f"{process.name} is told of {term!r} while {user.at_work} is at work"
            raise Violation("one_term", detail)
        self.judged("each_is_deposed")
        if user.owed is not None:
            raise Violation("each_is_deposed", f"{process.name} has not heard of {user.owed!r}")
        if self._was_over(process, term, user):
            raise Violation("each_is_deposed", f"{process.name} is told of {term!r}, which is over")
        user.at_work.append(term)
        if user.overtaken is term:
            user.overtaken = None
        else:
            user.owed = term

    def _was_over(self, process: LibraryProcess, term: Term, user: User) -> bool:
        """Longer than a thread may wait for its turn, after the term was looked at."""
        if term.reason is None:
            return False
        if process.leadership.term not in (None, term):
            return True
        late = 0.0 if user.ended_at is None else self._world.now - user.ended_at
        return late > LATE and process.ought_to_have_told

    def deposed(self, process: LibraryProcess, term: Term, reason: str) -> None:
        """`on_deposed` is called."""
        self._note(process, f"on_deposed({term!r})")
        user = self._users[process.name]
        if user.owed is None and user.overtaken is None:
            user.owed = user.overtaken = term
        if user.owed is not term or not reason or reason != term.reason:
            detail = f"{process.name}: {term!r} for {reason!r}, owed was {user.owed!r}"
            raise Violation("each_is_deposed", detail)
        if any(one is not term for one in user.at_work):
            raise Violation("one_term", f"{process.name}: {user.at_work} at work after {term!r}")
        self._in_time(process, user)
        user.owed, user.over_since, user.deposed_at = None, None, self._world.now
        user.at_work.append(term)

    def returned(self, process: LibraryProcess, term: Term) -> None:
        """One of them returns."""
        self._note(process, f"its function returns, of {term!r}")
        self._users[process.name].at_work.remove(term)

    def raises(self, process: LibraryProcess, term: Term) -> None:
        """Its `on_elected` does, so that it gives up what it leads with, and rests."""
        user = self._users[process.name]
        user.raised_in.add(term.epoch)
        if term.reason is None:
            process.may_withdraw = True
            rest = FIRST_REST * (1 - abs(process.drift))
            user.failed, user.out_until = term, self._world.now + rest

    def resigns(self, process: LibraryProcess, term: Term) -> None:
        """It does, or is about to."""
        process.may_withdraw |= term.reason is None

    def waited(self, process: LibraryProcess, term: Term, since: float) -> None:
        """`term.wait` returns, in which it was since then."""
        ended_at = self._users[process.name].ended_at
        if term.reason is None or ended_at is None:
            return
        self.judged("woken_in_time")
        late = self._world.now - max(ended_at, since)
        if late > LATE and process.ought_to_have_told:
            detail = f"{process.name} waits on for {late:.2f} s after the end of {term!r}"
            raise Violation("woken_in_time", detail)

    def acts(self, process: LibraryProcess, term: Term) -> None:
        """It writes, right after `term.is_over` was False."""
        self.judged("asked_before")
        if term.epoch != process.recipe.epoch:
            raise Violation("asked_before", f"{process.name} acts with another epoch: {term!r}")
        left = process.recipe.deadline - process.local_now()
        self._has_time(process, left)
        forgiven = 0 < left <= process.drift_allowance
        if not forgiven and not self.is_robbed(process):
            self._nobody_else_leads(process)

    def _has_time(self, process: LibraryProcess, left: float) -> None:
        if left <= 0:
            detail = (
                f"{process.name} acts {-left:.4f} s after its session was over by its own clock"
            )
            raise Violation("asked_before", detail)

    def _nobody_else_leads(self, process: LibraryProcess) -> None:
        """Who was robbed cannot know; and a slow clock is forgiven what it can lose."""
        for other in self.leaders.values():
            if other is not process and self.counts(other):
                raise Violation("asked_before", f"{process.name} acts while {other.name} leads")

    def looked(self, process: LibraryProcess, term: Term, lasted: bool) -> None:
        """It has found the term to be over, which it was not for any other reason than the time;
        lasted: whether the session did, by the candidate's own clock.
        """
        self.judged("over_by_the_clock")
        if lasted:
            raise Violation("over_by_the_clock", f"{process.name} has time left for {term!r}")

    # -- what the library says ------------------------------------------------------------------

    def told(self, process: LibraryProcess, kind: str, data: dict[str, Any]) -> None:
        """News of the library's."""
        self._note(process, f"{kind} {data}")
        self._world.seen["news", kind, str(data.get("reason"))] += 1
        if kind == "resting":
            self._rests(process, data["reason"])
        elif kind == "stepped_down":
            self._ends(process)
            self._users[process.name].ended_with = data["epoch"]
            process.may_withdraw |= data["reason"] == RAN_OUT

    def _ends(self, process: LibraryProcess) -> None:
        """The last term has, unless that one goes on: then the news is late, of one before it."""
        last = process.leadership.term
        if last is None or last.reason is not None:
            self._users[process.name].ended_at = self._world.now

    def _rests(self, process: LibraryProcess, reason: str) -> None:
        """Who has led for a session timeout to no purpose may give up its place. The two clocks,
        and a thread that looks at the time, may differ. So may one whose `on_elected` raised
        something in its last term, even if that was over by then.
        """
        user = self._users[process.name]
        user.busy_with, since = tuple(user.at_work), user.idle_since
        waited = 0.0 if since is None else self._world.now - since + LATE
        process.may_withdraw |= waited >= self._timeout(process)
        process.may_withdraw |= reason == FAILED and user.ended_with in user.raised_in

    def left(self, process: LibraryProcess) -> None:
        """`run` has returned."""
        owed = self._users[process.name].owed
        if owed is not None and process.ought_to_have_told:
            raise Violation("deposed_in_time", f"{process.name} has left; its user holds {owed!r}")

    def commanded(self, process: Process, command: c.Command) -> None:
        if isinstance(command, c.Begin) and isinstance(process, LibraryProcess):
            self._may_lead(process)
        super().commanded(process, command)

    def _may_lead(self, process: Process) -> None:
        """A candidate rests until its functions have returned, and for a second at least. What
        has made it give up its last place is over.
        """
        self.judged("stays_out")
        user = self._users[process.name]
        busy = [term for term in user.busy_with if term in user.at_work]
        if busy or self._world.now < user.out_until:
            raise Violation("stays_out", f"{process.name} leads again, and ought to rest: {busy}")
        process.may_withdraw, user.ended_at = process.is_told_to_stop, None

    # -- after a step of the in-order thread ------------------------------------------------------

    def process_acted(self, process: Process) -> None:
        super().process_acted(process)
        if isinstance(process, LibraryProcess):
            self._judge_term(process, process.recipe.phase in HELD)

    def _judge_term(self, process: LibraryProcess, leads: bool) -> None:
        user, term = self._users[process.name], process.leadership.term
        lasts = term is not None and term.reason is None
        self.judged("ends_with_the_lead")
        if lasts and not leads:
            raise Violation("ends_with_the_lead", f"{process.name} does not lead; {term!r} lasts")
        works = lasts and term is not user.failed
        self._not_idle(process, user, term if works else None, leads)
        if user.overtaken is not None and process.ought_to_have_told:
            self._overtaken_for_long(process, user)
        if user.owed is not None and not (leads and lasts and user.owed is term):
            user.over_since = user.over_since or self._world.now
            self._in_time(process, user)

    def _overtaken_for_long(self, process: LibraryProcess, user: User) -> None:
        if self._world.now > user.deposed_at + LATE:
            detail = f"{process.name} was not told that {user.overtaken!r} began"
            raise Violation("each_is_deposed", detail)

    def _not_idle(
        self, process: LibraryProcess, user: User, term: Term | None, leads: bool
    ) -> None:
        """Nobody leads whose user does not: no longer than a session timeout where it may yet."""
        if not leads or (term is not None and user.owed is term):
            user.idle_since = None
            return
        if user.idle_since is None or user.idle_with is not term:
            user.idle_since, user.idle_with = self._world.now, term
        self.judged("no_idle_leader")
        patience = LATE if term is None else LATE + self._timeout(process)
        idle = self._world.now - user.idle_since
        ran = process.ought_to_have_told if term is None else process.ought_to_have_run
        if idle > patience and ran:
            raise Violation("no_idle_leader", f"{process.name} leads for {idle:.2f} s, unused")

    def _in_time(self, process: LibraryProcess, user: User) -> None:
        if user.over_since is None:
            return
        self.judged("deposed_in_time")
        late = self._world.now - user.over_since
        if late > LATE and process.ought_to_have_told:
            detail = f"{process.name} does not hear for {late:.2f} s that {user.owed!r} is over"
            raise Violation("deposed_in_time", detail)

    def _timeout(self, process: LibraryProcess) -> float:
        return float(process._client.handler.negotiated_ms) / 1000

    # -- what elections are judged by, where the library makes a difference ------------------------

    def trouble(self, process: Process) -> str | None:
        """Who rests comes back, and who leads has told its user."""
        if not isinstance(process, LibraryProcess):
            return super().trouble(process)
        if process.recipe.version is not None:
            return f"{process.name} rests"
        owed = self._users[process.name].owed
        if (process.recipe.phase in HELD) != (owed is not None):
            return f"{process.name} is {process.recipe.phase.value}; its user holds {owed!r}"
        return super().trouble(process)

    def _note(self, process: LibraryProcess, what: str) -> None:
        if self._world.trace is not None and not threads.are_ending:
            self._world.trace.say(self._world.now, process.name, what)


class LibraryJudge(Terms):
    """Of `herd` and `single`."""


class LibraryQueueJudge(Terms, PredecessorJudge):
    """Of `predecessor`."""
