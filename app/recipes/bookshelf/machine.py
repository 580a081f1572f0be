"""A node of the replicated bookshelf: membership and election put together, and their order.

It registers in `all_nodes`; is brought to the leader's state if it lacks books; appears in
`live_nodes`; stands in the election. A node that falls out of sync gives up its candidacy and its
live znode, catches up, and returns.

It is one process with one session, and its parts know nothing of each other. What concerns the
session goes to both of them: the connection, its clock, the time, the order to stop. What concerns
one recipe goes to its part alone: commands leave wrapped by `of_part`, their answers come back in
`To`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.messages import Message, message
from ...participation.participant import Anywhere, Commands, Participant, Turn
from ...participation.phases import HELD, Intent, Phase
from ...participation.place import Place
from ...zookeeper import operations as o
from ..election.machine import PredecessorElection
from ..election.messages import Data, Resign
from ..membership import machine as r
from ..membership.machine import Membership
from ..membership.znodes import ALL, LIVE
from .replication.replication import Replication
from .znodes import ELECTION

MEMBERS = "members"

_AT_REST = (Phase.WAITING, Phase.CHECKING, Phase.BACKING_OFF)


@dataclass(frozen=True)
class To(i.Input):
    """An input for `part` alone."""

    part: str
    given: i.Input


@message
def of_part(part: str, generation: int, command: Message) -> Message:
    """Ask what a part asks for, in its own place, with the part's generation; wrap what it hears
    for the part.
    """

    def hear(at: float, _: int, answers: tuple[o.Answer, ...]) -> i.Input | None:
        heard = command.hear(at, generation, answers)
        return None if heard is None else To(at, part, heard)

    def fired(at: float, _: int, place: Place, *news: Any) -> i.Input:
        return To(at, part, command.fired(at, generation, place.parts[part], *news))

    return replace(
        command,
        requests=lambda place: command.requests(place.parts[part]),
        hear=hear,
        fired=fired,
    )


@dataclass(frozen=True)
class Admit(i.Input):
    """An input that says whether the node may be among the live ones."""

    on: bool


class Member(Membership):
    """A member that registers at once, and is live only while it is admitted."""

    def __init__(self, identity: str, incarnation: str, over: str | None = None) -> None:
        super().__init__(identity, incarnation, over)
        self._is_admitted = False

    def _admit(self, given: Admit) -> Commands:
        """Take the admission; what is under way ends with reading everything again, and then
        follows it.
        """
        self._is_admitted = given.on
        stays = self._intent is not Intent.LEAVE
        return self._look() if stays and self.phase in _AT_REST else []

    def _take_place(self, given: r.Gathered) -> Commands:
        if self._owns(given.standing) and not self._is_admitted:
            return self._withdraw()
        return super()._take_place(given)

    def _announce(self, version: int) -> Commands:
        return super()._announce(version) if self._is_admitted else self._wait_outside()

    def _replace(self, version: int) -> Commands:
        if self._is_admitted:
            return super()._replace(version)
        self._void_replies()
        self._enter(Phase.WITHDRAWING)
        return [r.evict(self.identity, version)]

    def _wait_outside(self) -> Commands:
        self.step = "catch up"
        self._settle(Phase.WAITING)
        return self._read_unread()

    def _announce_next(self, given: r.Registered) -> Commands:
        return super()._announce_next(given) if self._is_admitted else self._look()

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {**Membership.anywhere, Admit: Turn(_admit, Phase.LISTING)}


class Bookshelf(Participant):
    """One node of a bookshelf. Settings: those of a member, and `patience` in seconds (see
    Replication). What is said of the whole is said of its candidate, whose epoch is the only one.
    It has left when both parts have.
    """

    orders: ClassVar[Mapping[str, Callable[..., i.Input]]] = {
        **Participant.orders,
        "resign": Resign,
    }
    first_step = "join"
    registers = True

    def __init__(self, node: str, incarnation: str, over: str | None, patience: float) -> None:
        super().__init__()
        self.books = Replication(node, patience)
        self._member = Member(node, incarnation, over)
        self._candidate = PredecessorElection()
        self._candidate.receive(Data(0.0, 0, 1))
        self.parts: Mapping[str, Participant] = {MEMBERS: self._member, ELECTION: self._candidate}
        self._incarnation = incarnation
        self._is_live = self._stands = False
        self._show()

    @classmethod
    def placed(cls, place: Place) -> Place:
        """Return the election's znode: what is said of the node is said of its candidate."""
        path = f"{place.path.rstrip('/')}/{ELECTION}"
        election = PredecessorElection.placed(replace(place, path=path))
        parts = {MEMBERS: Member.placed(place), ELECTION: election}
        return replace(place, parts=parts, main=ELECTION)

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Bookshelf:
        """Make a machine from settings: `node`, `incarnation`, `over` as in Membership;
        `patience`.
        """
        node, over = settings.get("node", name), settings.get("over")
        return cls(node, settings["incarnation"], over, float(settings.get("patience", 1.0)))

    @property
    def timeout(self) -> float:
        """Return the timeout of its candidate."""
        return self._candidate.timeout

    @property
    def deadline(self) -> float:
        """Return the deadline of its candidate, if that leads."""
        return self._candidate.deadline

    @property
    def must_prove(self) -> bool:
        """Tell whether any part must prove that its session lives."""
        return any(part.must_prove for part in self.parts.values())

    def beat(self) -> Message:
        """Return the beat of a part that must prove something, if one must."""
        for name, part in self.parts.items():
            if part.must_prove:
                return of_part(name, part.generation, part.beat())
        return c.beat(None)

    def view(self) -> Mapping[str, Any]:
        """Return what this node believes of the shelf."""
        books = self.books
        found = books.in_sync
        return {
            **self._candidate.view(),
            "bookshelf": {
                "node": books.node,
                "state": books.state,
                "live": self._member.belief == "live",
                "eligible": books.is_eligible,
                "attached": books.is_attached,
                "leader": found.leader if found else None,
                "epoch": books.latest,
                **self._member.view(),
            },
        }

    def _show(self) -> None:
        """Copy what the code that runs a participant reads."""
        main, parts = self._candidate, self.parts.values()
        self.session, self.name, self.watched = main.session, main.name, main.watched
        self.epoch = main.epoch
        if all(part.phase is Phase.LEFT for part in parts):
            self.phase = Phase.LEFT
        else:
            self.phase = Phase.WITHDRAWING if main.phase is Phase.LEFT else main.phase
        reasons = (self.books.apart, self.books.trouble.reason, main.error, self._member.error)
        self.error = next((reason for reason in reasons if reason), None)
        self.step = self._step()

    def _step(self) -> str | None:
        """Return the line of the pseudo-code that the node is at."""
        if self.belief in ("gone", "suspended"):
            return None
        books, is_live = self.books, self._member.belief == "live"
        if books.state == "registering":
            return "register"
        if books.leads:
            return "serve" if books.serves else "take over"
        if not books.may_live:
            return "fall behind" if is_live or self._candidate.name else "catch up"
        if not is_live:
            return "announce"
        return "follow" if books.is_attached and self._candidate.name else "stand"

    def _belief(self) -> str:
        """Return its belief; a node has no place before it knows what the shelf is."""
        believed = "gone" if self.phase is Phase.LEFT else self._candidate.belief
        is_new = self.session is None or self.books.state == "registering"
        return "joining" if believed == "behind" and is_new else believed

    # -- everything goes through here -------------------------------------------------------------

    def receive(self, given: i.Input) -> Commands:
        """Pass what the parts say to the replication, and what that decides to the parts, until no
        part has anything more to say.
        """
        told = [*self._with_the_books(super().receive(given)), *self._of_the_session(given)]
        while pending := self._to_the_parts():
            told += self._with_the_books(pending)
        self._show()
        return told

    def _replicate(self, given: i.Input) -> Commands:
        return self.books.receive(given)

    def _of_the_session(self, given: i.Input) -> Commands:
        books = self.books
        self._note_entry(given)
        if isinstance(given, i.Restored):
            return books.linked(given.at, given.guid)
        if isinstance(given, (i.Suspended, i.SessionLost)):
            return books.unlinked(given.at)
        told = books.receive(given) if isinstance(given, i.Tick) else []
        return told + self._of_the_lists(given.at)

    def _of_the_lists(self, at: float) -> Commands:
        """Tell the replication who belongs to the shelf, and who is live."""
        lists = self._member.lists
        self.books.known = max(1, len(lists.get(ALL, ())))
        live = lists.get(LIVE)
        return [] if live is None or live == self.books.live else self.books.lives(at, live)

    def _note_entry(self, given: i.Input) -> None:
        """Note the entry; another process's entry belongs to an earlier process of this node."""
        gathering = given.given if isinstance(given, To) else None
        if isinstance(gathering, r.Gathered) and gathering.entry is not None:
            self.books.was_here |= gathering.entry.incarnation != self._incarnation

    def _with_the_books(self, commands: Commands) -> Commands:
        """Pass on that the node leads or is deposed, in the order in which the election says so.
        What the books make of it comes next: a node says that it has stopped serving before it
        deletes the znode that keeps its successor waiting.
        """
        told: Commands = []
        self.books.election_znode = self._candidate.name
        for command in commands:
            told.append(command)
            if isinstance(command, c.Begin):
                told += self.books.begin(self._now, command.epoch)
            elif isinstance(command, c.End):
                told += self.books.end(self._now)
        return told

    def _to_the_parts(self) -> Commands:
        """Admit the node to the live nodes and the election while it has every acknowledged
        book.
        """
        told: Commands = []
        if self.books.may_live != self._is_live:
            self._is_live = self.books.may_live
            told += self._tell(MEMBERS, Admit(self._now, self._is_live))
        if self.books.is_eligible != self._stands:
            self._stands = self.books.is_eligible
            told += self._tell(ELECTION, Data(self._now, int(self._stands), 1))
        if self.books.wants_out:
            self.books.wants_out = False
            if self._candidate.phase in HELD:
                told += self._tell(ELECTION, Resign(self._now))
        return told

    # -- its parts ------------------------------------------------------------------------------

    def _turn(self, given: i.Input) -> Turn:
        """Return the turn; what its part would refuse is refused before anything changes."""
        if isinstance(given, To) and self._hears(given):
            self.parts[given.part]._turn(given.given)
        elif isinstance(given, Resign):
            self._candidate._turn(given)
        return super()._turn(given)

    def _hears(self, given: To) -> bool:
        part = self.parts[given.part]
        return part.phase is not Phase.LEFT and not part._is_void(given.given)

    def _check_clock(self, at: float) -> Commands:
        """Check the clock at every input, before anything else: a leader must not miss its time
        because another part is busy.
        """
        commands: Commands = []
        for name, part in self.parts.items():
            if part.phase is not Phase.LEFT:
                commands += self._from(name, part._check_clock(at))
        return self._with_the_books(commands)

    def _tell_all(self, given: i.Input) -> Commands:
        commands: Commands = []
        for name in self.parts:
            commands += self._tell(name, given)
        return commands

    def _tell_candidate(self, given: i.Input) -> Commands:
        """Pass an input to its candidate, unless its clock has just stopped it (rule 4): it has
        nothing left to resign from, and refusing now would lose what the clock has said.
        """
        leads = self._candidate.phase in HELD
        return self._tell(ELECTION, given) if leads else []

    def _tell_part(self, given: To) -> Commands:
        return self._tell(given.part, given.given)

    def _tell(self, name: str, given: i.Input) -> Commands:
        part = self.parts[name]
        return [] if part.phase is Phase.LEFT else self._from(name, part.receive(given))

    def _from(self, name: str, commands: Commands) -> Commands:
        generation = self.parts[name].generation
        told: Commands = []
        for command in commands:
            if isinstance(command, c.Leave):
                told += self._left()
            elif isinstance(command, Message):
                told.append(of_part(name, generation, command))
            else:
                told.append(command)
        return told

    def _left(self) -> Commands:
        others = any(part.phase is not Phase.LEFT for part in self.parts.values())
        return [] if others else [c.Leave()]

    def _resume(self) -> Commands:
        raise NotImplementedError

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **dict.fromkeys(
            (i.Restored, i.Suspended, i.SessionLost, i.Contact, i.Tick, i.Stop), Turn(_tell_all)
        ),
        Resign: Turn(_tell_candidate),
        To: Turn(_tell_part),
        **dict.fromkeys(Replication.handlers.keys() - {i.Tick}, Turn(_replicate)),
    }
