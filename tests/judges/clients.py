"""kazoo's own suite, zkCli, the C client and Curator, put to the embedded server."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.judges.place import Place
from tests.judges.verdict import Missing, Verdict
from tests.support.app import ROOT, clean_environment

JUDGED = ("test_kazoo.py", "test_zkcli.py", "test_c_client.py", "test_curator.py")
_ENDED = re.compile(r"(\d+) (passed|failed|error|skipped)")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+)$", re.MULTILINE)
WITHIN = 900.0


def judge(_: Place) -> Verdict:
    """Run what tests/conformance says of other people's clients."""
    tests = [f"tests/conformance/{name}" for name in JUDGED]
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", *tests],
        cwd=ROOT, env=clean_environment(), capture_output=True, text=True, timeout=WITHIN,
    ).stdout  # fmt: skip
    counts = {what: int(number) for number, what in _ENDED.findall(said.splitlines()[-1])}
    if not counts.get("passed") and not counts.get("failed"):
        raise Missing("none of these clients is here")
    found = tuple(_FAILED.findall(said))
    looked_at = ", ".join(f"{number} {what}" for what, number in counts.items())
    return Verdict("clients", "of the system", f"the embedded server: {looked_at}", found,
                   "0 findings", not found)  # fmt: skip
