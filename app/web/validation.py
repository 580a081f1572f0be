"""Checks what came in against the schemas that the OpenAPI document shows.

Every refusal is a BadRequest that names the field and says what would have been right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from flask import request
from jsonschema import Draft202012Validator, ValidationError
from werkzeug.exceptions import RequestEntityTooLarge

from app.errors import BadRequest

_LONGEST_MESSAGE = 300
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_MAY_HOLD_ONE = re.compile(rb"\\u[dD][89a-fA-F]")


class Shape:
    """The JSON Schema of one kind of object, ready to check and to be shown."""

    def __init__(self, properties: Mapping[str, Any], required: tuple[str, ...] = ()) -> None:
        self.properties = dict(properties)
        self.required = required
        self.schema: dict[str, Any] = {
            "type": "object",
            "properties": self.properties,
            "additionalProperties": False,
        }
        if required:
            self.schema["required"] = list(required)
        self._validator = Draft202012Validator(self.schema)

    def check(self, document: Any) -> dict[str, Any]:
        """The document with the defaults filled in, or BadRequest for the first fault in it."""
        errors = sorted(self._validator.iter_errors(document), key=_by_place)
        if errors:
            raise _explain(errors[0])
        defaults = {name: p["default"] for name, p in self.properties.items() if "default" in p}
        given = {name: self._whole(name, value) for name, value in document.items()}
        return {**defaults, **given}

    def read_body(self) -> dict[str, Any]:
        """The current request's JSON object; no body is an empty object."""
        raw = request.get_data(cache=False)
        # A body of unknown length is cut off at the limit without a word.
        if len(raw) == request.max_content_length:
            raise RequestEntityTooLarge
        body = self.check(parse_json(raw) if raw.strip() else {})
        if _MAY_HOLD_ONE.search(raw):
            _require_text(body)
        return body

    def read_query(self) -> dict[str, Any]:
        """The current request's query; values of integer fields become integers."""
        query: dict[str, Any] = {}
        for name, values in request.args.to_dict(flat=False).items():
            if len(values) > 1:
                raise BadRequest(f"{name} is given {len(values)} times; once, please.", field=name)
            query[name] = self._from_text(name, values[0])
        return self.check(query)

    def _is_integer(self, name: str) -> bool:
        return self.properties.get(name, {}).get("type") in ("integer", ["integer", "null"])

    def _whole(self, name: str, value: Any) -> Any:
        """JSON Schema takes 3.0 for an integer; make it one."""
        return int(value) if self._is_integer(name) and value is not None else value

    def _from_text(self, name: str, text: str) -> Any:
        if not self._is_integer(name):
            return text
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
            raise BadRequest(f"{name} must be a whole number.", field=name)
        return int(text)


def parse_json(raw: bytes) -> Any:
    """Raises BadRequest for what is no JSON (NaN and Infinity are none) or nests without end."""
    try:
        return json.loads(raw.decode(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise BadRequest("The body is not JSON.", code="bad_json") from None


def _require_text(document: dict[str, Any]) -> None:
    """Raises BadRequest for half a character (a lone surrogate; pairs have become one by now):
    nothing can encode it, least of all kazoo's thread, which would die of it.
    """
    left = list(document.items())
    while left:
        field, found = left.pop()
        if isinstance(found, str) and _LONE_SURROGATE.search(found):
            raise BadRequest(f"{field} has half a character (a lone surrogate).", field=field)
        if isinstance(found, dict):
            left += [(field, part) for pair in found.items() for part in pair]
        elif isinstance(found, list):
            left += [(field, part) for part in found]


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _by_place(error: ValidationError) -> tuple[str, ...]:
    return tuple(str(part) for part in error.absolute_path)


def _explain(error: ValidationError) -> BadRequest:
    field = ".".join(str(part) for part in error.absolute_path) or None
    if error.validator == "additionalProperties":
        return _explain_unknown(error.instance, error.schema)
    if error.validator == "required":
        return _explain_missing(error.instance, error.validator_value)
    say = _EXPLANATIONS.get(str(error.validator))
    if say is None:
        return BadRequest(error.message[:_LONGEST_MESSAGE], field=field)
    said = say(error.validator_value, error.schema)
    return BadRequest(f"{field or 'The body'} {said}", field=field)


def _explain_missing(instance: Any, required: Any) -> BadRequest:
    missing = next(name for name in required if name not in instance)
    return BadRequest(f"{missing} is missing.", field=missing)


def _explain_unknown(instance: Any, schema: Any) -> BadRequest:
    known = schema["properties"]
    unknown = next(name for name in instance if name not in known)[:80]
    there_are = f"there are: {', '.join(known)}." if known else "there are none."
    return BadRequest(f"{unknown!r} is no field here; {there_are}", field=unknown)


def _say_range(wanted: Any, schema: Any) -> str:
    return f"must be from {schema['minimum']} to {schema['maximum']}."


def _say_type(wanted: Any, schema: Any) -> str:
    return f"must be of type {wanted if isinstance(wanted, str) else ' or '.join(wanted)}."


_EXPLANATIONS: dict[str, Callable[[Any, Any], str]] = {
    "type": _say_type,
    "minimum": _say_range,
    "maximum": _say_range,
    "maxLength": lambda wanted, schema: f"must have at most {wanted} characters.",
    "maxItems": lambda wanted, schema: f"must have at most {wanted} items.",
}
