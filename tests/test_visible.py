"""Text that anybody may have written, on a terminal: one line, and nothing in it is hidden."""

from __future__ import annotations

import pytest

from app.visible import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("n_0000000003 é ☠ 日本 אב", "n_0000000003 é ☠ 日本 אב"),
        ("\u2068אב_1\u2069 leads", "\u2068אב_1\u2069 leads"),
        ("\u2068n1\u2069", "\\u2068n1\\u2069"),
        ("a\u202e\u200bb\u3164\ufeff", "a\\u202e\\u200bb\\u3164\\ufeff"),
        ("a\r\n\x1b[2J\x9b\x7f", "a\\u000d\\u000a\\u001b[2J\\u009b\\u007f"),
        ("\ud800\U000e0041", "\\ud800\\u{e0041}"),
        ("c1\ufe0f\u17b4\u180b\U000e0100\u2065", "c1\\ufe0f\\u17b4\\u180b\\u{e0100}\\u2065"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown
