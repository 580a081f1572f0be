"""Tell a fresh journal again what one was told, and compare what comes of it, byte by byte."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

from app.journal.document import initial_state
from app.journal.journal import Journal
from app.journal.patch import keyed
from app.journal.state import JournalFact
from app.readmodels.event import event_of
from app.recipes.registry import MODELS
from tests.journal.golden.recorder import as_line

FOLDER = Path(__file__).parent
GIVEN, EXPECTED = ".given.jsonl.gz", ".expected.jsonl.gz"
NAMES = sorted(file.name.removesuffix(GIVEN) for file in FOLDER.glob(f"*{GIVEN}"))
_MISSING = "nothing"
LONGEST = 300


class Clocks:
    """The two clocks of a journal, as they stood when it was told something."""

    now = wall = 0.0


def tell(journal: Journal, clocks: Clocks, noted: Mapping[str, Any]) -> None:
    """Call a journal once more, at the same time. No other place knows how an event is appended."""
    clocks.now, clocks.wall = noted["clock"], noted["wall"]
    if "append" in noted:
        journal.tell(*noted["append"])
    elif "append_all" in noted:
        kind, facts = noted["append_all"]
        journal.append_all([JournalFact(event_of(kind, *said), at) for *said, at in facts])
    else:
        journal.sum_up()


def made_of(given: Iterable[str]) -> Iterator[str]:
    """Yield what a journal makes of these calls: each event with its patch and its line, and then
    the document as it travels.
    """
    first, *calls = given
    clocks, events = Clocks(), list[str]()
    journal = Journal(
        MODELS, initial_state(MODELS, **json.loads(first)),
        lambda: clocks.now, lambda: clocks.wall,
    )  # fmt: skip
    journal.subscribe(lambda event: events.append(as_line(event.as_json())))
    for line in calls:
        tell(journal, clocks, json.loads(line))
    yield from events
    yield as_line(keyed(journal.state, MODELS.lines))


def lines_of(file: Path) -> list[str]:
    """Return the lines of a compressed file."""
    return gzip.decompress(file.read_bytes()).decode("ascii").splitlines()


def keep(file: Path, lines: Iterable[str]) -> None:
    """Write a compressed file, of which equal lines make equal bytes."""
    text = "".join(f"{line}\n" for line in lines)
    file.write_bytes(gzip.compress(text.encode("ascii"), mtime=0))


def first_difference(expected: list[str], found: list[str]) -> str | None:
    """Return where the two part, for people; None if they are equal."""
    for old, new in zip_longest(expected, found):
        if old != new:
            before, after = (json.loads(one) if one else {} for one in (old, new))
            one = before or after
            who = f"event {one['seq']} ({one.get('kind', 'the last document')})"
            return f"{who}, {difference(before, after)}"
    return None


def difference(old: Any, new: Any, path: str = "") -> str:
    """Return the path of the first difference of two values that are not the same JSON, and both
    values there.
    """
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in {**old, **new}:
            before, after = old.get(key, _MISSING), new.get(key, _MISSING)
            if as_line(before) != as_line(after):
                return difference(before, after, f"{path}/{key}")
        return f"{path}: the keys are {[*new]} and not {[*old]}"
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (before, after) in enumerate(zip(old, new, strict=True)):
            if as_line(before) != as_line(after):
                return difference(before, after, f"{path}/{number}")
    return f"{path}: {as_line(new)[:LONGEST]} and not {as_line(old)[:LONGEST]}"
