"""schemathesis: requests made of openapi.json, right and wrong ones, and chains of them.

Each of its phases has a dashboard of its own: what one leaves behind (a root that nobody may read)
would make the next one's requests all the same.
"""

from __future__ import annotations

import base64
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.judges.place import Place
from tests.judges.programs import run, version_of
from tests.judges.verdict import Verdict

SEED = 1
REQUESTS = 10_000
WITHIN = 1_200.0
HOOKS = Path(__file__).with_name("schemathesis_hooks.py")
PHASES: dict[str, tuple[str, ...]] = {
    "coverage": (),
    "fuzzing": ("--max-examples", "60"),
    "stateful": ("--max-examples", "100", "--max-time", "150"),
}
"""Its phases with how much of each: what is at a limit needs no number, the examples are of each
call, and chains are made for so many seconds, since each round starts with what the last one made.
"""
CONFIGURATION = """
[checks]
# A body or an address that is too large is refused with 413, 414 or 431.
negative_data_rejection.expected-statuses = [
  "400", "401", "403", "404", "405", "406", "409", "413", "414", "415", "422", "428", "429", "431",
  "5xx",
]
"""
_ACL = "which schemes and ids there are, the server says: it refuses them, and we pass that on"
_PRINTABLE = "which characters can be printed, a table of Unicode says, and no pattern"
_NODE = "the process that was asked has been killed meanwhile: docs/contract.md says 503 and 504"
NAMED: dict[tuple[str, str], tuple[str, str]] = {
    ("RejectedPositiveData", "GET /api/v1/moment"): (
        "400 at: give",
        "one of `at` and `wall` is needed: OpenAPI cannot say that of two parameters",
    ),
    ("RejectedPositiveData", "POST /api/v1/znodes/import"): (
        "400 document",
        "the entries of a document are checked one by one: there may be 200,000",
    ),
    ("RejectedPositiveData", "POST /api/v1/znodes"): ("400 acl: ZooKeeper does not", _ACL),
    ("RejectedPositiveData", "PUT /api/v1/znodes/acl"): (
        "400 acl: ZooKeeper does not", _ACL
    ),
    ("RejectedPositiveData", "POST /api/v1/bookshelves/books"): (
        "400 (?:author|id): .* unprintable", _PRINTABLE,
    ),
    ("RejectedPositiveData", "POST /api/v1/elections/marks"): (
        "400 what: .* printable text", _PRINTABLE,
    ),
    ("RejectedPositiveData", "POST /api/v1/room/name"): (
        "400 name: ", "whom it could pass for, and which alphabets it mixes, no pattern says",
    ),
    ("RejectedPositiveData", "POST /api/v1/drills"): (
        "400 (?:lasts|limits|target|strategy): ",
        "a limit's grammar, and what suits a fault or a recipe, are rules across fields",
    ),
    ("RejectedPositiveData", "POST /api/v1/drills/compare"): (
        "400 [ab]: ", "the rounds of a report are checked one by one: there may be 10,000",
    ),
    ("ServerError", "GET /api/v1/bookshelves/books"): ("50[34] ", _NODE),
    ("ServerError", "POST /api/v1/bookshelves/books"): ("50[34] ", _NODE),
}  # fmt: skip
"""Kind of finding and call -> how the answer begins, status first, and why the finding is wrong."""


class Finding(NamedTuple):
    """kind: by schemathesis. call: method and path. answer: the status and the message. body: as it
    was sent.
    """

    kind: str
    call: str
    answer: str
    body: str = ""


class Told(NamedTuple):
    """What one phase's report says. done: calls that were carried out. links: those followed so."""

    calls: Counter[str]
    done: Counter[str]
    links: set[str]
    findings: list[Finding]


