"""Check what comes in by the JSON Schemas that the OpenAPI document shows.

Every refusal is a BadRequest that names the field and says what would have been right.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from ..errors import BadRequest
from ..zookeeper.paths import BELOW_ROOT, PATHS, check_path

Document = dict[str, Any]

_LONGEST_MESSAGE = 300
_WHOLE = re.compile(r"-?[0-9]{1,19}")
_NUMBER = re.compile(r"-?[0-9]{1,400}(\.[0-9]{1,400})?(e[+-]?[0-9]{1,3})?", re.IGNORECASE)
"""As JSON has them."""


def _check_pattern(_: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Yield the fault of a text that does not match a pattern. `$` is the end of the text, as in
    JSON Schema; Python's own also matches before a last line's end.
    """
    if isinstance(instance, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


_VALIDATOR = extend(Draft202012Validator, {"pattern": _check_pattern})  # type: ignore[no-untyped-call]


class Schema:
    """The JSON Schema of one kind of object, which checks, and which the document shows."""

    def __init__(
        self, properties: Mapping[str, Any], required: tuple[str, ...] = (), **more: Any
    ) -> None:
        self.properties = dict(properties)
        self.required = required
        self.document: Document = {
            "type": "object",
            "properties": self.properties,
            "additionalProperties": False,
            **more,
        }
        if required:
            self.document["required"] = list(required)
        self._validator = _VALIDATOR(self.document)

    def check(self, document: Any) -> dict[str, Any]:
        """Return the document with its defaults. Raise BadRequest for its first fault."""
        errors = self._validator.iter_errors(document)
        first = min(errors, key=_order, default=None)
        if first is not None:
            raise _explain(first)
        defaults = {name: p["default"] for name, p in self.properties.items() if "default" in p}
        given = {**defaults, **document}
        return {name: self._as_number(name, value) for name, value in given.items()}

    def check_text(self, texts: Mapping[str, str]) -> dict[str, Any]:
        """Check values that arrive as text; values of fields for numbers become numbers."""
        return self.check({name: self._from_text(name, text) for name, text in texts.items()})

    def _is(self, kind: str, name: str) -> bool:
        return self.properties.get(name, {}).get("type") in (kind, [kind, "null"])

    def _as_number(self, name: str, value: Any) -> Any:
        """Make 3.0 an int, and 3 a float, where a field needs it: JSON Schema takes 3.0 for an
        integer and 3 for a number.
        """
        if value is None:
            return None
        if self._is("integer", name):
            return int(value)
        return float(value) if self._is("number", name) else value

    def _from_text(self, name: str, text: str) -> Any:
        if self._is("integer", name):
            return int(_matching(_WHOLE, text, name, "a whole number"))
        if self._is("number", name):
            number = float(_matching(_NUMBER, text, name, "a number"))
            if math.isinf(number):
                raise BadRequest(f"{name} must be a number below 10^308.", field=name)
            return number
        return text


def _order(error: ValidationError) -> tuple[Any, ...]:
    """Order faults: a field's own stand before those of a rule across fields."""
    return (error.validator == "anyOf", *map(str, error.absolute_path))


def _matching(pattern: re.Pattern[str], text: str, name: str, what: str) -> str:
    if not pattern.fullmatch(text):
        raise BadRequest(f"{name} must be {what}.", field=name)
    return text


def _explain(error: ValidationError) -> BadRequest:
    field = ".".join(str(part) for part in error.absolute_path) or _first_of_nobody(error)
    if error.validator == "additionalProperties":
        return _explain_unknown(error.instance, error.schema)
    if error.validator == "required":
        return _explain_missing(error)
    if error.validator_value in (PATHS, BELOW_ROOT):
        return _explain_path(str(error.instance), field or "path")
    if error.validator == "anyOf":
        return _explain(_of_the_nearest(error))
    say = _EXPLANATIONS.get(str(error.validator))
    if say is None:
        return BadRequest(error.message[:_LONGEST_MESSAGE], field=field)
    said = say(error.validator_value, error.schema)
    return BadRequest(f"{field or 'The body'} {said}", field=field)


def _explain_missing(error: ValidationError) -> BadRequest:
    wanted: Any = error.validator_value
    given: Any = error.instance
    missing = next(name for name in wanted if name not in given)
    field = ".".join(map(str, (*error.absolute_path, missing)))
    return BadRequest(f"{field} is missing.", field=field)


def _explain_unknown(instance: Any, schema: Any) -> BadRequest:
    known = schema["properties"]
    unknown = next(name for name in instance if name not in known)[:80]
    there_are = f"there are: {', '.join(known)}." if known else "there are none."
    return BadRequest(f"{unknown!r} is not a field here; {there_are}", field=unknown)


def _of_the_nearest(error: ValidationError) -> ValidationError:
    """Return the first fault in the alternative that has the fewest."""
    faults: dict[Any, list[ValidationError]] = {}
    for fault in error.context or ():
        faults.setdefault(fault.schema_path[0], []).append(fault)
    return min(faults.values(), key=len)[0]


def _explain_path(text: str, field: str) -> BadRequest:
    try:
        check_path(text, field)
    except BadRequest as refusal:
        return refusal
    return BadRequest(f"{field} must be a znode below the root.", field=field)


def _say_range(wanted: Any, schema: Any) -> str:
    return f"must be from {schema['minimum']} to {schema['maximum']}."


def _say_type(wanted: Any, schema: Any) -> str:
    kinds = wanted if isinstance(wanted, str) else " or ".join(wanted)
    return f"must be {schema.get('title', f'of type {kinds}')}."


def _first_of_nobody(error: ValidationError) -> str | None:
    unwanted: Any = error.validator_value
    is_nobody = error.validator == "not" and "properties" in unwanted
    return unwanted["required"][0] if is_nobody else None


def _say_unwanted(schema: Any) -> str:
    if "const" in schema:
        return f"be {schema['const']}"
    first, *others = schema["required"]
    return f"be 0 where {' and '.join(others)} is" if others else f"have {first}"


_EXPLANATIONS: dict[str, Callable[[Any, Any], str]] = {
    "type": _say_type,
    "minimum": _say_range,
    "maximum": _say_range,
    "const": lambda wanted, schema: f"must be {wanted}.",
    "enum": lambda wanted, schema: f"must be one of {', '.join(map(str, wanted))}.",
    "not": lambda wanted, schema: f"must not {_say_unwanted(wanted)}.",
    "pattern": lambda wanted, schema: f"must be {schema['title']}.",
    "minLength": lambda wanted, schema: "must not be empty.",
    "minProperties": lambda wanted, schema: f"must have at least {wanted} field.",
    "maxProperties": lambda wanted, schema: f"must have at most {wanted} field.",
    "maxLength": lambda wanted, schema: f"must have at most {wanted} characters.",
    "minItems": lambda wanted, schema: f"must have at least {wanted} item.",
    "maxItems": lambda wanted, schema: f"must have at most {wanted} items.",
}
