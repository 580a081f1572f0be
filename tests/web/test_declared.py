"""A route takes what its action's signature declares: what is just outside is refused with 400,
the field is named, and the service is not called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from app.actions.action import Action, declared_in
from app.services import SERVICES
from app.zookeeper.paths import BELOW_ROOT, PATHS
from tests.web.serving import Served

ACTIONS = [action for service in SERVICES for _, action in declared_in(service)]
NO_PATHS = ("a", "/a//b", "/a/../b", "/a/", "../x", "/a\u0000", "/a\n")
UNLIKELY = "\n:/"
"""No pattern matches it."""

LONGEST_IN_QUERY = 4_000
"""In characters: a longer request line is refused as a whole."""

Given = dict[str, Any]


def types_of(schema: Given) -> list[str]:
    found = schema.get("type", [])
    return [found] if isinstance(found, str) else found


def inside(schema: Given) -> Any:
    """Return a value that the schema takes."""
    for key in ("default", "const"):
        if schema.get(key) is not None:
            return schema[key]
    if "enum" in schema:
        return schema["enum"][0]
    match types_of(schema)[:1]:
        case ["integer" | "number"]:
            return schema.get("minimum", 1)
        case ["boolean"]:
            return True
        case ["array"]:
            return [inside(schema.get("items", {}))]
        case ["object"]:
            either = schema.get("anyOf", [{}])[0].get("required", [])
            needed = {*schema.get("required", []), *either}
            return {name: inside(schema["properties"][name]) for name in needed}
    return "/a" if schema.get("pattern") in (PATHS, BELOW_ROOT) else "a"


def edges(schema: Given) -> Iterator[Any]:
    """Yield the last values that the schema takes."""
    yield from (schema[key] for key in ("minimum", "maximum") if key in schema)
    yield from schema.get("enum", [])
    yield from [None] if "null" in types_of(schema) else []
    if "maxLength" in schema and "pattern" not in schema:
        yield "a" * schema["maxLength"]


def of_other_types(schema: Given) -> Iterator[Any]:
    types = types_of(schema)
    yield 7 if "string" in types else "x"
    yield from [] if "null" in types else [None]
    yield from [1.5, True] if "integer" in types else []
    yield from [{}] if "object" in types else []


def of_other_patterns(schema: Given) -> Iterator[Any]:
    if schema["pattern"] not in (PATHS, BELOW_ROOT):
        yield UNLIKELY
        return
    yield from NO_PATHS
    yield from ["/"] if schema["pattern"] == BELOW_ROOT else []


OUTSIDE: dict[str, Callable[[Given], Iterable[Any]]] = {
    "type": of_other_types,
    "minimum": lambda schema: [schema["minimum"] - 1],
    "maximum": lambda schema: [schema["maximum"] + 1],
    "enum": lambda schema: ["none of these"],
    "not": lambda schema: [schema["not"]["const"]],
    "pattern": of_other_patterns,
    "minLength": lambda schema: [""],
    "maxLength": lambda schema: ["/" * ("pattern" in schema) + "a" * (schema["maxLength"] + 1)],
    "minItems": lambda schema: [[]],
    "maxItems": lambda schema: [[inside(schema["items"])] * (schema["maxItems"] + 1)],
    "items": lambda schema: ([one] for one in outside(schema["items"])),
}


def outside(schema: Given) -> Iterator[Any]:
    """Yield the first values that the schema does not take."""
    for keyword, values in OUTSIDE.items():
        yield from values(schema) if keyword in schema else []


def can_be_queried(schema: Given, value: Any) -> bool:
    """Tell whether a query can say the value, where all is text."""
    if isinstance(value, str):
        return len(value) < LONGEST_IN_QUERY
    return "string" not in types_of(schema) and value is not None


def refused(action: Action, right: Given) -> Iterator[tuple[str, Given]]:
    """Yield wrong requests, each by the name of its fault."""
    for name, schema in action.takes.properties.items():
        for value in outside(schema):
            if action.method != "GET" or can_be_queried(schema, value):
                yield name, {**right, name: value}
    for name in action.takes.required:
        yield name, {one: value for one, value in right.items() if one != name}
    yield "no_such", {**right, "no_such": 1}


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: f"{action.method} {action.url}")
def test_what_is_just_outside_is_refused_by_its_name(shared: Served, action: Action) -> None:
    client = shared.web.app.test_client()
    properties, at = action.takes.properties, action.at.properties
    rules = [*action.any_of[:1], *(rule["anyOf"][-1] for rule in action.all_of if "anyOf" in rule)]
    either = [name for rule in rules for name in rule.get("required", [])]
    narrowed = {name: one for rule in rules for name, one in rule.get("properties", {}).items()}
    right = {name: inside(properties[name]) for name in {*action.takes.required, *either}}
    right |= {name: inside(narrowed[name]) for name in right if "enum" in narrowed.get(name, {})}
    for name, schema in properties.items():
        for value in edges({**schema, **narrowed.get(name, {})}):
            assert action.takes.check({**right, name: value})[name] == value

    def assert_named(name: str, given: Given, url: str) -> None:
        sent: Given = {"query_string" if action.method == "GET" else "json": given}
        answer: Any = client.open(f"/api/v1{url}", method=action.method, **sent)
        assert answer.status_code == 400, (given, answer.text)
        assert answer.json["error"]["field"].split(".")[0] == name, (given, answer.text)

    known = {name: inside(schema) for name, schema in at.items()}
    for name, given in refused(action, right):
        assert_named(name, given, action.url.format(**known))
    for name in (name for name, schema in at.items() if "enum" in schema):
        assert_named(name, right, action.url.format(**{**known, name: "none-of-these"}))
    assert shared.control.calls == []
