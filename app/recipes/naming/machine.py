"""A name service: a provider registers its address under a name, clients look it up.

A name is an ephemeral znode below the service's path; its data says the address. Rules beside those
of a participant and of watching a znode, by number.

1. The znode has a known name: a read shows whether a create or a change whose answer was lost has
   happened.
2. The name is a provider's own only if the session that owns its znode is the current one.
7. If somebody else deletes the own znode, register again.
8. A missing parent is created.
9. Leaving is repeated until the own znode is confirmed gone; otherwise the address would stay until
   the session's end.
14. A name may belong to another provider, or to an earlier session. Only what this very process has
   written may be replaced; otherwise watch it, and wait until it goes: that is a standby.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ...participation import inputs as i
from ...participation import watching as w
from ...participation.participant import Anywhere, Commands, Participant, Table
from ...participation.phases import Intent, Phase
from . import messages as m
from .znodes import address_in, incarnation_in

# -- clients ----------------------------------------------------------------------------------


class Lookup(w.Watching):
    """A client of one name. It no longer uses an address whose znode is gone."""

    first_step = again = "look up"
    settled = "use"
    nothing = "no such name"

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Lookup:
        """Make a machine from settings: `name`, the one that it looks up."""
        return cls(settings.get("name", name), settings.get("name", name))

    @property
    def address(self) -> str | None:
        """Return where the name leads to, as far as it knows; None for nowhere."""
        return None if self.value is None or self.missing else address_in(self.value.text)

    def view(self) -> Mapping[str, Any]:
        """Return what the name leads to: what this client believes."""
        seen = self.seen()
        said = None if self.value is None else address_in(self.value.text)
        return {"lookup": {**seen, "value": said, "name": self.target}}


# -- providers --------------------------------------------------------------------------------

_AT_REST = (Phase.WAITING, Phase.RESTING, Phase.BACKING_OFF)
_BUSY = (Phase.LISTING, Phase.CREATING, Phase.MAKING_PARENT, Phase.WITHDRAWING)


class Provider(Participant):
    """A provider found under a name. incarnation: names this process for good.

    address: where it is found, None until its work has said so.
    """

    first_step = "register"
    stands_on = ("", m.REGISTRATIONS)

    def __init__(self, target: str, incarnation: str) -> None:
        super().__init__()
        self.target = target
        self.address: str | None = None
        self._incarnation = incarnation
        self._is_registered = False
        self._is_counted = True

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Provider:
        """Make a machine from settings: `name`, under which it is found; `incarnation`, as
        above.
        """
        return cls(settings.get("name", name), settings["incarnation"])

    def view(self) -> Mapping[str, Any]:
        """Return under which name it is found, and where."""
        return {"provider": {"name": self.target, "address": self.address}}

    def _belief(self) -> str:
        return self._believed(super()._belief(), "registered" if self._is_registered else None)

    # -- the own name ---------------------------------------------------------------------------

    def _resume(self) -> Commands:
        """Read, whatever has happened (rules 1 and 5)."""
        self._void_replies()
        self._enter(Phase.LISTING)
        return [m.FindName(self.target)]

    def _move(self, given: m.Move) -> Commands:
        """Take another address; what is under way ends with a look, which finds it."""
        self.address = given.address
        return self._look() if self.phase in _AT_REST else []

    def _seen(self, given: m.NameFound) -> Commands:
        if given.value.owner != self.session:
            return self._is_anothers(given)
        self.name = self.target
        if self._intent is Intent.LEAVE:
            return self._remove(given, "leave")
        if self.address not in (None, address_in(given.value.text)):
            return self._readdress(given)
        self._is_registered = True
        return self._wait("registered")

    def _wait(self, step: str) -> Commands:
        self.step = step
        self.watched = self.target
        self._settle(Phase.WAITING)
        return []

    def _is_anothers(self, given: m.NameFound) -> Commands:
        """Remove an earlier own znode, or wait for another's end (rules 2 and 14)."""
        self._forget_znode()
        if self._intent is Intent.LEAVE:
            return self._leave()
        if incarnation_in(given.value.text) == self._incarnation:
            return self._remove(given, "taken")
        return self._wait("taken")

    def _missing(self, given: w.Missing) -> Commands:
        self._forget_znode()
        if self._intent is Intent.LEAVE:
            return self._leave()
        if self.address is None:
            self._enter(Phase.RESTING)
            return []
        self.step = "register"
        self._enter(Phase.CREATING)
        return [m.EnterName(self.target, self.address, self._is_counted)]

    def _readdress(self, given: m.NameFound) -> Commands:
        assert self.address is not None
        self.step = "move"
        self._enter(Phase.CREATING)
        return [m.Readdress(self.target, self.address, given.value.version, given.count)]

    def _parent_made(self, given: i.ParentMade) -> Commands:
        self._is_counted = True
        return self._look()

    def _parent_refused(self, given: i.Failed) -> Commands:
        """Go on without a count if nothing may be created beside the service."""
        was_counted, self._is_counted = self._is_counted, False
        return self._look() if was_counted else self._failed(given)

    def _fired(self, given: i.WatchFired) -> Commands:
        """Look again: the own znode fired, or the one that was waited for (rules 7 and 14)."""
        self._is_registered = self._is_registered and given.event != "deleted"
        return self._look()

    def _fired_early(self, given: i.WatchFired) -> Commands:
        """Look again after what is under way; a look that was sent may be older than this."""
        return self._look() if self.phase is Phase.LISTING else []

    # -- leaving --------------------------------------------------------------------------------

    def _stop(self, given: i.Stop) -> Commands:
        """Stop once what is under way has answered, so that nothing stays behind (rule 9)."""
        self._intent = Intent.LEAVE
        if self.session is None:
            return self._leave()
        return self._look() if self.phase in _AT_REST else []

    def _remove(self, given: m.NameFound, step: str) -> Commands:
        self.step = step
        self._is_registered = False
        self._enter(Phase.WITHDRAWING)
        return [m.Remove(self.target, given.value.version, given.count)]

    def _removed(self, given: i.Deleted) -> Commands:
        self._forget_znode()
        return self._leave() if self._intent is Intent.LEAVE else self._look()

    def _end(self, reason: str) -> Commands:
        """End the standing: cut off, it cannot know whether the name still leads to it."""
        self._is_registered = False
        return super()._end(reason)

    def _forget_znode(self) -> None:
        super()._forget_znode()
        self._is_registered = False

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {**Participant.anywhere, m.Move: _move}
    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.LISTING, m.NameFound): _seen,
        (Phase.LISTING, w.Missing): _missing,
        (Phase.CREATING, i.Created): Participant._look_again,
        (Phase.CREATING, i.Taken): Participant._look_again,
        (Phase.CREATING, i.CreateReplyLost): Participant._look_again,
        (Phase.CREATING, i.ParentMissing): Participant._parent_missing,
        (Phase.CREATING, i.Written): Participant._look_again,
        (Phase.CREATING, i.WriteRefused): Participant._look_again,
        (Phase.MAKING_PARENT, i.ParentMade): _parent_made,
        (Phase.MAKING_PARENT, i.Failed): _parent_refused,
        (Phase.WITHDRAWING, i.Deleted): _removed,
        (Phase.WITHDRAWING, i.WriteRefused): Participant._look_again,
        (Phase.WAITING, i.WatchFired): _fired,
        **dict.fromkeys(((phase, i.WatchFired) for phase in _BUSY), _fired_early),
    }
