"""What is judged of elections: of whoever leads in any, and of the waiting in each strategy."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.phases import HELD, Phase
from app.participation.session_clock import TOUCH
from app.recipes.election import messages as m
from app.recipes.election.state import Verdict
from app.sandbox.core.messages import Message, ServerReply, ServerRequest
from app.zookeeper.wire.codes import Op
from tests.recipes.election.deliveries import Numbers
from tests.simulation import truth
from tests.simulation.judge import LONGEST_PAUSE, Judge, Violation
from tests.simulation.judge_places import ChainedJudge, PlacedJudge
from tests.simulation.judge_requests import evicts_nobody

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World


IDLE = 3.0
"""Seconds in which the first takes a step towards leading, when nothing hinders it: the
longest that a server stalls, twice."""
FIRST_PAUSE, DOUBLINGS = 0.1, 10
"""Seconds of a pause after a failure, which doubles with each one in a row."""
SETTLED = HELD | {Phase.WAITING}


class ElectionJudge(PlacedJudge):
    """Of every strategy."""

    only_one = "one_leader"
    first_is_lowest = "leader_is_lowest"
    invariants = (
        *Judge.invariants, "one_leader", "one_leads", "leader_is_lowest", "watches", "one_znode",
        "epoch", "fencing", "keeps_its_place", "sits_out_without_a_znode", "eligible",
        "no_stale_write", "no_rightful_write_refused", "evicts_nobody", "resigns",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._acknowledged = (0, "")
        self._standing: tuple[int, str] | None = None
        self._claimed = False
        self._newest_read: dict[str, int | None] = {}
        self._latest_term = 0
        self._handed_out: set[int] = set()
        self._told_to_resign: int | None = None
        self._failures: Counter[str] = Counter()
        self._stood: dict[str, tuple[object, float]] = {}
        self.store = Numbers(world)

    def forget_history(self) -> None:
        super().forget_history()
        self._acknowledged, self._standing = (0, ""), None
        self._newest_read.clear()

    def owners(self) -> list[int]:
        """Where all use one name, those without it follow in no order."""
        owners = super().owners()
        if self._world.plan.played == "single":
            owners += [one.recipe.session or 0 for one in self._world.living if not one.recipe.name]
        return owners

    def changed(self) -> None:
        self.one_znode_each()
        self._acknowledgement()

    def given(self, process: Process, given: i.Input, void: bool) -> None:
        super().given(process, given, void)
        self._failures[process.name] += isinstance(given, i.Failed)
        leads = isinstance(given, m.Resign) and self.believes(process)
        self._told_to_resign = process.recipe.epoch if leads else None

    def refused(self, process: Process, reason: str) -> None:
        super().refused(process, reason)
        self._told_to_resign = None

    def heard(self, process: Process) -> None:
        """Who leads and is told to resign gives its place back at once."""
        super().heard(process)
        if self._told_to_resign is None:
            return
        self.judged("resigns")
        if self.believes(process) and process.recipe.epoch == self._told_to_resign:
            raise Violation("resigns", f"{process.name} leads on, and was told to resign")

    def commanded(self, process: Process, command: c.Command) -> None:
        super().commanded(process, command)
        if isinstance(command, c.Begin):
            self.has_latest_epoch(process, command.epoch, "fencing", "leads with")
            self._eligible(process)
        elif isinstance(command, c.Message) and command.is_of(c.delete_own):
            self._gives_up(process, command.arguments["name"])

    def asked(self, process: Process, request: ServerRequest) -> None:
        """Where all use one name, who was robbed of its znode takes the next one's for it."""
        super().asked(process, request)
        if self._world.plan.played != "single" or process.recipe.session not in self.victims:
            evicts_nobody(self._world, process, request, Op.DELETE)
        if request.op == Op.MULTI_READ:
            server = self._world.server
            self._newest_read[process.name] = truth.newest(server, server.copy_for(process))
            process.has_been_behind |= truth.is_behind(process)

    def said(self, process: Process, message: Message) -> None:
        super().said(process, message)
        self._failures[process.name] += isinstance(message, ServerReply) and message.error != 0

    def process_acted(self, process: Process) -> None:
        super().process_acted(process)
        self._leads_soon(process)
        if process.recipe.phase in SETTLED:
            self._failures[process.name] = 0

    def informed(self, process: Process) -> None:
        super().informed(process)
        if process.recipe.phase is Phase.RESTING and not process.awaits_reply:
            self._sits_out(process)

    def _sits_out(self, process: Process) -> None:
        """Who does not stand for election keeps nobody waiting."""
        self.judged("sits_out_without_a_znode")
        session = process.recipe.session
        own = [place.name for place in self.places if place.owner == session]
        if own and session not in self._late:
            raise Violation("sits_out_without_a_znode", f"{process.name} rests, and owns {own[0]}")

    def trouble(self, process: Process) -> str | None:
        recipe = process.recipe
        wanted = self._wanted(process)
        if recipe.phase is not wanted or not process.is_linked:
            return f"{process.name} is {recipe.phase.value}, and should be {wanted.value}"
        own = [place.name for place in self.places if place.owner == recipe.session]
        if wanted is Phase.RESTING:
            return f"{process.name} sits out, and owns {own[0]}" if own else None
        if not own and self._world.plan.played != "single":
            return f"{process.name} waits, and has no znode"
        return self._unwatched(process, leads=wanted is Phase.HOLDING)

    def vacancy(self) -> str | None:
        """One leads where anybody could."""
        wanted = {one.name: self._wanted(one) for one in self._world.living}
        could = [name for name, phase in wanted.items() if phase is not Phase.RESTING]
        leads = Phase.HOLDING in wanted.values()
        return f"nobody leads, and {could[0]} could" if could and not leads else None

    def _wanted(self, process: Process) -> Phase:
        """By the server's znodes, and by what was told of the data, not by what it believes."""
        if truth.is_behind(process):
            return Phase.RESTING
        first = self.places[0] if self.places else None
        leads = first and first.owner == process.recipe.session
        return Phase.HOLDING if leads else Phase.WAITING

    # -- what a strategy says -----------------------------------------------------------------

    def _waits(self, process: Process) -> None:
        """It watches the parent's list, and knows who leads."""
        recipe = process.recipe
        lowest = self.places[0].name if self.places else None
        if recipe.watched != i.PARENT or recipe.leader != lowest:
            detail = f"watching {recipe.watched}; it holds {recipe.leader} to lead, not {lowest}"
            raise Violation("watches", f"{process.name} waits, {detail}")
        if not process.awaits_reply and self._unwatched(process, leads=False):
            raise Violation("watches", f"the server knows no watch of {process.name} on the list")

    def _unwatched(self, process: Process, *, leads: bool) -> str | None:
        server = self._world.server
        if leads:
            watched = truth.watches(server, process, process.recipe.name)
        else:
            watched = truth.watches_children(server, process, server.scene.parent)
        what = process.recipe.name if leads else "the list"
        return None if watched else f"{process.name} has no watch on {what}"

    # -- somebody leads -----------------------------------------------------------------------

    def _leads_soon(self, process: Process) -> None:
        """Who stands first and could lead does not stay as it is. One whose requests have
        failed may wait before it tries again, twice as long each time.
        """
        first = self.places[0] if self.places else None
        is_first = first is not None and first.owner == process.recipe.session
        if not is_first or process.recipe.phase in HELD or self._is_hindered(process):
            self._stood.pop(process.name, None)
            return
        self.judged("one_leads")
        as_it_is = first, process.recipe.phase, process.recipe.generation
        before, since = self._stood.get(process.name, (None, 0.0))
        if before != as_it_is:
            self._stood[process.name] = as_it_is, self._world.now
        elif self._world.now - since > IDLE + self._pause(process):
            detail = f"{process.name} stands first, and is {process.recipe.phase.value}"
            raise Violation("one_leads", detail)

    def _pause(self, process: Process) -> float:
        times = min(self._failures[process.name], DOUBLINGS)
        return float(min(LONGEST_PAUSE, FIRST_PAUSE * 2**times))

    def _is_hindered(self, process: Process) -> bool:
        """Whether it, its connection or its server can do nothing now, or it is not to lead."""
        server, weather = self._world.server, process.weather
        is_out = process.is_told_to_stop or truth.is_behind(process) or not process.is_linked
        is_out = is_out or self._is_outdated()
        is_stopped = server.is_stalled or server.is_down or not process.ought_to_have_run
        is_cut = weather.blocks_in or weather.blocks_out or process.plan.servers > 1
        is_cut = is_cut or _is_too_slow(process)
        return bool(is_out or is_stopped or is_cut or server.hides(process.znode))

    def _is_outdated(self) -> bool:
        """Whether a later epoch than that of the first is acknowledged: it has to queue again."""
        written = truth.acknowledgement(self._world.server)
        return written is not None and bool(self.places) and written[0] > self.places[0].czxid

    # -- the leader ---------------------------------------------------------------------------

    def _acknowledgement(self) -> None:
        """The epochs written down only grow, and are those of the lowest znode as they are
        written: this holds with robbed leaders and slow clocks too, for the server sees to it.
        Nor is a later one written over that somebody else has put there.
        """
        standing, self._standing = self._standing, truth.acknowledgement(self._world.server)
        written = self._standing
        if written is None or written == standing:
            return
        if self.meddling:
            self._claimed = True
            return
        self.judged("epoch")
        before, self._acknowledged = self._acknowledged, written
        if written < before or (standing is not None and written[0] < standing[0]):
            raise Violation("epoch", f"acknowledged {written} after {before}, over {standing}")
        lowest = self.places and (self.places[0].czxid, self.places[0].name)
        if lowest != written and not self._is_namesake(written):
            raise Violation("epoch", f"acknowledged {written}, which is not the lowest znode")

    def _is_namesake(self, written: tuple[int, str]) -> bool:
        """Whether who wrote this was robbed of a znode whose name another one bears by now: where
        all use one name, the check of the own znode cannot tell the two.
        """
        epoch, name = written
        return epoch in self._robbed and any(place.name == name for place in self.places)

    def _eligible(self, process: Process) -> None:
        """Nobody leads whose data was behind when it looked."""
        data, newest = process.recipe.view()["data"], self._newest_read.get(process.name)
        if data is None or newest is None:
            return
        version = data["version"]
        self.judged("eligible")
        if version < newest:
            detail = f"{process.name} leads with version {version}; the newest is {newest}"
            raise Violation("eligible", detail)

    def _gives_up(self, process: Process, znode: str) -> None:
        """Only who was told to, or who has seen a later epoch or a newer version, deletes its own
        znode; or who has two.
        """
        self.judged("keeps_its_place")
        told = process.may_withdraw or self._claimed or process.has_been_behind
        is_gone = all(place.name != znode for place in self.places)
        allowed = told or is_gone or self.is_spare(process, znode)
        if not allowed:
            raise Violation("keeps_its_place", f"{process.name} gives up {znode}")

    # -- the leader's work --------------------------------------------------------------------

    def counted(self, process: Process, epoch: int, answered: bool) -> None:
        """The store was asked for the count with this epoch."""
        self._tell_work(process, "asks for the count", epoch, "answered" if answered else "refused")
        if answered:
            self._latest_term = max(self._latest_term, epoch)
        else:
            self._rightful(process, epoch)

    def written(self, process: Process, epoch: int, number: int, verdict: Verdict) -> None:
        """The store has judged a write."""
        self._tell_work(process, f"hands out {number}", epoch, verdict)
        if verdict == "refused":
            self._rightful(process, epoch)
            return
        self.judged("no_stale_write")
        if epoch < self._latest_term:
            detail = f"{number} of {process.name} under {epoch:#x} after {self._latest_term:#x}"
            raise Violation("no_stale_write", f"taken is {detail}")
        if number in self._handed_out:
            raise Violation("no_stale_write", f"{process.name} hands out {number} once more")
        self._handed_out.add(number)
        self._latest_term = epoch

    def _rightful(self, process: Process, epoch: int) -> None:
        """Who is refused does not lead, or has lost its place already. What a store makes of
        another history of ZooKeeper, a person decides.
        """
        if self._is_another:
            return
        self.judged("no_rightful_write_refused")
        first = self.places[0].czxid if self.places else None
        if process.recipe.phase in HELD and process.recipe.epoch == epoch == first:
            raise Violation("no_rightful_write_refused", f"{process.name} under {epoch:#x}")

    def _tell_work(self, process: Process, what: str, epoch: int, verdict: str) -> None:
        if self._world.trace is not None:
            told = f"{process.name} {what} under {epoch:#x}: {verdict}"
            self._world.trace.say(self._world.now, "store", told)


class PredecessorJudge(ChainedJudge, ElectionJudge):
    """Of the strategy in which each watches the one before it."""

    invariants = (*ElectionJudge.invariants, "one_wakeup")

    def _unwatched(self, process: Process, *, leads: bool) -> str | None:
        recipe = process.recipe
        before = truth.predecessor(self.places, recipe.name)
        if recipe.watched != before:
            return f"{process.name} watches {recipe.watched}, and should watch {before}"
        needed = [recipe.name, before] if before else [recipe.name]
        server = self._world.server
        missing = [name for name in needed if not truth.watches(server, process, name)]
        return f"{process.name} has no watch on {' and '.join(missing)}" if missing else None


def _is_too_slow(process: Process) -> bool:
    """Whether proofs may come too late: one reaches back to an answer that was there a quarter of
    the timeout before it was sent, so it takes two round trips (`SessionClock`).
    """
    slowest = 4 * process.weather.slowed_by
    return bool(slowest > (1 - TOUCH) * process.recipe.timeout)
