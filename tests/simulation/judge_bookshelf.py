"""What is judged of the bookshelf's nodes: of each part what its recipe is judged by, and of their
order. What the replication makes of the books has a simulation of its own.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes import roll
from app.recipes.bookshelf import ELECTION, MEMBERS, Member
from app.recipes.composite import Of, To
from app.recipes.phases import LEADING, Phase
from app.recipes.replication.znode import NAME as IN_SYNC
from app.sandbox.core.messages import Request
from app.sandbox.core.sessions import Session
from app.zookeeper.wire.codes import Op
from tests.simulation.judge import LATE, Judge, Violation
from tests.simulation.judge_announced import changed_by
from tests.simulation.judge_elections import PredecessorJudge
from tests.simulation.judge_membership import ignorance

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

SETTLED = LEADING | {Phase.WAITING}


class BookshelfJudge(PredecessorJudge):
    """Of a shelf's nodes. Processes of one node bear its name, and marks behind it."""

    invariants = (
        *Judge.invariants, "one_leader", "leader_is_lowest", "watches", "one_znode", "epoch",
        "fencing", "keeps_its_place", "one_wakeup", "live_is_own", "lists_are_true",
        "evicts_nobody", "stands_in_sync", "live_in_sync", "serves_while_leading", "leaves_nothing",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._named: dict[str, str] = {}
        self._ever_named: set[tuple[str, str]] = set()

    @property
    def patience(self) -> float:
        """A node asks the leader until it answers, and waits for the time that it may take."""
        return 6.0

    def changed(self) -> None:
        super().changed()
        znode = self._world.server.core.tree.nodes.get(f"{self._world.server.scene.path}/{IN_SYNC}")
        self._named = json.loads(znode.data or b"")["nodes"] if znode is not None else {}
        self._ever_named.update(self._named.items())

    # -- what it is told ----------------------------------------------------------------------

    def given(self, process: Process, given: i.Input, void: bool) -> None:
        """What is for a part is judged as if the part were alone."""
        told, part = (given.given, given.part) if isinstance(given, To) else (given, None)
        if part is not None:
            generation = process.recipe.parts[part].generation
            void = isinstance(told, i.Reply) and told.generation != generation
        super().given(process, told, void)
        if isinstance(told, i.WatchFired) and part == ELECTION and not void:
            self._wakes(process, told)

    def _wakes(self, process: Process, told: i.WatchFired) -> None:
        if told.event == "deleted" and told.name == process.recipe.watched:
            self.woken(process, told.name)

    def heard(self, process: Process) -> None:
        super().heard(process)
        if _believes_live(process) and process.local_now() >= _deadline(process):
            raise Violation("session_clock", f"{process.name} is live after its own deadline")

    def expiring(self, session: Session) -> None:
        super().expiring(session)
        for process in self._world.living:
            if process.plan.has_follower:
                continue  # it is live by reads, whatever its candidacy takes for a proof
            if _believes_live(process) and process.recipe.session == session.id:
                late = process.local_now() - _deadline(process)
                too_late = process.ought_to_have_run and late > LATE
                if too_late or late + process.drift_allowance < 0:
                    detail = f"the server ends 0x{session.id:x}, while {process.name} is live"
                    raise Violation("session_clock", detail)

    def commanded(self, process: Process, command: c.Command) -> None:
        if isinstance(command, Of):
            self._world.seen["command", "Of"] += 1
            self._asks_as(process, command)
            if command.part == MEMBERS:
                Judge.commanded(self, process, command.command)
                return
            command = command.command
        elif isinstance(command, c.Leave):
            self._leaves(process)
        super().commanded(process, command)

    def _asks_as(self, process: Process, command: Of) -> None:
        """Nobody takes a place whom `in_sync` has never named."""
        claims = {MEMBERS: (c.Claim, "live_in_sync"), ELECTION: (c.Create, "stands_in_sync")}
        kind, invariant = claims[command.part]
        if type(command.command) is not kind:
            return
        self.judged(invariant)
        if (process.node, _store(process)) not in self._ever_named:
            raise Violation(invariant, f"{process.name} was never in sync, and takes a place")

    def _leaves(self, process: Process) -> None:
        self.judged("leaves_nothing")
        left = [path for path, owner in self._owned() if owner in process.sessions]
        if left:
            raise Violation("leaves_nothing", f"{process.name} leaves, and {' and '.join(left)}")

    def asked(self, process: Process, request: Request) -> None:
        super().asked(process, request)
        tree = self._world.server.core.tree
        others = [one for one in self._world.living if one is not process]
        for path in changed_by(request, tree, Op.DELETE):
            self.judged("evicts_nobody")
            owner = tree.nodes[path].owner
            robbed = next((one for one in others if owner in one.sessions), None)
            if robbed is not None:
                raise Violation("evicts_nobody", f"{process.name} deletes {path} of {robbed.name}")

    def _gives_up(self, process: Process, znode: str) -> None:
        """Who is in sync no longer does so too; and who leads, and has heard of a later epoch."""
        books = process.recipe.books
        if books.is_eligible and books.latest <= (process.recipe.epoch or books.latest):
            super()._gives_up(process, znode)

    # -- after a step -------------------------------------------------------------------------

    def process_acted(self, process: Process) -> None:
        self.judged("serves_while_leading")
        if process.recipe.books.leads and process.recipe.phase not in LEADING:
            raise Violation("serves_while_leading", f"{process.name} serves, and leads no longer")
        if _believes_live(process) and not process.is_linked:
            detail = f"{process.name} is live without a connection"
            raise Violation("suspended_is_not_leading", detail)
        super().process_acted(process)

    def informed(self, process: Process) -> None:
        super().informed(process)
        if process.awaits_reply or not process.is_linked:
            return
        is_named, member = self._is_named(process), _member(process)
        self.judged("stands_in_sync")
        if process.recipe.name and process.recipe.phase in SETTLED and not is_named:
            raise Violation("stands_in_sync", f"{process.name} stands, and is not in sync")
        if not _believes_live(process) or member.phase is not Phase.WAITING:
            return
        self.judged("live_in_sync")
        if not is_named:
            raise Violation("live_in_sync", f"{process.name} is live, and not in sync")
        self.judged("live_is_own")
        if not self._is_live(process):
            raise Violation("live_is_own", f"{process.name} believes to be live, and has no znode")
        self.judged("lists_are_true")
        wrong = ignorance(process, member)
        if wrong is not None:
            raise Violation("lists_are_true", wrong)

    # -- in the end ---------------------------------------------------------------------------

    def trouble(self, process: Process) -> str | None:
        """Where nobody runs who has all books, everybody waits for one who has."""
        orphans = [path for path, owner in self._owned() if not self._runs(owner)]
        if orphans:
            return f"{' and '.join(orphans)} belong to nobody"
        standing = super().trouble(process)
        if standing is not None or not self._somebody_is_named:
            return standing or self._trouble_outside(process)
        if not self._is_named(process):
            return f"{process.name} is not in sync"
        if not (_believes_live(process) and self._is_live(process)):
            return f"{process.name} is {process.recipe.step}, and should be live"
        if not (process.recipe.books.is_attached or process.recipe.books.serves):
            return f"{process.name} is {process.recipe.step}, and should follow or serve"
        return ignorance(process, _member(process))

    def _trouble_outside(self, process: Process) -> str | None:
        return f"{process.name} is live, and not in sync" if self._is_live(process) else None

    def _wanted(self, process: Process) -> Phase:
        return super()._wanted(process) if self._somebody_is_named else Phase.RESTING

    # -- what is true -------------------------------------------------------------------------

    @property
    def _somebody_is_named(self) -> bool:
        return any(self._is_named(process) for process in self._world.living)

    def _is_named(self, process: Process) -> bool:
        return self._named.get(process.node) == _store(process)

    def _is_live(self, process: Process) -> bool:
        path = f"{self._world.server.scene.path}/{roll.live_name(process.node)}"
        return (path, process.recipe.session) in self._owned()

    def _runs(self, owner: int) -> bool:
        return any(one.recipe.session == owner for one in self._world.living)

    def _owned(self) -> list[tuple[str, int]]:
        """The paths of all ephemeral znodes, and their owners."""
        server = self._world.server
        parents = (server.scene.parent, f"{server.scene.path}/{roll.LIVE}")
        return [
            (f"{parent}/{name}", znode.owner)
            for parent in parents
            for name, znode in server.children(parent)
        ]


def _store(process: Process) -> str:
    store: str = process.task.settings["disk"].store
    return store


def _member(process: Process) -> Member:
    member: Member = process.recipe.parts[MEMBERS]
    return member


def _deadline(process: Process) -> float:
    """That of its membership."""
    return float(process.recipe.parts[MEMBERS].deadline)


def _believes_live(process: Process) -> bool:
    return _member(process).belief == "live"
