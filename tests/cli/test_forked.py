"""What tests start as a forked dashboard says and does what the command does."""

from __future__ import annotations

import os
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


def files_of(pid: int) -> set[Path]:
    """What a process has open; while it is asked, it closes some."""
    found = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            found.add(file.readlink())
    return found


def test_its_files_its_session_and_its_end_are_its_own() -> None:
    """It ends as the command does."""
    command, first, second = all_three = Dashboard(), ForkedDashboard(), ForkedDashboard()
    assert len({one.printed_address for one in all_three}) == 3
    pids = [one.process.pid for one in (first, second)]
    assert [os.getsid(pid) for pid in pids] == pids
    pipes = [files_of(pid) for pid in pids]
    outputs = [Path(f"/proc/{pid}/fd/{number}").readlink() for pid in pids for number in (1, 2)]
    assert len(set(outputs)) == len(outputs)
    assert pipes[1].isdisjoint(outputs[:2])
    assert pipes[0].isdisjoint(outputs[2:])
    first.close()
    assert second.process.poll() is None
    ends = [(one.end(), ADDRESS.sub("serves", one.output.splitlines()[-1])) for one in all_three]
    assert ends == [(0, ends[0][1])] * 3
    command.close()
    second.close()
