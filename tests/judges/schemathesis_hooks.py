"""What schemathesis loads before it begins: without it, it makes 6 requests a second, and its
chains of calls 1 in three seconds. It changes what is asked in one place only, and says so there.
"""

from __future__ import annotations

import sys
from typing import Any
from unittest import mock

import requests
import schemathesis
from hypothesis.strategies._internal import regex
from schemathesis.specs.openapi import converter

_MOST = 3
_LONGEST_UNROLLED = 1_000
_COUNTS = ("clients", "consumers", "coordinators", "count", "producers", "providers", "readers",
           "sites", "writers")  # fmt: skip

_Key = tuple[Any, ...]
_kept: dict[_Key, Any] = {}
_make, _update = regex.regex_strategy, converter.update_quantifier


def _keep(pattern: Any, fullmatch: bool, *, alphabet: Any, **more: Any) -> Any:
    """Make the generator of a pattern once: for each body that has a path it was made anew, and
    each of the path's five classes goes through 57,000 characters, one by one.
    """
    key = (pattern, fullmatch, repr(alphabet), *more.items())
    if key not in _kept:
        _kept[key] = _make(pattern, fullmatch, alphabet=alphabet, **more)
    return _kept[key]


def _leave_long(pattern: str, least: int | None, most: int | None) -> str:
    """Leave a pattern as it stands where the text may be long: a path of 16,384 characters became
    `(…){1,8192}`, which takes 0.2 s to compile for each schema that has one.
    """
    return pattern if (most or 0) > _LONGEST_UNROLLED else str(_update(pattern, least, most))


def _ask_for_few(context: Any, body: Any) -> Any:
    """Let 1 to 3 processes start where a count is right: 10,000 are refused, and nothing that
    can be killed, woken or restarted comes of that.
    """
    if not isinstance(body, dict):
        return body
    content = context.operation.definition.raw["requestBody"]["content"]
    fields = content["application/json"]["schema"]["properties"]
    return {name: _few(value, fields[name]) if name in _COUNTS and name in fields else value
            for name, value in body.items()}  # fmt: skip


def _few(count: Any, field: Any) -> Any:
    is_right = type(count) in (int, float) and _MOST < count <= field["maximum"]
    return 1 + count % _MOST if is_right else count


_OF_A_CHAIN = 6
"""The most that one chain opens."""
_opened: list[str] = []
_at_work: set[str] = set()


def _running(base: str) -> set[str]:
    known = requests.get(f"{base}/api/v1/state", timeout=60).json()["candidates"]
    return {name for name, one in known.items() if one["process"] != "exited"}


def _make_room(_: Any, case: Any, response: Any) -> None:
    """Kill the processes that were not at work at first, and close the oldest consoles, where no
    more are allowed: all that follow were refused. The newest consoles may be of this chain.
    """
    base = case.operation.base_url.rstrip("/")
    if not _at_work:
        _at_work.update(_running(base))
    if response.status_code == 201 and case.operation.path == "/api/v1/consoles":
        _opened.append(response.json()["console"])
    if response.status_code == 409 and response.json()["error"]["code"] == "limit_reached":
        for name in _running(base) - _at_work:
            requests.post(f"{base}/api/v1/candidates/{name}/kill", timeout=60)
        for console in _opened[:-_OF_A_CHAIN]:
            requests.delete(f"{base}/api/v1/consoles/{console}", timeout=60)
        del _opened[:-_OF_A_CHAIN]


mock.patch.object(regex, "regex_strategy", _keep).start()
mock.patch.object(converter, "update_quantifier", _leave_long).start()
if "stateful" in sys.argv:
    schemathesis.hook("map_body")(_ask_for_few)
    schemathesis.hook("after_call")(_make_room)
