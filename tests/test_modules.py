"""What the page's pure modules do, in the Node.js that Playwright brings along."""

from __future__ import annotations

import subprocess
from pathlib import Path

from playwright._impl._driver import compute_driver_executable

MODULES = Path(__file__).with_name("modules")
ALL_IN_ONE = ("--test", "--test-isolation=none", "--test-force-exit")
"""One process for all files: its start takes longer than most of them."""


def test_all_modules() -> None:
    node, _ = compute_driver_executable()
    files = sorted(map(str, MODULES.glob("*.test.mjs")))
    run = subprocess.run(
        [node, *ALL_IN_ONE, *files], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert files
    assert run.returncode == 0, run.stdout + run.stderr
