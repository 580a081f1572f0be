"""What tests start as a forked dashboard says and does what the command does."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

from tests.support.app import ADDRESS, Dashboard
from tests.support.forked import ForkedDashboard

KINDS = (Dashboard, ForkedDashboard)


def test_it_says_the_same_where_it_serves_nothing() -> None:
    both = [kind("--nonsense") for kind in KINDS]
    told = [(one.wait(), one.output, one.errors) for one in both]
    for one in both:
        one.close()
    assert told[0] == told[1]


def test_it_ends_the_same() -> None:
    both = [kind() for kind in KINDS]
    assert both[0].printed_address != both[1].printed_address
    codes = [one.end(signal.SIGTERM) for one in both]
    last = [ADDRESS.sub("serves", one.output.splitlines()[-1]) for one in both]
    for one in both:
        one.close()
    assert (codes[0], last[0]) == (codes[1], last[1])


def files_of(pid: int) -> set[Path]:
    """What a process has open; while it is asked, it closes some."""
    found = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            found.add(file.readlink())
    return found


def test_its_files_and_its_session_are_its_own() -> None:
    first, second = ForkedDashboard(), ForkedDashboard()
    assert first.printed_address != second.printed_address
    pids = [one.process.pid for one in (first, second)]
    assert [os.getsid(pid) for pid in pids] == pids
    pipes = [files_of(pid) for pid in pids]
    outputs = [Path(f"/proc/{pid}/fd/{number}").readlink() for pid in pids for number in (1, 2)]
    assert len(set(outputs)) == len(outputs)
    assert pipes[1].isdisjoint(outputs[:2])
    assert pipes[0].isdisjoint(outputs[2:])
    first.close()
    second.close()
    assert first.process.returncode == second.process.returncode == 0
