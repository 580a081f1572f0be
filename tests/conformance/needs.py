"""What a proof needs beside Python: its absence skips the test here, and fails it in CI."""

from __future__ import annotations

import os

import pytest


def need(missing: str | None) -> None:
    """Go on where nothing is missing (None); `missing` says what is, and where to get it."""
    if missing is not None:
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
