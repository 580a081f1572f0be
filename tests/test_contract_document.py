"""docs/contract.md describes the state document with exactly the keys that its types have."""

from __future__ import annotations

import re
import runpy
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import (
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from app.readmodels.document import State
from app.recipes.registry import MODELS

ROOT = Path(__file__).parent.parent
CONTRACT = (ROOT / "docs" / "contract.md").read_text()
TOKEN = re.compile(r'"[^"]*"|[{}\[\]:,|]|as (?:of|in)\b|and\b|…')
Described = defaultdict[Any, set[str]]
"""The keys that are shown of each type, here or there."""

OPEN = ("…", "as of", "as in")
"""What says that keys are left out, for they stand elsewhere."""


class Shown(NamedTuple):
    """What the contract shows: the keys of an object, or the items of a list."""

    keys: dict[str, list[Shown]]
    items: list[Shown]
    is_whole: bool


def shown() -> Shown:
    block = CONTRACT.partition("\n## The state document\n")[2].split("```")[1]
    while block != (block := re.sub(r"\([^()]*\)", "", block)):
        pass
    tokens = TOKEN.findall(block)[::-1]
    tokens.pop()
    return an_object(tokens)


def an_object(tokens: list[str]) -> Shown:
    keys: dict[str, list[Shown]] = {}
    is_whole, key = True, ""
    while (token := tokens.pop()) != "}":
        is_whole = is_whole and token not in OPEN
        if token.startswith('"'):
            key = token[1:-1]
            keys[key] = values(tokens) if tokens[-1] == ":" else []
    return Shown(keys, [], is_whole)


def values(tokens: list[str]) -> list[Shown]:
    """All that stands for one value, up to the next key."""
    found = []
    while tokens[-1] not in (",", "}", "]"):
        token = tokens.pop()
        if token == "{":
            found.append(an_object(tokens))
        if token == "[":
            found.append(a_list(tokens))
    return found


def a_list(tokens: list[str]) -> Shown:
    items = []
    while tokens[-1] != "]":
        items += values(tokens)
        if tokens[-1] == ",":
            tokens.pop()
    tokens.pop()
    return Shown({}, items, True)


def alternatives(hint: Any) -> Iterator[Any]:
    if get_origin(hint) is Union or type(hint).__name__ == "UnionType":
        for one in get_args(hint):
            yield from alternatives(one)
    else:
        yield hint


def parts(hint: Any) -> list[Any]:
    """What a type is made of, without None."""
    return [one for one in alternatives(hint) if one is not type(None)]


def wrong(place: str, hint: Any, values: Sequence[Shown], described: Described) -> Iterator[str]:
    """Yield what the contract shows otherwise than a type has it."""
    kinds = [one for one in parts(hint) if is_typeddict(one)]
    for kind in kinds:
        told = [one for one in values if len(kinds) == 1 or one.keys.keys() & get_type_hints(kind)]
        if told:
            described[kind] |= {key for one in told for key in one.keys}
            yield from wrong_keys(place, get_type_hints(kind), told, described)
    for one in parts(hint):
        given = get_args(one)
        if get_origin(one) is Mapping:
            yield from wrong_map(place, given, values, described)
        elif get_origin(one) in (Sequence, list):
            for value in values:
                yield from wrong(f"{place}[]", given[0], value.items, described)


def wrong_map(
    place: str, given: tuple[Any, ...], values: Sequence[Shown], described: Described
) -> Iterator[str]:
    named = set(get_args(given[0])) if get_origin(given[0]) is Literal else set()
    for value in values:
        if named and value.is_whole and not named >= value.keys.keys():
            yield f"{place}: {sorted(value.keys)}"
        for one in value.keys.values():
            yield from wrong(f"{place}.*", given[1], one, described)


def wrong_keys(
    place: str, hints: Mapping[str, Any], told: Sequence[Shown], described: Described
) -> Iterator[str]:
    names = {key for one in told for key in one.keys}
    yield from (f"{place}.{name} is in the contract only" for name in sorted(names - hints.keys()))
    if all(one.is_whole for one in told):
        yield from (f"{place}.{name} is not described" for name in sorted(hints.keys() - names))
    for name in names & hints.keys():
        yield from wrong(
            f"{place}.{name}", hints[name], [v for one in told for v in one.keys.get(name, ())],
            described,
        )  # fmt: skip


def reached(hint: Any, known: set[Any]) -> set[Any]:
    for one in parts(hint):
        if is_typeddict(one) and one not in known:
            known.add(one)
            for nested in get_type_hints(one).values():
                reached(nested, known)
        for given in get_args(one):
            reached(given, known)
    return known


def told_of(kind: Any, described: Described) -> set[str]:
    """The keys that are shown of a type, or of one that it extends."""
    hints = get_type_hints(kind).items()
    bases = [one for one in described if get_type_hints(one).items() <= hints]
    return {key for one in bases for key in described[one]}


def typed() -> dict[str, Any]:
    """Section -> its type; those of recipes as their models declare them."""
    of_recipes = {
        name: Mapping[str, get_args(type(one).__orig_bases__[0])[0]]  # type: ignore[attr-defined, misc]
        for name, one in MODELS.by_section.items()
    }
    others = {one.name: get_args(type(one).__orig_bases__[0])[0] for one in MODELS.sections}  # type: ignore[attr-defined]
    return {**get_type_hints(State), **of_recipes, **others}


def test_the_contract_shows_exactly_the_keys_of_the_document() -> None:
    described: Described = defaultdict(set)
    assert sorted(wrong_keys("", typed(), [shown()], described)) == []
    known: set[Any] = set()
    for hint in typed().values():
        reached(hint, known)
    left_out = {one.__name__: get_type_hints(one).keys() - told_of(one, described) for one in known}
    assert {name: keys for name, keys in left_out.items() if keys} == {}


def test_the_types_for_the_page_are_those_of_the_document() -> None:
    """`PYTHONPATH=. python static/bundle/state_types.py` makes them again."""
    made = runpy.run_path(str(ROOT / "static" / "bundle" / "state_types.py"))
    assert made["made"]() == made["FILE"].read_text()


Kind = TypedDict("Kind", {"in": Mapping[str, int], "at": NotRequired[float | None]})


class Whole(Kind, total=False):
    """A document with every form of a type."""

    what: Literal["a", "b"]
    those: Sequence[Kind]


def test_the_page_knows_every_form_of_a_type() -> None:
    types = runpy.run_path(str(ROOT / "static" / "bundle" / "state_types.py"))["StateTypes"]()
    assert types.keys_of(Whole) == {
        "in": "Record<string, number>",
        "at": "number | null",
        "what": '"a" | "b"',
        "those": "Array<Kind>",
    }
    assert list(types.interfaces) == ["Kind"]
