"""Check paths as ZooKeeper's client does, and explain the refused ones in its words."""

from __future__ import annotations

from .wording import Mistake

_FORBIDDEN = (
    (0x01, 0x1F), (0x7F, 0x9F), (0xD800, 0xF8FF), (0xFFF0, 0xFFFF),
)  # fmt: skip

_LARGEST = 0xFFFF
"""Java sees characters beyond this as two surrogates, which are forbidden."""


def check_path(path: str, *, sequential: bool = False) -> str:
    """Return the path as it is. Raise Mistake, in the words of PathUtils.validatePath.

    sequential: a number will follow at its end.
    """
    checked = f"{path}1" if sequential else path
    if not checked:
        raise Mistake("Path length must be > 0")
    if checked[0] != "/":
        raise Mistake("Path must start with / character")
    if len(checked) > 1:
        _check_rest(checked)
    return path


def _check_rest(path: str) -> None:
    if path.endswith("/"):
        raise Mistake("Path must not end with / character")
    for at in range(1, len(path)):
        reason = _fault_at(path, at)
        if reason:
            raise Mistake(f'Invalid path string "{path}" caused by {reason} @{at}')


def _fault_at(path: str, at: int) -> str | None:
    one, before = path[at], path[at - 1]
    ends = at + 1 == len(path) or path[at + 1] == "/"
    if one == "\0":
        return "null character not allowed"
    if one == "/" and before == "/":
        return "empty node name specified"
    if one == "." and ends and (before == "/" or path[at - 2 : at] == "/."):
        return "relative paths not allowed"
    if ord(one) > _LARGEST or any(low <= ord(one) <= high for low, high in _FORBIDDEN):
        return "invalid character"
    return None
