"""The ten lines of docs/library.md, as they stand there, in two processes."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.apache.server import ApacheServer
from tests.sandbox.launch import started
from tests.support.program import Program

PAGE = Path(__file__).resolve().parents[2] / "docs" / "library.md"
HOSTS, IDENTITY, RUN = '"127.0.0.1:2181"', '"1"', ").run()"

Start = Callable[[str], Program]


def example() -> str:
    """The page's first block of Python."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found
    return found[1]


def test_it_has_ten_lines() -> None:
    assert len([line for line in example().splitlines() if line.strip()]) <= 10


@pytest.fixture(params=["embedded", "apache"])
def hosts(request: pytest.FixtureRequest) -> Iterator[str]:
    """A ZooKeeper with nothing in it, of both kinds."""
    if request.param == "apache":
        server: ApacheServer = request.getfixturevalue("zookeeper")
        yield f"{server.hosts}/example"
        return
    with started() as (_, port):
        yield f"127.0.0.1:{port}"


@pytest.fixture
def start(hosts: str, tmp_path: Path) -> Iterator[Start]:
    """Runs the example under another name, against the test's server, and with a session that a
    test can wait for the end of.
    """
    programs: list[Program] = []

    def one_more(identity: str) -> Program:
        text = example()
        said_and_meant = {
            HOSTS: repr(hosts), IDENTITY: repr(identity), RUN: ", session_timeout=3.0).run()",
        }  # fmt: skip
        for said, meant in said_and_meant.items():
            assert text.count(said) == 1
            text = text.replace(said, meant)
        script = tmp_path / f"{identity}.py"
        script.write_text(text)
        programs.append(Program(sys.executable, str(script)))
        return programs[-1]

    yield one_more
    for program in programs:
        program.close()


def test_the_second_leads_when_the_first_is_killed(start: Start) -> None:
    first = start("1")
    before = int(first.await_line(r"I lead in epoch (\d+)")[1])
    first.await_line("working")
    second = start("2")
    first.kill()
    after = int(second.await_line(r"I lead in epoch (\d+)")[1])
    second.await_line("working")
    assert after > before


def test_an_interrupt_leaves_cleanly(start: Start) -> None:
    first = start("1")
    first.await_line("I lead in epoch")
    first.interrupt()
    assert first.wait() != 0
    assert "I lead no more: it was stopped" in first.lines
    assert first.errors[-1].startswith("KeyboardInterrupt")
