"""A node's process in the simulation: the real machine, and what carries its commands out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.participation import commands as c
from app.participation import inputs as i
from app.recipes.bookshelf.replication import messages as w
from tests.recipes.bookshelf.replication.network import Disk, Session

if TYPE_CHECKING:
    from tests.recipes.bookshelf.replication.world import World

LINK = 0.05
CZXID = 11
"""Of the znode, in all histories: nobody deletes it."""


class Process:
    """One run of a node. Whatever is for it waits while it is frozen, and is lost when it dies."""

    def __init__(self, world: World, name: str, disk: Disk, address: str) -> None:
        self.world = world
        self.name, self.disk, self.address = name, disk, address
        self.machine = world.make(name)
        self.alive = True
        self.awake_at = 0.0
        self.session: Session | None = None
        self._own = Session(alive=False)
        self.znode: str | None = None
        self.epoch: int | None = None
        self.leads = False
        self._disk_free_at = 0.0
        self.give(
            w.Opened(
                world.now, disk.store, disk.seen, tuple(disk.books.values()), address, disk.history
            )
        )
        world.timeline.after(LINK * world.random.random(), self.link)

    @property
    def has_session(self) -> bool:
        """Whether ZooKeeper counts it among the living."""
        return self._own.alive

    # -- being told -----------------------------------------------------------------------------

    def later(self, what: Callable[[], None]) -> None:
        """Once it is awake; never, if it is dead by then."""
        if not self.alive:
            return
        if self.world.now < self.awake_at:
            self.world.timeline.at(self.awake_at, lambda: self.later(what))
        else:
            what()

    def give(self, given: i.Input) -> None:
        self.machine.known = len(self.world.disks)
        self.machine.live = self.world.live
        self.machine.election_znode = self.znode
        self._carry_out(self.machine.receive(given))

    def _carry_out(self, commands: list[c.Command]) -> None:
        for command in commands:
            name = (
                command.name if isinstance(command, c.Message) else type(command).__name__.lower()
            )
            getattr(self, f"_{name}")(command)
        self._stand()

    # -- the session and the election -------------------------------------------------------------

    def link(self) -> None:
        if not self.alive or self.session is not None:
            return
        self.later(self._link)

    def _link(self) -> None:
        self.session = self._own = Session()
        guid = f"{self.world.random.getrandbits(32):08x}"
        self._carry_out(self.machine.linked(self.world.now, guid))

    def lose(self, told_after: float) -> None:
        """The session ends; the process hears of it later, and stops for itself by then."""
        session = self._own
        session.alive = False
        self.world.zookeeper.leave(self.znode or "")
        self.world.timeline.after(told_after, lambda: self.later(lambda: self._unlink(session)))

    def drop_link(self) -> None:
        """The connection breaks, and is made anew: the session lives on."""
        session = self.session
        if session is not None and session.alive:
            self.later(lambda: self._unlink(session))

    def _unlink(self, session: Session) -> None:
        if self.session is not session:
            return
        self._depose()
        self.session = None
        self._carry_out(self.machine.unlinked(self.world.now))
        if session.alive:
            self.world.timeline.soon(lambda: self.later(lambda: self._relink(session)))
        else:
            self.znode = self.epoch = None
            self.world.timeline.after(LINK, self.link)

    def _relink(self, session: Session) -> None:
        if not session.alive:
            self.znode = self.epoch = None
            self.link()
            return
        self.session = session
        session.link += 1
        guid = f"{self.world.random.getrandbits(32):08x}"
        self._carry_out(self.machine.linked(self.world.now, guid))
        self.look()

    def _stand(self) -> None:
        """A candidate while it is eligible."""
        if self.machine.wants_out:
            self.machine.wants_out = False
            self._withdraw()
        if not self.machine.is_eligible and self.znode is not None:
            self._withdraw()
        elif self.machine.is_eligible and self.znode is None and self.session is not None:
            self.znode = f"{self.name}-{self.world.random.getrandbits(48):x}"
            znode, session = self.znode, self.session
            self.world.timeline.soon(lambda: self._enter(znode, session))

    def _enter(self, znode: str, session: Session) -> None:
        if self.alive and session.alive and self.znode == znode:
            self.epoch = self.world.zookeeper.enter(znode)

    def _withdraw(self) -> None:
        znode, self.znode, self.epoch = self.znode, None, None
        self._depose()
        self.world.timeline.soon(lambda: self.world.zookeeper.leave(znode or ""))

    def look(self) -> None:
        """Who is the first is told so, sooner or later."""
        self.world.timeline.soon(lambda: self.later(self._look))

    def _look(self) -> None:
        queue = self.world.zookeeper.queue
        is_first = bool(queue) and queue[0][1] == self.znode
        if is_first and not self.leads and self.session and self.session.alive and self.epoch:
            self.leads = True
            self.machine.election_znode = self.znode
            self._carry_out(self.machine.begin(self.world.now, self.epoch))

    def _depose(self) -> None:
        if self.leads:
            self.leads = False
            self._carry_out(self.machine.end(self.world.now))

    def die(self) -> None:
        """Killed: its session runs out later."""
        self.alive = False
        session, znode = self._own, self.znode

        def over() -> None:
            session.alive = False
            self.world.zookeeper.leave(znode or "")

        self.world.timeline.after(self.world.random.uniform(0.1, 2.0), over)

    # -- commands -------------------------------------------------------------------------------

    def _wakeat(self, command: c.WakeAt) -> None:
        self.world.timeline.at(command.at, lambda: self.later(self._tick))

    def _tick(self) -> None:
        self.give(i.Tick(self.world.now))

    def _tell(self, command: w.Tell) -> None:
        self.world.told(self, command)

    def _respond(self, command: w.Respond) -> None:
        self.world.answered(self, command)

    def _ask(self, command: w.Ask) -> None:
        self.world.send(self, command)

    def _persist(self, command: w.Persist) -> None:
        """Whole or not at all; a crash may come before or after, or before it is said."""
        took = self.world.random.choice((0.0005, 0.002, 0.02)) * self.world.random.random()
        self.world.timeline.after(took, lambda: self._write(command))

    def _write(self, command: w.Persist) -> None:
        if self.alive:
            self.disk.apply(command.change)
            self.world.stored(self, command.change)
            operation = command.operation
            self.world.timeline.soon(
                lambda: self.later(lambda: self.give(w.Persisted(self.world.now, operation)))
            )

    def _read_in_sync(self, command: c.Message) -> None:
        self._request(lambda session: self._read(session, command.arguments["generation"]))

    def _read(self, session: Session, generation: int) -> i.Input:
        link = session.link

        def fired() -> None:
            told = w.InSyncChanged(self.world.now, generation)
            self.later(lambda: self._heard(session, link, told))

        value, version, mzxid = self.world.zookeeper.read(session, fired)
        return w.InSyncRead(self.world.now, generation, value, version, CZXID, mzxid)

    def _write_in_sync(self, command: c.Message) -> None:
        self._request(lambda session: self._written(session, command))

    def _written(self, session: Session, command: c.Message) -> i.Input:
        to = (command.arguments["generation"], command.arguments["number"])
        version = self.world.zookeeper.write(session, command)
        if version is None:
            return w.InSyncRefused(self.world.now, *to, "it has changed")
        return w.InSyncWritten(self.world.now, *to, version)

    def _request(self, carry_out: Callable[[Session], i.Input]) -> None:
        """In the order of the wire; an answer that comes over a connection that is gone is lost."""
        session = self.session
        if session is None:
            return
        timeline, link = self.world.timeline, session.link
        sent_at = max(session.free_at, timeline.now + 0.004 * timeline.random.random())
        session.free_at = sent_at + 0.0001

        def arrive() -> None:
            is_linked = self.session is session and session.link == link
            if not session.alive or not (is_linked or timeline.chance(0.5)):
                return
            given = carry_out(session)
            back_at = max(session.free_at, timeline.now + 0.004 * timeline.random.random())
            session.free_at = back_at + 0.0001
            timeline.at(back_at, lambda: self.later(lambda: self._heard(session, link, given)))

        timeline.at(sent_at, arrive)

    def _heard(self, session: Session, link: int, given: i.Input) -> None:
        if self.session is session and session.link == link:
            self.give(type(given)(**{**vars(given), "at": self.world.now}))
