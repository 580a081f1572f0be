"""What stands beside an election's path, and says. Anybody may have written it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...foreign_json import read_json

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


def as_acknowledgement(data: bytes | None, stat: ZnodeStat | None) -> Said:
    """Return `{"znode", "epoch", "candidate", "believed"}` of an acknowledgement's JSON, else {}.

    Fields of the wrong type are left out; and an epoch that the change which wrote it could not
    have known is not believed.
    """
    try:
        document = read_json(data or b"")
    except ValueError:
        return {}
    if not isinstance(document, dict) or not isinstance(document.get("znode"), str):
        return {}
    epoch, candidate = document.get("epoch"), document.get("candidate")
    epoch = epoch if type(epoch) is int else None
    return {
        "znode": document["znode"],
        "epoch": epoch,
        "candidate": candidate if isinstance(candidate, str) else None,
        "believed": epoch is None or (stat is not None and epoch < stat.mzxid),
    }


def as_version(data: bytes | None, stat: ZnodeStat | None) -> Said:
    """Return `{"newest"}` of a version znode."""
    return {"newest": newest_in(data)}
