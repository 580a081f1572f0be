"""A node of the replicated bookshelf: membership and election put together, and their order.

It registers in `all_nodes`; is brought to the leader's state if it lacks books; appears in
`live_nodes`; stands in the election. A node that falls out of sync gives up its candidacy and its
live znode, catches up, and returns. No part knows of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.participant import Anywhere, Commands
from ...participation.phases import HELD, Intent, Phase
from ...participation.place import Place
from ..election.machine.predecessor import PredecessorElection
from ..election.messages import Data, Resign
from ..membership import messages as r
from ..membership.machine import Membership
from ..membership.znodes import ALL, LIVE
from .composite import Composite, To
from .replication.replication import Replication

MEMBERS, ELECTION = "members", "election"

_AT_REST = (Phase.WAITING, Phase.CHECKING, Phase.BACKING_OFF)


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
        return [r.Evict(self.identity, version)]

    def _wait_outside(self) -> Commands:
        self.step = "catch up"
        self._settle(Phase.WAITING)
        return self._read_unread()

    def _announce_next(self, given: r.Registered) -> Commands:
        return super()._announce_next(given) if self._is_admitted else self._look()

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {**Membership.anywhere, Admit: _admit}


class Bookshelf(Composite):
    """One node of a bookshelf. Settings: those of a member, and `patience` in seconds (see
    Replication).
    """

    registers = True

    def __init__(self, node: str, incarnation: str, over: str | None, patience: float) -> None:
        self.books = Replication(node, patience)
        self._member = Member(node, incarnation, over)
        self._candidate = PredecessorElection()
        self._incarnation = incarnation
        self._is_live = self._stands = False
        self._candidate.receive(Data(0.0, 0, 1))
        super().__init__({MEMBERS: self._member, ELECTION: self._candidate}, ELECTION)

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

    def view(self) -> Mapping[str, Any]:
        """Return what this node believes of the shelf."""
        books = self.books
        found = books.in_sync
        return {
            **super().view(),
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
        super()._show()
        self.error = self.books.apart or self.books.trouble.reason or self.error
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
        believed = super()._belief()
        is_new = self.session is None or self.books.state == "registering"
        return "joining" if believed == "behind" and is_new else believed

    # -- everything goes through here -------------------------------------------------------------

    def receive(self, given: i.Input) -> Commands:
        """Pass what the parts say to the replication, and what that decides to the parts."""
        commands = super().receive(given)
        told = self._followed(commands, given)
        self._show()
        return told

    def _check_clock(self, at: float) -> Commands:
        """Check the clock: a node that has led for too long stops before it does anything else."""
        return self._with_the_books(super()._check_clock(at))

    def _replicate(self, given: i.Input) -> Commands:
        return self.books.receive(given)

    def _followed(self, commands: Commands, given: i.Input) -> Commands:
        """Pass messages on until no part has anything more to say."""
        told = [*self._with_the_books(commands), *self._of_the_session(given)]
        while pending := self._to_the_parts():
            told += self._with_the_books(pending)
        return told

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

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **Composite.anywhere,
        **dict.fromkeys(Replication.handlers.keys() - {i.Tick}, _replicate),
    }
