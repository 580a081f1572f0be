"""What the system lets a process have."""

from __future__ import annotations

import contextlib
import resource


def open_files() -> int:
    """As many open files as the system lets us have, from now on."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 1 << 20 if hard == resource.RLIM_INFINITY else hard
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return soft
