"""Run a drill, on a thread of its own: round after round, and every fault mended by its round.

    ready → wait, for a fault that a timeout finds → fault → observe → mend → settle

It waits for states and never for times. It ends its candidates whatever happens: at its end, when
it is stopped, when ZooKeeper goes, when the dashboard closes.
"""

from __future__ import annotations

import contextlib
import logging
import random
import threading
import time
from collections.abc import Callable, Iterator

from ....actions.service import Context, Service
from ....errors import Conflict, HandoffError, NotFound, ZooKeeperUnavailable
from ....journal.recorded import Recorded
from ....readmodels.document import State
from ....zookeeper.addresses import split_hosts
from ....zookeeper.fourletter import FourLetterError, ask
from ...election.actions import ElectionCandidates
from ...election.model import ElectionModel
from ...election.standing import leader_at, meddled, stands
from ..events import SUBJECT, DrillEnded, DrillPhased, DrillRoundEnded
from ..limits import judge
from ..plan import DrillPlan
from ..rounds import DrillRound, Outcome, figures_of, phases_of
from ..state import verdict_state

log = logging.getLogger(__name__)

IDLE = False
"""Leaders in a drill do no other work."""
_EVERY = 0.01
_SETTLING = 60.0
_USUAL_TICK = 2.0
"""Seconds, where a server does not tell its own: Apache's default."""
_TELLING = 3
"""Rounds after which the pace so far says more than the estimate."""


class Stopped(Exception):
    """Somebody has stopped the drill."""


class Aborted(HandoffError):
    """So many rounds have failed that the plan ends the drill."""


class Unsettled(HandoffError):
    """The candidates did not find their places again."""


class DrillRun(threading.Thread):
    """One run of a plan; it journals `drill.phased`, `drill.round` and `drill.ended`.

    rounds: those that are over. cause, error: how it ended; None while it runs.
    """

    def __init__(self, context: Context, plan: DrillPlan, by: str) -> None:
        super().__init__(name="drill", daemon=True)
        self.plan = plan
        self.rounds: list[DrillRound] = []
        self.cause: str | None = None
        self.error: str | None = None
        self.timeout, self.tick = plan.session_timeout, _USUAL_TICK
        self._journal = context.journal
        self._stage = DrilledElection(context, plan, self._pause, by)
        self._stopped = threading.Event()
        self._is_closing = False
        self._began = time.monotonic()

    def stop(self) -> None:
        """Stop and return at once; the thread clears away what it has started."""
        self._stopped.set()

    def close(self) -> None:
        """Close: the dashboard ends, and the supervisor ends the candidates."""
        self._is_closing = True
        self.stop()
        if self.is_alive():
            self.join()

    def run(self) -> None:
        """Run all rounds."""
        self.cause, self.error = self._drill()
        if not self._is_closing:
            # The supervisor kills those that do not stop by themselves.
            with contextlib.suppress(HandoffError):
                self._stage.clear(None)
        verdicts = [verdict_state(judge(limit, self.rounds)) for limit in self.plan.limits]
        self._journal.append(
            DrillEnded(SUBJECT, cause=self.cause, error=self.error, verdicts=verdicts)
        )

    def _drill(self) -> tuple[str, str | None]:
        """Run all rounds; return how that ended, and why where it ended early."""
        try:
            self._stage.clear(self._pause)
            self._stage.fill()
            self._stage.settle()
            self.timeout, self.tick = self._stage.timeout(), self._stage.tick()
            self._began = time.monotonic()
            for number in range(1, self.plan.rounds + 1):
                self._round(number)
                self._abort_if_asked()
        except Stopped:
            return "stopped", "it was stopped"
        except Aborted as error:
            return "aborted", error.message
        except ZooKeeperUnavailable:
            return "unreached", "ZooKeeper was out of reach"
        except HandoffError as error:
            return "unsettled", error.message
        except Exception:
            log.exception("a drill failed")
            return "failed", "an error in Handoff; see its log"
        return "done", None

    def _pause(self, seconds: float) -> None:
        """Wait; every wait of the drill goes through here."""
        if self._stopped.wait(seconds):
            raise Stopped

    def _abort_if_asked(self) -> None:
        most = self.plan.abort_after
        failed = sum(one["outcome"] != "handed over" for one in self.rounds)
        if most is not None and failed >= most:
            raise Aborted(f"{failed} rounds have failed")

    def _tell(self, number: int, phase: str) -> None:
        self._journal.append(
            DrillPhased(SUBJECT, number=number, phase=phase, left=round(self._left(), 1))
        )

    def _left(self) -> float:
        """Return the seconds that are left, by the pace so far."""
        done = len(self.rounds)
        missing = self.plan.rounds - done
        if done < _TELLING:
            return self.plan.seconds(self.timeout, self.tick) * missing / self.plan.rounds
        return (time.monotonic() - self._began) / done * missing

    def _round(self, number: int) -> None:
        waits = waits_of(self.plan, number, self.timeout, self.tick)
        self._tell(number, "ready")
        self._pause(sum(waits))
        with self._stage.watched() as broken:
            victim = self._stage.leader()
            self._tell(number, "fault")
            handoffs, seq = self._stage.handoffs(), self._journal.state["seq"] + 1
            since = self._journal.clock()
            self._stage.strike(victim)
            is_over = self._stage.observe(handoffs, self.plan.within)
            at, heir = self._stage.moments(victim, since)
            self._tell(number, "mend")
            self._stage.mend(victim)
            self._stage.settle()
        ms = phases_of(at, self.plan.within)
        is_late = not is_over or None in ms.values()
        outcome: Outcome = (
            "not within the limit" if is_late else "broke" if broken else "handed over"
        )
        start, end = at["fault"], at["acknowledged"]
        took = None if is_late or start is None or end is None else round((end - start) * 1000, 3)
        done: DrillRound = {
            "number": number,
            "outcome": outcome,
            "victim": victim,
            "heir": heir,
            "waited": [round(wait, 6) for wait in waits],
            "ms": ms,
            "handoff": took,
            "broken": sorted(broken),
            "seq": seq,
        }
        self.rounds.append(done)
        figures = figures_of(self.rounds)
        self._journal.append(DrillRoundEnded(SUBJECT, round=done, figures=figures))


