"""Check paths of znodes, by ZooKeeper's own rules."""

from __future__ import annotations

import re

from ..errors import BadRequest

_LONGEST = 64 << 10
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\uf8ff\ufff0-\U0010ffff]")
_SYSTEM = "/zookeeper"


def check_path(path: object, field: str = "path") -> str:
    """Return the path, if a znode may have it. Raise BadRequest, which says what is wrong.

    What kazoo would silently repair (`//`, a slash at the end) is refused: it is not the path that
    was requested. Source: org.apache.zookeeper.common.PathUtils.validatePath.
    """
    if not isinstance(path, str):
        raise BadRequest(f"{field} must be a string, not {type(path).__name__}", field=field)
    fault = _fault_in(path)
    if fault is not None:
        raise BadRequest(f"{field} is not a znode path: {fault}", field=field)
    return path


def is_system(path: str, chroot: str) -> bool:
    """Tell whether ZooKeeper keeps its own znodes there: its quotas, its configuration."""
    real = f"{chroot}{path}"
    return real == _SYSTEM or real.startswith(f"{_SYSTEM}/")


def _fault_in(path: str) -> str | None:
    if not path.startswith("/"):
        return "it must start with /"
    if len(path) > 1 and path.endswith("/"):
        return "it must not end with /"
    if len(path) > _LONGEST:
        return f"it is longer than {_LONGEST} characters"
    names = path[1:].split("/") if path != "/" else []
    if "" in names:
        return "it has an empty name between two slashes"
    if "." in names or ".." in names:
        return "relative names (. and ..) are not allowed"
    found = _FORBIDDEN.search(path)
    return found and f"character {found.start()} (U+{ord(found[0]):04X}) is not allowed"
