"""List what each request takes and answers, as the OpenAPI document has it, for a reader's eyes.

`python -m tests.web.interface` writes the list again: its diff shows what scripts will notice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from app.web.openapi import describe_api
from app.zookeeper.paths import BELOW_ROOT, NAMES, PATHS

LIST = Path(__file__).with_suffix(".txt")
_SHORT = {
    json.dumps(PATHS): "PATHS",
    json.dumps(BELOW_ROOT): "BELOW_ROOT",
    json.dumps(NAMES): "NAMES",
}


def listed() -> str:
    """Return the list: a line for a request; below it one for each field, rule and answer. A field
    with ! is required.
    """
    return "".join(
        f"{method.upper()} {path}: {operation['summary']}\n"
        + "".join(f"  {name} {_written(said)}\n" for name, said in _said(operation))
        for path, methods in sorted(describe_api()["paths"].items())
        for method, operation in sorted(methods.items())
    )


def _said(operation: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for one in operation.get("parameters", ()):
        yield f"{one['in']} {one['name']}{'!' * one['required']}", one["schema"]
    if "requestBody" in operation:
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        for name, schema in body["properties"].items():
            yield f"body {name}{'!' * (name in body.get('required', ()))}", schema
        yield from ((key, body[key]) for key in ("allOf", "anyOf") if key in body)
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            yield from ((f"{status} {kind}", form) for kind, form in answer["content"].items())


def _written(said: Any) -> str:
    written = json.dumps(said, sort_keys=True)
    for pattern, name in _SHORT.items():
        written = written.replace(pattern, name)
    return written


if __name__ == "__main__":
    LIST.write_text(listed())
