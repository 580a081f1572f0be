"""What holds for all tests of the workbench."""

from __future__ import annotations

import pytest

from app.znodes.workbench import bench


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A job's own answer is waited for: on a slow machine it takes more than a second."""
    monkeypatch.setattr(bench, "AT_ONCE", 30.0)
