"""A fork that the system refuses ends nobody.

Root has as many processes as it likes. So they are counted for another user, and what they run has
not the power to make more than that one may.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
USER = 61_000 + os.getpid() % 4_000

SCRIPT = """
import ctypes, os, resource, subprocess, sys

PR_CAPBSET_DROP, ADMIN, RESOURCE, MOST = 24, 21, 24, 40
for power in (ADMIN, RESOURCE):
    assert ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, power, 0, 0, 0) == 0
os.setresuid(int(sys.argv[1]), 0, 0)
resource.setrlimit(resource.RLIMIT_NPROC, (MOST, MOST))

from app.processes.channel import WorkerTask
from app.processes.launching import CannotLaunch, launch
from app.recipes.registry import ROLES

def begin(name):
    return launch(WorkerTask(name, "127.0.0.1:1", "/election", 4.0), ROLES["predecessor"])

def started(name):
    process, pipe = begin(name)
    assert pipe.poll(30)
    return process, pipe

first = started("c1")
others = [subprocess.Popen(["sleep", "100"]) for _ in range(MOST)]
for name in ("c2", "c3"):
    try:
        begin(name)
    except CannotLaunch as refused:
        print(f"refused: {refused}")
for other in others:
    other.kill()
    other.wait()
for process, pipe in (first, started("c4")):
    process.kill()
    process.join()
    print("lived until", process.exitcode)
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root may be somebody else")
def test_where_a_fork_is_refused_all_that_run_go_on_and_more_can_be_started_later() -> None:
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(USER)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    refused = [line for line in run.stdout.splitlines() if line.startswith("refused: ")]
    assert len(refused) == 2, run.stdout + run.stderr
    assert all("cannot start another process" in line for line in refused)
    assert run.stdout.count("lived until -9") == 2, run.stdout + run.stderr
    assert run.returncode == 0, run.stderr
