"""What the row of other people's clients says of a report of the tests."""

from __future__ import annotations

import pytest

from tests.judges.clients import CLIENTS, read, verdict
from tests.judges.verdict import Missing
from tests.support.app import ROOT


def report(*cases: str) -> str:
    return f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>"


def case(file: str, name: str, answers: int = 0, outcome: str = "") -> str:
    told = f'<properties><property name="answers" value="{answers}"/></properties>'
    return (
        f'<testcase classname="tests.conformance.{file}" name="{name}">{told}{outcome}</testcase>'
    )


FAILED = '<failure message="another answer&#10;and more">…</failure>'
SKIPPED = '<skipped message="no cli_mt" type="pytest.skip">…</skipped>'


def test_what_passed_on_both_servers_agreed() -> None:
    said = verdict(list(read(report(
        case("test_kazoo", "test_kazoo_suite[apache-test_lock]", 20),
        case("test_kazoo", "test_kazoo_suite[sandbox-test_lock]", 20),
        case("test_kazoo", "test_every_module_is_run_or_left_out_for_a_reason"),
        case("test_zkcli", "test_transcript[apache-zkcli]", 61),
        case("test_zkcli", "test_transcript[sandbox-zkcli]", 61),
        case("test_zkcli", "test_transcript[apache-mistakes]", 9),
        case("test_zkcli", "test_transcript[sandbox-mistakes]", 9),
        case("test_go_client", "test_transcript[apache-first]", 1),
        case("test_go_client", "test_transcript[sandbox-first]", 1),
        case("test_go_client", "test_transcript[apache-second]", 1),
    ))))  # fmt: skip
    agreed = "answers as Apache's in this run: kazoo's suite 20, zkCli 70, go-zookeeper 1"
    assert said.looked_at == agreed
    assert said.holds
    assert not said.found


def test_what_passed_on_one_of_them_is_a_finding() -> None:
    said = verdict(list(read(report(
        case("test_zkcli", "test_transcript[apache-zkcli]", 61),
        case("test_zkcli", "test_transcript[sandbox-zkcli]", 12, FAILED),
    ))))  # fmt: skip
    assert said.found == ("zkCli: test_transcript-zkcli on sandbox: another answer",)
    assert not said.holds
    assert "61" not in said.looked_at


def test_a_file_of_tests_that_cannot_be_read_is_a_finding() -> None:
    """pytest tells of it as of a test without a class."""
    failed = '<error message="collection failure">SyntaxError</error>'
    unread = f'<testcase classname="" name="tests.conformance.test_go_client">{failed}</testcase>'
    said = verdict(list(read(report(unread))))
    assert said.found == (
        "go-zookeeper: tests.conformance.test_go_client on None: collection failure",
    )
    assert not said.holds


def test_a_client_that_is_not_here_is_named() -> None:
    absent = case("test_c_client", "test_c_client[apache]", 0, SKIPPED)
    here = [
        case("test_zkcli", f"test_transcript[{kind}-zkcli]", 3) for kind in ("apache", "sandbox")
    ]
    said = verdict(list(read(report(absent, *here))))
    assert said.looked_at.endswith("zkCli 3; not here: the C client: no cli_mt")
    assert said.holds


def test_without_any_client_there_is_no_verdict() -> None:
    with pytest.raises(Missing, match="the C client: no cli_mt"):
        verdict(list(read(report(case("test_c_client", "test_c_client[apache]", 0, SKIPPED)))))


def test_each_client_has_its_tests_and_is_described() -> None:
    described = (ROOT / "docs" / "judges.md").read_text("utf-8")
    for file, client in CLIENTS.items():
        assert (ROOT / "tests" / "conformance" / f"{file}.py").exists()
        assert client in described
