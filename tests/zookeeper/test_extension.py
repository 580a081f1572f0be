"""One module reaches into kazoo, and says what to do where kazoo is another one."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from kazoo.client import KazooClient

from app.zookeeper import extension
from app.zookeeper.extension import CLIENT_NAMES, CONNECTION_NAMES, WORKS_WITH, watch_all
from app.zookeeper.operations import WatchEvent
from tests.support.zookeeper import await_until

APP = Path(extension.__file__).parent.parent
HERE = Path(extension.__file__)
BEFORE = """
from kazoo.client import KazooClient
from kazoo.protocol.connection import ConnectionHandler
del {}
import app.zookeeper.client
"""


@pytest.mark.parametrize("name", ["KazooClient._call", "ConnectionHandler._read_header"])
def test_a_kazoo_that_lacks_a_name_is_refused_with_what_to_do(name: str) -> None:
    program = [sys.executable, "-c", BEFORE.format(name)]
    ended = subprocess.run(program, cwd=APP.parent, capture_output=True, text=True, check=False)
    said = ended.stderr.splitlines()[-1]
    assert ended.returncode == 1
    assert said.startswith(f"ImportError: Handoff uses {name}, which kazoo 2")
    assert said.endswith(f"pip install kazoo=={WORKS_WITH}")


def reached(file: Path) -> Iterator[str]:
    """Every private attribute that is not the object's own."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            of = ast.unparse(node.value)
            if of not in ("self", "cls", "super()") and not node.attr.endswith("__"):
                yield node.attr


def test_no_other_module_reaches_into_kazoo() -> None:
    client = KazooClient()
    theirs = {*dir(client), *dir(client._connection)}
    found = {(file.name, name) for file in APP.rglob("*.py") if file != HERE
             for name in reached(file) if name in theirs}  # fmt: skip
    assert not found


def test_the_names_that_are_checked_are_those_that_are_used() -> None:
    tree = ast.parse(HERE.read_text())
    own = next(node for node in tree.body if isinstance(node, ast.ClassDef)).body
    made = {node.name for node in own if isinstance(node, ast.FunctionDef)}
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    private = {name for name in used if name.startswith("_") and not name.endswith("__")}
    private -= {"_replace"}  # of a NamedTuple
    overridden = made & set(CONNECTION_NAMES)
    assert (private - made) | overridden == {*CLIENT_NAMES, *CONNECTION_NAMES}


def test_every_event_of_a_session_is_heard_once(client: KazooClient) -> None:
    heard: list[WatchEvent] = []
    own: list[str] = []
    watch_all(client, heard.append)
    client.create("/a")
    client.get("/a", watch=lambda event: own.append(event.type))
    client.get_children("/a", watch=lambda event: own.append(event.type))
    client.delete("/a")
    await_until(lambda: len(own) == 2)
    client.exists("/b", watch=own.append)
    client.create("/b")
    await_until(lambda: len(heard) == 2)
    assert [(event.type, event.path) for event in heard] == [("DELETED", "/a"), ("CREATED", "/b")]
