"""Find in its log why an Apache server ended by itself, and what to do then."""

from __future__ import annotations

from typing import NamedTuple

from ..children import ServerEnd

_DAMAGED = "its data on disk is damaged"
_MOVE_AWAY = (
    "Move version-2 in {data} away and start it again: the member of an ensemble copies what the"
    " others have, a server alone begins with no znodes"
)

_FLAG = "Java refused a flag"
_SEE_FLAGS = "Check JVMFLAGS; a Java 8 must be 8u191 or later"


class _Ending(NamedTuple):
    """Words of a log, why that ends a server, and what to do; {data} is its directory."""

    words: str
    why: str
    advice: str


_ENDINGS = (
    _Ending(
        "OutOfMemoryError: unable to create",
        "the system gave it no further thread",
        "Allow the user, or the container, more processes, and start it again",
    ),
    _Ending(
        "OutOfMemoryError",
        "OutOfMemoryError: its heap is full",
        "Start the dashboard with JVMFLAGS=-Xmx4g in its environment, or as much as you have",
    ),
    _Ending(
        "Address already in use",
        "another program uses a port that it needs",
        "Find it (ss -ltnp), end it, and start this server again",
    ),
    _Ending(
        "No space left on device",
        "no space is left on its disk",
        "Free some space on the disk of {data}, and start it again",
    ),
    _Ending(
        "Permission denied", "it may not write to its directory", "Check the permissions of {data}"
    ),
    _Ending("CRC check failed", _DAMAGED, _MOVE_AWAY),
    _Ending("has invalid magic number", _DAMAGED, _MOVE_AWAY),
    _Ending("No snapshot found, but there are log entries", _DAMAGED, _MOVE_AWAY),
    _Ending("Unable to load database on disk", _DAMAGED, _MOVE_AWAY),
    _Ending(
        "UnsupportedClassVersionError",
        "this Java is too old for this ZooKeeper",
        "Install a newer one, and point JAVA_HOME to it",
    ),
    _Ending("Could not create the Java Virtual Machine", _FLAG, _SEE_FLAGS),
    _Ending("Error occurred during initialization of VM", _FLAG, _SEE_FLAGS),
)


def explain(log: str, data: object) -> ServerEnd | None:
    """Explain the end by the latest known words in the log; None where there are none."""
    ending = max(_ENDINGS, key=lambda one: log.rfind(one.words))
    if ending.words not in log:
        return None
    return ServerEnd(ending.why, ending.advice.format(data=data))
