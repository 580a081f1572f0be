"""Check paths of znodes, by ZooKeeper's own rules."""

from __future__ import annotations

import re

from ..errors import BadRequest

_LONGEST = 64 << 10
_NO_DOT = r" -\-0-~\u00a0-\ud7ff\uf900-\uffef"
_ANY = rf"{_NO_DOT}."
_NAME = rf"(?:[{_NO_DOT}][{_ANY}]*|\.[{_NO_DOT}][{_ANY}]*|\.\.[{_ANY}]+)"
PATHS, BELOW_ROOT, NAMES = f"^(?:/|(?:/{_NAME})+)$", f"^(?:/{_NAME})+$", f"^{_NAME}$"
"""The patterns of all paths, of all but the root's, and of a znode's name, as JSON Schema has them.
"""

_ALLOWED = f"[{_ANY}/]*"
_SYSTEM = "/zookeeper"


def check_path(path: object, field: str = "path") -> str:
    """Return the path, if a znode may have it. Raise BadRequest, which says what is wrong.

    Refuse what kazoo would silently repair (`//`, a slash at the end): it is not the path that
    somebody requested. Source: org.apache.zookeeper.common.PathUtils.validatePath.
    """
    if not isinstance(path, str):
        raise BadRequest(f"{field} must be a string, not {type(path).__name__}", field=field)
    if re.fullmatch(PATHS, path) and len(path) <= _LONGEST:
        return path
    raise BadRequest(f"{field} is not a znode path: {_fault_in(path)}", field=field)


def is_system(path: str, chroot: str) -> bool:
    """Tell whether ZooKeeper keeps its own znodes there: its quotas, its configuration."""
    real = f"{chroot}{path}"
    return real == _SYSTEM or real.startswith(f"{_SYSTEM}/")


def _fault_in(path: str) -> str:
    if not path.startswith("/"):
        return "it must start with /"
    if path.endswith("/"):
        return "it must not end with /"
    if len(path) > _LONGEST:
        return f"it is longer than {_LONGEST} characters"
    names = path[1:].split("/")
    if "" in names:
        return "it has an empty name between two slashes"
    if "." in names or ".." in names:
        return "relative names (. and ..) are not allowed"
    allowed = re.match(_ALLOWED, path)
    at = allowed.end() if allowed else 0
    return f"character {at} (U+{ord(path[at]):04X}) is not allowed"
