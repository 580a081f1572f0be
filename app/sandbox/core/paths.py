"""Check which paths a znode may have. Source: PathUtils.java, PrepRequestProcessor.java."""

from __future__ import annotations

import re

from ...zookeeper.wire.codes import Code
from .refusals import Refused

# Java looks at UTF-16: whatever lies beyond U+FFFF is a pair of surrogates, which are refused.
_REFUSED = re.compile(
    "[\x00-\x1f\x7f-\x9f\ud800-\uf8ff\ufff0-\uffff\U00010000-\U0010ffff]|//|/\\.\\.?(?=/|$)"
)
SPECIAL = frozenset({"/", "/zookeeper", "/zookeeper/quota", "/zookeeper/config"})
"""Paths that can never be deleted."""


def check(path: str) -> None:
    """Raise Refused(BAD_ARGUMENTS) unless `path` may name a znode."""
    if path == "/":
        return
    if not path.startswith("/") or path.endswith("/") or _REFUSED.search(path):
        raise Refused(Code.BAD_ARGUMENTS)


def parent_of(path: str) -> str:
    """Return the parent's path, "/" for the top. Raise Refused without a slash, and for a NUL."""
    above, slash, _ = path.rpartition("/")
    if not slash or "\0" in path:
        raise Refused(Code.BAD_ARGUMENTS)
    return above or "/"


def name_of(path: str) -> str:
    """Return what follows the last slash."""
    return path.rpartition("/")[2]
