"""Processes that stand still."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path

import psutil

from tests.support.zookeeper import await_until


def freeze(pid: int) -> None:
    """SIGSTOP; returns when every thread stands still. One of them has to run to see the signal,
    and where the machine is busy the others go on until it does.
    """
    os.kill(pid, signal.SIGSTOP)
    await_until(lambda: _stands_still(pid))


def _stands_still(pid: int) -> bool:
    tasks = list(Path(f"/proc/{pid}/task").glob("*/stat"))
    if not tasks:
        return psutil.Process(pid).status() == psutil.STATUS_STOPPED
    states = set()
    for task in tasks:
        with contextlib.suppress(OSError):
            states.add(task.read_text().rpartition(")")[2].split()[0])
    return states == {"T"}
