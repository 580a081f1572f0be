"""Tell the journal, in its words, what is followed and what its znodes say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from kazoo.protocol.states import ZnodeStat

from ..participation.forms import is_in_group
from ..participation.naming import LEADER, PARENT, parse_sequence
from ..readmodels.event import Event
from ..readmodels.events import ListFound
from .client import session_hex
from .tree import session_of

MOST_PROVABLE = 1 << 29


class Numbered(NamedTuple):
    """An ephemeral znode: the change that created it, the number that ends its name, its name."""

    czxid: int
    number: int
    name: str


def created_in(parent: ZnodeStat) -> float | None:
    """Return how many children were ever created there; None where nobody can tell.

    A visible cversion is twice that number less the children that there are (Apache's
    `DataNode.copyStat`); near and beyond 2^30 children the sum overflows, and proves nothing.
    """
    created = (parent.cversion + parent.numChildren) / 2
    return created if 0 <= created < MOST_PROVABLE else None


def beyond(known: Iterable[Numbered], parent: ZnodeStat | None) -> set[str]:
    """Return the names whose number is larger than the number of children that were ever created.

    Nothing proves that a number is the counter's; a Stat of the parent may prove that it is not. It
    judges only ephemeral znodes: somebody may have copied a persistent one with its name.
    """
    created = created_in(parent) if parent else None
    if parent is None or created is None:
        return set()
    return {one.name for one in known if parent.pzxid >= one.czxid and one.number > created}


def uncounted(known: Sequence[Numbered], parent: ZnodeStat | None) -> set[str]:
    """Return the same names, and all others where their numbers are not in the order in which they
    came: nobody knows which of these are no counter's.
    """
    if parent is None or created_in(parent) is None:
        return set()
    names = beyond(known, parent)
    others = sorted(one for one in known if one.name not in names)
    numbers = [one.number for one in others]
    return names if numbers == sorted(numbers) else names.union(one.name for one in others)


Said: TypeAlias = dict[str, Any]
Parse: TypeAlias = Callable[[bytes | None, ZnodeStat | None], Said]
Beside: TypeAlias = Mapping[str, tuple[type[Event], Parse]]
"""The auxiliary znodes beside a path with members: suffix -> class of event, and parser."""
Children: TypeAlias = Literal["numbered", "every"]
"""The children of a path that are followed: those with a sequence number, or whose names have a
form of GROUPS; or all.
"""
Members: TypeAlias = Children | Literal["key", "itself"]
"""The same children, or the one znode for which programs race: the child `leader`, or the path
itself. Nobody asks for such a key: the finder finds it.
"""

_FAR = 100
_LONGEST_TEXT = 1000


@dataclass(slots=True, eq=False)
class FollowedValue:
    """A znode whose data is followed, reported by events of `kind`.

    said: what was reported last; None if the next reading is reported whatever it says. of: the
    followed path to which it belongs as an auxiliary znode.
    """

    path: str
    kind: type[Event]
    parse: Parse
    said: Said | None = None
    of: FollowedPath | None = None

    @property
    def nothing(self) -> Said:
        """Return what a missing znode says."""
        return self.parse(None, None)


@dataclass(slots=True, eq=False)
class FollowedPath:
    """The members of a path, as far as they have been read.

    is_asked: whether somebody follows it, so that it was not only found. is_there: whether the path
    exists. is_key: whether the path itself is ephemeral and so has no children: programs race for
    it. is_denied: whether its ACL hides its list of children. is_listing: whether its list of
    children is awaited, after which all members are read. is_read: whether ListFound has been
    reported; later reads are reported singly. reading: the number of this reading of all members;
    awaited: how many answers its end waits for. stat: of the path, as read last; uncounted: the
    children that are no members, since its counter has not given the digits that end their names;
    doubted: those that are not reported before that is known.
    """

    path: str
    children: Members
    is_asked: bool = False
    is_key: bool = False
    is_denied: bool = False
    is_there: bool = False
    is_listing: bool = False
    is_read: bool = False
    reading: int = 0
    awaited: int = 0
    stat: ZnodeStat | None = None
    uncounted: set[str] = field(default_factory=set)
    doubted: set[str] = field(default_factory=set)
    members: dict[str, Said] = field(default_factory=dict)
    auxiliary: dict[str, FollowedValue] = field(default_factory=dict)

    def read_beside(self, beside: Beside) -> None:
        """Follow what stands beside the path too."""
        for suffix, (kind, parse) in beside.items():
            path, nothing = self.path + suffix, parse(None, None)
            self.auxiliary.setdefault(path, FollowedValue(path, kind, parse, nothing, of=self))

    def has(self, name: str) -> bool:
        """Tell whether a child of this name is a member; the path itself is PARENT."""
        itself = self.is_key or self.children == "itself"
        if itself or name == PARENT:
            return itself and name == PARENT
        if self.children == "key":
            return name == LEADER
        if self.children == "every" or is_in_group(name):
            return True
        return parse_sequence(name) is not None and name not in self.uncounted

    def doubts(self, name: str) -> bool:
        """Tell whether the digits of a newcomer's name are far beyond the counter's."""
        created = created_in(self.stat) if self.stat else None
        found = parse_sequence(name) if self.children == "numbered" else None
        return created is not None and found is not None and found.number > created + _FAR

    def disprove(self) -> bool:
        """Leave out members that are uncounted, as the stat proves; tell whether there are any."""
        if self.children != "numbered":
            return False
        numbered = [
            Numbered(member["czxid"], found.number, name)
            for name, member in self.members.items()
            if member.get("session") and (found := parse_sequence(name))
        ]
        disproved = beyond(numbered, self.stat) - self.uncounted
        self.uncounted |= disproved
        return bool(disproved)

    def begin(self) -> int:
        """Begin to read all members again; return the number of the reading."""
        self.is_read, self.is_denied, self.awaited = False, False, 1
        self.reading += 1
        self.members.clear()
        self.uncounted.clear()
        self.doubted.clear()
        return self.reading

    def tell_auxiliary_again(self) -> None:
        """Report the auxiliary znodes again: while nobody followed, reports were dropped."""
        for value in self.auxiliary.values():
            value.said = None if value.said != value.nothing else value.said

    def found(self, there: Iterable[str]) -> ListFound:
        """Return the event that tells all members. there: the present children, of which some may
        have come too late for the reading.
        """
        names = sorted(name for name in there if self.has(name))
        members = [self.members.get(name) or {"znode": name, "unread": True} for name in names]
        is_raced_for = self.is_key or self.children in ("key", "itself")
        strategy = "single" if is_raced_for else None
        uncounted = sorted(self.uncounted) or None
        return ListFound(self.path, members=members, strategy=strategy, uncounted=uncounted)


def as_member(name: str, stat: ZnodeStat | None, data: bytes | None) -> Said:
    """Return MEMBER of the journal, with ctime in ms since 1970, and session None for a znode
    without one. Without a stat, the znode is listed and its ACL hides the rest: `hidden`.
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
    """Return the data if they are UTF-8, cut to a thousand characters; None where nobody knows
    them.
    """
    try:
        return None if data is None else data.decode()[:_LONGEST_TEXT]
    except UnicodeDecodeError:
        return None


def as_value(data: bytes | None, stat: ZnodeStat | None) -> Said:
    """Return VALUE of the journal; {} for a missing znode."""
    if stat is None:
        return {}
    return {
        "mzxid": stat.mzxid,
        "czxid": stat.czxid,
        "version": stat.version,
        "mtime": stat.mtime,
        "value": as_text(data),
        "length": stat.dataLength,
    }
