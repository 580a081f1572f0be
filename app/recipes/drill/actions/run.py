"""Run a drill, on a thread of its own: round after round, and every fault mended by its round.

    wait, for a fault that a timeout finds → ready → fail → observe → recover → settle

It waits for states and never for times. It ends its candidates whatever happens: at its end, when
it is stopped, when ZooKeeper goes, when the dashboard closes.
"""

from __future__ import annotations

import contextlib
import logging
import random
import threading
import time
from collections.abc import Collection, Mapping

from ....actions.service import Context
from ....errors import HandoffError, ZooKeeperUnavailable
from ....system.undo import UndoLog
from ..events import SUBJECT, DrillEnded, DrillPhased, DrillRoundEnded, DrillStood
from ..faults import OF_SERVERS
from ..limits import judge
from ..plan import DrillPlan
from ..rounds import GOOD, DrillRound, DrillWindow, Outcome, figures_of, window_of
from ..state import verdict_state
from .bookshelf import DrilledBookshelf
from .faults import InjectedFault, Pause, fault_of
from .lock import DrilledLock
from .others import OthersElection
from .stage import DrilledElection, DrillSetting, DrillStage, OwnStage, RoundShown

log = logging.getLogger(__name__)

LEADER_STAYS = "leader_stays"
"""The invariant that somebody leads on who was not struck."""
STAGES: Mapping[str, type[OwnStage]] = {
    "election": DrilledElection,
    "lock": DrilledLock,
    "bookshelf": DrilledBookshelf,
}
"""Recipe -> where our own candidates are drilled."""
_TELLING = 3
"""Rounds after which the pace so far says more than the estimate."""


class Stopped(Exception):
    """Somebody has stopped the drill."""


class Aborted(HandoffError):
    """So many rounds have failed that the plan ends the drill."""


class Unmended(HandoffError):
    """A fault could not be mended, so no other one is made."""


