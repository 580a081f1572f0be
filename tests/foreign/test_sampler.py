"""A short slice of `python -m tests.foreign`: nothing said of foreign elections is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.curator import compile_foreign, missing
from tests.conformance.needs import need
from tests.foreign.kinds import KINDS
from tests.foreign.run import run_case, serving
from tests.support.zookeeper import classpath

PATIENCE = 3.0
"""Seconds: how soon the dashboard tells is no matter here, where other tests run beside."""

pytestmark = pytest.mark.timeout(180)


@pytest.mark.parametrize(
    ("kind", "server", "fault"),
    [("election", "embedded", "kill"), ("selector", "apache", "stop"), ("key", "embedded", "stop")],
)
def test_nothing_that_is_said_of_it_is_wrong(
    kind: str, server: str, fault: str, tmp_path: Path
) -> None:
    if KINDS[kind].needs_java:
        need(missing())
        compile_foreign(tmp_path)
    if server == "apache":
        classpath()
    with serving(server) as places:
        rows = run_case(KINDS[kind], places, tmp_path, [fault], 1.0, page=False, grace=PATIENCE)
    row = rows[fault]
    assert row["faults"] == 1
    assert row["sampled"] > 100
    assert not row["failures"]
    assert not row["quotes"]
    assert not row["unjudged_sentences"]
