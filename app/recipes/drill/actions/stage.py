"""The stage of a drill: its candidates find their places, one is struck, and is mended."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ....errors import Conflict, HandoffError, NotFound
from ....journal.recorded import Recorded
from ....participation.session_clock import HEARTBEATS_PER_TIMEOUT, PROOFS_PER_TIMEOUT
from ....readmodels.document import State
from ....readmodels.event import Event
from ....readmodels.events import (
    CandidateDeed,
    CandidateNotified,
    CandidateReported,
    ServersTold,
    ZnodeChanged,
    ZnodeDeleted,
)
from ...election.actions import ElectionCandidates
from ...election.model import ElectionModel
from ...election.standing import meddled, stands
from ...election.state import LastHandoff
from ..faults import LEADS
from ..plan import DrillPlan
from ..rounds import MOMENTS, OF_ANY, OF_RECIPES, RoundMore, phases_of
from .conf import conf_of
from .faults import DrillPart, Given, Pause
from .outage import OutageSeen
from .standing import DrillMember, document_of, standing_in

IDLE = False
"""Leaders in a drill do no other work."""
_EVERY = 0.01
_SETTLING = 60.0
_TOLD = 2
"""Reports of the servers after a fault, of which the first may have been under way."""
_USUAL_TICK = 2.0
"""Seconds, where a server does not tell its own: Apache's default."""


class Unsettled(HandoffError):
    """The candidates did not find their places again."""


class DrillSetting(NamedTuple):
    """Where a drill runs. timeout: seconds of a session, as granted; tick: of a server, None where
    it does not tell; servers: how many; gap: the longest time between two heartbeats of whom the
    fault strikes, None where nobody knows.
    """

    timeout: float
    tick: float | None
    servers: int
    gap: float | None

    @property
    def waited_tick(self) -> float:
        """Return the tick within which a fault is drawn."""
        return _USUAL_TICK if self.tick is None else self.tick


class RoundShown(NamedTuple):
    """What a round has shown. ms: of its phases; heir: who led next; broken: what did not hold in
    it.
    """

    is_over: bool
    ms: Mapping[str, float | None]
    more: RoundMore
    heir: str | None = None
    broken: Collection[str] = ()


class RoundSeen:
    """What the events of a round say. broken: the invariants of the plan's recipe that did not hold
    at some moment; struck, leads: when each candidate was, and said that it leads; deleted,
    changed: when each znode was; told: when the first was notified of a znode; passed: the last
    handoff of an election from each leader, by its session; asked: how often the servers have told
    of themselves; found_gone: the znodes of which nobody saw when they were deleted.
    """

    def __init__(self, plan: DrillPlan) -> None:
        self._plan = plan
        self.found_gone: set[str] = set()
        self.broken: set[str] = set()
        self.struck: dict[str, float] = {}
        self.changed: dict[str, float] = {}
        self.leads: dict[str, float] = {}
        self.deleted: dict[str, float] = {}
        self.told: dict[str | None, float] = {}
        self.passed: dict[str | None, LastHandoff] = {}
        self.asked = 0

    def note(self, recorded: Recorded, state: State) -> None:
        """Take in an event, and what holds after it."""
        self._note_moment(recorded.event, recorded.at)
        found = document_of(state, self._plan)
        if found is not None:
            self.broken.update(one for one, so in found["invariants"].items() if so is False)
            if last := found.get("last_handoff"):
                self.passed[last["from_session"]] = last

    def _note_moment(self, event: Event, at: float) -> None:
        if isinstance(event, ZnodeDeleted):
            self.deleted[event.subject] = at
            if event.found_gone:
                self.found_gone.add(event.subject)
        elif isinstance(event, ZnodeChanged):
            self.changed.setdefault(event.subject, at)
        elif isinstance(event, CandidateDeed):
            self.struck.setdefault(event.subject, at)
        elif isinstance(event, CandidateNotified):
            self.told.setdefault(event.znode, at)
        elif isinstance(event, CandidateReported) and event.belief == "leading":
            self.leads.setdefault(event.subject, at)
        elif isinstance(event, ServersTold):
            self.asked += 1


class RoundBefore(NamedTuple):
    """What stood before the fault of a round. handoffs: a number that grows with each; since: when
    that was.
    """

    state: State
    handoffs: int
    since: float


