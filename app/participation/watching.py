"""Watch one znode: its value, and every later one, as soon as ZooKeeper reports it.

These rules come besides those of a participant; each has its number.

6. Read with a watch. On a missing znode that fails and leaves no watch: then ask whether it exists,
   with a watch that fires at its creation. Do not watch the parent's list of children: that changes
   with every sibling, and the parent may be missing too.
11. A watch says only that there is something to read; a notification that was under way when the
   connection broke is lost. So each one that fires, and each reconnect, is a reason to read again.
17. A value is newer if its mzxid is higher. The version begins at 0 again in a znode that was
   deleted and created again, so it says nothing. An older value comes from a server that is late.
   If the value is still there after a sync, it comes from another history of ZooKeeper, which was
   set up again or restored, and then that value holds (24).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..zookeeper import operations as o
from . import inputs as i
from .messages import Event, Message, message, reading
from .participant import Commands, Course, Courses, Participant, Table, Turn
from .phases import Phase
from .place import Place

SELF = ""
"""The name of the znode at the recipe's own path, where other names are relative to it."""

LONGEST = 500
"""The number of characters of a value that are kept."""

# -- commands ---------------------------------------------------------------------------------


def path_of(name: str, place: Place) -> str:
    """Return the path of a znode, also of the one at the recipe's own path."""
    return place.path if name == SELF else place.of(name)


def last_name_fired(
    at: float, generation: int, place: Place, path: str, event: Event, zxid: int | None
) -> i.Input:
    """Return what happened to the znode, which is known by its last name, also at the recipe's own
    path.
    """
    return i.WatchFired(at, generation, path.rpartition("/")[2], event, zxid)


@message
def look(name: str, sync: bool = False) -> Message:
    """Read a znode with a watch. The answer is Seen, or Missing, and then there is no watch. With
    `sync` the server catches up first.
    """

    def told(at: float, generation: int, read: o.Node | None) -> i.Input:
        return Missing(at, generation) if read is None else Seen(at, generation, value_of(read))

    return reading(
        lambda place: (o.Get(path_of(name, place), watch=True),),
        told,
        sync=sync,
        fired=last_name_fired,
    )


@message
def await_creation(name: str) -> Message:
    """Ask whether a znode exists, with a watch in either case. The answer is Absent, and then the
    watch fires at its creation, or Present.
    """

    def told(at: float, generation: int, stat: Any) -> i.Input:
        return Absent(at, generation) if stat is None else Present(at, generation)

    return reading(
        lambda place: (o.Exists(path_of(name, place), watch=True),), told, fired=last_name_fired
    )


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Value:
    """A znode as read. mzxid: that of the change that wrote it; owner: the session, 0 for none."""

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


def value_of(read: o.Node) -> Value:
    """Return a znode's value, or the beginning of a long one, which is enough to show."""
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
    enters: ClassVar[Courses] = {Course.RESUME: (Phase.LISTING,)}
    first_step = "read"
    again: ClassVar[str] = "read again"
    settled: ClassVar[str] = "watch"
    nothing: ClassVar[str] = "await"
    """The steps of its recipe: after a reconnect, with a value, and without a znode."""

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
        """Look at the znode, whatever has happened meanwhile (rule 11)."""
        self.step = self.first_step if self.read_at is None else self.again
        return self._look()

    def _look(self, *, sync: bool = False) -> Commands:
        """Look at the znode; if several watches may have been left, only the latest counts."""
        self._void_replies()
        self._enter(Phase.LISTING)
        self._has_synced = sync
        return [look(self.target, sync)]

    def _fired(self, given: i.WatchFired) -> Commands:
        self.step = "notified"
        self.told_at = given.at
        return self._look()

    def _seen(self, given: Seen) -> Commands:
        """Take a value that was read (rules 17 and 24)."""
        known = self.value
        if known is not None and given.value.mzxid < known.mzxid and not self._has_synced:
            return self._look(sync=True)
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
        return [await_creation(self.target)]

    def _absent(self, given: Absent) -> Commands:
        return self._rest(given.at, self.nothing, missing=True)

    def _present(self, given: Present) -> Commands:
        return self._look()

    # -- what it hears, and when -----------------------------------------------------------------

    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.LISTING, Seen): Turn(_seen, Phase.WAITING),
        (Phase.LISTING, Missing): Turn(_missing, Phase.WATCHING),
        (Phase.WATCHING, Absent): Turn(_absent, Phase.WAITING),
        (Phase.WATCHING, Present): Turn(_present, Phase.LISTING),
        **dict.fromkeys(((phase, i.WatchFired) for phase in _AWAKE), Turn(_fired, Phase.LISTING)),
    }
