"""Watching one znode: its value, and every later one, as soon as ZooKeeper tells.

Rules beside those of a participant, by number.

6. Read with a watch. On a missing znode that fails and leaves none: then ask whether it exists,
   with a watch, which hears of its creation. Not the parent's list of children: that changes with
   every sibling, and the parent may be missing too.
11. A watch says only that there is something to read; one that was under way when the connection
   broke is lost. So each one that fires, and each reconnect, is a reason to read again.
17. A value is newer if its mzxid is higher. Its version begins at 0 again in a znode that was
   deleted and recreated, so it says nothing.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from app.recipes import inputs as i
from app.recipes import requests as q
from app.recipes.messages import Event, Message
from app.recipes.participant import Commands, Participant
from app.recipes.phases import Phase
from app.recipes.place import Place

SELF = ""
"""What stands for the znode at the recipe's own path, where others are named relative to it."""

LONGEST = 500
"""Characters of a value that are kept."""

# -- commands ---------------------------------------------------------------------------------


class Asking(Message):
    """Reads one znode with a watch, which is known by the znode's last name."""

    name: str

    def path(self, place: Place) -> str:
        """Also of the znode at the recipe's own path."""
        return place.path if self.name == SELF else place.of(self.name)

    def fired(
        self, at: float, generation: int, place: Place, path: str, event: Event, zxid: int | None
    ) -> i.Input:
        """Also of the znode at the recipe's own path."""
        return i.WatchFired(at, generation, path.rpartition("/")[2], event, zxid)


@dataclass(frozen=True)
class Look(Asking):
    """Read a znode with a watch; answered by Seen, or by Missing, and then there is no watch."""

    name: str

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """getData; on a missing znode it fails and sets no watch."""
        return (q.Reads((q.Get(self.path(place), watch=True),)),)

    def said(self, at: float, generation: int, answer: q.Values) -> i.Input:
        """Of a long value the beginning."""
        read = answer.values[0]
        return Missing(at, generation) if read is None else Seen(at, generation, value_of(read))


@dataclass(frozen=True)
class Await(Asking):
    """Ask whether a znode exists, with a watch; answered by Absent, and then the watch hears of its
    creation, or by Present.
    """

    name: str

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """exists, whose watch is set in either case."""
        return (q.Reads((q.Exists(self.path(place), watch=True),)),)

    def said(self, at: float, generation: int, answer: q.Values) -> i.Input:
        """Whether it stands."""
        here = answer.values[0] is not None
        return Present(at, generation) if here else Absent(at, generation)


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
    """There is one after all."""


def value_of(read: q.Node) -> Value:
    """A znode's value; of a long one the beginning, which is enough to be shown."""
    text, stat = read.data.decode(errors="replace")[:LONGEST], read.stat
    return Value(text, stat.mzxid, stat.czxid, stat.version, stat.ephemeralOwner)


# -- the participant --------------------------------------------------------------------------

_AWAKE = (Phase.LISTING, Phase.WATCHING, Phase.WAITING)


class Watching(Participant):
    """One process that watches one znode and writes nothing. `shown` is what the znode is called.

    value: the newest it has seen, whether the znode still stands or not; missing: it stood no more
    at the last look. taken_at, read_at, told_at: when it saw that value first, when it last looked,
    when a watch last fired.
    """

    transitions: ClassVar[Mapping[tuple[Phase, type[i.Input]], str]] = {
        **Participant.transitions,
        (Phase.LISTING, Seen): "_seen",
        (Phase.LISTING, Missing): "_missing",
        (Phase.WATCHING, Absent): "_absent",
        (Phase.WATCHING, Present): "_present",
        **{(phase, i.WatchFired): "_fired" for phase in _AWAKE},
    }
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
        self.missing = False
        self.taken_at: float | None = None
        self.read_at: float | None = None
        self.told_at: float | None = None

    @abstractmethod
    def view(self) -> Mapping[str, Any]:
        """What it has seen, in the words of its recipe."""

    def seen(self) -> dict[str, Any]:
        """What it has seen last, for `view`."""
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
        """11: whatever has happened meanwhile, a look tells."""
        self.step = self.first_step if self.read_at is None else self.again
        return self._look()

    def _look(self) -> Commands:
        """Of several watches that may have been left only the latest is listened to."""
        self._void_replies()
        self._enter(Phase.LISTING)
        return [Look(self.target)]

    def _fired(self, given: i.WatchFired) -> Commands:
        self.step = "notified"
        self.told_at = given.at
        return self._look()

    def _seen(self, given: Seen) -> Commands:
        """17: what is older than the value known comes from a server that is late, whose watch
        fires as soon as it has caught up.
        """
        if self.value is None or given.value.mzxid > self.value.mzxid:
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
        """6."""
        self._enter(Phase.WATCHING)
        return [Await(self.target)]

    def _absent(self, given: Absent) -> Commands:
        return self._rest(given.at, self.nothing, missing=True)

    def _present(self, given: Present) -> Commands:
        return self._look()

    # -- leaving --------------------------------------------------------------------------------

    def _stop(self, given: i.Stop) -> Commands:
        """There is no znode to take away: its watch goes with the session."""
        return self._leave()

    def _belief(self) -> str:
        return "gone" if self.phase is Phase.LEFT else super()._belief()

    def _step_down(self, reason: str) -> Commands:
        """What was seen stays in use, as old as it is; only the watch is over."""
        self._in_queue = False
        return []
