"""Write out what cannot be seen in text that anybody may have written, for sentences and terminals.

The page does the same with all that it draws: `spelt` in `static/js/format.js`.
"""

from __future__ import annotations

import re

_HIDDEN = (
    "\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0e\ufeff\ufff0-\ufffb\ud800-\udfff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
    "\u034f\u115f\u1160\u2800\u3164\uffa0"
)
"""Unicode's control and format characters, its line ends, and letters that are drawn as nothing."""
_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_PLAIN = "(?<![\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff])\ufe0f"
"""What makes a picture of a sign, where no sign stands before it."""
_SEEN = re.compile(
    f"(\u2068[^{_HIDDEN}]*?{_RIGHT_TO_LEFT}[^{_HIDDEN}]*\u2069)|[{_HIDDEN}]|{_PLAIN}"
)
"""Match a name that runs from right to left, as a sentence isolates it, or a hidden character."""


def visible(text: str) -> str:
    """Return a line with all characters written out that are invisible, turn the direction of
    writing, end the line, or move the cursor of a terminal.
    """
    return _SEEN.sub(lambda found: found[1] or _code_of(ord(found[0])), text)


def _code_of(number: int) -> str:
    return f"\\u{number:04x}" if number < 0x10000 else f"\\u{{{number:x}}}"
