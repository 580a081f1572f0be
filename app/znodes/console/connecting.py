"""The commands about the session itself: credentials, watches, its end."""

from __future__ import annotations

from ...zookeeper.operations import AddWatch, Authenticate, RemoveWatches
from .paths import check_path
from .printing import OutputBuffer
from .reading import Steps
from .requests import ConsoleClose
from .wording import Mistake, Parsed

USAGE_OF_ADD_WATCH = (
    "[-m mode] path # optional mode is one of [PERSISTENT, PERSISTENT_RECURSIVE]"
    " - default is PERSISTENT_RECURSIVE"
)
_RECURSIVE = {"PERSISTENT": False, "PERSISTENT_RECURSIVE": True}


def add_auth(line: Parsed, output: OutputBuffer) -> Steps:
    """Add credentials to this session."""
    credential = line.words[2] if len(line.words) > 2 else ""
    yield Authenticate(line.words[1], credential)


def add_watch(line: Parsed, output: OutputBuffer) -> Steps:
    """Set a watch that stays."""
    mode = (line.options.get("m") or "PERSISTENT_RECURSIVE").upper()
    if len(line.words) != 2 or mode not in _RECURSIVE:
        raise Mistake(f"addWatch {USAGE_OF_ADD_WATCH}")
    yield AddWatch(check_path(line.words[1]), _RECURSIVE[mode])


def remove_watches(line: Parsed, output: OutputBuffer) -> Steps:
    """Remove the watches of a znode."""
    kind = "children" if line.has("c") else "data" if line.has("d") else "any"
    yield RemoveWatches(check_path(line.words[1]), kind)


def close(line: Parsed, output: OutputBuffer) -> Steps:
    """End the session, and with it its ephemerals."""
    yield ConsoleClose()
