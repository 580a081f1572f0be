"""What each command, and each process, loads: no more than it needs. A person waits for the page
meanwhile, and a class starts candidates by the dozen.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable

import pytest

from app.participation.participant import Participant
from app.recipes.election.machine.strategies import ELECTIONS
from app.recipes.election.model.strategies import STRATEGIES as MODELLED
from app.recipes.election.strategies import STRATEGIES
from app.recipes.registry import RECIPES, ROLES

DASHBOARD = (
    "import app.dashboard, app.processes.supervisor, app.recipes.registry, app.services, app.web"
)
SCHEMAS = ("jsonschema", "referencing", "rpds")
OF_A_MACHINE = {"app.participation.participant", "app.participation.requests"}
OF_A_PROCESS = {"app.processes.candidate", "app.processes.executor", "app.processes.runtime"}


def loaded_by(code: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded once it has run this."""
    shown = f"{code}\nimport sys\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", shown], capture_output=True, check=True, text=True)
    return set(run.stdout.split())


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
    assert STRATEGIES == tuple(ELECTIONS) == tuple(MODELLED)


def test_the_dashboard_loads_nothing_of_what_its_processes_run() -> None:
    code = {name for role in ROLES.values() for name in role.modules} - {"app.processes.work"}
    assert loaded_by(DASHBOARD) & (code | OF_A_MACHINE | OF_A_PROCESS) == set()


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["serve", "--port", "-1"], ["replay", "--help"], ["candidate", "--help"]],
)
def test_help_and_a_wrong_option_load_nothing_of_the_dashboard(arguments: list[str]) -> None:
    loaded = loaded_by(
        f"from app.cli import main\ntry: main({arguments})\nexcept SystemExit: pass\n"
        "print('loaded')"
    )
    assert "app.arguments" in loaded
    heavy = ("flask", "gunicorn", "socketio", "sqlite3", "kazoo.client", "app.journal", "app.web")
    assert within(loaded, *heavy, *SCHEMAS, *OF_A_MACHINE, *OF_A_PROCESS) == []
