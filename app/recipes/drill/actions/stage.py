"""The election of a drill: its candidates find their places, one is struck, and is mended."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ....actions.service import Context, Service
from ....errors import Conflict, HandoffError, NotFound
from ....journal.recorded import Recorded
from ....participation.session_clock import HEARTBEATS_PER_TIMEOUT, PROOFS_PER_TIMEOUT
from ....readmodels.document import State
from ....readmodels.events import CandidateNotified, ZnodeDeleted
from ....zookeeper.addresses import split_hosts
from ....zookeeper.fourletter import FourLetterError, ask
from ...election.actions import ElectionCandidates
from ...election.model import ElectionModel
from ...election.standing import leader_at, meddled, stands
from ...election.state import LastHandoff
from ..faults import LEADS, targets_of
from ..plan import DrillPlan
from ..rounds import OF_ANY, RoundMore, phases_of

IDLE = False
"""Leaders in a drill do no other work."""
_EVERY = 0.01
_SETTLING = 60.0
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
    """What the events of a round say. broken: the invariants of the election at `path` that did not
    hold at some moment; deleted: when each znode was; told: when the first was notified of a znode;
    passed: the last handoff from each leader, by its session.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self.broken: set[str] = set()
        self.deleted: dict[str, float] = {}
        self.told: dict[str | None, float] = {}
        self.passed: dict[str | None, LastHandoff] = {}

    def note(self, recorded: Recorded, state: State) -> None:
        """Take in an event, and what holds after it."""
        event = recorded.event
        if isinstance(event, ZnodeDeleted):
            self.deleted[event.subject] = recorded.at
        elif isinstance(event, CandidateNotified):
            self.told.setdefault(event.znode, recorded.at)
        election = ElectionModel.of(state).get(self._path)
        if election is not None:
            self.broken.update(one for one, so in election["invariants"].items() if so is False)
            if last := election["last_handoff"]:
                self.passed[last["from_session"]] = last


class ElectionStage(Service):
    """The election of a drill, and what is waited for there.

    plan: the plan; pause: waits, and ends the drill where somebody has stopped it. bears_outages:
    whether a fault may take ZooKeeper away for a while.
    """

    bears_outages = False

    def __init__(
        self, context: Context, plan: DrillPlan, pause: Callable[[float], None], by: str
    ) -> None:
        super().__init__(context)
        self._plan, self._pause, self._by = plan, pause, by

    def fill(self) -> None:
        """See that as many take part as the plan has. Raise HandoffError."""
        raise NotImplementedError

    def settle(self) -> None:
        """Wait until all are in their places. Raise Unsettled."""
        raise NotImplementedError

    def clear(self, pause: Callable[[float], None] | None) -> str | None:
        """Clear away, with a `pause` before the first round, without at the end; return what stays
        broken.
        """
        raise NotImplementedError

    def setting(self) -> DrillSetting:
        """Return where the drill runs, once all stand."""
        raise NotImplementedError

    def victims(self, draw: float) -> list[str]:
        """Return whom the fault of a round strikes."""
        raise NotImplementedError

    def strike(self, victims: Sequence[str], seen: RoundSeen) -> RoundShown:
        """Do to these what the plan says, and wait until what that sets off is over."""
        raise NotImplementedError

    def mend(self, victims: Sequence[str]) -> str | None:
        """Mend the fault; return what stays broken."""
        raise NotImplementedError

    def broken(self) -> Collection[str]:
        """Return what else did not hold since the last call."""
        return ()

    def handoffs(self) -> int:
        """Return how many handoffs the election has seen."""
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

    @contextlib.contextmanager
    def watched(self) -> Iterator[RoundSeen]:
        """Yield what the events of the block say."""
        seen = RoundSeen(self._plan.path)
        unsubscribe = self._journal.subscribe(lambda one: seen.note(one, self._journal.state))
        try:
            yield seen
        finally:
            unsubscribe()

    def _tick(self) -> float | None:
        """Return the server's tick in seconds, None where it does not tell."""
        for server in self._state["zookeeper"]["servers"]:
            ((host, port), *_), _ = split_hosts(server["address"])
            with contextlib.suppress(FourLetterError, ValueError):
                answer = ask(host, port, "conf", security=self._context.security)
                lines = (line.partition("=") for line in answer.splitlines())
                return next(int(text) / 1000 for name, _, text in lines if name == "tickTime")
        return None


