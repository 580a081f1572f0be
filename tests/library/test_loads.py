"""What a program loads for a machine of ours: what that needs, and no more."""

from __future__ import annotations

import subprocess
import sys

import pytest

import app
from app import library
from app.library import HOMES
from tests.support.app import ROOT

ROOMS = {
    "errors", "foreign_json", "library", "participation", "processes", "recipes", "system",
    "zookeeper",
}  # fmt: skip
NOT_NEEDED = {"flask", "http", "http.server", "multiprocessing", "socketio", "sqlite3"}
COMMAND_LINE = {"argparse", "click", "app.commands.arguments", "app.commands.options"}

MACHINES = {
    "Barrier": {"barrier"}, "Candidate": {"election"}, "Lock": {"lock"},
    "Membership": {"membership"}, "QueueConsumer": {"queue"}, "SharedLock": {"sharedlock", "lock"},
}  # fmt: skip
"""Classes that take part in a recipe; the folders of that recipe and of what it builds on."""


def loaded_by(*codes: str) -> list[set[str]]:
    """The names of the modules that are there after each of these, which knows kazoo already."""
    script = f"""
import kazoo.client, os, sys
for code in {codes}:
    if os.fork() == 0:
        exec(code)
        print(*sys.modules, flush=True)
        os._exit(0)
    os.wait()
"""
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [set(line.split()) for line in ended.stdout.splitlines()]


def parts(loaded: set[str], depth: int) -> set[str]:
    """The names, at this depth, of the modules of ours among these."""
    split = (name.split(".") for name in loaded if name.startswith("app."))
    return {names[depth] for names in split if len(names) > depth}


def is_small(loaded: set[str]) -> bool:
    """Whether this is the runtime, and of the dashboard nothing."""
    needless = loaded & {*NOT_NEEDED, *COMMAND_LINE}
    return not needless and "app.processes.runtime" in loaded and parts(loaded, 1) <= ROOMS


def test_a_program_loads_one_recipe_and_of_that_what_runs() -> None:
    found = loaded_by(*(f"from app import {name}" for name in MACHINES))
    for loaded, recipes in zip(found, MACHINES.values(), strict=True):
        assert is_small(loaded), recipes
        own = [one.split(".") for one in loaded if one.startswith("app.recipes.")]
        assert {one[2] for one in own} == recipes
        roles = {one[3] for one in own if len(one) > 3}
        assert not roles & {"recipe", "model", "checks", "story", "actions", "process", "steps"}


def test_a_program_that_uses_all_of_the_library_loads_nothing_of_the_dashboard() -> None:
    (loaded,) = loaded_by("from app.library import *")
    assert is_small(loaded)


def test_the_package_offers_what_the_library_does() -> None:
    assert [getattr(app, name) for name in HOMES] == [getattr(library, name) for name in HOMES]
    for package in (app, library):
        with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
            _ = package.Nothing


def test_all_that_the_package_offers_is_imported_with_a_star() -> None:
    offered: dict[str, object] = {}
    exec("from app import *", offered)
    assert offered.keys() >= {"create_app", *HOMES}


def test_the_processes_of_candidates_load_no_command_line() -> None:
    """They are forked from a process with these modules, and begin with the program's own."""
    (loaded,) = loaded_by("import app.__main__, app.processes.candidate, app.processes.forking")
    assert "app.commands.main" in loaded
    assert not loaded & COMMAND_LINE


def test_another_kazoo_is_refused_with_what_to_do() -> None:
    code = "from kazoo.client import KazooClient as K; del K._call; import app"
    ended = subprocess.run(
        [sys.executable, "-c", f"{code}; app.Candidate"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = ended.stderr.splitlines()[-1]
    assert told.startswith("ImportError: Handoff uses KazooClient._call, which kazoo 2.")
    assert told.endswith("does not have. It works with kazoo 2.11.0: pip install kazoo==2.11.0")
