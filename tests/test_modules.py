"""What the page's pure modules do, in the Node.js that Playwright brings along."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

MODULES = Path(__file__).with_name("modules")


@pytest.mark.parametrize("tests", sorted(MODULES.glob("*.test.mjs")), ids=lambda file: file.stem)
def test_of_a_module(tests: Path) -> None:
    node, _ = compute_driver_executable()
    run = subprocess.run([node, "--test", str(tests)], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
