"""What a candidate says to ZooKeeper beside any volunteer's messages, and what it hears from there
and from the dashboard.

Beside the election's path two znodes belong to it: in one the leader writes down that it leads, and
the other one holds the newest version of the candidates' data.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.messages import Message, message, writing
from ...participation.place import Place
from ...zookeeper import operations as o
from .znodes import ACKNOWLEDGED, VERSION, epoch_in, newest_in

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
    of its last change.
    """

    version: int
    epoch: int | None
    mzxid: int


@dataclass(frozen=True)
class ReadBeside:
    """What stands beside the candidates, read at one moment with their list."""

    acknowledgement: Acknowledgement | None = None
    newest: int | None = None


# -- messages ---------------------------------------------------------------------------------


@message
def list_candidates(
    name: str | None, watch: bool = True, sync: bool = False, newest: bool = False
) -> Message:
    """List, with the acknowledgement of the leader, and with the newest data version if `newest` is
    set.
    """
    suffixes = (ACKNOWLEDGED, VERSION) if newest else (ACKNOWLEDGED,)

    def told(acknowledged: o.Node | None, version: o.Node | None = None) -> ReadBeside:
        found = newest_in(version.data) if version else None
        return ReadBeside(_acknowledgement_of(acknowledged), found)

    return c.listing(
        name, watch, sync, lambda place: tuple(o.Get(place.path + one) for one in suffixes), told
    )


def _acknowledgement_of(read: o.Node | None) -> Acknowledgement | None:
    """Return the acknowledgement; data that is not ours gives no epoch, and is written over."""
    if read is None:
        return None
    return Acknowledgement(read.stat.version, epoch_in(read.data), read.stat.mzxid)


@message
def acknowledge(name: str, epoch: int, version: int | None) -> Message:
    """Write the epoch to the acknowledgement znode, together with a check of the own znode; refused
    where one of the two is not as it was read.

    `version` is the acknowledgement's as read, None to create it.
    """

    def writes(place: Place) -> tuple[o.Write, ...]:
        said = {"znode": name, "epoch": epoch, "candidate": place.name}
        path, data = place.path + ACKNOWLEDGED, json.dumps(said).encode()
        write = o.Create(path, data) if version is None else o.Set(path, data, version)
        return (o.Check(place.of(name)), write)

    return writing(writes)
