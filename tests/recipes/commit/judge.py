"""What is judged of a two-phase commit: what is promised, what is decided, and what is done."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.phases import HELD, Phase
from app.recipes.commit import machine as m
from app.recipes.commit import znodes as z
from app.recipes.commit.process import Ledger, PreparedEntry, ledger_in
from app.sandbox.core.messages import ServerRequest
from app.sandbox.core.tree import Znode
from app.zookeeper.wire.codes import Op
from tests.recipes.commit.disk import LedgerDisk
from tests.simulation import truth
from tests.simulation.judge import Judge, Violation
from tests.simulation.judge_requests import is_bound, writes_in
from tests.simulation.truth import Place

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

PLACE = "/commit"
OPENING = 10
LONGEST_PATIENCE = LONGEST_REST = 2.0
"""Seconds for which a vote is awaited, and between two transactions: a decision comes in less than
a schedule waits for a turn.
"""


class CommitJudge(Judge):
    """Judge coordinators and sites. The places are the coordinators' znodes; what a site has
    promised and done, its ledger says.
    """

    only_one = "one_coordinator"
    invariants = (
        *Judge.invariants, "one_coordinator", "begun_once", "decision_stands",
        "decision_follows_votes", "vote_stands", "promise_is_kept", "carries_out_what_is_decided",
        "carried_out_once", "sum_stays", "nobody_idles", "waits_for_the_deadline",
        "refuses_what_it_must", "writes_over_what_it_read", "leaves_out_what_is_taken",
        "concludes_what_stands",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.disk = LedgerDisk(self._on_write)
        self._begun: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self._taken: set[tuple[str, str, int]] = set()
        self._decisions: dict[str, str] = {}
        self._votes: dict[tuple[str, str], str] = {}
        self._done: set[tuple[str, str]] = set()
        self._leads_since: dict[str, float] = {}
        self._acts: Counter[str] = Counter()
        self._acts_before: Counter[str] | None = None
        self._done_before: set[str] = set()
        self._is_shaken = False

    # -- what is true ---------------------------------------------------------------------------

    def standing(self) -> list[Place]:
        """Return the coordinators' znodes."""
        return sorted(
            Place(znode.czxid, z.below(name, z.COORDINATOR), znode.owner)
            for name, below in self._transactions()
            for child, znode in below
            if child == z.COORDINATOR
        )

    def _transactions(self) -> list[tuple[str, list[tuple[str, Znode]]]]:
        server = self._world.server
        names = [name for name, _ in server.children(PLACE) if z.number_of(name) is not None]
        return [(name, list(server.children(f"{PLACE}/{name}"))) for name in names]

    def owners(self) -> list[int]:
        """Return the sessions of who coordinates, of the other coordinators, and of the sites."""
        living = sorted(self._world.living, key=lambda one: not coordinates(one))
        others = [one.recipe.session or 0 for one in living]
        return list(dict.fromkeys([*super().owners(), *others]))

    @property
    def latest(self) -> z.Latest:
        """Return what the place's data says."""
        znode = self._world.server.core.tree.nodes.get(PLACE)
        return z.latest_in(znode.data or b"", 0, 0) if znode else z.Latest(0)

    def _transaction(self, name: str | None) -> z.TransactionZnode | None:
        znode = self._world.server.core.tree.nodes.get(f"{PLACE}/{name}")
        deed = z.deed_in(znode.data) if znode else None
        if znode is None or deed is None or name is None:
            return None
        return z.TransactionZnode(name, deed, znode.version, z.decision_in(znode.data))

    # -- what happens -------------------------------------------------------------------------

    def forget_history(self) -> None:
        """Who has carried out a decision that is undone by a person cannot know it."""
        super().forget_history()
        self._is_shaken = True

    def changed(self) -> None:
        """Whatever a transaction says now, and its votes."""
        if self._is_shaken:
            return
        for name, below in self._transactions():
            one = self._transaction(name)
            if one is not None:
                self._begins(one)
                votes = {child: znode for child, znode in below if child != z.COORDINATOR}
                self._is_voted(one, {who: z.vote_in(znode.data) for who, znode in votes.items()})
        self._adds_up()

    def _begins(self, one: z.TransactionZnode) -> None:
        self.judged("begun_once")
        znode = self._world.server.core.tree.nodes[f"{PLACE}/{one.name}"]
        if self._begun.setdefault(one.deed.id, znode.czxid) != znode.czxid:
            raise Violation("begun_once", f"{one.deed.id} is begun again, as {one.name}")
        self._names[one.deed.id] = one.name

    def _is_voted(self, one: z.TransactionZnode, votes: dict[str, z.VoteZnode]) -> None:
        known = self._decisions.get(one.deed.id)
        if known is not None:
            self.judged("decision_stands")
            if one.decision != known:
                raise Violation("decision_stands", f"{one.name} was {known}, is {one.decision}")
        for site, vote in votes.items():
            self._votes_so(one, site, vote.vote)
        if one.decision is not None and known is None:
            self._decisions[one.deed.id] = one.decision
            self._follows_votes(one, votes)

    def _votes_so(self, one: z.TransactionZnode, site: str, vote: str | None) -> None:
        key = one.deed.id, site
        before = self._votes.get(key)
        if vote == before:
            return
        self.judged("vote_stands")
        if before is not None or vote is None:
            raise Violation("vote_stands", f"{site} has voted {before}, and now {vote}")
        if one.deed.id in self._decisions:
            raise Violation("vote_stands", f"{site} votes on {one.name}, which is decided")
        self._votes[key] = vote
        self._acts[site] += 1
        ledger = self._ledger(site)
        entry = ledger.entry
        if vote == z.COMMIT and (entry is None or entry.id != one.deed.id):
            raise Violation("promise_is_kept", f"{site} promises what it is not prepared for")
        self.judged("refuses_what_it_must")
        lacks = ledger.balance + one.deed.moves[site] < 0
        if vote == z.COMMIT and (site in one.deed.refuses or lacks):
            why = f"has {ledger.balance}" if lacks else "was asked to refuse"
            raise Violation("refuses_what_it_must", f"{site} agrees to {one.deed}, and {why}")

    def _follows_votes(self, one: z.TransactionZnode, votes: dict[str, z.VoteZnode]) -> None:
        self.judged("decision_follows_votes")
        said = {site: vote.vote for site in one.deed.sites if (vote := votes.get(site))}
        all_agree = set(said.values()) == {z.COMMIT} and len(said) == len(one.deed.sites)
        if all_agree != (one.decision == z.COMMIT):
            raise Violation("decision_follows_votes", f"{one.name} is {one.decision} with {said}")

    # -- what is asked for ----------------------------------------------------------------------

    def asked(self, process: Process, request: ServerRequest) -> None:
        super().asked(process, request)
        writes = writes_in(request)
        for path in (one.path for op, one in writes if op == Op.SET_DATA):
            self.judged("writes_over_what_it_read")
            if not is_bound(request, path):
                detail = f"{process.name} writes {path}, whatever stands there"
                raise Violation("writes_over_what_it_read", detail)

    def given(self, process: Process, given: i.Input, void: bool) -> None:
        super().given(process, given, void)
        is_told = isinstance(given, i.WriteRefused) and (given.index, given.why) == (1, "exists")
        if is_told and not void and coordinates(process):
            self._is_taken(process)

    def _is_taken(self, process: Process) -> None:
        """Somebody has left a transaction of this name: the next one gets another."""
        self.judged("leaves_out_what_is_taken")
        key = process.name, process.recipe._next_name, process.recipe._latest.mzxid
        if key in self._taken:
            raise Violation("leaves_out_what_is_taken", f"{process.name} begins {key[1]} again")
        self._taken.add(key)

    def _concludes(self, process: Process, command: m.Concluded) -> None:
        self.judged("concludes_what_stands")
        ids = [one for one, name in self._names.items() if name == command.transaction]
        decisions = {self._decisions.get(one) for one in ids}
        if command.decision not in decisions and not self._is_shaken:
            detail = f"{process.name} says that {command.transaction} is {command.decision}"
            raise Violation("concludes_what_stands", f"{detail}, and it is {decisions}")

    # -- ledgers ------------------------------------------------------------------------------

    def _ledger(self, site: str) -> Ledger:
        text = self.disk.files.get(f"{site}.json")
        return Ledger(OPENING) if text is None else ledger_in(text)

    def _on_write(self, by: str, before: str, after: str) -> None:
        site = by.rstrip("'~")
        if self._is_shaken or not before:
            return
        was, now = ledger_in(before), ledger_in(after)
        if was.entry is not None:
            self.judged("promise_is_kept")
            self._is_settled(site, was, was.entry, now)
        elif now.balance != was.balance:
            raise Violation("sum_stays", f"{site} had {was.balance}, and has {now.balance}")
        self._adds_up()

    def _is_settled(self, site: str, was: Ledger, entry: PreparedEntry, now: Ledger) -> None:
        if now.entry is not None and now.entry.id != entry.id:
            raise Violation("promise_is_kept", f"{site} forgets {entry.transaction}")
        self.judged("carries_out_what_is_decided")
        decision = self._decisions.get(entry.id)
        amount = entry.amount if decision == z.COMMIT else 0
        if decision is None or now.balance != was.balance + amount:
            detail = f"{site} makes {now.balance} of {was.balance}, and {entry} is {decision}"
            raise Violation("carries_out_what_is_decided", detail)
        self.judged("carried_out_once")
        if (site, entry.id) in self._done:
            raise Violation("carried_out_once", f"{site} carries {entry} out again")
        self._done.add((site, entry.id))

    def _adds_up(self) -> None:
        """All ledgers together, with what is decided and still to be carried out."""
        self.judged("sum_stays")
        names = {file.partition(".")[0] for file in self.disk.files if file.endswith(".json")}
        ledgers = [self._ledger(name) for name in names]
        owed = sum(
            one.entry.amount
            for one in ledgers
            if one.entry and self._decisions.get(one.entry.id) == z.COMMIT
        )
        found = sum(one.balance for one in ledgers) + owed
        if found != OPENING * len(names):
            raise Violation("sum_stays", f"{found} instead of {OPENING * len(names)}")

    # -- processes ----------------------------------------------------------------------------

    def believes(self, process: Process) -> bool:
        return coordinates(process) and process.recipe.phase in HELD

    def stake(self, process: Process) -> object:
        """Return the transaction that it coordinates."""
        return process.recipe.transaction

    def commanded(self, process: Process, command: c.Command) -> None:
        super().commanded(process, command)
        if isinstance(command, c.Begin):
            self._leads_since[process.name] = process.local_now()
        elif isinstance(command, c.Message) and command.is_of(m.decide):
            self._has_waited(process, command)
        if command.is_of(m.cast_vote, m.acknowledge_decision):
            self._acts[process.node] += 1
        elif isinstance(command, m.Concluded):
            self._concludes(process, command)
            self._acts["decisions"] += 1
        elif coordinates(process) and command.is_of(
            m.inspect_transaction, m.begin_transaction, c.claim
        ):
            self._acts[process.node] += 1

    def _has_waited(self, process: Process, command: c.Message) -> None:
        """A vote that is missing says no after the deadline, and not before."""
        asked = command.arguments
        said = {vote and vote.vote for vote in asked["votes"].values()}
        if asked["decision"] != z.ABORT or z.ABORT in said:
            return
        self.judged("waits_for_the_deadline")
        waited = process.local_now() - self._leads_since[process.name]
        patience = process.task.settings["patience"]
        if waited < patience:
            detail = f"{process.name} aborts {asked['transaction'].name} after {waited:.3f} s"
            raise Violation("waits_for_the_deadline", f"{detail} of {patience} s")

    def informed(self, process: Process) -> None:
        """Who waits has nothing to do, and hears of what it waits for."""
        recipe = process.recipe
        one = self._transaction(self.latest.name)
        if recipe.phase is not Phase.WAITING or process.is_looking or self._is_shaken:
            return
        self.judged("nobody_idles")
        why = (self._idles if coordinates(process) else self._keeps_waiting)(process, one)
        if why is not None:
            raise Violation("nobody_idles", f"{process.name} waits, and {why}")
        path = PLACE if recipe.watched == z.LATEST else f"{PLACE}/{recipe.watched}"
        if not truth.watches_path(self._world.server, process, path):
            raise Violation("nobody_idles", f"{process.name} does not watch {path}")

    def _idles(self, process: Process, one: z.TransactionZnode | None) -> str | None:
        if one is None or one.decision is not None:
            return None
        names = {place.name for place in self.places}
        if z.below(one.name, z.COORDINATOR) not in names:
            return f"nobody coordinates {one.name}"
        return None

    def _keeps_waiting(self, process: Process, one: z.TransactionZnode | None) -> str | None:
        site = process.recipe.site
        prepared = process.recipe.prepared
        if prepared is not None and self._decisions.get(prepared[1]) is not None:
            return f"{prepared[0]} is decided"
        if one is None or one.decision is not None or site not in one.deed.moves:
            return None
        own = self._world.server.core.tree.nodes.get(f"{PLACE}/{one.name}/{site}")
        has_voted = own is None or z.vote_in(own.data).vote is not None
        return None if has_voted else f"{one.name} asks for its vote"

    def trouble(self, process: Process) -> str | None:
        """Transactions go on with everybody; in another history a site may be in doubt for ever."""
        if not process.is_linked:
            return f"{process.name} is not connected"
        if self._acts_before is None:
            self._acts_before, self._done_before = self._acts.copy(), self._done_everywhere()
        left = self._done_before & self._done_everywhere()
        if left and self.turns is not None and not self._is_shaken:
            return f"{min(left)} is carried out at all of its sites, and is not cleared"
        if self.turns is None or (self._is_shaken and not coordinates(process)):
            return None
        if self._acts[process.node] > self._acts_before[process.node]:
            return None
        return f"{process.name} is {process.recipe.phase.value}, and does nothing"

    def _done_everywhere(self) -> set[str]:
        """Return the transactions before the latest that all of their sites have carried out."""
        return {
            name
            for name, below in self._transactions()
            if (one := self._transaction(name)) and name != self.latest.name
            if {child for child, znode in below if z.vote_in(znode.data).done} == {*one.deed.sites}
        }

    @property
    def turns(self) -> int | None:
        """Return how many decisions there have been; None where nobody decides, or nothing. Whoever
        coordinates decides without sites that are dead.
        """
        decides = any(coordinates(one) for one in self._world.living)
        votes = any(not coordinates(one) for one in self._world.processes)
        return self._acts["decisions"] if decides and votes else None

    @property
    def patience(self) -> float:
        """A transaction that waits for a dead site, and two more, each after a rest."""
        return 3 * (LONGEST_PATIENCE + LONGEST_REST)


def coordinates(process: Process) -> bool:
    return isinstance(process.recipe, m.Coordinator)
