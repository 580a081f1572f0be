"""What holds for all tests of the workbench."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.znodes.workbench import workbench
from tests.znodes.racing import Raced, racing


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A job's own answer is waited for: on a slow machine it takes more than a second."""
    monkeypatch.setattr(workbench, "AT_ONCE", 30.0)


@pytest.fixture(
    scope="module",
    params=["sandbox", pytest.param("zookeeper", id="apache", marks=pytest.mark.proof)],
)
def bench(request: pytest.FixtureRequest) -> Iterator[Raced]:
    """One of each kind for the tests of a module; each test takes a path of its own."""
    with racing(request.getfixturevalue(request.param)) as raced:
        yield raced