class DrillStage(DrillPart):
    """The election, the lock or the bookshelf of a drill, and what is waited for there.
    bears_outages: whether a fault may take ZooKeeper away for a while.
    """

    bears_outages = False

    def setup(self) -> None:
        """Prepare, before the first round. Raise HandoffError."""
        raise NotImplementedError

    def settle(self) -> None:
        """See that as many take part as the plan has, and wait until all are in their places. Raise
        Unsettled.
        """
        raise NotImplementedError

    def clear(self) -> None:
        """End all candidates of ours, whose znodes go with them."""
        self._end_all(None)

    def setting(self) -> DrillSetting:
        """Return where the drill runs, once all stand."""
        raise NotImplementedError

    def before(self) -> RoundBefore:
        """Return what stands before a fault."""
        return RoundBefore(self._state, self.handoffs(), self._journal.clock())

    def observe(self, victims: Sequence[str], before: RoundBefore, seen: RoundSeen) -> RoundShown:
        """Wait until what the fault sets off is over; return what it has shown."""
        raise NotImplementedError

    def broken(self) -> Collection[str]:
        """Return what else did not hold since the last call."""
        return ()

    def afterwards(self) -> RoundMore:
        """Return what shows once all are in their places again."""
        return {}

    def handoffs(self) -> int:
        """Return a number that grows with each handoff."""
        election = ElectionModel.of(self._state).get(self._plan.path)
        return election["handoffs"] if election else 0

    def _await(self, is_so: Callable[[], bool], within: float | None = None) -> bool:
        """Wait until something is so; return False if that takes longer than `within` seconds, by
        the plan where it is None.
        """
        deadline = time.monotonic() + (self._plan.within if within is None else within)
        while not is_so():
            if not self.bears_outages:
                self._require_connection()
            if time.monotonic() > deadline:
                return False
            self._pause(_EVERY)
        return True

    def _alive(self, state: State) -> list[str]:
        everybody, path = state["candidates"].items(), self._plan.path
        return [n for n, one in everybody if one["path"] == path and one["process"] != "exited"]

    def _end_all(self, pause: Pause | None) -> None:
        """Stop all candidates at the drill's path, and wait for their end: with a `pause` until
        their znodes are gone too.
        """
        deadline = time.monotonic() + 2 * self._plan.session_timeout + 15
        for name in self._alive(self._state):
            for action in ("resume", "stop"):
                with contextlib.suppress(Conflict, NotFound):
                    self._supervisor.act(name, action, self._by)
        while time.monotonic() < deadline:
            state = self._state
            if not self._alive(state) and not (pause and standing_in(state, self._plan)):
                return
            (pause or time.sleep)(_EVERY)
        if pause is not None:
            raise Unsettled(f"another program takes part in {self._plan.path}")

    @contextlib.contextmanager
    def watched(self) -> Iterator[RoundSeen]:
        """Yield what the events of the block say."""
        seen = RoundSeen(self._plan)
        unsubscribe = self._journal.subscribe(lambda one: seen.note(one, self._journal.state))
        try:
            yield seen
        finally:
            unsubscribe()

    def _tick(self) -> float | None:
        """Return the server's tick in seconds, None where it does not tell."""
        tick = conf_of(self._context).get("tickTime")
        return None if tick is None else tick / 1000


