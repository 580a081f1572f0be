"""A machine enters only the phases that its table names."""

from __future__ import annotations

import subprocess
import sys

import pytest

from app.participation import inputs as i
from app.participation.participant import Commands, UnforeseenPhase
from app.participation.phases import Phase
from app.recipes.configuration.machine import Configuration


class Astray(Configuration):
    """A subscriber that asks ZooKeeper for nothing, and for a znode of its own."""

    def _resume(self) -> Commands:
        self._enter(Phase.CREATING)
        return []


def test_a_phase_that_the_row_does_not_name_is_an_error() -> None:
    with pytest.raises(UnforeseenPhase, match="Astray: apart to creating"):
        Astray("", "c").receive(i.Restored(0.0, 1, "a1", 4.0))


def test_a_process_logs_it_and_goes_on() -> None:
    program = f"""
from app.participation import inputs as i
from app.system.logs import log_to_stderr
from {__name__} import Astray
log_to_stderr()
machine = Astray("", "c")
machine.receive(i.Restored(0.0, 1, "a1", 4.0))
print(machine.phase.value)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout == "creating\n"
    assert "WARNING py.warnings: " in ran.stderr
    assert "UnforeseenPhase: Astray: apart to creating" in ran.stderr
