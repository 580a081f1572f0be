"""What a candidate says to ZooKeeper beside any volunteer's messages, and hears.

Beside the election's path two znodes belong to it: in one the leader writes down that it leads, and
the other one holds the newest version of the candidates' data.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.messages import Writing
from ...participation.place import Place
from ...participation.said import said_in
from ...zookeeper import operations as q
from .znodes import ACKNOWLEDGED, VERSION, newest_in

# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Resign(i.Input):
    """An order to give up leadership and queue again."""


@dataclass(frozen=True)
class Data(i.Input):
    """The version of the candidate's data is `version`, the newest is `newest`; a candidate whose
    `version` is None takes part whatever the newest is.
    """

    version: int | None
    newest: int | None


@dataclass(frozen=True)
class Acknowledgement:
    """The acknowledgement znode as read; `epoch` is None where its data says none. `mzxid` is that
    of its last change, which is later than every epoch that could have been written by it.
    """

    version: int
    epoch: int | None
    mzxid: int

    @property
    def is_genuine(self) -> bool:
        """Tell whether the epoch can be one of this ensemble. An epoch copied from another ensemble
        may exceed all that will ever be here.
        """
        return self.epoch is not None and self.epoch < self.mzxid


@dataclass(frozen=True)
class ReadBeside:
    """What stands beside the candidates, read at one moment with their list."""

    acknowledgement: Acknowledgement | None = None
    newest: int | None = None


# -- messages ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ListCandidates(c.List):
    """A command to list, with the acknowledgement of the leader, and with the newest data version
    if `newest` is set.
    """

    newest: bool = False

    def beside(self, place: Place) -> tuple[q.Read, ...]:
        """Return what is read at one moment with the list."""
        acknowledged = q.Get(place.path + ACKNOWLEDGED)
        return (acknowledged, q.Get(place.path + VERSION)) if self.newest else (acknowledged,)

    def told_beside(self, *read: q.Node | None) -> ReadBeside:
        """Return both; what was not requested counts as missing."""
        acknowledged, *version = read
        newest = newest_in(version[0].data) if version and version[0] else None
        return ReadBeside(_acknowledgement_of(acknowledged), newest)


def _acknowledgement_of(read: q.Node | None) -> Acknowledgement | None:
    """Return the acknowledgement; data that is not ours gives no epoch, and is written over."""
    if read is None:
        return None
    epoch = said_in(read.data, "epoch", int)
    return Acknowledgement(read.stat.version, epoch, read.stat.mzxid)


@dataclass(frozen=True)
class Acknowledge(Writing):
    """A command to write the epoch to the acknowledgement znode, together with a check of the own
    znode; refused where one of the two is not as it was read.

    `version` is the acknowledgement's as read, None to create it.
    """

    name: str
    epoch: int
    version: int | None

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the writes: the own znode is still there, and nobody wrote since it was read."""
        said = {"znode": self.name, "epoch": self.epoch, "candidate": place.name}
        path, data = place.path + ACKNOWLEDGED, json.dumps(said).encode()
        written = q.Create(path, data) if self.version is None else q.Set(path, data, self.version)
        return (q.Check(place.of(self.name)), written)
