"""`--print-events`: a stream of events for other programs."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.app import ADDRESS, clean_environment
from tests.support.forked import Process


@contextmanager
def printing() -> Iterator[Process]:
    """A dashboard that prints its events, once it has said where it serves."""
    words = ["serve", "--port", "0", "--no-browser", "--print-events"]
    process = Process(words, clean_environment())
    try:
        assert any(ADDRESS.search(line) for line in process.stderr)
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def test_every_event_is_a_line_from_the_first_to_the_last() -> None:
    with printing() as process:
        process.send_signal(signal.SIGINT)
        events = [json.loads(line) for line in process.stdout]
        assert process.wait(30) == 0
        assert "stopping" in process.stderr.read()
    assert [one["seq"] for one in events] == list(range(1, len(events) + 1))
    assert {"zookeeper.configured", "dashboard.started"} <= {one["kind"] for one in events}


def test_a_reader_that_goes_ends_nothing() -> None:
    with printing() as process:
        assert json.loads(process.stdout.readline())["seq"] == 1
        process.stdout.close()
        process.send_signal(signal.SIGINT)
        assert "Traceback" not in process.stderr.read()
        assert process.wait(30) == 0
