"""Every proof runs against Apache ZooKeeper, then against the sandbox."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.conformance.servers import KINDS, Server, running
from tests.conformance.tally import Tally
from tests.support.proofs import proofs_but
from tests.support.zookeeper import classpath


@pytest.fixture(scope="session", params=proofs_but(KINDS, lambda kind: kind == "sandbox"))
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """One running server of each kind; whoever uses it stays below a root of its own."""
    if request.param == "apache":
        classpath()  # skips where there is none
    with running(request.param) as started:
        yield started


@pytest.fixture(autouse=True)
def _answers(record_property: Callable[[str, object], None]) -> Iterator[None]:
    """Each test tells how many answers came as expected: `make judges` reads it."""
    before = Tally.answers
    yield
    record_property("answers", Tally.answers - before)
