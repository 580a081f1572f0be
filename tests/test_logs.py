"""The log: whatever a stranger puts into it, it stays one line of text, and its terminal quiet."""

from __future__ import annotations

import subprocess
import sys

HOSTILE = "\x1b[31mred\r\n2026-01-01 00:00:00,000 CRITICAL app: forged\u202e\ud800\x00"
SHOWN = (
    r"\u001b[31mred\u000d\u000a2026-01-01 00:00:00,000 CRITICAL app: forged"
    r"\u202e\ud800\u0000"
)
PROGRAM = f"""
import logging, threading
from app.system.logs import log_to_stderr
log_to_stderr()
log = logging.getLogger("of-the-test")
hostile = {HOSTILE!r}
log.warning("a path: %s", hostile)
try:
    raise ValueError(hostile)
except ValueError:
    log.exception("it failed", stack_info=True)
def end():
    raise KeyError(hostile) from ValueError(hostile)
thread = threading.Thread(target=end, name=hostile)
thread.start()
thread.join()
"""


def logged() -> list[str]:
    """What the program above logs, by lines."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], stderr=subprocess.PIPE, check=True, timeout=60
    )
    return ran.stderr.decode("ascii").splitlines()


def test_what_strangers_put_into_the_log_is_one_line_of_print() -> None:
    lines = logged()
    own = [line for line in lines if not line.startswith("    ")]
    assert [line.split(" ", 2)[2] for line in own] == [
        f"WARNING of-the-test: a path: {SHOWN}",
        "ERROR of-the-test: it failed",
        f"CRITICAL app.system.logs: the thread {SHOWN} has ended",
    ]
    assert all(line.isprintable() for line in lines)
    assert any("Traceback" in line for line in lines)
