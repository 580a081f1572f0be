"""Run the command line: find the command, and load only what it needs.

The embedded ZooKeeper is a process of this program too, and ready at once only because nothing
of the dashboard is loaded for it.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

from ..system.folders import OTHERS
from ..version import PACKAGE
from .catalogue import COMMANDS, COMPLETES, DEFAULT

_LACKS = (
    "handoff: {} has no package {}. In a clone `make run` brings it;"
    " else install Handoff's wheel again"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit code: 0 for a clean end, 2 where it cannot start."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    os.umask(OTHERS)
    if os.environ.get(COMPLETES):
        from .completion import complete

        return complete(os.environ[COMPLETES])
    name = words[0] if words and words[0] in COMMANDS else DEFAULT
    try:
        return COMMANDS[name].run(words if name == DEFAULT else words[1:])
    except ModuleNotFoundError as error:
        if f"{error.name}.".startswith(f"{PACKAGE}."):
            raise
        print(_LACKS.format(sys.executable, error.name), file=sys.stderr)
        return 2
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.ENOSPC):
            raise
        return _ended_unread(error)


def _ended_unread(error: OSError) -> int:
    """Return the exit code where nobody reads what is printed, or the disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes the rest there.
    if error.errno == errno.EPIPE:
        return 141  # as of a program that SIGPIPE ends
    print(f"handoff: cannot write: {error.strerror}", file=sys.stderr)
    return 1
