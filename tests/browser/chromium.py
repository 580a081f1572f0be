"""The browser of the tests: a Chromium that is there, else Playwright's own.

The headless shell is the same engine without the windows: it takes less of the processor.
Playwright 1.65.2 limits no call that asks the page's own scripts, as `evaluate` does: where these
never answer, it waits for ever. This module alone reaches into its private names, and limits all.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._sync_base import SyncBase
from playwright.sync_api import Browser, Error, Playwright

INSTALLED = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ANSWERS_WITHIN = 120.0
"""Seconds, of each call: longer than whatever a test waits for."""


def launch(playwright: Playwright) -> Browser:
    """Start it; where there is none, skip here and fail in CI."""
    installed = next((one for one in INSTALLED if one.exists()), None)
    try:
        return playwright.chromium.launch(executable_path=installed, args=list(ARGUMENTS))
    except Error as error:
        if os.environ.get("CI") == "true" or "Executable doesn't exist" not in error.message:
            raise
        pytest.skip("no Chromium: run `make test`, or `playwright install chromium`")


async def _limited(call: Awaitable[Any]) -> Any:
    """Await a call, or raise an Error that names it; later ones are answered as before."""
    try:
        async with asyncio.timeout(ANSWERS_WITHIN) as limit:
            return await call
    except TimeoutError:
        if not limit.expired():
            raise
        name = getattr(call, "__qualname__", "the call")
        raise Error(f"{name}: no answer within {ANSWERS_WITHIN:g} s") from None


def _sync(self: SyncBase, awaitable: Awaitable[Any]) -> Any:
    __tracebackhide__ = True
    return _unlimited(self, _limited(awaitable))


_unlimited = SyncBase._sync
SyncBase._sync = _sync  # type: ignore[method-assign]
