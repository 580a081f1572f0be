"""kazoo's own shipped tests pass against Apache ZooKeeper and against the sandbox alike."""

from __future__ import annotations

import pytest

from tests.conformance.conftest import SUITE
from tests.conformance.kazoo_runner import MODULES_TIMEOUT, Outcome
from tests.conformance.kazoo_suite import EXPECTED, LEFT_OUT, left_out_modules, shipped_modules
from tests.conformance.tally import count
from tests.support.proofs import drawn, proofs_but
from tests.support.releases import abilities

SOME = drawn([*EXPECTED], 4)
"""Others with each commit; `make proofs` runs all."""


@pytest.mark.timeout(2 * MODULES_TIMEOUT)
@pytest.mark.parametrize("module", proofs_but(EXPECTED, SOME.__contains__))
@pytest.mark.usefixtures("server")
def test_kazoo_suite(module: str, request: pytest.FixtureRequest) -> None:
    """They run beside all other tests of this folder (conftest.py)."""
    outcome = request.session.stash[SUITE][module].result()[module]
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
