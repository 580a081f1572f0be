"""Write what docs/architecture.md shows of the code: the floors, as a picture and in words, and the
files that one `append` runs, as a table. `python -m tests.architecture` writes all three.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.recipes.registry import RECIPES
from tests.counter import APP, DELETION, KILL, REPORT, ROOT, passings
from tests.test_house import FLOORS

PAGE, PICTURE = ROOT / "docs" / "architecture.md", ROOT / "docs" / "house.svg"
MARKS = {DELETION: "event", KILL: "click", REPORT: "report"}
HEAD = ["file", "what it is for", *MARKS.values()]

WIDTH, LEFT, GAP = 900, 50, 16
TALL, LOW, STEP = 56, 30, 10
"""Pixels: the height of a floor with folders, of one with files only, and what is between two."""
FOLDERS = {
    "commands": "serve, candidate, sandbox, replay: their options, and in which order they end",
    "web": "guard, sockets, page; routes made of actions",
    "library": "the recipes' machines, for other programs",
    "testing": "a plugin of pytest: a ZooKeeper for each test",
    "recipes": "the registry, and one folder a recipe, known by its descriptor",
    "znodes": "workbench and console",
    "actions": "how anything that a person can do is declared and checked",
    "processes": "runs any recipe's machine in a process",
    "ensemble": "starts servers and looks after them",
    "sandbox": "a ZooKeeper of our own",
    "history": "every event on disk; the document of any moment",
    "zookeeper": "clients, the mirror of the tree, what servers say",
    "journal": "every fact, numbered; the state is their fold",
    "readmodels": "pure: what the recipes' models share",
    "participation": "pure: what machines are made of, such as session, retry, queue",
    "system": "folders, threads, limits, listening, logs",
}
"""What is in each folder of app/; what is in no folder is a file."""


def purpose_of(file: Path) -> str:
    """Return the first sentence of a file's docstring."""
    told = ast.get_docstring(ast.parse(file.read_text())) or ""
    return re.split(r"(?<=\.)\s", " ".join(told.split()), maxsplit=1)[0].rstrip(".")


def table() -> str:
    """Return the table of the files that each walk passes within one `append`."""
    passed = passings()
    files = sorted({file for one in passed.values() for file in one.files})
    rows = [HEAD, ["---"] * len(HEAD)]
    for file in files:
        marks = ["•" if file in passed[walk].files else "" for walk in MARKS]
        rows.append([f"`{file}`", purpose_of(APP / file), *marks])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def with_table(page: str) -> str:
    """Return the page with today's table in place of its own."""
    head = re.escape(f"| {' | '.join(HEAD)} |")
    return re.sub(rf"{head}\n(\|.*\n)+", lambda _: table(), page)


def words() -> str:
    """Return the picture in words, for those who do not see it: its floors, the highest first."""
    floors = (", ".join(f"`{called(room)}`" for room in in_row(floor)) for floor in FLOORS)
    told = "; ".join(floors)
    return f"![{len(FLOORS)} floors, the highest first: {told}]({PICTURE.name})"


def with_words(page: str) -> str:
    """Return the page with today's words of the picture in place of its own."""
    return re.sub(rf"!\[.*\]\({PICTURE.name}\)", lambda _: words(), page)


def in_row(floor: set[str]) -> list[str]:
    """Return the rooms of a floor, from left to right: those with folders first."""
    return sorted(floor, key=lambda room: (room not in FOLDERS, room))


def called(room: str) -> str:
    """Return the name of a room, which is a folder or a file."""
    return room if room in FOLDERS else f"{room}.py"


def picture() -> str:
    """Return the picture of the floors, the highest first, as an SVG."""
    top = 20
    drawn: list[str] = []
    for floor in FLOORS:
        rooms = in_row(floor)
        height = TALL if FOLDERS.keys() & floor else LOW
        drawn += row(rooms, top, height)
        if "recipes" in floor:
            top += height
            height = LOW
            drawn += row([recipe.name for recipe in RECIPES], top, height, size=9.5, gap=4)
        top += height + STEP
    style = 'font-family="ui-sans-serif, \'Segoe UI\', system-ui, sans-serif" font-size="14"'
    said = "The house: each room imports only from the floors below it"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 {top + STEP}" {style}>',
        f"  <title>{said}</title>",
        f'  <rect width="1000" height="{top + STEP}" rx="14" fill="#0f1419"/>',
        *(f"  {line}" for line in drawn),
        "</svg>\n",
    ]
    return "\n".join(lines)


def row(
    rooms: Sequence[str], top: int, height: int, size: float = 14, gap: int = GAP
) -> Iterator[str]:
    """Yield the boxes of one floor, side by side."""
    width = (WIDTH - gap * (len(rooms) - 1)) / len(rooms)
    for place, room in enumerate(rooms):
        left = LEFT + place * (width + gap)
        told = FOLDERS.get(room)
        name = called(room) if size == 14 else room
        at = f'x="{left + width / 2:.1f}" text-anchor="middle"'
        yield (
            f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{height}" rx="8"'
            ' fill="#161c23" stroke="#2a343f" stroke-width="1.5"/>'
        )
        y = top + (24 if told else height / 2 + 5)
        font = f'font-size="{size:g}" font-weight="600"'
        yield f'<text {at} y="{y:g}" fill="#e8edf2" {font}>{name}</text>'
        if told:
            yield f'<text {at} y="{top + 43}" fill="#93a1b0" font-size="12">{told}</text>'


if __name__ == "__main__":
    PAGE.write_text(with_words(with_table(PAGE.read_text())))
    PICTURE.write_text(picture())
