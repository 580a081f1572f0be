"""Read and write the znode `in_sync`."""

from __future__ import annotations

from dataclasses import dataclass

from ....participation import inputs as i
from ....participation.messages import Event, Message
from ....participation.place import Place
from ....zookeeper import operations as q
from . import messages as w
from .notation import parsed, written

NAME = "in_sync"


def path_in(place: Place) -> str:
    """Return its path: in the shelf itself, not in one of its parts."""
    return f"{place.path.rstrip('/')}/{NAME}"


@dataclass(frozen=True)
class ReadInSync(Message):
    """A request to read the znode, with a watch, also where it is missing."""

    generation: int

    def requests(self, place: Place) -> tuple[q.Operation, ...]:
        """Return exists, whose watch tells of its creation, and getData: a change between the two
        fires that watch.
        """
        path = path_in(place)
        return (q.Reads((q.Exists(path, watch=True), q.Get(path))),)

    def said(self, at: float, generation: int, answer: q.Values) -> i.Input:
        """Return the znode as read."""
        _, read = answer.values
        if read is None:
            return w.InSyncRead(at, self.generation, None, None)
        stands = (read.stat.version, read.stat.czxid, read.stat.mzxid)
        return w.InSyncRead(at, self.generation, parsed(read.data), *stands)

    def failed(self, at: float, generation: int, reason: str) -> i.Input:
        """Return the failure in the replication's terms."""
        return w.InSyncUnread(at, self.generation, reason)

    def fired(
        self, at: float, generation: int, place: Place, path: str, event: Event, zxid: int | None
    ) -> i.Input:
        """Return that the znode has changed: there is something to read."""
        return w.InSyncChanged(at, self.generation)


@dataclass(frozen=True)
class WriteInSync(Message):
    """A request to write the znode as read at `version`, None to create it; in one transaction with
    a check of the election's znode called `znode`, where one is named. The answer bears `number`.
    """

    generation: int
    number: int
    value: w.InSync
    version: int | None
    znode: str | None

    def requests(self, place: Place) -> tuple[q.Operation, ...]:
        """Return the write; the shelf's path is created if the znode may be its first."""
        path, data = path_in(place), written(self.value)
        checks = () if self.znode is None else (q.Check(place.of(self.znode)),)
        if self.version is not None:
            return ((*checks, q.Set(path, data, self.version)),)
        made = q.Parents((place.path,))
        return (made, (*checks, q.Create(path, data)))

    def said(self, at: float, generation: int, *answers: q.Answer) -> i.Input:
        """Return the outcome. Refused: the znode, or the election's, has changed."""
        if isinstance(answers[-1], q.Committed):
            version = 0 if self.version is None else self.version + 1
            return w.InSyncWritten(at, self.generation, self.number, version)
        return w.InSyncRefused(at, self.generation, self.number, "it has changed")

    def failed(self, at: float, generation: int, reason: str) -> i.Input:
        """Return the failure in the replication's terms."""
        return w.InSyncRefused(at, self.generation, self.number, reason, failed=True)
