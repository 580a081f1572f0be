"""A volunteer: it holds one ephemeral znode under a parent, for any purpose.

Rules beside those of a participant, by number; each names the failure it was learnt from.

1. A create whose answer was lost is looked up before anything is created again. The new
   server may lag behind that create, so it syncs first; and a request may arrive
   even later (ZOOKEEPER-2886), so it looks after every reconnect of the session: of several own
   znodes the lowest stays (CURATOR-264).
2. A znode counts as its own only if the session that owns it is the current one (CURATOR-498).
7. If somebody else deletes the own znode, give up what it gave, and queue again.
8. If the parent is deleted, create it again.
9. Leaving is repeated until the own znode is confirmed gone (kazoo #732).
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from . import commands as c
from . import inputs as i
from .naming import in_order, parse_sequence
from .participant import FIRST_RETRY, Commands, Participant, Table
from .phases import HELD, Intent, Phase


class Volunteer(Participant):
    """One ephemeral znode: created, found again, given back. A recipe says what it is good for."""

    first_step = "create znode"

    def __init__(self) -> None:
        super().__init__()
        self._unanswered_create = False
        self._may_have_more = False

    def _restored(self, given: i.Restored) -> Commands:
        if given.session != self.session:
            self._may_have_more = False
        return super()._restored(given)

    def _resume(self) -> Commands:
        """Take up whatever the known facts leave to do (rules 1, 5 and 9)."""
        self._void_replies()
        if self._unanswered_create or self._may_have_more:
            return self._seek()
        return self._go_on()

    def _go_on(self) -> Commands:
        if self._intent is not Intent.STAY:
            return self._withdraw()
        return self._take_part() if self.name else self._volunteer()

    def _seek(self) -> Commands:
        """Look for the own znode (rule 1)."""
        self._may_have_more = True
        self._enter(Phase.FINDING)
        return [self._listing(self._sought, watch=False, sync=True)]

    def _listing(self, name: str | None, *, watch: bool = True, sync: bool = False) -> c.List:
        """Return the request for the list, and for the own znode."""
        return c.List(name, watch, sync)

    # -- joining ------------------------------------------------------------------------------

    _sought: ClassVar[str | None] = None
    """The znode to read when a create may have happened; None: its name is among the children's."""

    def _volunteer(self) -> Commands:
        """Create the own znode: there is none, and it wants one."""
        return self._create()

    def _create(self) -> Commands:
        self.step = "create znode"
        self._enter(Phase.CREATING)
        self._unanswered_create = True
        return [self._creation()]

    @abstractmethod
    def _creation(self) -> c.Command:
        """Return the request that creates the own znode."""

    @abstractmethod
    def _take_part(self) -> Commands:
        """Find out what the own znode means: it is there, as far as is known."""

    def _created(self, given: i.Created) -> Commands:
        self._unanswered_create = False
        self.name = given.name
        return self._withdraw() if self._intent is not Intent.STAY else self._take_part()

    def _create_reply_lost(self, given: i.CreateReplyLost) -> Commands:
        return self._seek()

    def _create_failed(self, given: i.Failed) -> Commands:
        self._unanswered_create = False
        return self._failed(given)

    def _parent_missing(self, given: i.ParentMissing) -> Commands:
        self._unanswered_create = False
        return self._make_parents()

    def _find(self, given: i.Children) -> Commands:
        """Find it (rule 1); the next read shows whose znode it is (rule 2)."""
        self._unanswered_create = False
        own = self._found(given)
        self.name = own[0] if own else None
        if len(own) > 1:
            return [c.DeleteOwn(own[-1])]
        return self._go_on()

    def _find_again(self, given: i.Deleted) -> Commands:
        return self._seek()

    def _found(self, given: i.Children) -> list[str]:
        """Take the own znodes, the lowest first."""
        return in_order(name for name in given.names or () if self._is_mine(name))

    def _is_mine(self, name: str) -> bool:
        return name.startswith(f"{self._guid}-n_") and parse_sequence(name) is not None

    def _list(self, phase: Phase, name: str | None) -> Commands:
        """List. What will go is read without leaving a watch on it, and after a sync: a delete
        whose answer was lost may have made way for somebody else's znode of this name (rules 19,
        25).
        """
        leaves = phase is Phase.WITHDRAWING
        self._enter(phase)
        return [self._listing(name, watch=not leaves, sync=leaves)]

    def _look(self) -> Commands:
        """Look again; a leader goes by this answer alone: of two, each would be acted on."""
        self._void_replies()
        return [self._listing(self.name)]

    def _own_fired(self, given: i.WatchFired) -> Commands:
        """Handle its own watch (rule 7). A change of data only uses up the watch: the read that
        re-arms it follows.
        """
        if given.event == "deleted":
            return self._znode_gone()
        return self._look() if self.phase in HELD else self._resume()

    def _disproven(self, given: i.Disproven) -> Commands:
        return self._znode_gone() if self.phase in HELD else super()._disproven(given)

    def _owns(self, own: i.Own | None) -> bool:
        return own is not None and own.owner == self.session

    def _not_own(self, read: i.Own | None) -> Commands:
        """Give up a znode that is not its own (rules 2 and 7). One that would be found again by its
        name is looked for after a while.
        """
        if read is None or not self._may_have_more:
            return self._znode_gone()
        ended = self._end("its znode is another session's")
        self.step = None
        self._forget_znode()
        return [*ended, *self._back_off("its znode is another session's")]

    def _znode_gone(self) -> Commands:
        ended = self._end("its znode is gone")
        self.step = None
        self._forget_znode()
        return ended + self._resume()

    # -- leaving ------------------------------------------------------------------------------

    def _stop(self, given: i.Stop) -> Commands:
        """Stop; a create under way is left to answer first, so that nothing stays behind (rule
        9).
        """
        self.step = None
        return self._give_back(Intent.LEAVE, "it was stopped")

    def _give_back(self, intent: Intent, reason: str) -> Commands:
        """End what the znode gave, at once; it goes when nothing that affects it is under way."""
        self._intent = intent
        busy = self._unanswered_create or self.phase in {Phase.APART, Phase.WITHDRAWING}
        ended = self._end(reason)
        if intent is Intent.LEAVE and self.phase is Phase.APART and self.session is None:
            return self._leave()
        return ended if busy else ended + self._withdraw()

    def _withdraw(self) -> Commands:
        self._in_queue = False
        self._void_replies()
        if self.name is None:
            return self._withdrawn(None)
        self._enter(Phase.WITHDRAWING)
        return [c.DeleteOwn(self.name)]

    def _withdrawn(self, given: i.Deleted | None) -> Commands:
        """Look for another one that a late create may have left (rule 1). With the session all
        go.
        """
        self._forget_znode()
        if given is not None and self._may_have_more and self._intent is not Intent.LEAVE:
            return self._seek()
        if self._intent is Intent.LEAVE:
            return self._leave()
        if self._intent is Intent.REST:
            return self._rest()
        self._intent = Intent.STAY
        return self._volunteer()

    def _rest(self) -> Commands:
        """Rest: connected, and without a znode until something calls for one."""
        self._retry_in = FIRST_RETRY
        self._enter(Phase.RESTING)
        return []

    def _end(self, reason: str) -> Commands:
        if self.phase not in HELD:
            return []
        self.epoch = None
        return [c.End(reason)]

    def _forget_znode(self) -> None:
        super()._forget_znode()
        self._unanswered_create = False

    # -- what it hears, and when -----------------------------------------------------------------

    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.CREATING, i.Created): _created,
        (Phase.CREATING, i.CreateReplyLost): _create_reply_lost,
        (Phase.CREATING, i.ParentMissing): _parent_missing,
        (Phase.CREATING, i.Failed): _create_failed,
        (Phase.FINDING, i.Children): _find,
        (Phase.FINDING, i.Deleted): _find_again,
        (Phase.WITHDRAWING, i.Deleted): _withdrawn,
    }
