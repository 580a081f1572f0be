"""Text that anybody may have written, on a terminal: one line, and nothing in it is hidden."""

from __future__ import annotations

import subprocess
import sys

import pytest

from app.visible import visible
from tests.support.app import ROOT

LOGS = """
import logging
from app.log import log_to_stderr
log_to_stderr(logging.WARNING, "%(levelname)s %(message)s")
logging.warning("no znode %s", "a\\n\\x1b[2JERROR forged\\u202e\\ud800")
try:
    raise ValueError("\\x1b[2Jb")
except ValueError:
    logging.exception("failed")
"""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("n_0000000003 é ☠ 日本 אב", "n_0000000003 é ☠ 日本 אב"),
        ("\u2068אב_1\u2069 leads", "\u2068אב_1\u2069 leads"),
        ("\u2068n1\u2069", "\\u2068n1\\u2069"),
        ("a\u202e\u200bb\u3164\ufeff", "a\\u202e\\u200bb\\u3164\\ufeff"),
        ("a\r\n\x1b[2J\x9b\x7f", "a\\u000d\\u000a\\u001b[2J\\u009b\\u007f"),
        ("\ud800\U000e0041", "\\ud800\\u{e0041}"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_no_message_of_the_log_forges_a_line_or_moves_the_cursor() -> None:
    words = [sys.executable, "-c", LOGS]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, check=True, text=True, timeout=60)
    first, second, *trace = run.stderr.splitlines()
    assert first == "WARNING no znode a\\u000a\\u001b[2JERROR forged\\u202e\\ud800"
    assert second == "ERROR failed"
    assert trace[-1] == "ValueError: \\u001b[2Jb"
