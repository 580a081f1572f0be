"""The commands that strike the servers of a dashboard, for a drill of others' programs there."""

from __future__ import annotations

import shlex
import sys

MEND = "mend"


def commands_of(fault: str, target: str, lasts: float, dashboard: str) -> tuple[str, str]:
    """Return the commands that break the servers of a dashboard, and that mend them."""
    to = ["--dashboard", dashboard]
    breaks = [fault, "--target", target, "--lasts", f"{lasts:g}", *to]
    program = [sys.executable, "-m", "app", "drill", "servers"]
    return shlex.join([*program, *breaks]), shlex.join([*program, MEND, *to])
