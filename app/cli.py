"""The command line: finds the command, and loads no more than that one needs.

The embedded ZooKeeper is a process of this program too, and ready at once only because nothing
of the dashboard is loaded for it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0 for a clean end, 2 where it cannot start."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["sandbox"]:
        from app.sandbox.command import main as run_sandbox

        return run_sandbox(words[1:])
    if words[:1] == ["candidate"]:
        from app.shell.command import main as run_candidate

        return run_candidate(words[1:])
    from app.dashboard import main as run_dashboard

    return run_dashboard(words)
