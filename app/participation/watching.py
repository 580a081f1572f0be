"""Watch one znode: its value, and every later one, as soon as ZooKeeper reports it.

Rules beside those of a participant, by number.

6. Read with a watch. On a missing znode that fails and leaves none: then ask whether it exists,
   with a watch, which fires at its creation. Not the parent's list of children: that changes with
   every sibling, and the parent may be missing too.
11. A watch says only that there is something to read; one that was under way when the connection
   broke is lost. So each one that fires, and each reconnect, is a reason to read again.
17. A value is newer if its mzxid is higher. Its version begins at 0 again in a znode that was
   deleted and recreated, so it says nothing. An older value comes from a server that is late; or,
   if it is there after a sync too, from another history of ZooKeeper, which was set up again or
   restored, and then it is what holds (24).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..zookeeper import operations as q
from . import inputs as i
from .messages import Event, Reading
from .participant import Commands, Participant, Table
from .phases import Phase
from .place import Place

SELF = ""
"""The name of the znode at the recipe's own path, where others are named relative to it."""

LONGEST = 500
"""Characters of a value that are kept."""

# -- commands ---------------------------------------------------------------------------------


class Asking(Reading):
    """A read of one znode with a watch, which is known by the znode's last name."""

    name: str

    def path(self, place: Place) -> str:
        """Return the path, also of the znode at the recipe's own path."""
        return place.path if self.name == SELF else place.of(self.name)

    def fired(
        self, at: float, generation: int, place: Place, path: str, event: Event, zxid: int | None
    ) -> i.Input:
        """Return the notification, also of the znode at the recipe's own path."""
        return i.WatchFired(at, generation, path.rpartition("/")[2], event, zxid)


@dataclass(frozen=True)
class Look(Asking):
    """A request to read a znode with a watch; answered by Seen, or by Missing, and then there is no
    watch. With `sync` the server catches up first.
    """

    name: str
    sync: bool = False

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return getData; on a missing znode it fails and sets no watch."""
        return (q.Get(self.path(place), watch=True),)

    def told(self, at: float, generation: int, *values: Any) -> i.Input:
        """Return the outcome; of a long value the beginning."""
        (read,) = values
        return Missing(at, generation) if read is None else Seen(at, generation, value_of(read))


@dataclass(frozen=True)
class Await(Asking):
    """A request whether a znode exists, with a watch; answered by Absent, and then the watch fires
    at its creation, or by Present.
    """

    name: str

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return exists, whose watch is set in either case."""
        return (q.Exists(self.path(place), watch=True),)

    def told(self, at: float, generation: int, stat: Any) -> i.Input:
        """Return whether it is there."""
        return Present(at, generation) if stat is not None else Absent(at, generation)


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Value:
    """A znode as read. mzxid: of the change that wrote it; owner: the session, 0 for none."""

    text: str
    mzxid: int
    czxid: int
    version: int
    owner: int = 0


@dataclass(frozen=True)
class Seen(i.Reply):
    """The znode was read, and is watched now."""

    value: Value


@dataclass(frozen=True)
class Missing(i.Reply):
    """There was no such znode, and nothing is watched."""


@dataclass(frozen=True)
class Absent(i.Reply):
    """There is no such znode; its creation is watched."""


@dataclass(frozen=True)
class Present(i.Reply):
    """The znode exists after all."""


def value_of(read: q.Node) -> Value:
    """Return a znode's value; of a long one the beginning, which is enough to show."""
    text, stat = read.data.decode(errors="replace")[:LONGEST], read.stat
    return Value(text, stat.mzxid, stat.czxid, stat.version, stat.ephemeralOwner)


# -- the participant --------------------------------------------------------------------------

_AWAKE = (Phase.LISTING, Phase.WATCHING, Phase.WAITING)


class Watching(Participant):
    """One process that watches one znode and writes nothing. `shown` is the znode's name.

    value: the newest it has seen, whether the znode still exists or not; missing: it was gone at
    the last look. taken_at, read_at, told_at: when it saw that value first, when it last looked,
    when a watch last fired.
    """

    words: ClassVar[Mapping[str, str]] = {"waiting": "watching"}
    first_step = "read"
    again: ClassVar[str] = "read again"
    settled: ClassVar[str] = "watch"
    nothing: ClassVar[str] = "await"
    """The steps of its recipe after a reconnect, with a value, and without a znode."""

    def __init__(self, target: str, shown: str) -> None:
        super().__init__()
        self.target, self.shown = target, shown
        self.value: Value | None = None
        self.missing = self._has_synced = False
        self.taken_at: float | None = None
        self.read_at: float | None = None
        self.told_at: float | None = None

    @abstractmethod
    def view(self) -> Mapping[str, Any]:
        """Return what it has seen, in the words of its recipe."""

    def seen(self) -> dict[str, Any]:
        """Return what it has seen last, for `view`."""
        value = self.value
        return {
            "value": value.text if value else None,
            "mzxid": value.mzxid if value else None,
            "version": value.version if value else None,
            "missing": self.missing,
            "taken_at": self.taken_at,
            "read_at": self.read_at,
            "told_at": self.told_at,
        }

    # -- looking --------------------------------------------------------------------------------

    def _resume(self) -> Commands:
        """Look, whatever has happened meanwhile (rule 11)."""
        self.step = self.first_step if self.read_at is None else self.again
        return self._look()

    def _look(self) -> Commands:
        """Look; of several watches that may have been left only the latest counts."""
        return self._look_with(sync=False)

    def _look_with(self, *, sync: bool) -> Commands:
        self._void_replies()
        self._enter(Phase.LISTING)
        self._has_synced = sync
        return [Look(self.target, sync)]

    def _fired(self, given: i.WatchFired) -> Commands:
        self.step = "notified"
        self.told_at = given.at
        return self._look()

    def _seen(self, given: Seen) -> Commands:
        """Take a value (rules 17 and 24)."""
        known = self.value
        if known is not None and given.value.mzxid < known.mzxid and not self._has_synced:
            return self._look_with(sync=True)
        if given.value != known:
            self.value = given.value
            self.taken_at = given.at
        return self._rest(given.at, self.settled, missing=False)

    def _rest(self, at: float, step: str, *, missing: bool) -> Commands:
        self.step = step
        self.missing = missing
        self.read_at = at
        self.watched = self.shown
        self._settle(Phase.WAITING)
        return []

    # -- a znode that there is not -------------------------------------------------------------

    def _missing(self, given: Missing) -> Commands:
        """Wait for the creation of a missing znode (rule 6)."""
        self._enter(Phase.WATCHING)
        return [Await(self.target)]

    def _absent(self, given: Absent) -> Commands:
        return self._rest(given.at, self.nothing, missing=True)

    def _present(self, given: Present) -> Commands:
        return self._look()

    # -- what it hears, and when -----------------------------------------------------------------

    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.LISTING, Seen): _seen,
        (Phase.LISTING, Missing): _missing,
        (Phase.WATCHING, Absent): _absent,
        (Phase.WATCHING, Present): _present,
        **dict.fromkeys(((phase, i.WatchFired) for phase in _AWAKE), _fired),
    }
