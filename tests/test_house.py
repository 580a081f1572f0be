"""The house: no import upwards, no circle, and the pure rooms stay pure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

APP = Path(__file__).parent.parent / "app"

FLOORS = [
    {"__main__"},
    {"cli"},
    {"dashboard", "shell"},
    {"sources", "options"},
    {"__init__"},
    {"web"},
    {"control", "candidate"},
    {"workers", "apache", "sandbox", "caretaker"},
    {"zookeeper"},
    {"journal"},
    {"insight", "console"},
    {"recipes", "security_options"},
    {
        "arguments",
        "settings",
        "errors",
        "version",
        "children",
        "folders",
        "limits",
        "ports",
        "threads",
    },
    {"security"},
]
HEIGHT = {room: len(FLOORS) - floor for floor, rooms in enumerate(FLOORS) for room in rooms}

PURE = [
    "recipes",
    "insight",
    "console",
    "journal/state.py",
    "journal/document.py",
    "journal/sections.py",
    "journal/part_facts.py",
    "journal/server_facts.py",
    "journal/thread_facts.py",
    "journal/znode_facts.py",
    "journal/patch.py",
    "zookeeper/tree.py",
    "zookeeper/decoded.py",
    "zookeeper/wire",
    "sandbox/core",
    "sandbox/protocol.py",
    "sandbox/connection.py",
    "sandbox/encoding.py",
    "sandbox/words.py",
]
IMPURE_MODULES = {
    "asyncio", "ctypes", "flask", "flask_socketio", "kazoo", "logging", "multiprocessing", "os",
    "queue", "random", "secrets", "select", "selectors", "signal", "socket", "subprocess",
    "threading", "time", "urllib", "uuid",
}  # fmt: skip

FILES = sorted(APP.rglob("*.py"))


def name_of(file: Path) -> str:
    parts = file.relative_to(APP.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


def room_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imports_of(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute here"
            for alias in node.names:
                yield f"{node.module}.{alias.name}"


def own_modules_of(file: Path) -> set[str]:
    known = {name_of(one) for one in FILES}
    found = set()
    for name in imports_of(file):
        candidates = (name, name.rpartition(".")[0])
        found |= {next((one for one in candidates if one in known), "")}
    return found - {""}


def test_every_room_has_its_floor() -> None:
    assert {room_of(name_of(file)) for file in FILES} <= set(HEIGHT)


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_no_import_runs_up(file: Path) -> None:
    room = room_of(name_of(file))
    for module in own_modules_of(file):
        other = room_of(module)
        assert other == room or HEIGHT[other] < HEIGHT[room], f"{name_of(file)} -> {module}"


def test_no_circles() -> None:
    graph = {name_of(file): own_modules_of(file) - {name_of(file)} for file in FILES}
    assert list(TopologicalSorter(graph).static_order())


@pytest.mark.parametrize("place", PURE)
def test_pure_rooms_know_no_outside_world(place: str) -> None:
    path = APP / place
    files = [path] if path.suffix else sorted(path.rglob("*.py"))
    assert files
    for file in files:
        outside = {name.split(".")[0] for name in imports_of(file)} & IMPURE_MODULES
        assert not outside, f"{name_of(file)} imports {', '.join(outside)}"


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_files_stay_readable(file: Path) -> None:
    assert len(file.read_text().splitlines()) <= 330
