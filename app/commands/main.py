"""Run the command line: find the command, and load only what it needs.

The embedded ZooKeeper is a process of this program too, and ready at once only because nothing
of the dashboard is loaded for it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ..system.folders import OTHERS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit code: 0 for a clean end, 2 where it cannot start."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    os.umask(OTHERS)
    if words[:1] == ["sandbox"]:
        from .sandbox import main as run_sandbox

        return run_sandbox(words[1:])
    if words[:1] == ["candidate"]:
        from .candidate import main as run_candidate

        return run_candidate(words[1:])
    if words[:1] == ["replay"]:
        from .replay import main as run_replay

        return run_replay(words[1:])
    if words[:1] == ["drill"]:
        from .drill.main import main as run_drill

        return run_drill(words[1:])
    if words[:1] == ["undo"]:
        from .drill.undo import undo

        return undo(words[1:])
    from .serve import main as run_dashboard

    return run_dashboard(words)
