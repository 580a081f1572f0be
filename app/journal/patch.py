"""Changes to a JSON document as RFC 7386 merge patches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The patch that turns `before` into `after`. Lists are replaced whole, as RFC 7386 has it.

    A value None in `after` reads as "removed" in a merge patch, so the fold that applies it
    must treat a missing key and null alike. Parts shared by both documents cost nothing.
    """
    patch: dict[str, Any] = dict.fromkeys(before.keys() - after.keys())
    for key, value in after.items():
        old = before.get(key)
        if old is value or (old == value and key in before):
            continue
        nested = isinstance(old, dict) and isinstance(value, dict)
        patch[key] = difference(old or {}, value) if nested else value
    return patch


def apply(document: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """`document` with `patch` folded in; neither is changed."""
    result = dict(document)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict):
            old = result.get(key)
            result[key] = apply(old if isinstance(old, dict) else {}, value)
        else:
            result[key] = value
    return result
