"""The browser of the tests: a Chromium that is there, else Playwright's own.

The headless shell is the same engine without the windows: it takes less of the processor.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Playwright

INSTALLED = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch(playwright: Playwright) -> Browser:
    """Start it; where there is none, skip here and fail in CI."""
    installed = next((one for one in INSTALLED if one.exists()), None)
    try:
        return playwright.chromium.launch(executable_path=installed, args=list(ARGUMENTS))
    except Error as error:
        if os.environ.get("CI") == "true" or "Executable doesn't exist" not in error.message:
            raise
        pytest.skip("no Chromium: run `make test`, or `playwright install chromium`")
