"""A name within a sentence: short, and it turns nothing round."""

from __future__ import annotations

import pytest

from app.readmodels.wording import LONGEST, quoted


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("n_0000000003", "n_0000000003"),
        ("☠♛ <b>é", "☠♛ <b>é"),
        ("\u202eevil", "\\u202eevil"),
        ("a\u2069\u061cb", "a\\u2069\\u061cb"),
        ("\u200ba\x1b[31m\x9b\u3164\nb", "\\u200ba\\u001b[31m\\u009b\\u3164\\u000ab"),
        ("\U000e0041", "\\u{e0041}"),
        ("\u05e9\u05dc_0000000001", "\u2068\u05e9\u05dc_0000000001\u2069"),
    ],
)
def test_what_would_turn_the_sentence_round_is_written_out_or_kept_apart(
    name: str, shown: str
) -> None:
    assert quoted(name) == shown


def test_of_a_long_one_the_end_tells_which_it_is() -> None:
    shown = quoted(f"{'y' * 2000}0000000007")
    assert len(shown) == LONGEST
    assert shown.startswith("…y")
    assert shown.endswith("y0000000007")
