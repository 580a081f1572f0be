"""How zkCli prints stats, lists, times and data."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from datetime import datetime, tzinfo

from app.console.asks import Stat

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
_UNSIGNED = (1 << 64) - 1
_RULER = (
    "         +-------------------------------------------------+",
    "         |  0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f |",
    "+--------+-------------------------------------------------+----------------+",
)


def time_of(milliseconds: int, zone: tzinfo | None = None) -> str:
    """`Fri Nov 20 19:26:53 UTC 2026`: java.util.Date's, by the zone; None: the machine's own."""
    try:
        at = datetime.fromtimestamp(milliseconds / 1000, zone).astimezone(zone)
    except (OverflowError, ValueError, OSError):
        return f"{milliseconds} ms"
    day, month = _DAYS[at.weekday()], _MONTHS[at.month - 1]
    return f"{day} {month} {at:%d} {at:%H:%M:%S} {at.tzname()} {at.year}"


def lines_of_stat(stat: Stat) -> list[str]:
    """Eleven lines."""
    return [
        f"cZxid = {_hex(stat.czxid)}",
        f"ctime = {time_of(stat.ctime)}",
        f"mZxid = {_hex(stat.mzxid)}",
        f"mtime = {time_of(stat.mtime)}",
        f"pZxid = {_hex(stat.pzxid)}",
        f"cversion = {stat.cversion}",
        f"dataVersion = {stat.version}",
        f"aclVersion = {stat.aversion}",
        f"ephemeralOwner = {_hex(stat.ephemeral_owner)}",
        f"dataLength = {stat.data_length}",
        f"numChildren = {stat.children}",
    ]


def _hex(number: int) -> str:
    return f"0x{number & _UNSIGNED:x}"


def in_order(names: Iterable[str]) -> list[str]:
    """As Java sorts strings: by UTF-16 units."""
    return sorted(names, key=lambda name: name.encode("utf-16-be", "surrogatepass"))


def list_of(names: Iterable[str]) -> str:
    """`[a, b]`."""
    return f"[{', '.join(names)}]"


def text_of(data: bytes | None) -> str:
    """As text; no data at all is `null`."""
    return "null" if data is None else data.decode("utf-8", "replace")


def base64_of(data: bytes) -> str:
    """As one word of base64."""
    return base64.b64encode(data).decode()


def hex_of(data: bytes) -> str:
    """As netty dumps bytes: sixteen a line, as numbers and as what of them is ASCII."""
    rows = [_row(at, data[at : at + 16]) for at in range(0, len(data), 16)]
    return "\n".join([*_RULER, *rows, _RULER[-1]]) if rows else ""


def _row(at: int, row: bytes) -> str:
    numbers = "".join(f" {byte:02x}" for byte in row)
    signs = "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in row)
    return f"|{at:08x}|{numbers:<48} |{signs:<16}|"
