"""`python -m app sandbox` as a person starts it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "app", "sandbox"]
_SERVES = re.compile(r"Handoff's ZooKeeper sandbox serves on 127\.0\.0\.1:(\d+)\n")


@contextmanager
def started(
    *arguments: str, files: int | None = None
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The command, once it has said where it serves: the process and its port.

    files: how many it may have open.
    """
    command = [*COMMAND, "--port", "0", *arguments]
    if files is not None:
        command = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *command]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = _SERVES.fullmatch(line)
            assert found, line
            yield process, int(found[1])
        finally:
            process.kill()
