"""How a candidate's process is made, and what is said where the machine makes no more.

The processes are forked from a fork server that has kazoo loaded already, so a hundred of them
start in a second and share their memory.
"""

from __future__ import annotations

import errno
import multiprocessing
import os
import resource
import tempfile
from multiprocessing.connection import Connection as Pipe
from multiprocessing.context import ForkServerProcess

from app.workers import candidate
from app.workers.channel import Task

SPARE_FILES = 100
"""Left for everything else: pages, questions, ZooKeeper."""

_NO_MORE = (errno.EAGAIN, errno.ENOMEM, errno.EPIPE, errno.ECONNRESET)
"""A fork that is refused, here or in the fork server, which then says nothing."""

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload([candidate.__name__, "app.workers.forking"])


class CannotLaunch(Exception):
    """The machine makes no further process; the message says why, and what helps."""


def launch(task: Task) -> tuple[ForkServerProcess, Pipe]:
    """A process for this task, and our end of its pipe. Raises CannotLaunch."""
    try:
        ours, theirs = _context.Pipe()
    except OSError as error:
        raise CannotLaunch(_reason(error)) from error
    process = _context.Process(
        target=candidate.main, args=(task, theirs), name=f"handoff {task.name}", daemon=True
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


def _require_files(newest: int) -> None:
    """The system gives the lowest number that is free: the newest says how many are open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and newest > soft - SPARE_FILES:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


def _reason(error: OSError | EOFError) -> str:
    number = error.errno if isinstance(error, OSError) else errno.EAGAIN
    if number in (errno.EMFILE, errno.ENFILE):
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return f"at most {soft} files may be open here: raise that limit (ulimit -n)"
    if number in _NO_MORE:
        return (
            "this machine makes no further process: raise its limit of them (ulimit -u, pids.max), "
            "or give it more memory"
        )
    if "path too long" in str(error):
        return (
            f"{tempfile.gettempdir()}, where temporary files go, has too long a path for a socket: "
            "set TMPDIR to a shorter one, and start the dashboard again"
        )
    return f"this machine makes no process: {error}"
