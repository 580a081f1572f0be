"""Quote names that others have given, within our own sentences."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import bidirectional

from ..visible import visible

LONGEST = 60
MOST_LISTED = 3
_ISOLATE, _END = "\u2068", "\u2069"


def quoted(name: str) -> str:
    """Return the name, or its end, which tells sequential znodes apart. Characters that cannot be
    seen are written out; letters of right-to-left scripts stay.
    """
    written = visible(name)
    shown = written if len(written) <= LONGEST else f"…{written[1 - LONGEST :]}"
    runs_left = not shown.isascii() and any(
        bidirectional(letter) in ("R", "AL") for letter in shown
    )
    return f"{_ISOLATE}{shown}{_END}" if runs_left else shown


def listed(names: Sequence[str], of: int | None = None) -> str:
    """Return the first of these names, and how many more there are. of: how many there are, where
    not all are given.
    """
    shown = [quoted(name) for name in names[:MOST_LISTED]]
    more = (of or len(names)) - len(shown)
    if more:
        shown.append(f"{more} more")
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