def waits_of(plan: DrillPlan, number: int, timeout: float, tick: float) -> tuple[float, float]:
    """Return the two seconds to wait before the fault of a round: one somewhere between two
    heartbeats, one somewhere between two ticks. timeout, tick: in seconds, as negotiated. Without
    them every round would strike at the same point of both. A fault that no timeout finds needs no
    wait.
    """
    if not plan.kind.found_by_timeout:
        return 0.0, 0.0
    draws = random.Random(f"{plan.seed}:{number}")
    return draws.uniform(0, timeout / 3), draws.uniform(0, tick)


class DrilledElection(Service):
    """The election of a drill and its candidates: nobody else acts on them."""

    def __init__(
        self, context: Context, plan: DrillPlan, pause: Callable[[float], None], by: str
    ) -> None:
        super().__init__(context)
        self._candidates = context.service(ElectionCandidates)
        self._plan, self._pause, self._by = plan, pause, by

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

    def clear(self, pause: Callable[[float], None] | None) -> None:
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
                return
            (pause or time.sleep)(_EVERY)
        if pause is not None:
            raise Unsettled(f"another program takes part in {self._plan.path}")

    def _alive(self, state: State) -> list[str]:
        everybody, path = state["candidates"].items(), self._plan.path
        return [n for n, one in everybody if one["election"] == path and one["process"] != "exited"]

    # -- a round ----------------------------------------------------------------------------------

    def leader(self) -> str:
        """Return who leads. Raise HandoffError where it is nobody of ours."""
        name = leader_at(self._state, self._plan.path)
        if name is None:
            raise meddled(self._plan.path)
        return name

    def strike(self, victim: str) -> None:
        """Do to a leader what the plan says."""
        try:
            self._supervisor.act(victim, self._plan.kind.action, self._by)
        except (Conflict, NotFound):
            raise meddled(self._plan.path) from None

    def mend(self, victim: str) -> None:
        """Mend the fault: wake the one that was frozen, replace the one that ended."""
        verb = self._plan.kind.recover
        if verb is not None:
            with contextlib.suppress(Conflict, NotFound):
                self._supervisor.act(victim, verb, self._by)
        if self._plan.kind.ends:
            deadline = time.monotonic() + self._plan.session_timeout * 2 + 10
            while victim in self._alive(self._state):
                if time.monotonic() > deadline:
                    raise Unsettled(f"{victim} did not end")
                self._pause(_EVERY)
            self.fill()

    def observe(self, before: int, within: float) -> bool:
        """Wait until there is one handoff more than `before`; return False if that takes longer
        than `within` seconds.
        """
        deadline = time.monotonic() + within
        while self.handoffs() <= before:
            self._require_connection()
            if time.monotonic() > deadline:
                return False
            self._pause(_EVERY)
        return True

    @contextlib.contextmanager
    def watched(self) -> Iterator[set[str]]:
        """Yield the set of the invariants that do not hold at some moment of the block."""
        broken: set[str] = set()

        def note(recorded: Recorded) -> None:
            election = ElectionModel.of(self._journal.state).get(self._plan.path)
            if election is not None:
                broken.update(
                    one for one, holds in election["invariants"].items() if holds is False
                )

        unsubscribe = self._journal.subscribe(note)
        try:
            yield broken
        finally:
            unsubscribe()

    # -- what the state document says -------------------------------------------------------------

    def handoffs(self) -> int:
        """Return how many handoffs the election has seen."""
        election = ElectionModel.of(self._state).get(self._plan.path)
        return election["handoffs"] if election else 0

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

    def timeout(self) -> float:
        """Return the session timeout that ZooKeeper has granted, in seconds."""
        granted = self._state["candidates"][self.leader()]["session_timeout_ms"]
        return granted / 1000 if granted else self._plan.session_timeout

    def tick(self) -> float:
        """Return the server's tick in seconds; the usual one where it does not tell."""
        for server in self._state["zookeeper"]["servers"]:
            ((host, port), *_), _ = split_hosts(server["address"])
            with contextlib.suppress(FourLetterError, ValueError):
                answer = ask(host, port, "conf", security=self._context.security)
                lines = (line.partition("=") for line in answer.splitlines())
                return next(int(text) / 1000 for name, _, text in lines if name == "tickTime")
        return _USUAL_TICK
