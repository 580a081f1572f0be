"""schemathesis: requests made of openapi.json, right and wrong ones, and chains of them."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from tests.judges.place import Place
from tests.judges.programs import run, version_of
from tests.judges.verdict import Verdict

EXAMPLES = 150
"""Of each call: more than 10,000 requests in all."""
SEED = 1
SECONDS = 420
NAMED: dict[tuple[str, str], str] = {
    ("RejectedPositiveData", "GET /api/v1/moment"): (
        "one of `at` and `wall` is needed: OpenAPI cannot say that of two parameters"
    ),
    ("RejectedPositiveData", "POST /api/v1/znodes/import"): (
        "the entries of a document are checked one by one: there may be 200,000"
    ),
}
"""Kind of finding and call -> why it is wrong."""
Finding = tuple[str, str]


def judge(place: Place) -> Verdict:
    """Have it judge a dashboard on which few processes may run: it starts thousands."""
    url = place.start("--candidate-limit", "20").url
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        said = run("schemathesis", *_arguments(url, report), within=SECONDS + 120, cwd=Path(folder))
        if not report.exists() or not report.stat().st_size:
            raise RuntimeError(said.stdout[-2_000:] + said.stderr[-2_000:])
        told: dict[str, Any] = json.loads(report.read_text())
    findings = _findings(told)
    found = tuple(f"{kind}: {call}" for kind, call in findings if (kind, call) not in NAMED)
    named = tuple((f"{kind}: {call}", why) for (kind, call), why in NAMED.items()
                  if (kind, call) in findings)  # fmt: skip
    calls = told["test_cases"]["generated"]
    rate = calls / told["running_time"]
    looked_at = f"{calls:,} requests to {told['operations']['tested']} calls, {rate:.1f} a second"
    holds = not found and calls >= 10_000
    return Verdict("schemathesis", version_of("schemathesis"), looked_at, found,
                   "0 findings in 10,000 requests", holds, named)  # fmt: skip


def _arguments(url: str, report: Path) -> tuple[str, ...]:
    return (
        "run", f"{url}/api/v1/openapi.json", "--max-examples", str(EXAMPLES), "--seed", str(SEED),
        "--max-time", str(SECONDS), "--continue-on-failure", "--no-shrink", "--warnings", "off",
        "--report", "json", "--report-json-path", str(report),
    )  # fmt: skip


def _findings(told: dict[str, Any]) -> Counter[Finding]:
    """Count each kind of finding of each call; an error of the judge's own is one too."""
    found = Counter((one["type"], call) for one in told["failures"] for call in one["operations"])
    found.update(("error", json.dumps(one)[:300]) for one in told["errors"])
    return found
