"""Count what one event costs a reader: the files and functions that it runs, and the lines of all.

`python -m tests.counter` prints today's figures beside those of earlier commits in `counter.json`.
"""

from __future__ import annotations

import ast
import io
import json
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from app.journal.document import initial_state
from app.journal.journal import Journal
from app.recipes.registry import MODELS
from tests.journal.script import ELECTION, Script, session_of, znode_of

ROOT = Path(__file__).parents[1]
APP = ROOT / "app"
EARLIER = Path(__file__).with_suffix(".json")
RECIPE = "election"
CHAIN = 5
LAYOUT = frozenset({
    tokenize.COMMENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER, tokenize.INDENT,
    tokenize.NEWLINE, tokenize.NL,
})  # fmt: skip
"""Tokens that alone make no line of code."""
DELETION, KILL, REPORT = "a deletion", "a kill", "a report"


class Passed(NamedTuple):
    """The files of app/ that one `append` runs, and the functions in them; without comprehensions,
    which are functions in some versions of Python only.
    """

    files: frozenset[str]
    functions: frozenset[CodeType]

    @property
    def foreign(self) -> list[str]:
        """Return the files of another recipe."""
        recipes = (f"recipes/{file.parent.name}/" for file in APP.glob("recipes/*/recipe.py"))
        others = tuple(folder for folder in recipes if folder != f"recipes/{RECIPE}/")
        return sorted(file for file in self.files if file.startswith(others))


class Watched(Script):
    """An election of five in a journal."""

    def __init__(self) -> None:
        self.journal = Journal(MODELS, initial_state(MODELS), clock=lambda: self.at)
        super().__init__()
        for number in range(1, CHAIN + 1):
            self.joins(f"c{number}", number)

    def event(self, kind: str, subject: str, **data: Any) -> None:
        self.journal.tell(kind, subject, data, self.at)
        self.state = self.journal.state

    def passed(self, kind: str, subject: str, **data: Any) -> Passed:
        """Return what one `tell` of this event runs."""
        codes: set[CodeType] = set()

        def note(frame: FrameType, what: str, _: Any) -> None:
            if what == "call":
                codes.add(frame.f_code)

        sys.setprofile(note)
        try:
            self.journal.tell(kind, subject, data, self.at)
        finally:
            sys.setprofile(None)
        own = {code: Path(code.co_filename) for code in codes if code.co_name[:1] != "<"}
        files = {code: file for code, file in own.items() if file.is_relative_to(APP)}
        names = frozenset(str(file.relative_to(APP)) for file in files.values())
        return Passed(names, frozenset(files))


def passings() -> dict[str, Passed]:
    """Return what the deletion of a leader's znode runs, the kill of a leader, and its report. Each
    is the first in an election of its own, and what is made once has been made before.
    """
    told: dict[str, tuple[str, str, dict[str, Any]]] = {
        DELETION: ("znode.deleted", f"{ELECTION}/{znode_of('c1', 1)}", {"zxid": 9}),
        KILL: ("candidate.killed", "c1", {"by": "a person", "session_ends": 104.0}),
        REPORT: ("candidate.reported", "c1", report()),
    }
    for kind, subject, data in told.values():
        Watched().passed(kind, subject, **data)
    return {
        name: Watched().passed(kind, subject, **data)
        for name, (kind, subject, data) in told.items()
    }


def report() -> dict[str, Any]:
    """Return what a leader says of itself a moment later."""
    counters = {"notifications": 0, "reads": 2, "writes": 1}
    own = {"session": session_of("c1"), "znode": f"{ELECTION}/{znode_of('c1', 1)}"}
    return {"belief": "leading", "counters": counters, "step": "lead", "watches": None, **own}


def lines_in(text: str) -> int:
    """Return how many lines have code: no blank line, comment or docstring is one."""
    docstrings = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    code = {
        line
        for token in tokens
        if token.type not in LAYOUT
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(code - docstrings)


def room_of(file: Path) -> str:
    """Return the folder of app/ that a file is in, or that of its recipe."""
    rooms = file.relative_to(APP).parts[:-1]
    return "/".join(rooms[: 2 if rooms[:1] == ("recipes",) else 1]) or "app"


def lines_by_room() -> Counter[str]:
    """Return the lines of code of each room."""
    counts: Counter[str] = Counter()
    for file in sorted(APP.rglob("*.py")):
        counts[room_of(file)] += lines_in(file.read_text())
    return counts


def figures(passed: dict[str, Passed]) -> dict[str, int]:
    """Return all figures, by what they count."""
    found = {}
    for name, one in passed.items():
        found[f"{name}: files"] = len(one.files)
        found[f"{name}: of another recipe"] = len(one.foreign)
        found[f"{name}: functions"] = len(one.functions)
    rooms = lines_by_room()
    return {**found, "lines": rooms.total(), **{f"lines: {room}": rooms[room] for room in rooms}}


def table(kept: dict[str, dict[str, int]]) -> Iterator[str]:
    """Yield the lines of a table of these, a column for each, and of the change since the first."""
    yield "".join([f"{'':32}", *(f"{column:>10}" for column in kept), f"{'change':>10}"])
    columns = list(kept.values())
    for name in {name: None for column in columns for name in column}:
        row = [column.get(name, 0) for column in columns]
        change = f"{row[-1] / row[0] - 1:+10.1%}" if row[0] else f"{'new':>10}"
        yield "".join([f"{name:32}", *(f"{figure:10}" for figure in row), change])


if __name__ == "__main__":
    passed = passings()
    print(*table({**json.loads(EARLIER.read_text()), "now": figures(passed)}), sep="\n")
    for name, one in passed.items():
        print(f"{name} runs of another recipe: {', '.join(one.foreign) or 'nothing'}")