class OwnStage(DrillStage):
    """The candidates of a drill's own: nobody else acts on them."""

    def __init__(self, *given: *Given) -> None:
        super().__init__(*given)
        self.bears_outages = self._plan.strikes_servers
        self._outage = OutageSeen(self._context, self._plan.path)

    # -- the candidates ---------------------------------------------------------------------------

    def setup(self) -> None:
        """End all that an earlier drill has left, znodes and all. Raise Unsettled."""
        self._end_all(self._pause)

    def settle(self) -> None:
        """Start those that are missing, and wait until all are in their places. Raise Unsettled."""
        plan = self._plan
        missing = plan.candidates - len(self._alive(self._state))
        if missing > 0:
            self._start(missing)
        within = _SETTLING + plan.candidates * 0.3
        if not self._await(self._is_ready, within):
            raise Unsettled(self._unsettled(within))

    def _unsettled(self, within: float) -> str:
        """Return what was missing after so many seconds."""
        size, state = self._plan.candidates, self._state
        here = {name: state["candidates"][name] for name in self._alive(state)}
        does = ", ".join(f"{name} {one['belief']} ({one['step']})" for name, one in here.items())
        return f"{size} candidates did not find their places in {within:.0f} s: {does}"

    def _start(self, missing: int) -> None:
        """Start so many candidates."""
        raise NotImplementedError

    def _is_ready(self) -> bool:
        """Tell whether all are in their places, and, where servers are struck, which has whom."""
        return self._is_settled() and (not self._plan.strikes_servers or self._are_heard(()))

    def _is_settled(self) -> bool:
        """Tell whether all are in their places. Raise HandoffError where somebody interferes."""
        raise NotImplementedError

    def _in_order(self) -> list[str] | None:
        """Return all candidates in their order; None while one is not in it. Raise HandoffError
        where somebody else has frozen one.
        """
        state, names = self._state, self._alive(self._state)
        if any(state["candidates"][name]["process"] == "paused" for name in names):
            raise meddled(self._plan.path)
        found = [str(one.candidate) for one in standing_in(state, self._plan)]
        return found if sorted(found) == sorted(names) else None

    # -- a round ----------------------------------------------------------------------------------

    def observe(self, victims: Sequence[str], before: RoundBefore, seen: RoundSeen) -> RoundShown:
        """Wait until what the fault sets off is over; return what it has shown."""
        if not victims:
            setting = self.setting()
            self._pause(setting.timeout + setting.waited_tick)
            return RoundShown(True, {}, {})
        if self._plan.strikes_servers:
            return self._outlived(victims, before, seen)
        if standing_in(before.state, self._plan)[0].candidate == victims[0]:
            return self._passed_on(victims, before, seen)
        return self._missed(victims[0], before, seen)

    def _passed_on(
        self, victims: Sequence[str], before: RoundBefore, seen: RoundSeen
    ) -> RoundShown:
        """Wait until the next one has taken over."""
        raise NotImplementedError

    def _handed_over(
        self, is_over: bool, at: Mapping[str, float | None], heir: str | None
    ) -> RoundShown:
        """Return what a handoff has shown. at: its moments, of which `fault` is the first."""
        phases = self._plan.phases
        ms = phases_of(at, self._plan.within, phases)
        start, end = at["fault"], at[MOMENTS[phases[-1]]]
        ended = is_over and None not in ms.values()
        took = round((end - start) * 1000, 3) if ended and start and end else None
        return RoundShown(ended and took is not None, ms, {"handoff": took}, heir)

    def _missed(self, victim: str, before: RoundBefore, seen: RoundSeen) -> RoundShown:
        """Wait until one that did not lead is gone, and who watches it is told, if that shows."""
        standing = standing_in(before.state, self._plan)
        znode = next((one.znode for one in standing if one.candidate == victim), "")
        tells = self._plan.strategy == "predecessor" and "told" in OF_RECIPES[self._plan.recipe]
        is_watched = tells and standing[-1].candidate != victim
        phases = OF_ANY[: 1 + is_watched]
        at: dict[str, float | None] = {}

        def is_over() -> bool:
            gone, told = seen.deleted.get(znode), seen.told.get(znode.rpartition("/")[2])
            at.update(fault=before.since, deleted=gone, notified=told)
            return gone is not None and (told is not None or not is_watched)

        done = self._await(is_over)
        return RoundShown(done, phases_of(at, self._plan.within, phases), {})

    # -- a fault of servers -----------------------------------------------------------------------

    def _outlived(self, victims: Sequence[str], before: RoundBefore, seen: RoundSeen) -> RoundShown:
        """Wait until ZooKeeper serves again, hears all that live, and somebody leads."""
        asked, outage = seen.asked + _TOLD, self._outage

        def is_over() -> bool:
            if seen.asked < asked or not outage.quorum.is_there or not self._are_heard(victims):
                return False
            return self._is_led(before, seen)

        is_done = self._await(is_over)
        more: RoundMore = {"away": outage.leader.ms}
        if not outage.quorum.is_there:
            return RoundShown(False, {"serves": None}, more)
        back = max(before.since, outage.quorum.last or 0.0)
        serves = {"serves": round((back - before.since) * 1000, 3)}
        was, now = (standing_in(one, self._plan) for one in (before.state, self._state))
        if was and now and was[0].session == now[0].session:
            return RoundShown(is_done, serves, more)
        found = self._moved(was[0], now[0], seen) if was and now else None
        if found is None or self.handoffs() == before.handoffs:
            return RoundShown(False, {**serves, "detect": None}, {**more, "handoff": None})
        at, heir = found
        shown = self._handed_over(is_done, {**at, "fault": back}, heir)
        took = shown.more["handoff"]
        whole = None if took is None else round(took + serves["serves"], 3)
        return shown._replace(ms={**serves, **shown.ms}, more={**more, "handoff": whole})

    def _is_led(self, before: RoundBefore, seen: RoundSeen) -> bool:
        """Tell whether somebody leads who has to, another one where the leader was struck too, and
        whether all of its handoff is known. Such a leader may be frozen still.
        """
        has_passed = self.handoffs() != before.handoffs
        if not (has_passed if self._plan.hands_over else self._is_settled()):
            return False
        standing = standing_in(self._state, self._plan)
        led = self._led(standing[0], seen) if standing else {"leading": None}
        return not has_passed or None not in led.values()

    def _moved(
        self, was: DrillMember, now: DrillMember, seen: RoundSeen
    ) -> tuple[Mapping[str, float | None], str | None] | None:
        """Return the moments after the fault of a handoff from one to another, and to whom it was;
        None where nothing is known of it. Those that nobody saw are None.
        """
        gone = None if was.znode in seen.found_gone else seen.deleted.get(was.znode)
        told = seen.told.get(was.znode.rpartition("/")[2])
        return {"deleted": gone, "notified": gone and told, **self._led(now, seen)}, now.candidate

    def _led(self, now: DrillMember, seen: RoundSeen) -> Mapping[str, float | None]:
        """Return from when on one leads, and the later moments of the handoff to it."""
        raise NotImplementedError

    def _are_heard(self, victims: Collection[str]) -> bool:
        """Tell whether the servers that answer list the session of everybody but these."""
        servers = self._state["zookeeper"]["servers"]
        heard = {session for one in servers for session in one["sessions"] or ()}
        everybody = self._state["candidates"]
        left = [name for name in self._alive(self._state) if name not in victims]
        return all(everybody[name]["session"] in heard for name in left)

    @contextlib.contextmanager
    def watched(self) -> Iterator[RoundSeen]:
        """Yield what the events of the block say; ask the servers meanwhile, if one is struck."""
        with super().watched() as seen:
            if not self._plan.strikes_servers:
                yield seen
                return
            self._outage = OutageSeen(self._context, self._plan.path)
            with self._outage.watched():
                yield seen

    # -- what the state document says -------------------------------------------------------------

    def setting(self) -> DrillSetting:
        """Return where the drill runs, once all stand."""
        granted = self._state["candidates"][self.leader()]["session_timeout_ms"]
        timeout = granted / 1000 if granted else self._plan.session_timeout
        beats = PROOFS_PER_TIMEOUT if self._plan.target in LEADS else HEARTBEATS_PER_TIMEOUT
        servers = len(self._state["zookeeper"]["servers"])
        return DrillSetting(timeout, self._tick(), servers, timeout / beats)

    def leader(self) -> str:
        """Return who leads. Raise HandoffError where it is nobody of ours."""
        standing = standing_in(self._state, self._plan)
        name = standing[0].candidate if standing else None
        if name is None:
            raise meddled(self._plan.path)
        return name


