"""Limits of the system on a process."""

from __future__ import annotations

import contextlib
import resource


def open_files() -> int:
    """Allow this process as many open files as the system permits."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 1 << 20 if hard == resource.RLIM_INFINITY else hard
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return soft
