"""What stands beside an election's path, and says. Anybody may have written it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...participation.said import said_in

if TYPE_CHECKING:
    from kazoo.protocol.states import ZnodeStat

    from ...zookeeper.members import Said

ACKNOWLEDGED, VERSION = "-acknowledged", "-version"
"""The endings of two paths: at one the leader writes down that it leads, and the other one holds
the newest version of the candidates' data.
"""

_LONGEST_NUMBER = 15


def newest_in(data: bytes | None) -> int | None:
    """Return the decimal number in a version znode; None where it is none: plain digits only, no
    more than a number on the page can hold.
    """
    text = (data or b"").strip()
    return int(text) if text.isdigit() and len(text) <= _LONGEST_NUMBER else None


def epoch_in(data: bytes | None) -> int | None:
    """Return the epoch that an acknowledgement says; None where it says none."""
    epoch: int | None = said_in(data, "epoch", int)
    return epoch


def is_genuine(epoch: int, mzxid: int) -> bool:
    """Tell whether an acknowledged epoch can be one of this ensemble: the change that wrote it,
    `mzxid`, came later. An epoch copied from another ensemble may exceed all that will ever be
    here.
    """
    return epoch < mzxid


def as_acknowledgement(data: bytes | None, stat: ZnodeStat | None) -> Said:
    """Return `{"znode", "epoch", "candidate", "believed"}` of an acknowledgement's JSON, else {}.

    Fields of the wrong type are None; an epoch that is not genuine is not believed.
    """
    znode, epoch = said_in(data, "znode", str), epoch_in(data)
    if znode is None:
        return {}
    return {
        "znode": znode,
        "epoch": epoch,
        "candidate": said_in(data, "candidate", str),
        "believed": epoch is None or (stat is not None and is_genuine(epoch, stat.mzxid)),
    }


def as_version(data: bytes | None, stat: ZnodeStat | None) -> Said:
    """Return `{"newest"}` of a version znode."""
    return {"newest": newest_in(data)}