class DrilledElection(OwnStage):
    """The election of a drill's own candidates."""

    def __init__(self, *given: *Given) -> None:
        super().__init__(*given)
        self._candidates = self._context.service(ElectionCandidates)

    def _start(self, missing: int) -> None:
        plan = self._plan
        self._candidates.start(
            missing, plan.path, plan.strategy, plan.session_timeout, work=IDLE, by=self._by
        )

    # -- a round ----------------------------------------------------------------------------------

    def _passed_on(
        self, victims: Sequence[str], before: RoundBefore, seen: RoundSeen
    ) -> RoundShown:
        is_over = self._await(lambda: self.handoffs() > before.handoffs)
        at, heir = self.moments(victims[0], before.since)
        return self._handed_over(is_over, at, heir)

    def _is_settled(self) -> bool:
        return stands(self._state, self._plan.path, self._plan.candidates)

    def _is_led(self, before: RoundBefore, seen: RoundSeen) -> bool:
        """Tell whether somebody leads who has to; with the leader, one of the places is empty."""
        if self._plan.hands_over:
            return self.handoffs() > before.handoffs
        return self._is_settled()

    def _moved(
        self, was: DrillMember, now: DrillMember, seen: RoundSeen
    ) -> tuple[Mapping[str, float | None], str | None] | None:
        last = ElectionModel.of(self._state)[self._plan.path]["last_handoff"]
        if last is None:
            return None
        at = {str(point): moment for point, moment in last["at"].items()}
        unseen = {"deleted": None, "notified": None} if last["found_gone"] else {}
        return {**at, **unseen}, last["to"]

    # -- what the state document says -------------------------------------------------------------

    def moments(self, victim: str, since: float) -> tuple[dict[str, float | None], str | None]:
        """Return the moments of the handoff from a leader that was struck at `since`, and who
        follows; one that is not over lacks the later ones.
        """
        election = ElectionModel.of(self._state)[self._plan.path]
        for one in (election["handoff"], election["last_handoff"], election["vacant"]):
            fault = one["at"]["fault"] if one else None
            if one and one["from"] == victim and fault is not None and fault >= since:
                return {str(point): moment for point, moment in one["at"].items()}, one["to"]
        return dict.fromkeys(("fault", "deleted", "notified", "leading", "acknowledged")), None
