"""Change a JSON document by RFC 7386 merge patches.

A merge patch replaces whole lists. The lists that grow with people travel as maps, therefore, so
that an entry that comes or goes costs the same among ten and among a thousand.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from operator import itemgetter
from typing import Any

from ..readmodels.chain import Chain
from ..readmodels.lines import NO_LINES, Lines, span


def difference(
    before: Mapping[str, Any], after: Mapping[str, Any], lines: Lines = NO_LINES
) -> dict[str, Any]:
    """Return the patch that turns `before` into `after`, in which the `lines` are maps.

    A merge patch reads a value None in `after` as "removed", so the fold that applies it must treat
    a missing key and null alike. Parts shared by both documents cost nothing.
    """
    patch: dict[str, Any] = {key: None for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        if old is value and key in before:
            continue
        below = lines.at(key)
        new = value
        if below.key and isinstance(old, list) and isinstance(new, list):
            # Where both lists have keys, only the parts that may differ become maps.
            start, end, stop = new.change_from(old) if isinstance(new, Chain) else span(old, new)
            old, new = old[start:end], new[start:stop]
        old, new = _as_map(old, below), _as_map(new, below)
        if isinstance(old, dict) and isinstance(new, dict):
            if change := difference(old, new, below):
                patch[key] = change
        elif old != new or key not in before:
            patch[key] = keyed(new, below)
    return patch


def keyed(value: Any, lines: Lines) -> Any:
    """Return a document, or a part of it, as it travels: its `lines` are maps."""
    value = _as_map(value, lines)
    if not lines.within or not isinstance(value, dict):
        return value
    return {key: keyed(one, lines.at(key)) for key, one in value.items()}


def listed(value: Any, lines: Lines) -> Any:
    """Return a document that has travelled, or a part of it, as scripts read it: its `lines` are
    lists in their order.
    """
    if not isinstance(value, dict):
        return value
    entries = {key: listed(one, lines.at(key)) for key, one in value.items()}
    if lines.key is None:
        return entries
    return sorted(entries.values(), key=itemgetter("place")) if lines.key else _in_order(value)


def _in_order(words: Mapping[str, str]) -> list[str]:
    """Return, in their order, words of which each names the one before it; "" stands before the
    first, and is no word.
    """
    after = {before: word for word, before in words.items()}
    found = [""]
    while following := after.get(found[-1]):
        found.append(following)
    return found[1:]


def _as_map(value: Any, lines: Lines) -> Any:
    """Return a list that travels as a map as that map, and any other value as it is. In a map of
    words each word has the one before it: if a word goes from between two, one entry changes.
    """
    key = lines.key
    if key is None or not isinstance(value, list | tuple):
        return value
    if not key:
        return {word: before for before, word in pairwise(["", *dict.fromkeys(value)])}
    if len(key) == 1:
        return {str(entry[key[0]]): entry for entry in value}
    return {" ".join([str(entry[part]) for part in key]): entry for entry in value}


def apply(document: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """Return `document` with `patch` folded in; neither is changed."""
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
