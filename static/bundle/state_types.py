"""Make the types of the state document for the page's scripts, of those that Python declares.

`tsc --checkJs` reads them: `@param {import("./state.js").BarrierState} barrier`.

usage: state_types.py            write static/js/state.d.ts
       state_types.py --check    fail where other types would be made
"""

from __future__ import annotations

import collections.abc
import json
import sys
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from app.readmodels.document import State
from app.recipes.registry import MODELS

FILE = Path(__file__).parents[1] / "js" / "state.d.ts"
HEAD = "// Made by static/bundle/state_types.py of the types that Python declares: do not edit.\n"
_SIMPLE = {str: "string", bool: "boolean", int: "number", float: "number", NoneType: "null"}
_MAPS, _LISTS = (dict, collections.abc.Mapping), (list, tuple, collections.abc.Sequence)


def main(*options: str) -> int:
    """Write the types, or only compare them. Return 1 where others would be made."""
    if "--check" not in options:
        FILE.write_text(made())
    return int(FILE.read_text() != made())


def made() -> str:
    """Return the text of the file: an interface for each type, State last."""
    types = StateTypes()
    paths = {one.section: f"Record<string, {types.said(_made_by(one))}>" for one in MODELS}
    sections = {one.name: types.said(_made_by(one)) for one in MODELS.sections}
    whole = _interface("State", {**types.keys_of(State), **paths, **sections})
    return "\n".join([HEAD, *sorted(types.interfaces.values()), whole])


def _made_by(owner: Any) -> Any:
    """Return the type of the documents that a model, or a section, makes."""
    return get_type_hints(type(owner).new)["return"]


def _interface(name: str, keys: dict[str, str]) -> str:
    lines = "".join(f"  {json.dumps(key)}: {said};\n" for key, said in keys.items())
    return f"export interface {name} {{\n{lines}}}\n"


class StateTypes:
    """The types that were met, as scripts say them. interfaces: name -> its text."""

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}
        self._names: dict[Any, str] = {}

    def said(self, kind: Any) -> str:
        """Return a type as scripts say it."""
        if kind in _SIMPLE:
            return _SIMPLE[kind]
        return self._named(kind) if is_typeddict(kind) else self._generic(kind)

    def keys_of(self, kind: Any) -> dict[str, str]:
        """Return key -> its type. Any may be missing: a merge patch removes what it makes null."""
        return {key: self.said(one) for key, one in get_type_hints(kind).items()}

    def _named(self, kind: Any) -> str:
        """Return its name; where two have the same, the second one's with its recipe before it."""
        if kind not in self._names:
            is_taken = kind.__name__ in self.interfaces
            folder = kind.__module__.split(".")[-2].capitalize() if is_taken else ""
            name = self._names[kind] = f"{folder}{kind.__name__}"
            self.interfaces[name] = ""
            self.interfaces[name] = _interface(name, self.keys_of(kind))
        return self._names[kind]

    def _generic(self, kind: Any) -> str:
        origin, inner = get_origin(kind), get_args(kind)
        if origin is Literal:
            return " | ".join(map(json.dumps, inner))
        if origin in (Annotated, NotRequired, Required):
            return self.said(inner[0])
        if origin in (Union, UnionType):
            return " | ".join(dict.fromkeys(map(self.said, inner)))
        if origin in _MAPS:
            return f"Record<string, {self.said(inner[1])}>"
        return f"Array<{self.said(inner[0])}>" if origin in _LISTS else "any"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
