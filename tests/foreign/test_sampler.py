"""A short slice of `python -m tests.foreign`: nothing said of foreign elections is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conformance.curator import compile_program, missing
from tests.conformance.needs import need
from tests.foreign.kinds import KINDS
from tests.foreign.run import run_case, serving
from tests.support.zookeeper import classpath

PATIENCE = 3.0
"""Seconds: how soon the dashboard tells is no matter here, where other tests run beside."""

ATTEMPTS = 4


@pytest.mark.parametrize(
    ("kind", "server", "fault"),
    [
        ("election", "embedded", "kill"),
        pytest.param("selector", "apache", "stop", marks=pytest.mark.proof),
        ("key", "embedded", "stop"),
        ("own", "embedded", "kill"),
        pytest.param("hbase", "apache", "kill", marks=pytest.mark.proof),
        pytest.param("dubbo", "apache", "stop", marks=pytest.mark.proof),
    ],
)
def test_nothing_that_is_said_of_it_is_wrong(
    kind: str, server: str, fault: str, tmp_path: Path
) -> None:
    if KINDS[kind].needs_java:
        need(missing())
        compile_program("Foreign", tmp_path)
    if server == "apache":
        classpath()
    row = _witnessed(kind, server, fault, tmp_path)
    assert row["faults"] == 1
    assert row["sampled"] > row["samples"] > 10
    assert not row["failures"]
    assert not row["quotes"]
    assert not row["unjudged_sentences"]


@pytest.mark.proof
@pytest.mark.parametrize("kind", ["busy", "selector"])
def test_what_changes_while_it_is_read_is_found_and_never_said_to_be_empty(
    kind: str, tmp_path: Path
) -> None:
    if KINDS[kind].needs_java:
        need(missing())
        compile_program("Foreign", tmp_path)
    classpath()
    said = _witnessed(kind, "far", "stop", tmp_path)["by_kind"]
    assert said["found"] == {"true": 1}
    assert "wrong" not in said.get("empty", {})
    assert said["leader"].keys() <= {"true", "unknown"}
    assert said["chain"].keys() == {"true"}


def _witnessed(kind: str, server: str, fault: str, classes: Path) -> dict[str, Any]:
    """Run the case until the witness has seen every member: before that, nobody knows what is true.
    On a busy machine a member of 150 ms may come and go between two of its looks.
    """
    for _ in range(ATTEMPTS):
        with serving(server) as places:
            rows = run_case(KINDS[kind], places, classes, [fault], 1.0, page=False, grace=PATIENCE)
        if not rows[fault]["missed"]:
            return rows[fault]
    pytest.fail(f"the witness missed members in each of {ATTEMPTS} runs")
