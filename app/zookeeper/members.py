"""What a member's znode, an acknowledgement and a data version say, in the journal's words."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from kazoo.protocol.states import ZnodeStat

from app.zookeeper.client import session_hex
from app.zookeeper.tree import session_of

_LONGEST_TEXT = 1000
_LONGEST_NUMBER = 15


@dataclass(slots=True, eq=False)
class Membership:
    """Who takes part in an election, as far as it has been read.

    is_read: whether `election.found` has been told; what is read later is told singly.
    is_listing: a listing is being taken in, and all its members are read after it.
    awaited: how many of which the data may not be read are asked whose they are; is_through: all
    else has been read. beside, told: suffix -> what the znode of that suffix says, as read and as
    told last. written: suffix -> when that was written, in ms since 1970 by the server's clock.
    """

    path: str
    members: dict[str, dict[str, Any]] = field(default_factory=dict)
    beside: dict[str, dict[str, Any]] = field(default_factory=dict)
    told: dict[str, dict[str, Any]] = field(default_factory=dict)
    written: dict[str, int | None] = field(default_factory=dict)
    is_read: bool = False
    is_listing: bool = False
    is_through: bool = False
    awaited: int = 0
    reading: int = 0


def as_member(name: str, stat: ZnodeStat | None, data: bytes | None) -> dict[str, Any]:
    """MEMBER of the journal; ctime in ms since 1970, session None for a znode without one. Where
    there is no stat, the znode is listed and its ACL hides the rest: `hidden`.
    """
    if stat is None:
        nothing = dict.fromkeys(("session", "czxid", "mzxid", "ctime", "data"))
        return {"znode": name, **nothing, "hidden": True}
    return {
        "znode": name,
        "session": session_hex(session_of(stat.ephemeralOwner)),
        "czxid": stat.czxid,
        "mzxid": stat.mzxid,
        "ctime": stat.ctime,
        "data": as_text(data),
    }


def as_text(data: bytes | None) -> str | None:
    """The data where it is UTF-8, cut to a thousand characters; None where it is not known."""
    try:
        return None if data is None else data.decode()[:_LONGEST_TEXT]
    except UnicodeDecodeError:
        return None


def as_acknowledgement(data: bytes | None, mzxid: int = 0) -> dict[str, Any]:
    """`{"znode", "epoch", "candidate", "believed"}` of an acknowledgement znode's JSON, which the
    change `mzxid` wrote; {} where it is none.

    Anybody may have written it: what is not of the right type is left out; and an epoch that this
    change could not have known is not believed.
    """
    try:
        document = json.loads(data or b"")
    except (ValueError, RecursionError):
        return {}
    if not isinstance(document, dict) or not isinstance(document.get("znode"), str):
        return {}
    epoch, candidate = document.get("epoch"), document.get("candidate")
    epoch = epoch if type(epoch) is int else None
    return {
        "znode": document["znode"],
        "epoch": epoch,
        "candidate": candidate if isinstance(candidate, str) else None,
        "believed": epoch is None or epoch < mzxid,
    }


def as_version(data: bytes | None, mzxid: int = 0) -> dict[str, int | None]:
    """`{"newest"}` of a version znode's decimal number; None where it is none.

    Anybody may have written it: plain digits only, no more than a number on the page can hold.
    """
    text = (data or b"").strip()
    return {"newest": int(text) if text.isdigit() and len(text) <= _LONGEST_NUMBER else None}
