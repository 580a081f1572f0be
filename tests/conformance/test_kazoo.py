"""kazoo's own shipped tests pass against Apache ZooKeeper and against the sandbox alike."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future

import pytest

from tests.conformance.kazoo_runner import MODULE_TIMEOUT, Outcome, run_all
from tests.conformance.kazoo_suite import EXPECTED, LEFT_OUT, left_out_modules, shipped_modules
from tests.conformance.servers import Server
from tests.conformance.tally import count
from tests.support.releases import abilities


@pytest.fixture(scope="session")
def running_suite(
    server: Server, request: pytest.FixtureRequest
) -> Iterator[dict[str, Future[Outcome]]]:
    """The modules whose tests were selected, started at once; a test waits for its own."""
    futures = run_all(server.hosts, selected_modules(request.session.items))
    yield futures
    for future in futures.values():
        if not future.cancel():  # the server must not go while one of them runs
            future.exception()


def selected_modules(items: list[pytest.Item]) -> set[str]:
    selected = {item.nodeid.rpartition("[")[2] for item in items if "test_kazoo_suite" in item.name}
    return {module for module in EXPECTED for name in selected if name.endswith(f"-{module}]")}


@pytest.mark.timeout(2 * MODULE_TIMEOUT)
@pytest.mark.parametrize("module", EXPECTED)
def test_kazoo_suite(module: str, running_suite: dict[str, Future[Outcome]]) -> None:
    outcome = running_suite[module].result()
    assert outcome.is_expected or is_only_too_old(outcome), outcome.explain()
    count(len(outcome.passed))


def is_only_too_old(outcome: Outcome) -> bool:
    """Whether all that did not pass left itself out because the server is older than 3.5."""
    told = all("Must use Zookeeper" in report for _, report in outcome.skipped)
    whole = len(outcome.passed) + len(outcome.skipped) == EXPECTED[outcome.module]
    return told and whole and not outcome.failed and not abilities().containers


def test_every_module_is_run_or_left_out_for_a_reason() -> None:
    assert set(EXPECTED) | left_out_modules() == shipped_modules()
    assert not set(EXPECTED) & left_out_modules()
    assert all(entry.why for entry in LEFT_OUT)
    assert {entry.name.partition("::")[0] for entry in LEFT_OUT} <= shipped_modules()
