"""What is judged of the bookshelf's nodes: of each part what its recipe is judged by, and of their
order. What the replication makes of the books has a simulation of its own.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.phases import HELD, Phase
from app.recipes.bookshelf.machine import MEMBERS, Member, To, of_part
from app.recipes.bookshelf.replication.messages import InSyncUnread, Message
from app.recipes.bookshelf.znodes import ELECTION, IN_SYNC
from app.recipes.membership.znodes import LIVE, known_name, live_name
from app.sandbox.core.messages import ServerRequest
from app.sandbox.core.sessions import Session
from app.zookeeper.wire.codes import Op
from tests.recipes.bookshelf.books import Books
from tests.recipes.bookshelf.replication.network import Disk
from tests.recipes.election.judge import PredecessorJudge
from tests.recipes.membership.judge import ignorance
from tests.simulation.judge import LATE, Judge, Violation
from tests.simulation.judge_requests import writes_in

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

SETTLED = HELD | {Phase.WAITING}


class BookshelfJudge(PredecessorJudge):
    """Of a shelf's nodes. Processes of one node bear its name, and marks behind it."""

    unread = (i.Failed, InSyncUnread)
    invariants = (
        *Judge.invariants, "one_leader", "one_leads", "leader_is_lowest", "watches", "one_znode",
        "epoch", "fencing", "keeps_its_place", "sits_out_without_a_znode", "one_wakeup",
        "live_is_own", "lists_are_true", "evicts_nobody", "stands_in_sync", "live_in_sync",
        "serves_while_leading", "leaves_nothing", "keeps_what_it_said", "in_sync_is_the_leaders",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.disks: dict[str, Disk] = {}
        self.books: dict[str, Books] = {}
        self._named: dict[str, str] = {}
        self._ever_named: set[tuple[str, str]] = set()
        self._kept: set[str] = set()
        self._refused: set[str] = set()

    @property
    def patience(self) -> float:
        """A node asks the leader until it answers, and waits for the time that it may take."""
        return 6.0

    def changed(self) -> None:
        super().changed()
        znode = self._world.server.core.tree.nodes.get(self._world.server.scene.of(IN_SYNC))
        named = json.loads(znode.data or b"")["nodes"] if znode is not None else {}
        if named != self._named:
            self._named = named
            self._ever_named.update(named.items())
            self._look_at_disks()

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
        if _believes_live(process) and process.plan.servers == 1:
            self.believes_until(process, _deadline(process))

    def expiring(self, session: Session) -> None:
        super().expiring(session)
        for process in self._world.living:
            if process.plan.servers > 1:
                continue  # it is live by reads, whatever its candidacy takes for a proof
            if _believes_live(process) and process.recipe.session == session.id:
                late = process.local_now() - _deadline(process)
                too_late = process.ought_to_have_run and late > LATE
                if too_late or late + process.drift_allowance < 0:
                    detail = f"the server ends 0x{session.id:x}, while {process.name} is live"
                    raise Violation("session_clock", detail)

    def commanded(self, process: Process, command: c.Command) -> None:
        if isinstance(command, c.Message) and command.is_of(of_part):
            self._world.seen["command", "of_part"] += 1
            self._asks_as(process, command)
            asked: c.Message = command.arguments["command"]
            if command.arguments["part"] == MEMBERS:
                Judge.commanded(self, process, asked)
                return
            command = asked
        elif isinstance(command, c.Leave):
            self._leaves(process)
        super().commanded(process, command)

    def _asks_as(self, process: Process, command: c.Message) -> None:
        """Nobody takes a place whom `in_sync` has never named."""
        claims = {MEMBERS: (c.claim, "live_in_sync"), ELECTION: (c.create_own, "stands_in_sync")}
        make, invariant = claims[command.arguments["part"]]
        if not command.arguments["command"].is_of(make):
            return
        self.judged(invariant)
        if (process.node, _store(process)) not in self._ever_named:
            raise Violation(invariant, f"{process.name} was never in sync, and takes a place")

    def _leaves(self, process: Process) -> None:
        """Of three servers one that is late may hide a znode, which goes with the session then. So
        does a live znode where somebody has changed the entry since the node read it: it may be a
        later process's.
        """
        if process.plan.servers > 1:
            return
        self.judged("leaves_nothing")
        server = self._world.server
        entry = server.core.tree.nodes.get(server.scene.of(known_name(process.node)))
        read = process.recipe.parts[MEMBERS]._entry
        doubtful = server.scene.of(live_name(process.node))
        is_sure = entry is None or entry.version == read
        own = (path for path, owner in self._owned() if owner in process.sessions)
        left = [path for path in own if is_sure or path != doubtful]
        if left:
            raise Violation("leaves_nothing", f"{process.name} leaves, and {' and '.join(left)}")

    def asked(self, process: Process, request: ServerRequest) -> None:
        super().asked(process, request)
        self._writes_in_sync(process, request)

    def _writes_in_sync(self, process: Process, request: ServerRequest) -> None:
        """Only over what it has read, and while it owns a znode in the election, in one
        transaction: a leader that is over must change nothing.
        """
        path = self._world.server.scene.of(IN_SYNC)
        writes = writes_in(request)
        versions = [one.version for op, one in writes if op == Op.SET_DATA and one.path == path]
        if not versions:
            return
        self.judged("in_sync_is_the_leaders")
        nodes = self._world.server.core.tree.nodes
        checked = [nodes[one.path] for op, one in writes if op == Op.CHECK and one.path in nodes]
        stands = all(znode.owner in process.sessions for znode in checked)
        if -1 in versions or not stands or not any(op == Op.CHECK for op, _ in writes):
            detail = f"{process.name} writes {path}, whatever stands there, or whoever leads"
            raise Violation("in_sync_is_the_leaders", detail)

    # -- what its clients are told ------------------------------------------------------------

    def answered(self, process: Process, book: str, status: int | None, body: Message) -> None:
        """A client has asked this node to keep a book."""
        self._world.seen["answer", str(status)] += 1
        if status in (200, 201):
            self._kept.add(book)
        elif status == 503:
            self._refused.add(book)
        self._look_at_disks()

    def _look_at_disks(self) -> None:
        """A node that may come to serve has every book that a client was told is kept, and none of
        which a client was told that nothing was written. A disk that was lost bears another name.
        """
        disks = self.disks
        for node, store in self._named.items():
            if node not in disks or disks[node].store != store or not self._kept | self._refused:
                continue
            self.judged("keeps_what_it_said")
            lost = self._kept - disks[node].books.keys()
            wrong = lost or self._refused & disks[node].books.keys()
            if wrong:
                said = "kept, and lacks" if lost else "refused, and has"
                raise Violation("keeps_what_it_said", f"the shelf {said} {min(wrong)}, by {node}")

    def _gives_up(self, process: Process, znode: str) -> None:
        """Who is in sync no longer does so too; and who leads, and has heard of a later epoch."""
        books = process.recipe.books
        if books.is_eligible and books.latest <= (process.recipe.epoch or books.latest):
            super()._gives_up(process, znode)

    # -- after a step -------------------------------------------------------------------------

    def process_acted(self, process: Process) -> None:
        if process.recipe.books.leads:
            self.judged("serves_while_leading")
            if process.recipe.phase not in HELD:
                detail = f"{process.name} serves, and leads no longer"
                raise Violation("serves_while_leading", detail)
        if _believes_live(process) and not process.is_linked:
            detail = f"{process.name} is live without a connection"
            raise Violation("suspended_is_not_leading", detail)
        super().process_acted(process)

    def informed(self, process: Process) -> None:
        super().informed(process)
        if process.is_looking or not process.is_linked:
            return
        is_named = self._is_named(process) and not _is_broken(process)
        member = _member(process)
        if process.recipe.name and process.recipe.phase in SETTLED:
            self.judged("stands_in_sync")
            if not is_named:
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
        if _is_broken(process):
            return self._trouble_outside(process)
        if not self._is_named(process):
            return f"{process.name} is not in sync"
        if not (_believes_live(process) and self._is_live(process)):
            return f"{process.name} is {process.recipe.step}, and should be live"
        if not (process.recipe.books.is_attached or process.recipe.books.serves):
            return f"{process.name} is {process.recipe.step}, and should follow or serve"
        return ignorance(process, _member(process))

    def _trouble_outside(self, process: Process) -> str | None:
        return f"{process.name} is live, and not in sync" if self._is_live(process) else None

    def vacancy(self) -> str | None:
        self._look_at_disks()
        return super().vacancy()

    def _wanted(self, process: Process) -> Phase:
        takes_part = self._somebody_is_named and not _is_broken(process)
        return super()._wanted(process) if takes_part else Phase.RESTING

    # -- what is true -------------------------------------------------------------------------

    @property
    def _somebody_is_named(self) -> bool:
        whole = (process for process in self._world.living if not _is_broken(process))
        return any(self._is_named(process) for process in whole)

    def _is_named(self, process: Process) -> bool:
        return self._named.get(process.node) == _store(process)

    def _is_live(self, process: Process) -> bool:
        path = self._world.server.scene.of(live_name(process.node))
        return (path, process.recipe.session) in self._owned()

    def _runs(self, owner: int) -> bool:
        return any(one.recipe.session == owner for one in self._world.living)

    def _owned(self) -> list[tuple[str, int]]:
        """The paths of all ephemeral znodes, and their owners."""
        server = self._world.server
        parents = (server.scene.parent, server.scene.of(LIVE))
        return [
            (f"{parent}/{name}", znode.owner)
            for parent in parents
            for name, znode in server.children(parent)
        ]


def _is_broken(process: Process) -> bool:
    """Whether its disk has refused a write."""
    return process.recipe.books.broken is not None


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
