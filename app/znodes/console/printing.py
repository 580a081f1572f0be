"""Print stats, ACLs, lists, times, data and errors as zkCli does, line by line."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from datetime import datetime, tzinfo
from typing import Any

from ...zookeeper.wire.codes import hex_long, letters_of
from ...zookeeper.wire.records import Acl
from .requests import ConsoleRefused

_RULER = (
    "         +-------------------------------------------------+",
    "         |  0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f |",
    "+--------+-------------------------------------------------+----------------+",
)

_SENTENCES = {
    -101: "Node does not exist: {}",
    -108: "Ephemerals cannot have children: {}",
    -110: "Node already exists: {}",
    -111: "Node not empty: {}",
    -119: "Not a read-only call: {}",
    -114: "Acl is not valid : {}",
    -102: "Insufficient permission : {}",
    -8: "Arguments are not valid : {}",
    -103: "version No is not valid : {}",
    -125: "Quota has exceeded : {}",
}
_CODES = {
    -1: "SystemError", -2: "RuntimeInconsistency", -3: "DataInconsistency",
    -4: "ConnectionLoss", -5: "MarshallingError", -6: "Unimplemented",
    -7: "OperationTimeout", -8: "BadArguments", -100: "APIError", -101: "NoNode",
    -102: "NoAuth", -103: "BadVersion", -108: "NoChildrenForEphemerals", -110: "NodeExists",
    -111: "Directory not empty", -112: "Session expired", -114: "InvalidACL",
    -115: "AuthFailed", -118: "Session moved", -119: "Not a read-only call",
    -120: "Ephemeral node on local session", -121: "No such watcher",
    -123: "Reconfig is disabled", -125: "Quota has exceeded", -127: "Op throttled due to high load",
}  # fmt: skip
"""The names of errors by their codes. Source of both: CliWrapperException, KeeperException."""


class OutputBuffer:
    """The text of one command."""

    def __init__(self) -> None:
        self._text: list[str] = []

    def say(self, text: str) -> None:
        """Add a line, or several with line feeds between them."""
        self._text.append(f"{text}\n")

    def say_all(self, lines: Iterable[str]) -> None:
        """Add each as a line."""
        for line in lines:
            self.say(line)

    def add(self, text: str) -> None:
        """Add text without an end of line."""
        self._text.append(text)

    @property
    def lines(self) -> list[str]:
        """Return all lines."""
        lines = "".join(self._text).split("\n")
        return lines if lines[-1] else lines[:-1]


def time_of(milliseconds: int, zone: tzinfo | None = None) -> str:
    """Return `Fri Nov 20 19:26:53 UTC 2026`, as java.util.Date does; None: our own zone."""
    try:
        at = datetime.fromtimestamp(milliseconds / 1000, zone).astimezone(zone)
    except (OverflowError, ValueError, OSError):
        return f"{milliseconds} ms"
    return f"{at:%a %b %d %H:%M:%S} {at.tzname()} {at.year}"


def lines_of_stat(stat: Any) -> list[str]:
    """Return eleven lines."""
    return [
        f"cZxid = {hex_long(stat.czxid)}",
        f"ctime = {time_of(stat.ctime)}",
        f"mZxid = {hex_long(stat.mzxid)}",
        f"mtime = {time_of(stat.mtime)}",
        f"pZxid = {hex_long(stat.pzxid)}",
        f"cversion = {stat.cversion}",
        f"dataVersion = {stat.version}",
        f"aclVersion = {stat.aversion}",
        f"ephemeralOwner = {hex_long(stat.ephemeralOwner)}",
        f"dataLength = {stat.data_length}",
        f"numChildren = {stat.numChildren}",
    ]


def lines_of_acl(acl: Iterable[Acl]) -> list[str]:
    """Return two lines for each entry, as getAcl prints them."""
    return [
        line
        for bits, (scheme, name) in acl
        for line in (f"'{scheme},'{name}", f": {letters_of(bits)}")
    ]


def in_order(names: Iterable[str]) -> list[str]:
    """Sort as Java sorts strings: by UTF-16 units."""
    return sorted(names, key=lambda name: name.encode("utf-16-be", "surrogatepass"))


def list_of(names: Iterable[str]) -> str:
    """Return `[a, b]`."""
    return f"[{', '.join(names)}]"


def text_of(data: bytes | None) -> str:
    """Return data as text; no data at all is `null`."""
    return "null" if data is None else data.decode("utf-8", "replace")


def base64_of(data: bytes) -> str:
    """Return data as one word of base64."""
    return base64.b64encode(data).decode()


def hex_of(data: bytes) -> str:
    """Return data as netty dumps bytes: sixteen a line, as numbers and as ASCII where possible."""
    rows = [_row(at, data[at : at + 16]) for at in range(0, len(data), 16)]
    return "\n".join([*_RULER, *rows, _RULER[-1]]) if rows else ""


def _row(at: int, row: bytes) -> str:
    numbers = "".join(f" {byte:02x}" for byte in row)
    signs = "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in row)
    return f"|{at:08x}|{numbers:<48} |{signs:<16}|"


def complain(refused: ConsoleRefused) -> str:
    """Return the error in the words of the command line."""
    sentence = _SENTENCES.get(refused.code)
    return sentence.format(refused.path or "null") if sentence else message_of(refused)


def message_of(refused: ConsoleRefused) -> str:
    """Return the error in the words of the client library."""
    name = _CODES.get(refused.code, f"Unknown error {refused.code}")
    where = "" if refused.path is None else f" for {refused.path}"
    return f"KeeperErrorCode = {name}{where}"
