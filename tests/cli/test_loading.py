"""What each command, and each process, loads: no more than it needs. A person waits for the page
meanwhile, and a class starts candidates by the dozen.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable

import pytest

from app.participation.participant import Participant
from app.recipes.election.machine import ELECTIONS
from app.recipes.election.strategies import STRATEGIES
from app.recipes.registry import RECIPES, ROLES

DASHBOARD = (
    "import app.commands.serve, app.processes.supervisor, app.recipes.registry, app.services, "
    "app.web"
)
SCHEMAS = ("jsonschema", "referencing", "rpds")
OF_A_MACHINE = {"app.participation.participant"}
OF_A_PROCESS = {"app.processes.candidate", "app.processes.executor", "app.processes.runtime"}


def loaded_by(code: str) -> list[set[str]]:
    """Run this in a fresh interpreter; return the modules that it has loaded each time it calls
    `show`.
    """
    shown = f"import sys\ndef show(): print('loaded', *sys.modules)\n{code}"
    run = subprocess.run([sys.executable, "-c", shown], capture_output=True, check=True, text=True)
    lines = (line.split() for line in run.stdout.splitlines())
    return [set(words) for words in lines if words[:1] == ["loaded"]]


def within(modules: Iterable[str], *packages: str) -> list[str]:
    """Return those of these modules that are in one of the packages, or are it."""
    return [one for one in modules if any(f"{one}.".startswith(f"{p}.") for p in packages)]


@pytest.mark.parametrize("name", ROLES)
def test_each_procedure_names_its_code(name: str) -> None:
    machine, work = ROLES[name].load()
    assert issubclass(machine, Participant)
    assert callable(work)


def test_each_procedure_has_a_role() -> None:
    assert set(ROLES) == {one.name for recipe in RECIPES for one in recipe.procedures}


def test_each_strategy_has_its_machine_and_its_model() -> None:
    assert tuple(ELECTIONS) == tuple(STRATEGIES)


def test_the_dashboard_loads_nothing_of_what_its_processes_run() -> None:
    code = {name for role in ROLES.values() for name in role.modules} - {"app.processes.work"}
    (loaded,) = loaded_by(f"{DASHBOARD}\nshow()")
    assert loaded & (code | OF_A_MACHINE | OF_A_PROCESS) == set()


WORDS = (
    ["sandbox", "--help"], ["--help"], ["serve", "--port", "-1"], ["replay", "--help"],
    ["candidate", "--help"],
)  # fmt: skip
"""What is answered at once. The sandbox, which comes first, does not read the others' options."""


def test_help_and_a_wrong_option_load_nothing_of_the_dashboard() -> None:
    sandbox, *others = loaded_by(
        f"from app.commands.main import main\nfor words in {WORDS}:\n"
        "    try: main(words)\n    except SystemExit: show()"
    )
    assert len(others) == len(WORDS) - 1
    assert "app.commands.sandbox" in sandbox
    assert "app.commands.arguments" in others[-1]
    heavy = ("flask", "gunicorn", "socketio", "kazoo.client", "app.journal", "app.web")
    assert within(others[-1], *heavy, *SCHEMAS, *OF_A_MACHINE, *OF_A_PROCESS) == []
    assert within(others[-1] - sandbox, "sqlite3") == []
    assert within(sandbox, "kazoo", "werkzeug", "app.commands.serve", "app.commands.options") == []
