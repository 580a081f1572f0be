"""A real ensemble of three for a module's tests, and one that leaves it whole for the next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.ensemble.apache.ensemble import Ensemble
from app.ensemble.apache.server import is_serving
from tests.support.zookeeper import await_until, classpath


@pytest.fixture(scope="module")
def started_ensemble() -> Iterator[Ensemble]:
    """Three servers; tests may do to them what they like (see `ensemble`)."""
    ensemble = Ensemble(classpath(), 3)
    ensemble.start()
    yield ensemble
    ensemble.stop()


@pytest.fixture
def ensemble(started_ensemble: Ensemble) -> Iterator[Ensemble]:
    """The module's ensemble, with all its servers in quorum before the test and after it."""
    heal(started_ensemble)
    yield started_ensemble
    heal(started_ensemble)


def heal(ensemble: Ensemble) -> None:
    """Restart every server that does not serve, and wait until all do."""
    for server in ensemble.servers.values():
        if not (server.is_running and is_serving(server.port)):
            server.restart()
    await_until(lambda: all(is_serving(one.port) for one in ensemble.servers.values()), 40)