def judge(place: Place) -> Verdict:
    """Have it judge dashboards with every recipe at work, and few processes more."""
    told = {phase: _judge(place, phase) for phase in PHASES}
    findings = [one for own in told.values() for one in own.findings]
    found = {(one.kind, one.call): one for one in findings if not why_wrong(one)}
    named = {(f"{one.kind}: {one.call}", why): None for one in findings if (why := why_wrong(one))}
    number = sum(own.calls.total() for own in told.values())
    said = ", ".join(f"{phase} {own.calls.total():,}" for phase, own in told.items())
    kinds = len({call for own in told.values() for call in +own.done})
    chains = told["stateful"]
    looked_at = (
        f"{number:,} requests, {kinds} kinds of which were carried out: {said}; of the last"
        f" {chains.done.total():,} were, over {len(chains.links)} links"
    )
    lines = tuple(f"{one.kind}: {one.call}: {one.answer[:300]}; body: {one.body[:500]}"
                  for one in found.values())  # fmt: skip
    return Verdict("schemathesis", version_of("schemathesis"), looked_at, lines,
                   f"0 findings in {REQUESTS:,} requests", not found and number >= REQUESTS,
                   tuple(named))  # fmt: skip


def _judge(place: Place, phase: str) -> Told:
    dashboard = place.at_work("--candidate-limit", "60")
    told = ask(dashboard.url, phase, *PHASES[phase])
    ended = dashboard.process.poll()
    if ended is not None:
        told.findings.append(Finding("error", "of the dashboard", f"it has ended: {ended}"))
    return told


def ask(url: str, phase: str, *options: str) -> Told:
    """Have it make the requests of one phase to the dashboard at `url`."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.ndjson")
        Path(folder, "schemathesis.toml").write_text(CONFIGURATION)
        said = run(
            "schemathesis", "run", f"{url}/api/v1/openapi.json", "--phases", phase,
            *options, *_arguments(report),
            within=WITHIN, cwd=Path(folder), env={"SCHEMATHESIS_HOOKS": str(HOOKS)},
        )  # fmt: skip
        if not report.exists() or not report.stat().st_size:
            raise RuntimeError(said.stdout[-2_000:] + said.stderr[-2_000:])
        with report.open(encoding="utf-8") as lines:
            return read(lines)


def _arguments(report: Path) -> tuple[str, ...]:
    return (
        "--seed", str(SEED), "--continue-on-failure", "--no-shrink",
        "--generation-database", "none", "--warnings", "off",
        "--report", "ndjson", "--report-ndjson-path", str(report),
    )  # fmt: skip


def read(lines: Iterable[str]) -> Told:
    """Return what a report says, of which each line is one event."""
    told = Told(Counter(), Counter(), set(), [])
    for line in lines:
        event = json.loads(line)
        if "NonFatalError" in event or "FatalError" in event:
            told.findings.append(Finding("error", "of schemathesis", line[:1_000]))
        elif "ScenarioFinished" in event:
            _read_scenario(event["ScenarioFinished"]["recorder"], told)
    return told


def _read_scenario(recorder: Mapping[str, Any], told: Told) -> None:
    cases = recorder.get("cases", {})
    for key, exchange in recorder.get("interactions", {}).items():
        call = f"{cases[key]['value']['method']} {cases[key]['value']['path']}"
        answer = _answer(exchange.get("response"))
        told.calls[call] += 1
        told.done[call] += answer.startswith("2")
        if cases[key].get("is_transition_applied") and answer.startswith("2"):
            told.links.add(cases[key]["transition"]["id"])
        body = json.dumps(cases[key]["value"].get("body"))
        told.findings.extend(Finding(kind, call, answer, body) for kind in _failures(recorder, key))


def _failures(recorder: Mapping[str, Any], key: str) -> Iterator[str]:
    for check in recorder.get("checks", {}).get(key, ()):
        if check["status"] == "failure":
            yield check["failure_info"]["failure"]["type"]


def _answer(response: Mapping[str, Any] | None) -> str:
    """Return the status, and of a refusal its field and message."""
    if response is None:
        return "no answer"
    content = (response.get("content") or {}).get("$base64", "")
    text = base64.b64decode(content).decode("utf-8", "replace")
    try:
        error = json.loads(text)["error"]
        message = f"{error['field']}: {error['message']}"
    except (ValueError, LookupError, TypeError):
        message = text[:200]
    return f"{response['status_code']} {message}"


def why_wrong(finding: Finding) -> str | None:
    """Return why a finding is wrong, or None."""
    answer, why = NAMED.get((finding.kind, finding.call), ("(?!)", ""))
    return why if re.match(answer, finding.answer) else None
