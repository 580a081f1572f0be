"""Programs whose reader may end before them: `python -m tests.simulation | head -1`."""

from __future__ import annotations

import sys
from collections.abc import Callable

from app.library.lines import UNREAD, discard


def ended(main: Callable[[], int]) -> int:
    """Run a program; its exit code, which says where nobody has read all that it printed."""
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:
        discard(sys.stdout)
        return UNREAD
    return code
