"""The commands that strike the servers of a dashboard, for a drill of others' programs there."""

from __future__ import annotations

import shlex
import sys

MEND = "mend"


def commands_of(fault: str, target: str, lasts: float) -> tuple[str, str]:
    """Return the commands that break the servers of a dashboard, and that mend them. They read its
    address, which may hold a token, from the variable HANDOFF_DASHBOARD.
    """
    program = [sys.executable, "-m", __name__.partition(".")[0], "drill", "servers"]
    breaks = [fault, "--target", target, "--lasts", f"{lasts:g}"]
    return shlex.join([*program, *breaks]), shlex.join([*program, MEND])
