"""Which texts are paths of znodes, by ZooKeeper's own rules."""

from __future__ import annotations

from app.errors import BadRequest

_LONGEST = 64 << 10
_SYSTEM = "/zookeeper"


def check_path(path: object, field: str = "path") -> str:
    """The path, if it is one that a znode may have. Raises BadRequest, which says what is wrong.

    What kazoo would repair in silence (`//`, a slash at the end) is refused: it is not the
    path that was asked for. Source: org.apache.zookeeper.common.PathUtils.validatePath.
    """
    if not isinstance(path, str):
        raise BadRequest(f"{field} must be a string, not {type(path).__name__}", field=field)
    fault = _fault_in(path)
    if fault is not None:
        raise BadRequest(f"{field} is no path of a znode: {fault}", field=field)
    return path


def is_system(path: str, chroot: str) -> bool:
    """Whether ZooKeeper keeps its own things there: its quotas, its configuration."""
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
    return _bad_character(path)


def _bad_character(path: str) -> str | None:
    for place, character in enumerate(path):
        code = ord(character)
        if code < 0x20 or 0x7F <= code <= 0x9F or 0xD800 <= code <= 0xF8FF or code >= 0xFFF0:
            return f"character {place} (U+{code:04X}) is not allowed"
    return None
