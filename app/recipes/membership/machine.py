"""Membership in a group: who is known, who is live, and telling every member of it.

A node takes part under an identity that outlives its processes; an incarnation is one
process of it. Rules beside those of a participant, by number.

1. Its znodes have names that it knows: a read shows whether a create whose answer was lost has
   happened.
2. A live znode counts as one's own only if the session that owns it is the current one.
7. If somebody else deletes the own live znode, announce again.
8. A missing parent is created, also while the node is a member.
9. Leaving is repeated until the live znode is confirmed gone, or another process of this node has
   announced itself: its live znode has the same name. The entry in `all_nodes` stays.
11. A watch says only that there is something to read; both lists are read again with new watches.
14. A live znode of the own name may be that of an earlier session (KAFKA-7165). Only one that was
    written by an earlier incarnation known to be over may be replaced; for any other, watch it, and
    wait until ZooKeeper has ended its session: its process may be alive.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.participant import Commands, Participant, Table
from ...participation.phases import Intent, Phase
from . import messages as m
from .znodes import ALL, LIVE, PARENTS, live_name

_SETTLED = (Phase.WAITING, Phase.CHECKING)
_IN_VIEW = {"known": ALL, "live": LIVE}
_AT_REST = (*_SETTLED, Phase.BACKING_OFF)
_DEAF = (Phase.CREATING, Phase.MAKING_PARENT, Phase.WITHDRAWING)


class Membership(Participant):
    """One node's side of a group.

    incarnation: names this process for good, whatever its sessions. over: the incarnation of this
    node's last process, if that is certain to have ended; None where nobody can say.
    """

    first_step = "register"
    stands_on = tuple(f"/{one}" for one in PARENTS)
    registers = True

    def __init__(self, identity: str, incarnation: str, over: str | None = None) -> None:
        super().__init__()
        self.identity = identity
        self.lists: dict[str, tuple[str, ...]] = {}
        self.read_at: float | None = None
        self._is_live = False
        self._entry: int | None = None
        self._mine = {incarnation, over} - {None}
        self._incarnation = incarnation
        self._unread: set[str] = set()

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Membership:
        """Make a machine from settings: `node`, its identity; `incarnation` and `over`, as
        above.
        """
        return cls(settings.get("node", name), settings["incarnation"], settings.get("over"))

    def view(self) -> Mapping[str, Any]:
        """Return the lists as last read: what this node believes."""
        lists = {name: list(self.lists.get(parent, ())) for name, parent in _IN_VIEW.items()}
        return {"group": {"node": self.identity, **lists, "at": self.read_at}}

    def hears(self, name: str) -> bool:
        """Tell whether a watch concerns it: on both lists, and on the znode that it waits for."""
        return name in PARENTS or super().hears(name)

    def _belief(self) -> str:
        return self._believed(super()._belief(), "live" if self._is_live else None)

    # -- taking the place in the group ------------------------------------------------------------

    def _resume(self) -> Commands:
        """Read everything that matters, whatever has happened (rules 1, 5 and 11)."""
        self._void_replies()
        self._unread.clear()
        self._enter(Phase.LISTING)
        return [m.Gather(self.identity)]

    def _gathered(self, given: m.Gathered) -> Commands:
        self._learn(given)
        if self._owns(given.standing):
            self.name = live_name(self.identity)
        else:
            self._forget_znode()
        if self._intent is Intent.LEAVE:
            return self._withdraw()
        if given.known is None or given.live is None:
            return self._make_parents()
        return self._take_place(given)

    def _learn(self, given: m.Gathered) -> None:
        self.lists = {ALL: given.known or (), LIVE: given.live or ()}
        self.read_at = given.at
        self._entry = given.entry.version if given.entry else None

    def _owns(self, standing: m.LiveStanding | None) -> bool:
        return standing is not None and standing.owner == self.session

    def _take_place(self, given: m.Gathered) -> Commands:
        if self._owns(given.standing):
            return self._live(given.entry)
        if given.standing and given.standing.incarnation not in self._mine:
            return self._wait_for_earlier()
        if given.entry is None:
            return self._register()
        if given.standing is None:
            return self._announce(given.entry.version)
        return self._replace(given.entry.version)

    def _register(self) -> Commands:
        self.step = "register"
        self._in_queue = False
        self._enter(Phase.CREATING)
        return [m.Register(self.identity, None)]

    def _announce_next(self, given: m.Registered) -> Commands:
        return self._look() if self._intent is Intent.LEAVE else self._announce(given.version)

    def _announce(self, version: int) -> Commands:
        self.step = "announce"
        self._in_queue = False
        self._enter(Phase.CREATING)
        return [m.Announce(self.identity, version)]

    # -- rule 14 ----------------------------------------------------------------------------------

    def _replace(self, version: int) -> Commands:
        """Replace the live znode: its writer was an incarnation of this node that is over, or this
        very process in an earlier session, and nobody else represents it.
        """
        self.step = "earlier session"
        self._in_queue = False
        self._enter(Phase.CREATING)
        return [m.Replace(self.identity, version)]

    def _wait_for_earlier(self) -> Commands:
        self.step = "earlier session"
        self._settle(Phase.WAITING)
        self.watched = live_name(self.identity)
        return self._read_unread()

    # -- a member ---------------------------------------------------------------------------------

    def _live(self, entry: m.OwnEntry | None) -> Commands:
        self.step = "watch members"
        self._is_live = True
        self.watched = LIVE
        if entry is not None and entry.incarnation == self._incarnation:
            self._settle(Phase.WAITING)
            return self._read_unread()
        self._enter(Phase.WAITING)
        writing = m.Register(self.identity, entry.version if entry else None)
        return [writing, *self._read_unread()]

    def _entry_written(self, given: m.Registered) -> Commands:
        self._entry = given.version
        self._settle(self.phase)
        return []

    def _fired_early(self, given: i.WatchFired) -> Commands:
        """Read again: a watch fired before the last answer, so the first are out of date."""
        if given.name not in PARENTS:
            return self._look()
        self._unread.add(given.name)
        return []

    def _fired(self, given: i.WatchFired) -> Commands:
        if given.name not in PARENTS:
            return self._own_fired(given)
        self.step = "notified" if self._is_live else self.step
        self._unread.add(given.name)
        self._enter(Phase.CHECKING)
        return [m.ReadList(given.name)]

    def _read_unread(self) -> Commands:
        if self._unread:
            self._enter(Phase.CHECKING)
        return [m.ReadList(parent) for parent in sorted(self._unread)]

    def _own_fired(self, given: i.WatchFired) -> Commands:
        """Look again: the own live znode fired, or the one that was waited for (rules 7 and 14)."""
        if given.event == "deleted":
            self._forget_znode()
        return self._look()

    def _list_read(self, given: m.ListRead) -> Commands:
        """Take a list (rule 8); if a live node is missing from it, look closer."""
        if given.names is None:
            return self._make_parents()
        self.lists = {**self.lists, given.parent: given.names}
        self.read_at = given.at
        if self._is_live and self.identity not in given.names:
            return self._look()
        self._unread.discard(given.parent)
        if not self._unread:
            self.step = "watch members" if self._is_live else self.step
            self._enter(Phase.WAITING)
        return []

    # -- leaving ----------------------------------------------------------------------------------

    def _stop(self, given: i.Stop) -> Commands:
        """Stop once what is under way has answered, so that nothing stays behind (rule 9)."""
        self._intent = Intent.LEAVE
        if self.session is None:
            return self._leave()
        return self._withdraw() if self.phase in _AT_REST else []

    def _withdraw(self) -> Commands:
        """Delete the live znode, unless the entry says that another process has announced itself
        since (rule 14): both have the same name. What is left of its own goes with its session.
        """
        self.step = "leave"
        self._void_replies()
        if self.name is None:
            return self._leave()
        self._enter(Phase.WITHDRAWING)
        if self._entry is None:
            return [c.DeleteOwn(self.name)]
        return [m.Evict(self.identity, self._entry)]

    def _withdrawn(self, given: i.Deleted) -> Commands:
        self._forget_znode()
        return self._leave() if self._intent is Intent.LEAVE else self._look()

    # -- trouble ----------------------------------------------------------------------------------

    def _failed(self, given: i.Failed) -> Commands:
        """Stay a member that cannot write its entry, and keep trying."""
        stays = self._is_live and self.phase in _SETTLED
        return self._retry_later(given.reason) if stays else self._back_off(given.reason)

    def _end(self, reason: str) -> Commands:
        """End the belief alone: membership gives nothing that has to be given up."""
        self._is_live = False
        return super()._end(reason)

    def _forget_znode(self) -> None:
        super()._forget_znode()
        self._is_live = False

    # -- what it hears, and when -----------------------------------------------------------------

    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.LISTING, m.Gathered): _gathered,
        (Phase.CREATING, m.Registered): _announce_next,
        (Phase.CREATING, i.WriteRefused): Participant._look_again,
        (Phase.CREATING, i.Created): Participant._look_again,
        (Phase.CREATING, i.Taken): Participant._look_again,
        (Phase.CREATING, i.CreateReplyLost): Participant._look_again,
        (Phase.CREATING, i.ParentMissing): Participant._parent_missing,
        (Phase.CHECKING, m.ListRead): _list_read,
        **dict.fromkeys(((phase, m.Registered) for phase in _SETTLED), _entry_written),
        **dict.fromkeys(((phase, i.WriteRefused) for phase in _SETTLED), Participant._look_again),
        **dict.fromkeys(
            ((phase, i.ParentMissing) for phase in _SETTLED), Participant._parent_missing
        ),
        (Phase.WITHDRAWING, i.Deleted): _withdrawn,
        (Phase.LISTING, i.WatchFired): _fired_early,
        **dict.fromkeys(((phase, i.WatchFired) for phase in _SETTLED), _fired),
        **dict.fromkeys(((phase, i.WatchFired) for phase in _DEAF), Participant._overtaken),
    }
