"""Start a candidate's process, or explain why the machine cannot.

The processes are forked from a fork server that has kazoo loaded already, so a hundred of them
start in a second and share their memory.
"""

from __future__ import annotations

import errno
import multiprocessing
import os
import resource
import tempfile
from collections.abc import Iterable
from multiprocessing.connection import Connection as Pipe
from multiprocessing.context import ForkServerProcess

from .channel import WorkerTask
from .work import Role

SPARE_FILES = 100
"""The number of files that are left for everything else: pages, requests, ZooKeeper."""

_NO_MORE = (errno.EAGAIN, errno.ENOMEM, errno.EPIPE, errno.ECONNRESET)
"""The errors by which a fork is refused, here or in the fork server, which then says nothing."""

_context = multiprocessing.get_context("forkserver")


def preload(roles: Iterable[Role] = ()) -> None:
    """Make the fork server load what these roles need; call it before the server has started."""
    own = [f"{__package__}.forking", f"{__package__}.candidate", __name__]
    code = set().union(*(role.modules for role in roles))
    _context.set_forkserver_preload([*own, *sorted(code)])


preload()


class CannotLaunch(Exception):
    """An error that says why the machine starts no further process, and what helps."""


def launch(task: WorkerTask, role: Role) -> tuple[ForkServerProcess, Pipe]:
    """Start a process for this task; return it and our end of its pipe. Raise CannotLaunch."""
    try:
        ours, theirs = _context.Pipe()
    except OSError as error:
        raise CannotLaunch(_reason(error)) from error
    process = _context.Process(
        target=_run, args=(task, role, theirs), name=f"handoff {task.name}", daemon=True
    )
    try:
        _require_files(ours.fileno())
        process.start()
    except (OSError, EOFError) as error:
        ours.close()
        raise CannotLaunch(_reason(error)) from error
    finally:
        theirs.close()
    return process, ours


def _run(task: WorkerTask, role: Role, pipe: Pipe) -> None:
    """Run the process. The import stands inside because only the process loads that code."""
    from .candidate import main

    main(task, role, pipe)


def _require_files(newest: int) -> None:
    """Raise OSError where too few files are left. The system gives the lowest number that is free,
    so the newest shows how many are open.
    """
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and newest > soft - SPARE_FILES:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


def _reason(error: OSError | EOFError) -> str:
    number = error.errno if isinstance(error, OSError) else errno.EAGAIN
    if number in (errno.EMFILE, errno.ENFILE):
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return f"only {soft} files may be open at a time: raise that limit (ulimit -n)"
    if number in _NO_MORE:
        return (
            "this machine cannot start another process: raise its limit (ulimit -u, pids.max), "
            "or give it more memory"
        )
    if "path too long" in str(error):
        return (
            f"{tempfile.gettempdir()}, for temporary files, is too long a path for a socket: "
            "set TMPDIR to a shorter one, and start the dashboard again"
        )
    return f"this machine cannot start a process: {error}"
