"""Play a volunteer: it holds one ephemeral znode under a parent, for any purpose.

These rules come besides those of a participant; each names the failure that taught it.

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
from .participant import FIRST_RETRY, Anywhere, Commands, Course, Participant, Table, Turn
from .phases import HELD, Intent, Phase


class Volunteer(Participant):
    """A participant that creates one ephemeral znode, finds it again, and gives it back. A recipe
    says what the znode is good for.
    """

    first_step = "create znode"
    resumes: ClassVar[tuple[Phase, ...]] = (
        Phase.FINDING,
        Phase.WITHDRAWING,
        Phase.LEFT,
        Phase.RESTING,
        Phase.LISTING,
    )
    """The phases that every volunteer's course RESUME enters; a recipe adds its own."""

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

    def _listing(self, name: str | None, *, watch: bool = True, sync: bool = False) -> c.Message:
        """Return the request for the list, and for the own znode."""
        return c.list_children(name, watch, sync)

    # -- joining ------------------------------------------------------------------------------

    _sought: ClassVar[str | None] = None
    """The znode to read when a create may have happened; None: the list of children shows its name.
    """

    def _volunteer(self) -> Commands:
        """Create the own znode: there is none, and the volunteer wants one."""
        return self._create()

    def _create(self) -> Commands:
        self.step = "create znode"
        self._enter(Phase.CREATING)
        self._unanswered_create = True
        return [self._creation()]

    def _creation(self) -> c.Command:
        """Return the request that creates the own znode."""
        return c.create_own(self._prefix)

    @property
    def _prefix(self) -> str:
        """Return the beginning of the own znode's name."""
        return f"{self._guid}-n_"

    @abstractmethod
    def _take_part(self) -> Commands:
        """Find out what the own znode means: it is there, as far as is known."""

    def _created(self, given: i.Created) -> Commands:
        self._unanswered_create = False
        self.name = given.name
        return self._withdraw() if self._intent is not Intent.STAY else self._take_part()

    def _create_failed(self, given: i.Failed) -> Commands:
        self._unanswered_create = False
        return self._failed(given)

    def _parent_missing(self, given: i.ParentMissing) -> Commands:
        self._unanswered_create = False
        return self._make_parents()

    def _find(self, given: i.Children) -> Commands:
        """Find the own znode (rule 1); the next read shows whose znode it is (rule 2)."""
        self._unanswered_create = False
        own = self._found(given)
        self.name = own[0] if own else None
        if len(own) > 1:
            return [c.delete_own(own[-1])]
        return self._go_on()

    def _seek_again(self, given: i.Input) -> Commands:
        return self._seek()

    def _found(self, given: i.Children) -> list[str]:
        """Take the own znodes, the lowest first."""
        return in_order(name for name in given.names or () if self._is_mine(name))

    def _is_mine(self, name: str) -> bool:
        return name.startswith(self._prefix) and parse_sequence(name) is not None

    def _list(self, phase: Phase, name: str | None) -> Commands:
        """List the children. It reads a znode that will go without a watch, and after a sync: a
        delete whose answer was lost may have made way for somebody else's znode of this name (rules
        19, 25).
        """
        leaves = phase is Phase.WITHDRAWING
        self._enter(phase)
        return [self._listing(name, watch=not leaves, sync=leaves)]

    def _look(self) -> Commands:
        """Look again, and void an earlier look: a leader would act on both answers."""
        self._void_replies()
        return [self._listing(self.name)]

    def _own_fired(self, given: i.WatchFired) -> Commands:
        """Handle the watch on the own znode (rule 7). A change of data only uses up the watch; the
        read that follows sets it again.
        """
        if given.event == "deleted":
            return self._znode_gone()
        return self._look() if self.phase in HELD else self._resume()

    def _disproven(self, given: i.Disproven) -> Commands:
        return self._znode_gone() if self.phase in HELD else super()._disproven(given)

    def _owns(self, own: i.Own | None) -> bool:
        return own is not None and own.owner == self.session

    def _not_own(self, read: i.Own | None) -> Commands:
        """Give up a znode that is not its own (rules 2 and 7). If its name would show it again,
        look for it after a while.
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
        """Stop; wait first for the answer to a create under way, so that nothing stays behind (rule
        9).
        """
        self.step = None
        return self._give_back(Intent.LEAVE, "it was stopped")

    def _give_back(self, intent: Intent, reason: str) -> Commands:
        """End at once what the znode gave; delete the znode when nothing that affects it is under
        way.
        """
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
        return [c.delete_own(self.name)]

    def _withdrawn(self, given: i.Deleted | None) -> Commands:
        """Look for another znode that a late create may have left (rule 1). A volunteer that leaves
        does not look: its znodes go with its session.
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
        """Rest: stay connected, and have no znode until something calls for one."""
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

    anywhere: ClassVar[Anywhere] = {
        **Participant.anywhere,
        i.Stop: Turn(_stop, Phase.WITHDRAWING, Phase.LEFT),
    }
    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.CREATING, i.Created): Turn(_created, Phase.WITHDRAWING, Phase.LISTING),
        (Phase.CREATING, i.CreateReplyLost): Turn(_seek_again, Phase.FINDING),
        (Phase.CREATING, i.ParentMissing): Turn(_parent_missing, Phase.MAKING_PARENT),
        (Phase.CREATING, i.Failed): Turn(_create_failed, Phase.BACKING_OFF),
        (Phase.FINDING, i.Children): Turn(_find, Course.RESUME),
        (Phase.FINDING, i.Deleted): Turn(_seek_again),
        (Phase.WITHDRAWING, i.Deleted): Turn(
            _withdrawn, Phase.FINDING, Phase.LEFT, Phase.RESTING, Phase.CREATING
        ),
    }
