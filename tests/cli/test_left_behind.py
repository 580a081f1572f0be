"""What a dashboard leaves in the directory for temporary files, the next one removes."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import threading
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest
import requests

from app.system.folders import _MARK, new_folder, remove, remove_abandoned
from tests.cli.test_serve import state_of, temporary
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import await_until

__all__ = ["temporary"]


def post(dashboard: Dashboard, path: str, body: dict[str, object] | None) -> None:
    answer = requests.post(f"{dashboard.url}/api/v1/{path}", json=body, timeout=30)
    assert answer.ok, answer.text


def fill(dashboard: Dashboard) -> None:
    """Have it make temporary files of every kind: for the fork server, a lock and a bookshelf. One
    of its processes is frozen.
    """
    dashboard.await_zookeeper()
    post(dashboard, "locks", {"path": "/lock", "count": 1})
    post(dashboard, "bookshelves", {"path": "/bookshelf", "count": 1})
    await_until(lambda: "pause" in state_of(dashboard)["candidates"]["c1"]["allowed"])
    post(dashboard, "candidates/c1/pause", None)


def end_at_once(dashboard: Dashboard, signals: Sequence[signal.Signals]) -> None:
    """Where there are several signals, the orderly end has begun with the first, and has to wait
    for a frozen ZooKeeper.
    """
    started = psutil.Process(dashboard.process.pid).children(recursive=True)
    for number in signals[:-1]:
        next(process for process in started if process.name() == "java").suspend()
        dashboard.process.send_signal(number)
        await_until(lambda: "stopping" in dashboard.output)
    dashboard.end(signals[-1])
    _, alive = psutil.wait_procs(started, timeout=60)
    assert alive == []


KILLED = (signal.SIGKILL,)
IMPATIENTLY = (signal.SIGINT, signal.SIGINT)


@pytest.mark.parametrize(
    ("arguments", "signals"),
    [
        ((), KILLED),
        pytest.param(("--ensemble", "1"), KILLED, marks=pytest.mark.proof),
        pytest.param(("--ensemble", "1"), IMPATIENTLY, marks=pytest.mark.proof),
    ],
    ids=str,
)
def test_the_next_one_removes_it_and_nothing_of_the_living(
    temporary: Path, arguments: tuple[str, ...], signals: tuple[signal.Signals, ...]
) -> None:
    with forked_dashboard(*arguments) as living:
        fill(living)
        of_the_living = set(temporary.iterdir())
        with forked_dashboard(*arguments) as dead:
            fill(dead)
            end_at_once(dead, signals)
        left = set(temporary.iterdir()) - of_the_living
        assert left
        with forked_dashboard(*arguments):
            assert set(temporary.iterdir()) >= of_the_living
            assert left & set(temporary.iterdir()) == set()
    assert list(temporary.iterdir()) == []


def test_what_is_of_another_user_or_leads_elsewhere_stays(temporary: Path) -> None:
    """Root could remove it; and a link may lead to anything."""
    names = ("handoff.1", "handoff.2", "kept", "handoff.data")
    ours, theirs, kept, data = (temporary / name for name in names)
    for folder in (ours, theirs, kept, data):
        folder.mkdir()
        (folder / _MARK).touch()
    (data / _MARK).unlink()
    (temporary / "handoff.3").symlink_to(kept)
    if os.geteuid() == 0:
        os.chown(theirs, 4711, 4711)
    remove_abandoned()
    assert kept.exists()
    assert data.exists(), "a name like ours is free to anybody"
    assert not ours.exists()
    assert theirs.exists() == (os.geteuid() == 0)


def test_what_a_process_writes_while_it_ends_goes_too(temporary: Path) -> None:
    """It writes until it sees that something was removed, and then once more."""
    folder = new_folder()
    files = [folder / str(number) for number in range(2000)]
    for file in files:
        file.touch()

    def write() -> None:
        numbers = itertools.count()
        with contextlib.suppress(FileNotFoundError):
            while all(file.exists() for file in files[::100]):
                (folder / f"more-{next(numbers)}").touch()
            (folder / "last").touch()

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    remove(folder)
    writer.join()
    assert list(temporary.iterdir()) == []