class DrillRun(threading.Thread):
    """One run of a plan; it journals `drill.phased`, `drill.round` and `drill.ended`.

    rounds: those that are over. cause, error: how it ended; None while it runs. setting: as it was
    found; window: of `detect`, None before all stand. first, last: its events; the last is None
    until it has ended.
    """

    def __init__(
        self, context: Context, plan: DrillPlan, by: str, undo: UndoLog | None = None
    ) -> None:
        super().__init__(name="drill", daemon=True)
        self.plan = plan
        self.rounds: list[DrillRound] = []
        self.cause: str | None = None
        self.error: str | None = None
        self.setting = DrillSetting(plan.session_timeout, None, 1, None)
        self.window: DrillWindow | None = None
        self.first = 0
        self.last: int | None = None
        self._journal = context.journal
        self._stage, self.fault = _staged(context, plan, self._pause, by, undo)
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
            if left := self._left_broken():
                self.cause, self.error = "unmended", left
            # The supervisor kills those that do not stop by themselves.
            with contextlib.suppress(HandoffError):
                self._stage.clear()
        verdicts = [verdict_state(judge(limit, self.rounds)) for limit in self.plan.limits]
        ended = DrillEnded(SUBJECT, cause=self.cause, error=self.error, verdicts=verdicts)
        self.last = self._journal.append(ended).seq

    def _left_broken(self) -> str | None:
        """Mend what is left; return what stays broken."""
        try:
            return self.fault.cleanup()
        except HandoffError as error:
            return error.message

    def _drill(self) -> tuple[str, str | None]:
        """Run all rounds; return how that ended, and why where it ended early."""
        try:
            self._stage.setup()
            self._stage.settle()
            self._stand()
            for number in range(1, self.plan.rounds + 1):
                self._round(number)
                self._abort_if_asked()
        except Stopped:
            return "stopped", "it was stopped"
        except Aborted as error:
            return "aborted", error.message
        except Unmended as error:
            return "unmended", error.message
        except ZooKeeperUnavailable:
            return "unreached", "ZooKeeper was out of reach"
        except HandoffError as error:
            return "unsettled", error.message
        except Exception:
            log.exception("a drill failed")
            return "failed", "an error in Handoff; see its log"
        return "done", None

    def _stand(self) -> None:
        """Find out what to expect, now that all stand."""
        self.setting = self._stage.setting()
        if self.plan.kind.found_by_timeout and self.plan.target not in OF_SERVERS:
            setting = self.setting
            if (
                self.plan.strikes_servers
            ):  # A new leader of a quorum gives a session its whole time.
                setting = setting._replace(gap=None)
            self.window = window_of(*setting)
        timeout = self.setting.timeout
        self._journal.append(DrillStood(SUBJECT, timeout=timeout, window=self.window))
        self._began = time.monotonic()

    def _pause(self, seconds: float) -> None:
        """Wait; every wait of the drill goes through here."""
        if self._stopped.wait(seconds):
            raise Stopped

    def _abort_if_asked(self) -> None:
        most = self.plan.abort_after
        failed = sum(one["outcome"] not in GOOD for one in self.rounds)
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
            return (
                self.plan.seconds(self.setting.timeout, self.setting.waited_tick)
                * missing
                / self.plan.rounds
            )
        return (time.monotonic() - self._began) / done * missing

    def _round(self, number: int) -> None:
        draws = draws_of(self.plan, number)
        waits = waits_of(self.plan, draws, self.setting)
        self._tell(number, "ready")
        self._pause(sum(waits))
        with self._stage.watched() as seen:
            victims = self.fault.ready(draws.random())
            self._tell(number, "fault")
            before, seq = self._stage.before(), self._journal.state["seq"] + 1
            self.fault.fail(victims)
            found = self._stage.observe(victims, before, seen)
            self._tell(number, "mend")
            left = self.fault.recover(victims)
            more = found.more
            if left is None:
                self._stage.settle()
                more = {**more, **self._stage.afterwards()}
            seen.broken.update(found.broken, self._stage.broken())
            if "handoff" not in found.more and self._stage.handoffs() > before.handoffs:
                seen.broken.add(LEADER_STAYS)
        done: DrillRound = {
            "number": number,
            "outcome": "undo failed" if left else _outcome_of(found, seen.broken),
            "victims": victims,
            "heir": found.heir,
            "waited": [round(wait, 6) for wait in waits],
            "ms": found.ms,
            "broken": sorted(seen.broken),
            "seq": seq,
            **more,
        }
        if left is not None:
            done["said"] = left
        self.rounds.append(done)
        figures = figures_of(self.rounds)
        self._journal.append(DrillRoundEnded(SUBJECT, round=done, figures=figures))
        if left is not None:
            raise Unmended(left)


def _staged(
    context: Context, plan: DrillPlan, pause: Pause, by: str, undo: UndoLog | None
) -> tuple[DrillStage, InjectedFault]:
    given = (context, plan, pause, by)
    if plan.programs is None:
        return STAGES[plan.recipe](*given), fault_of(plan)(*given)
    stage = OthersElection(*given, programs=plan.programs, undo=undo)
    return stage, stage.fault


def _outcome_of(found: RoundShown, broken: Collection[str]) -> Outcome:
    if not found.is_over:
        return "not within the limit"
    if broken:
        return "broke"
    return "handed over" if "handoff" in found.more else "led on"


def draws_of(plan: DrillPlan, number: int) -> random.Random:
    """Return what draws for a round, by the plan's seed."""
    return random.Random(f"{plan.seed}:{number}")


def waits_of(plan: DrillPlan, draws: random.Random, setting: DrillSetting) -> tuple[float, float]:
    """Return the two seconds to wait before the fault of a round: one somewhere between two
    heartbeats, one somewhere between two ticks. Without them every round would strike at the same
    point of both. A fault that no timeout finds needs no wait.
    """
    if not plan.kind.found_by_timeout:
        return 0.0, 0.0
    gap = setting.timeout / 3 if setting.gap is None else setting.gap
    return draws.uniform(0, gap), draws.uniform(0, setting.waited_tick)
