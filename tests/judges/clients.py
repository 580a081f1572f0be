"""kazoo's own suite, zkCli, the C client, Curator and three more clients of other people's, put to
the embedded server and to Apache's.

Each says how many answers were the same on both in this run: of kazoo, tests of its own that
passed; of the others, answers, events and words of a program.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from tests.conformance.servers import KINDS
from tests.judges.place import Place
from tests.judges.verdict import Missing, Verdict
from tests.support.app import ROOT, clean_environment

CLIENTS = {"test_kazoo": "kazoo's suite", "test_zkcli": "zkCli", "test_c_client": "the C client",
           "test_curator": "Curator", "test_node_client": "node-zookeeper-client",
           "test_go_client": "go-zookeeper"}  # fmt: skip
WITHIN = 900.0
_REPORTS = ("-o", "junit_family=xunit1")
"""The form of report that has what a test tells of itself."""


class Ran(NamedTuple):
    """One test, or one on one of the two servers.

    client: a value of CLIENTS. name: the same on both servers. kind: of KINDS; None where it needs
    no server. outcome: passed, skipped with the reason, or failed with it.
    """

    client: str
    name: str
    kind: str | None
    outcome: str
    reason: str
    answers: int


def judge(_: Place) -> Verdict:
    """Run what tests/conformance says of other people's clients."""
    return verdict(list(read(_report())))


def _report() -> str:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        tests = [f"tests/conformance/{name}.py" for name in CLIENTS]
        said = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n", "2", "-m", "", *_REPORTS,
             f"--junitxml={report}", *tests],
            cwd=ROOT, env=clean_environment(), capture_output=True, text=True, timeout=WITHIN,
        )  # fmt: skip
        if not report.exists():
            raise RuntimeError(said.stdout[-2_000:] + said.stderr[-2_000:])
        return report.read_text("utf-8")


def read(report: str) -> Iterator[Ran]:
    """Yield the tests of pytest's report in JUnit's XML."""
    for case in ElementTree.fromstring(report).iter("testcase"):
        where = case.get("classname", "") or case.get("name", "")  # of a file that cannot be read
        client = CLIENTS[where.rpartition(".")[2]]
        test, _, parameters = case.get("name", "").rstrip("]").partition("[")
        words = parameters.split("-")
        kind = next((word for word in words if word in KINDS), None)
        name = "-".join([test, *(word for word in words if word and word != kind)])
        told = {one.get("name"): one.get("value") for one in case.iter("property")}
        answers = int(told.get("answers") or 0)
        yield Ran(client, name, kind, *_outcome(case), answers)


def _outcome(case: ElementTree.Element) -> tuple[str, str]:
    for found, outcome in (("failure", "failed"), ("error", "failed"), ("skipped", "skipped")):
        one = case.find(found)
        if one is not None:
            return outcome, one.get("message", "")
    return "passed", ""


def verdict(ran: list[Ran]) -> Verdict:
    """Return the row. Raise Missing where none of the clients is here."""
    agreed = agreed_of(ran)
    found = tuple(f"{one.client}: {one.name} on {one.kind}: {one.reason.splitlines()[0][:200]}"
                  for one in ran if one.outcome == "failed")  # fmt: skip
    away = sorted({f"{one.client}: {one.reason}" for one in ran if one.outcome == "skipped"})
    if not agreed and not found:
        raise Missing("; ".join(away))
    said = ", ".join(f"{client} {number:,}" for client, number in agreed.items())
    left = f"; not here: {'; '.join(away)}" if away else ""
    return Verdict("clients", "of the system", f"answers as Apache's in this run: {said}{left}",
                   found, "0 findings", not found)  # fmt: skip


def agreed_of(ran: list[Ran]) -> Counter[str]:
    """Return each client's number of answers in the tests that passed on both servers."""
    both: defaultdict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for one in ran:
        if one.kind and one.outcome == "passed":
            both[one.client, one.name][one.kind] = one.answers
    agreed: Counter[str] = Counter()
    for (client, _), answers in both.items():
        if len(answers) == len(KINDS):
            agreed[client] += min(answers.values())
    return agreed
