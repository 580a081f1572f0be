"""Put numbers, times and names into words, for sentences and for the list of what happened.

A line is a list of parts: text, stressed or not, the name of somebody or something, a znode, or a
moment by the wall clock, which the page draws in its reader's time zone. All of it may be hostile;
the page spells out characters that turn the direction of writing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias, TypedDict
from unicodedata import bidirectional

from ..visible import visible


class Named(TypedDict):
    who: str


class ZnodeAt(TypedDict):
    znode: str


class MomentState(TypedDict):
    wall: float


class Strong(TypedDict):
    strong: str


Line: TypeAlias = list[str | Named | ZnodeAt | MomentState | Strong]


class Told(NamedTuple):
    """An event as a list shows it.

    tone: dead|frozen|fired|lead|new|wait|lost, or none. group: the events that the list shows or
    hides together. It is None for a kind that nobody knows, and no filter hides that.
    """

    words: Line
    tone: str = ""
    group: str | None = None


_ASKERS = {"page": "from a page", "script": "by a script"}
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
DOES = {"pause": "freeze", "resume": "wake"}
"""An action -> the word for it, where people say another one."""
UNDERGOES = {
    "stop": "be stopped", "kill": "be killed", "pause": "be frozen", "resume": "be woken",
    "restart": "be restarted",
}  # fmt: skip


def who(name: str | None, unknown: str = "nobody") -> Named:
    """Return the name of a process, a server, a member."""
    return {"who": name or unknown}


def znode(path: str | None) -> ZnodeAt:
    """Return the path of a znode, or its name."""
    return {"znode": path or ""}


def asked_by(by: str | None) -> str:
    """Say who asked for it; nothing where nobody did."""
    return f" {_ASKERS.get(by) or f'by {by}'}" if by else ""


def by_server(what: str, ms: float | None) -> Line:
    """Say when something happened by ZooKeeper's clock; that may be long before the dashboard read
    it.
    """
    if ms is None:
        return []
    return [f", {what} at ", {"wall": ms / 1000}, " by the server's clock"]


def thousands(number: int) -> str:
    """Return a number with thin separators: 100 000."""
    return f"{number:,}".replace(",", "\u202f")


def plural(number: int, noun: str) -> str:
    """Return a number with its noun: 3 znodes."""
    return f"{thousands(number)} {noun}{'' if number == 1 else 's'}"


def nth(number: int) -> str:
    """Return "1st", "2nd", "13th", "21st"."""
    is_teen = number // 10 % 10 == 1
    return f"{thousands(number)}{'th' if is_teen else _ENDINGS.get(number % 10, 'th')}"


def cut(name: str, length: int) -> str:
    """Return a name that people chose, or its beginning."""
    return name if len(name) <= length else f"{name[: length - 1]}…"


def hexed(zxid: Any) -> str:
    """Return a zxid, or an epoch, as ZooKeeper's tools print it."""
    return hex(zxid) if isinstance(zxid, int) else str(zxid)


def duration(seconds: float) -> str:
    """Return a time in seconds as people read it: 0.4 ms, 2.01 s."""
    ms = seconds * 1000
    if ms < 0.05:
        return "< 0.1 ms"
    if ms < 1000:
        return f"{ms:.1f} ms" if ms < 10 else f"{ms:.0f} ms"
    return f"{seconds:.2f} s" if ms < 10_000 else f"{seconds:.1f} s"


# -- names that others have given, within our own sentences ------------------------------------

LONGEST = 60
MOST_LISTED = 3
_ISOLATE, _END = "\u2068", "\u2069"


def quoted(name: str) -> str:
    """Return the name, or its end, which tells sequential znodes apart. Characters that cannot be
    seen are written out; letters of right-to-left scripts stay.
    """
    written = visible(name)
    shown = written if len(written) <= LONGEST else f"…{written[1 - LONGEST :]}"
    runs_left = not shown.isascii() and any(
        bidirectional(letter) in ("R", "AL") for letter in shown
    )
    return f"{_ISOLATE}{shown}{_END}" if runs_left else shown


def listed(names: Sequence[str], of: int | None = None) -> str:
    """Return the first of these names, and how many more there are. of: how many there are, where
    not all are given.
    """
    shown = [quoted(name) for name in names[:MOST_LISTED]]
    more = (of or len(names)) - len(shown)
    if more:
        shown.append(f"{more} more")
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
