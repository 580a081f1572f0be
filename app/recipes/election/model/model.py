"""An election in the state document: what the facts about its znodes and candidates make of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, cast

from ....participation.naming import PARENT
from ....readmodels import chain as chains
from ....readmodels.chain import Chain
from ....readmodels.document import (
    Candidates,
    CandidateState,
    Data,
    Entry,
    Folded,
    State,
    split,
    with_part,
    with_section,
    without,
)
from ....readmodels.event import UNSAID, Event
from ....readmodels.events import (
    CandidateNotified,
    CandidateReported,
    CandidateResumed,
    ConnectionEvent,
    ListDenied,
    WatchesListed,
)
from ....readmodels.model import CHAIN, LINES, Model, by_kind, on, own_of
from ....readmodels.violations import SETTLE, holding, slack, slackened
from ....readmodels.watched import with_watches
from ....readmodels.zookeeper import Zookeeper
from ..events import (
    BESIDE,
    AcknowledgementRead,
    ElectionFollowed,
    FencingTurned,
    HoldersChanged,
    LeadershipPassed,
    MemberMarked,
    StoreEvent,
    VersionRead,
    WorkBegun,
    WorkDamaged,
    WorkRefused,
    WorkReset,
    WorkWritten,
)
from ..state import Acknowledged, Election
from ..text import tell, tell_leaderless
from . import handoff as handoffs
from . import passing, shapes, work
from .checks import (
    HIDDEN,
    SETTLING,
    doubts_of,
    violations_of,
    watched,
)
from .passing import (
    Members,
    completed,
    counted,
    is_led,
    knows_session,
    linked,
    onlookers_of,
    roles,
    strategy_of,
)
from .shapes import key_of, recipe_said
from .strategies import STRATEGIES

KEPT = ("asked_for", "chain", "data", "fencing", "itself", "work")
"""The parts that an election keeps when it is followed by another strategy: nobody in its chain was
read, if there is anybody.
"""


PREDECESSOR = "predecessor"


# -- what stands beside ---------------------------------------------------------------------------


def acknowledged(election: Election, event: AcknowledgementRead, at: float) -> Election:
    """Fold the acknowledgement znode as read."""
    if event.znode is None:
        return {**election, "acknowledged": None}
    written: Acknowledged = {
        "znode": event.znode,
        "epoch": None if event.epoch is UNSAID else event.epoch,
        "candidate": None if event.candidate is UNSAID else event.candidate,
        "believed": None if event.believed is UNSAID else event.believed,
    }
    handoff = election["handoff"]
    if handoff and handoff["at"]["leading"] and handoffs.is_of_heir(handoff, written):
        handoff = handoffs.acknowledged(handoff, at)
    return {**election, "acknowledged": written, "handoff": handoff}


def with_version(election: Election, event: VersionRead, at: float) -> Election:
    """Fold the newest data version as read; None where there is none."""
    newest = event.newest
    return {**election, "data": None if newest is None else {"newest": newest}}


def _denied(election: Election, event: ListDenied, at: float) -> Election:
    """Take that the list of children cannot be read: who stood there when it could is not known."""
    return {**election, "denied": True, "chain": [], "vacant": None}


# -- those who report nothing ---------------------------------------------------------------------


MOST_NAMED = 8


def led(path: str, known: Election, election: Election) -> Iterator[Event]:
    """Tell of leadership that has passed to a foreign leader."""
    last = election["last_handoff"]
    if last and election["handoffs"] > known["handoffs"] and last["to"] is None:
        yield LeadershipPassed(
            path,
            from_name=last["from_name"],
            from_znode=last["from_znode"],
            to_name=last["to_name"],
            to_znode=last["to_znode"],
            fault=last["fault"],
            by=last["by"],
            mark=last["mark"],
            found_gone=last["found_gone"],
            heard_ms=last["heard_ms"],
            shape=election["shape"],
        )


def held(path: str, known: Election, election: Election, found: bool) -> Iterator[Event]:
    """Tell who held it and is gone, and who waited and holds it now. A newcomer is reported as a
    member that was read: since when it holds is not known.
    """
    if not known["holders"] and not election["holders"]:
        return
    stood, stands = _names(known), _names(election)
    held, holds = set(known["holders"]), election["holders"]
    went = [stood[znode] for znode in known["holders"] if znode not in stands]
    came = [stands[znode] for znode in holds if znode in stood and znode not in held]
    if went or (came and known["shape"] == election["shape"]):
        yield HoldersChanged(
            path,
            went=went[:MOST_NAMED],
            came=came[:MOST_NAMED],
            went_of=len(went),
            came_of=len(came),
            holders=len(holds),
            shape=election["shape"],
            found_gone=found,
        )


def _names(election: Election) -> dict[str, str]:
    return {entry["znode"]: entry["name"] for entry in election["chain"]}


# -- things without a leader ----------------------------------------------------------------------


def derived_leaderless(election: Election, zookeeper: Zookeeper) -> Election:
    """Return the document of a thing whose chain is linked; zookeeper: that part of the state
    document.
    """
    shape, chain = election["shape"], election["chain"]
    # One that is linked again was no shared lock's: only such a chain has modes.
    is_again = isinstance(chain, Chain) and chain.follows is not None
    if shape == shapes.SHARED or (not is_again and any(entry.get("mode") for entry in chain)):
        chain = [_with_mode(entry, shape) for entry in chain]
    holds = [] if shape in shapes.NO_ORDER else filter(_holds, chain)
    holders = [entry["znode"] for entry in holds]
    known: Election = {
        **election,
        "leader": None,
        "epoch": None,
        "handoff": None,
        "vacant": None,
        "cut": None,
        "marks": {},
        "removed": None,
        "woken": None,
        "tally": None,
        "racing": {},
        "racers": [],
        "onlookers": None,
        "orders": None,
        "violations": [],
        "doubts": [],
        "invariants": {},
        "chain": chain,
        "holders": holders,
    }
    told = tell_leaderless(known, zookeeper)
    return {**known, "story": told.sentence, "reason": told.reason}


def _holds(entry: Entry) -> bool:
    return entry["truth"] == "holder"


def _with_mode(entry: Entry, shape: str) -> Entry:
    mode = shapes.mode_of(entry["znode"]) if shape == shapes.SHARED else None
    return entry if entry.get("mode") == mode else {**entry, "mode": mode}


# -- the model ------------------------------------------------------------------------------------


class ElectionModel(Model[Election]):
    """The read model of an election, whatever its strategy."""

    beside = tuple(BESIDE)
    reads_beside = BESIDE
    section = "elections"
    thing = "election"
    recipes = tuple(STRATEGIES)
    families = ("election", "work", "acknowledgement", "version", "connection")
    folds = by_kind(
        on(ListDenied, _denied),
        on(MemberMarked, handoffs.with_mark),
        on(AcknowledgementRead, acknowledged),
        on(VersionRead, with_version),
        on(WorkBegun, work.begun),
        on(WorkWritten, work.written),
        on(WorkRefused, work.refused),
        on(WorkDamaged, work.damaged),
        on(WorkReset, work.reset),
        on(FencingTurned, work.with_fencing),
        *(on(kind, passing.with_fault) for kind in passing.FAULTS),
        on(CandidateResumed, passing.with_wake),
        on(CandidateNotified, passing.with_notice),
        on(CandidateReported, passing.with_report),
    )
    hands_over = "handoffs"
    takes_found = True
    lists: ClassVar = {"": Members(is_followed=False)}
    lines: ClassVar = {
        **LINES,
        **CHAIN,
        "holders": (),
        "racers": (),
        "tally.stood": (),
        "woken.candidates": (),
    }
    story = staticmethod(tell)
    with_removal = staticmethod(passing.with_removal)

    def has_leader(
        self, election: Election, candidates: Candidates, zookeeper: Zookeeper, at: float
    ) -> bool | None:
        """Tell whether somebody leads at `at`; None where nobody is meant to, or can tell."""
        if not shapes.has_leader(election["shape"]):
            return None
        seen = self.unseen(election, zookeeper) is None
        return is_led(election, own_of(election, candidates), at, seen=seen)

    def handed_over(self, election: Election) -> Data:
        """Return the last handoff; its count is what every one changes."""
        return {**(election["last_handoff"] or {}), "strategy": election["strategy"]}

    def new(self, path: str, strategy: str) -> Election:
        """Return an election without candidates."""
        return {
            "path": path,
            "strategy": strategy,
            "itself": False,
            "denied": False,
            "shape": shapes.ELECTION,
            "holders": [],
            "leader": None,
            "roles": roles([]),
            "epoch": None,
            "acknowledged": None,
            "data": None,
            "chain": [],
            "racers": [],
            "racing": {},
            "listed": None,
            "unheard": {},
            "marks": {},
            "departed": {},
            "estranged": None,
            "onlookers": None,
            "removed": None,
            "vacant": None,
            "cut": None,
            "handoff": None,
            "last_handoff": None,
            "earlier_handoffs": [],
            "handoffs": 0,
            "woken": None,
            "tally": None,
            "invariants": dict.fromkeys(STRATEGIES[strategy].invariants, True),
            "violations": [],
            "orders": None,
            "doubts": [],
            "story": [],
            "reason": [],
            "fencing": True,
            "work": work.NO_WORK,
        }

    # -- znodes -------------------------------------------------------------------------------

    def is_free(self, election: Election) -> bool:
        return not election["chain"] and not election.get("asked_for", True)

    def left_at(self, election: Election) -> float:
        return (election["vacant"]["at"]["deleted"] or 0.0) if election["vacant"] else 0.0

    def as_found(self, election: Election, members: Sequence[Data], said: str | None) -> Election:
        """Follow the strategy of those who come to a path where nobody was read, if their znodes
        say it: they may be no candidates of ours.
        """
        itself = bool(members) and members[0]["znode"] == PARENT
        if election["itself"] and not itself:
            return {**self._again({**election, "chain": []}, said or PREDECESSOR), "itself": False}
        election = {**election, "itself": itself} if itself else election
        read = [member for member in members if not member.get("unread")]
        if not read or not all(entry.get("unread") for entry in election["chain"]):
            return election
        strategy = said or _strategy_of(read) or election["strategy"]
        return election if strategy == election["strategy"] else self._again(election, strategy)

    def _again(self, election: Election, strategy: str) -> Election:
        """Begin again with another strategy; the store, the data and the znodes stay."""
        kept = {key: part for key, part in election.items() if key in KEPT}
        return cast(Election, {**self.new(election["path"], strategy), **kept})

    def with_watches(self, election: Election, event: WatchesListed) -> Election:
        """Take what the servers list as watched, also for the last handoff."""
        changed = with_watches(election, event)
        last, chain = election["last_handoff"], election["chain"]
        return {**changed, "last_handoff": handoffs.watched_since(last, changed["listed"], chain)}

    # -- events -------------------------------------------------------------------------------

    def fold(self, state: State, event: Event, at: float) -> Folded:
        """Fold events of elections that are known, of the leader's work, of the znodes beside them,
        of connections. Four writes a second change nothing else; the story tells of a leader
        that asks for the count, and of fencing.
        """
        path, known = event.subject, self.of(state)
        place = ("elections", path)
        if isinstance(event, ElectionFollowed):
            followed = self._followed(state, event)
            return with_part(without(state, "found", path), place, followed), (place,)
        if isinstance(event, ConnectionEvent):
            changed = {
                path: passing.with_connection(one, event)
                for path, one in known.items()
                if knows_session(one, event.subject)
            }
            elections = with_section(state, "elections", {**known, **changed})
            return elections, [("elections", path) for path in changed]
        if path not in known or type(event) not in self.folds:
            return state, ()
        is_write = isinstance(event, StoreEvent) and event.number is not None
        is_quiet = is_write or isinstance(event, WorkReset)
        folded = with_part(state, place, self.folded(known[path], event, at))
        return folded, () if is_quiet else (place,)

    def _followed(self, state: State, event: ElectionFollowed) -> Election:
        """Follow an election. One without candidates may be followed again by another strategy. A
        path that was offered because it was found is opened by that, and not called an election.
        """
        path, strategy = event.subject, event.strategy
        known = self.of(state).get(path) or self.new(path, strategy)
        if known["strategy"] != strategy and not known["itself"]:
            known = self._again(known, strategy)
        offered = path in state["found"] or known.get("offered", False)
        named = event.named or known.get("named", False)
        return {**known, "asked_for": True, "offered": offered, "named": named}

    def with_process_event(
        self, election: Election, event: Event, candidate: CandidateState, at: float
    ) -> Election:
        changed = self.folded(election, event, at)
        return work.with_process_event(changed, event, candidate, at)

    # -- what follows -------------------------------------------------------------------------

    def derive(
        self, election: Election, candidates: Candidates, zookeeper: Zookeeper, at: float
    ) -> Election:
        """Derive everything that follows from the rest: links, leader, handoff, invariants, story.

        zookeeper: that part of the state document.
        """
        own = own_of(election, candidates)
        shaped: Election = {**election, "shape": shapes.shape_of(election, own), "holders": []}
        election = linked(shaped, own, SETTLE + slack(zookeeper), at)
        strategy, chain = strategy_of(election), election["chain"]
        leads = chain[0] if chain and chain[0]["truth"] is not None else None
        joined: Election = {
            **election,
            "roles": roles(chain),
            "leader": leads["znode"] if leads else None,
            "epoch": leads["czxid"] if leads else None,
        }
        if not shapes.has_leader(election["shape"]):
            return derived_leaderless({**joined, "roles": roles([])}, zookeeper)
        if strategy.races:
            racing = chains.racing(own, chain, election["listed"], at)
            unknown = onlookers_of(
                election, key_of(election), [one["session"] for one in own.values()]
            )
            joined = {
                **joined,
                "racing": racing,
                "racers": list(racing),
                "onlookers": unknown,
            }
        unseen = self.unseen(election, zookeeper)
        joined = counted(completed(joined, own, seen=unseen is None), own)
        woken, before = election["woken"], election["violations"]
        found = violations_of(strategy, chain, own, woken, before, at, seen=unseen is None)
        violations = slackened(found, zookeeper)
        ordered = shapes.orders_of(chain)
        doubts = doubts_of(joined, strategy, ordered, unseen=unseen)
        judged: Election = {
            **joined,
            "violations": violations,
            "orders": ordered,
            "doubts": doubts,
            "invariants": holding(strategy.invariants, violations, SETTLING, at, doubts),
        }
        told = tell(judged, own, zookeeper)
        return {**judged, "story": told.sentence, "reason": told.reason}

    def unseen(self, election: Election, zookeeper: Zookeeper) -> str | None:
        return super().unseen(election, zookeeper) or (HIDDEN if election["denied"] else None)

    @property
    def settling(self) -> dict[str, float]:
        return SETTLING

    def watched(self, election: Election, own: Candidates) -> list[CandidateState]:
        return watched(own)

    def news(self, path: str, before: Election, after: Election, found: bool) -> Iterator[Event]:
        """Tell of leadership, or of a shared thing, that has passed to a program that reports
        nothing. Ours acknowledge that they lead, and that is told.
        """
        if shapes.has_leader(after["shape"]):
            yield from led(path, before, after)
        else:
            yield from held(path, before, after, found)

    # -- what the servers are asked about -------------------------------------------------------

    def is_listed(self, known: Mapping[str, Election], path: str) -> bool:
        return path in known or split(path)[0] in known

    def chain_of(self, election: Election) -> Sequence[Entry]:
        return election["chain"]

    def sessions(self, election: Election) -> Iterable[str | None]:
        return (*super().sessions(election), *election["departed"])

    def newcomer(self, path: str) -> CandidateState:
        return {"election": path}


def _strategy_of(members: Sequence[Data]) -> str | None:
    said = {recipe_said(member["data"]) for member in members}
    return said.pop() if len(said) == 1 else None