class DrilledElection(ElectionStage):
    """The election of a drill's own candidates: nobody else acts on them."""

    def __init__(
        self, context: Context, plan: DrillPlan, pause: Callable[[float], None], by: str
    ) -> None:
        super().__init__(context, plan, pause, by)
        self._candidates = context.service(ElectionCandidates)

    # -- the candidates ---------------------------------------------------------------------------

    def fill(self) -> None:
        """Start as many candidates as the plan has and are missing."""
        missing = self._plan.candidates - len(self._alive(self._state))
        if missing > 0:
            plan = self._plan
            self._candidates.start(
                missing, plan.path, plan.strategy, plan.session_timeout, work=IDLE, by=self._by
            )

    def settle(self) -> None:
        """Wait until all candidates are in their places. Raise Unsettled."""
        size = self._plan.candidates
        within = _SETTLING + size * 0.3
        deadline = time.monotonic() + within
        while not stands(self._state, self._plan.path, size):
            self._require_connection()
            if time.monotonic() > deadline:
                raise Unsettled(f"{size} candidates did not find their places in {within:.0f} s")
            self._pause(_EVERY)

    def clear(self, pause: Callable[[float], None] | None) -> str | None:
        """Stop all candidates of the drill's elections, and wait for their end: with a `pause`
        until their znodes are gone too.
        """
        deadline = time.monotonic() + 2 * self._plan.session_timeout + 15
        for name in self._alive(self._state):
            for action in ("resume", "stop"):
                with contextlib.suppress(Conflict, NotFound):
                    self._supervisor.act(name, action, self._by)
        while time.monotonic() < deadline:
            state = self._state
            election = ElectionModel.of(state).get(self._plan.path)
            left = pause and election and election["chain"]
            if not self._alive(state) and not left:
                return None
            (pause or time.sleep)(_EVERY)
        if pause is not None:
            raise Unsettled(f"another program takes part in {self._plan.path}")
        return None

    def _alive(self, state: State) -> list[str]:
        everybody, path = state["candidates"].items(), self._plan.path
        return [n for n, one in everybody if one["election"] == path and one["process"] != "exited"]

    # -- a round ----------------------------------------------------------------------------------

    def victims(self, draw: float) -> list[str]:
        """Return whom the fault of a round strikes. Raise HandoffError where one is not ours."""
        if self._plan.kind.action is None:
            return []
        chain = ElectionModel.of(self._state)[self._plan.path]["chain"]
        names = [entry["candidate"] for entry in chain if entry["candidate"] is not None]
        if len(names) < len(chain):
            raise meddled(self._plan.path)
        return targets_of(names, self._plan.target, draw)

    def strike(self, victims: Sequence[str], seen: RoundSeen) -> RoundShown:
        """Do to these what the plan says, and wait until what that sets off is over."""
        state, before, since = self._state, self.handoffs(), self._journal.clock()
        if not victims:
            setting = self.setting()
            self._pause(setting.timeout + setting.waited_tick)
            return RoundShown(True, {}, {})
        try:
            for name in victims:
                self._supervisor.act(name, str(self._plan.kind.action), self._by)
        except (Conflict, NotFound):
            raise meddled(self._plan.path) from None
        if leader_at(state, self._plan.path) == victims[0]:
            return self._passed_on(victims[0], before, since)
        return self._missed(victims[0], state, since, seen)

    def _passed_on(self, leader: str, before: int, since: float) -> RoundShown:
        """Wait until the next one leads; before: how many handoffs there were."""
        is_over = self._await(lambda: self.handoffs() > before)
        at, heir = self.moments(leader, since)
        ms = phases_of(at, self._plan.within)
        start, end = at["fault"], at["acknowledged"]
        if not is_over or None in ms.values() or start is None or end is None:
            return RoundShown(is_over and None not in ms.values(), ms, {"handoff": None}, heir)
        return RoundShown(True, ms, {"handoff": round((end - start) * 1000, 3)}, heir)

    def _missed(self, victim: str, state: State, since: float, seen: RoundSeen) -> RoundShown:
        """Wait until one that did not lead is gone, and who watches it is told. state: before."""
        chain = ElectionModel.of(state)[self._plan.path]["chain"]
        znode = state["candidates"][victim]["znode"] or ""
        is_watched = self._plan.strategy == "predecessor" and chain[-1]["candidate"] != victim
        phases = OF_ANY[: 1 + is_watched]
        at: dict[str, float | None] = {}

        def is_over() -> bool:
            gone, told = seen.deleted.get(znode), seen.told.get(znode.rpartition("/")[2])
            at.update(fault=since, deleted=gone, notified=told)
            return gone is not None and (told is not None or not is_watched)

        done = self._await(is_over)
        return RoundShown(done, phases_of(at, self._plan.within, phases), {})

    def mend(self, victims: Sequence[str]) -> str | None:
        """Mend the fault: wake those that were frozen, replace those that ended."""
        verb = self._plan.kind.recover
        for name in victims:
            if verb is not None:
                with contextlib.suppress(Conflict, NotFound):
                    self._supervisor.act(name, verb, self._by)
        if victims and self._plan.kind.ends:
            within = self._plan.session_timeout * 2 + 10
            if not self._await(lambda: not {*victims} & {*self._alive(self._state)}, within):
                raise Unsettled(f"{' and '.join(victims)} did not end")
            self.fill()
        return None

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

    def setting(self) -> DrillSetting:
        """Return where the drill runs, once all stand."""
        granted = self._state["candidates"][self.leader()]["session_timeout_ms"]
        timeout = granted / 1000 if granted else self._plan.session_timeout
        beats = PROOFS_PER_TIMEOUT if self._plan.target in LEADS else HEARTBEATS_PER_TIMEOUT
        servers = len(self._state["zookeeper"]["servers"])
        return DrillSetting(timeout, self._tick(), servers, timeout / beats)

    def leader(self) -> str:
        """Return who leads. Raise HandoffError where it is nobody of ours."""
        name = leader_at(self._state, self._plan.path)
        if name is None:
            raise meddled(self._plan.path)
        return name
