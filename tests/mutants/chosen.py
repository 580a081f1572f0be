"""Chooses mutants by a seed, in files that are spread over all rooms, and keeps them in a file."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from tests.mutants.places import Mutant, places_in
from tests.test_house import APP, FILES, pure_modules

FILE = Path(__file__).with_name("list.json")
PURE, ELSEWHERE = 100, 40
"""How many mutants in pure rooms, and how many elsewhere."""

Mutants = dict[str, Mutant]
"""By their names: `p` and a number in a pure room, `e` and a number elsewhere."""


def choose(seed: int) -> Mutants:
    """Return the mutants of a seed in this checkout, each in a file of its own."""
    pure = set(pure_modules())
    rooms = {
        "p": (PURE, [file for module, file in FILES.items() if module in pure]),
        "e": (ELSEWHERE, [file for module, file in FILES.items() if module not in pure]),
    }
    draw = random.Random(seed)
    return {
        f"{letter}{number:03}": mutant
        for letter, (count, files) in rooms.items()
        for number, mutant in enumerate(drawn(sources(files), count, draw), 1)
    }


def sources(files: Iterable[Path]) -> dict[str, str]:
    """Return the text of each file by its path below the checkout."""
    return {str(file.relative_to(APP.parent)): file.read_text() for file in sorted(files)}


def drawn(texts: Mapping[str, str], count: int, draw: random.Random) -> list[Mutant]:
    """Draw a mutant in each of `count` files, which are evenly spread in the order of `texts`.

    Each kind of mistake that a file has is as likely as the others. Raises ValueError where there
    are fewer files.
    """
    found = {file: places_in(text, file) for file, text in texts.items()}
    places = [those for those in found.values() if those]
    if len(places) < count:
        raise ValueError(f"{count} files are asked for, and {len(places)} have a place for one")
    chosen = []
    for number in range(count):
        begin, end = number * len(places) // count, (number + 1) * len(places) // count
        mutants = [place.mutant for place in places[draw.randrange(begin, end)]]
        kind = draw.choice(sorted({mutant.kind for mutant in mutants}))
        chosen.append(draw.choice([mutant for mutant in mutants if mutant.kind == kind]))
    return chosen


def written(mutants: Mutants, seed: int) -> str:
    """Return the text of a file that keeps them: one mutant a line."""
    lines = [f'"{name}": {json.dumps(asdict(mutant))}' for name, mutant in mutants.items()]
    return f'{{"seed": {seed}, "mutants": {{\n' + ",\n".join(lines) + "\n}}\n"


def read(text: str, names: Sequence[str] = ()) -> Mutants:
    """Return the mutants that a file keeps, or those of them whose names begin so."""
    kept = json.loads(text)["mutants"]
    begin = tuple(names) or ("",)
    return {name: Mutant(**fields) for name, fields in kept.items() if name.startswith(begin)}
