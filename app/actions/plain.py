"""Take at once what plainly fits its JSON Schema. The library judges all else, and says why not.

Loading the library takes longer than beginning the page, and most of what comes in is right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ..zookeeper.paths import BELOW_ROOT, PATHS, is_path


def fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Tell whether a value fits; False, too, where only the library can tell."""
    return all(keyword in _TESTS and _TESTS[keyword](value, schema[keyword]) for keyword in schema)


def _is(value: Any, kind: str) -> bool:
    """Tell whether it is of this type beyond doubt: 3.0 is an integer, too, by JSON Schema."""
    return type(value) in _TYPES[kind]


def _is_of_type(value: Any, wanted: str | list[str]) -> bool:
    return any(_is(value, kind) for kind in ([wanted] if isinstance(wanted, str) else wanted))


def _matches(value: Any, pattern: str) -> bool:
    if pattern in (PATHS, BELOW_ROOT):
        return is_path(value) and (pattern == PATHS or value != "/")
    return re.search(pattern, value) is not None


_TYPES: Mapping[str, tuple[type, ...]] = {
    "null": (type(None),),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "string": (str,),
    "object": (dict,),
    "array": (list,),
}


def _of(kind: str, test: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """Return the test of a keyword that says nothing of values of other types."""
    return lambda value, wanted: not _is(value, kind) or test(value, wanted)


_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {
    "type": _is_of_type,
    "minimum": _of("number", lambda value, least: bool(value >= least)),
    "maximum": _of("number", lambda value, most: bool(value <= most)),
    "enum": lambda value, allowed: _is_of_type(value, ["string", "null"]) and value in allowed,
    "minLength": _of("string", lambda value, least: len(value) >= least),
    "maxLength": _of("string", lambda value, most: len(value) <= most),
    "pattern": _of("string", _matches),
    "minItems": _of("array", lambda value, least: len(value) >= least),
    "maxItems": _of("array", lambda value, most: len(value) <= most),
    "items": _of("array", lambda value, each: all(fits(one, each) for one in value)),
    **dict.fromkeys(("default", "description", "title"), lambda value, said: True),
}
