"""Every proof runs against Apache ZooKeeper, then against the sandbox. kazoo's own tests, which
mostly wait, run beside the others, and are looked at last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future

import pytest

from tests.conformance.kazoo_runner import Outcome, run_all
from tests.conformance.kazoo_suite import EXPECTED
from tests.conformance.servers import KINDS, Server, running
from tests.conformance.tally import Tally
from tests.support.proofs import proofs_but
from tests.support.zookeeper import classpath

SUITE = pytest.StashKey[dict[str, Future[dict[str, Outcome]]]]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: "/test_kazoo.py::" in item.nodeid)


@pytest.fixture(scope="session", params=proofs_but(KINDS, lambda kind: kind == "sandbox"))
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """One running server of each kind; whoever uses it stays below a root of its own."""
    kind = request.param
    if kind == "apache":
        classpath()  # skips where there is none
    selected = {item.name for item in request.session.items}
    modules = [one for one in EXPECTED if f"test_kazoo_suite[{kind}-{one}]" in selected]
    with running(kind) as started:
        request.session.stash[SUITE] = futures = run_all(started.hosts, modules)
        yield started
        for future in futures.values():
            future.exception()  # the server must not go while one of them runs


@pytest.fixture(autouse=True)
def _answers(record_property: Callable[[str, object], None]) -> Iterator[None]:
    """Each test tells how many answers came as expected: `make judges` reads it."""
    before = Tally.answers
    yield
    record_property("answers", Tally.answers - before)
