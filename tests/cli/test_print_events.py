"""`--print-events`: a stream of events for other programs."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.app import ADDRESS, ROOT, clean_environment


@contextmanager
def printing() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A dashboard that prints its events, and its address."""
    words = [sys.executable, "-m", "app", "--port", "0", "--no-browser", "--print-events"]
    process = subprocess.Popen(
        words, cwd=ROOT, env=clean_environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout
    assert process.stderr
    try:
        yield process, next(found[1] for line in process.stderr if (found := ADDRESS.search(line)))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def test_every_event_is_a_line_from_the_first_to_the_last() -> None:
    with printing() as (process, _):
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    events = [json.loads(line) for line in output.splitlines()]
    assert [one["seq"] for one in events] == list(range(1, len(events) + 1))
    assert {"zookeeper.configured", "dashboard.started"} <= {one["kind"] for one in events}
    assert process.returncode == 0
    assert "stopping" in errors


def test_a_reader_that_goes_ends_nothing() -> None:
    with printing() as (process, _):
        assert process.stdout
        assert json.loads(process.stdout.readline())["seq"] == 1
        process.stdout.close()
        process.send_signal(signal.SIGINT)
        assert process.stderr
        assert "Traceback" not in process.stderr.read()
        assert process.wait(timeout=30) == 0
