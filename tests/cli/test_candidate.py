"""`python -m app candidate` in two terminals."""

from __future__ import annotations

import io
import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise

import pytest
from kazoo.exceptions import NoNodeError

from app.commands.candidate import main, parse
from app.library import News, candidate
from app.zookeeper.security import OPEN
from tests.support.app import clean_environment
from tests.support.forked import ForkedProgram, Process
from tests.support.program import Program
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, await_until

Start = Callable[..., Program]


@pytest.fixture
def start(fresh_hosts: str) -> Iterator[Start]:
    """Starts the command at `/election` of a fresh root, with a name and whatever else is said."""
    programs: list[Program] = []

    def one_more(name: str, *words: str) -> Program:
        said = ("--zookeeper", fresh_hosts, "--id", name, "--session-timeout", "20", *words)
        programs.append(ForkedProgram("candidate", *said))
        return programs[-1]

    yield one_more
    for program in programs:
        program.close()


def words_of(program: Program) -> list[str]:
    """The second column: what each line is about."""
    return [line[14:25].strip() for line in program.lines]


def place_of(program: Program) -> str:
    """The path of its znode."""
    return program.await_line(r"znode +(\S+)")[1]


def test_two_terminals(start: Start) -> None:
    first = start("1")
    first.await_line(r"started +candidate 1 is process \d+ on \S+; it stands in /election at ")
    assert first.await_line(r"process (\d+)")[1] == str(first.process.pid)
    before = first.await_line(r"LEADS +candidate 1 leads, epoch (\d+) \(0x")
    assert words_of(first) == ["started", "connected", "znode", "children", "LEADS"]
    second = start("2")
    assert second.await_line(r"watching +(\S+)")[1] == place_of(first)
    labels = [place.rpartition("-")[2] for place in (place_of(first), place_of(second))]
    second.await_line(rf"children +{labels[0]}, {labels[1]} \(mine\)")
    assert words_of(second) == ["started", "connected", "znode", "children", "watching"]
    first.interrupt()
    assert first.wait() == 0
    assert words_of(first)[5:] == ["stopping", "steps down", "left"]
    assert first.errors == []
    after = second.await_line(r"LEADS +candidate 2 leads, epoch (\d+)")
    assert int(after[1]) > int(before[1])
    second.await_line(rf"notified +{place_of(first)} is deleted")
    second.await_line(rf"children +{labels[1]} \(mine\)$")
    assert words_of(second)[5:] == ["notified", "children", "LEADS"]


def test_by_another_strategy_the_children_are_watched(start: Start) -> None:
    first = start("1", "--strategy", "herd")
    first.await_line("LEADS")
    second = start("2", "--strategy", "herd")
    second.await_line(r"watching +/election \(its list of children\)")
    first.interrupt()
    second.await_line("LEADS +candidate 2 leads")
    assert "notified" in words_of(second)


def test_one_json_object_a_line(start: Start) -> None:
    first = start("1", "--json")
    first.await_line('"leading"')
    first.signal(signal.SIGTERM)
    assert first.wait() == 0
    news = [json.loads(line) for line in first.lines]
    assert [one["kind"] for one in news] == [
        "started", "connected", "created", "children", "leading",
        "stopping", "stepped_down", "left",
    ]  # fmt: skip
    by_kind = {one["kind"]: one for one in news}
    assert by_kind["started"]["pid"] == first.process.pid
    assert by_kind["leading"]["znode"] == by_kind["created"]["znode"]
    assert by_kind["stepped_down"]["epoch"] == by_kind["leading"]["epoch"]
    assert all(early["at"] <= late["at"] for early, late in pairwise(news))


def test_the_environment_says_the_same() -> None:
    env = {
        "HANDOFF_ZOOKEEPER": "a:2181",
        "HANDOFF_ELECTION": "/other",
        "HANDOFF_ID": "ada",
        "HANDOFF_STRATEGY": "single",
        "HANDOFF_SESSION_TIMEOUT": "1.5",
        "HANDOFF_JSON": "1",
    }
    assert parse([], env) == ("a:2181", "/other", "ada", "single", 1.5, True, OPEN)


def test_without_a_zookeeper_it_says_so_and_goes_on_trying(fresh_hosts: str) -> None:
    proxy = FaultyProxy(fresh_hosts)
    proxy.down()
    hosts = f"{proxy.hosts}/{fresh_hosts.partition('/')[2]}"
    program = ForkedProgram("candidate", "--zookeeper", hosts, "--id", "1")
    try:
        program.await_line(rf"waiting +connection refused by {proxy.hosts}; keeps trying")
        proxy.up()
        program.await_line("LEADS")
        proxy.down()
        program.await_line("cut off")
        program.await_line("steps down +candidate 1 no longer leads: the connection was lost")
        program.interrupt()
        program.await_line("stopping")
        program.interrupt()
        assert program.wait() == 128 + signal.SIGINT
    finally:
        program.close()
        proxy.close()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--zookeeper", "a b"], "--zookeeper: 'a b' must be without spaces"),
        (["--zookeeper", "a:port"], "names a:port, whose port must be a number"),
        (["--election", "election"], "--election: 'election' must be a path such as /election"),
        (["--id", " "], "--id: ' ' must be a name"),
        (["--strategy", "bully"], "is not one of 'predecessor', 'herd', 'single'"),
        (["--session-timeout", "soon"], "must be seconds, from 0.1 to 600"),
        (["--identity", "1"], "No such option '--identity'"),
        (["5"], "unexpected extra argument (5)"),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(words)
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr()
    assert (code, said.out) == (2, "")
    assert complaint in said.err.splitlines()[-1]


def test_names_of_znodes_cannot_play_with_the_terminal(
    start: Start, open_client: Connect, fresh_hosts: str
) -> None:
    name = "\u202e\u2066evil"
    open_client(fresh_hosts).create(f"/election/{name}", makepath=True)
    start("1").await_line(r"children +n_\d+ \(mine\), \\u202e\\u2066evil")


def test_it_leaves_when_nobody_reads_its_lines(open_client: Connect, fresh_hosts: str) -> None:
    client = open_client(fresh_hosts)
    words = ["candidate", "--zookeeper", fresh_hosts, "--id", "1"]
    process = Process(words, clean_environment())
    place = next(line for line in process.stdout if "znode" in line).split()[-1]
    process.stdout.close()
    with suppress(NoNodeError):  # it may have had something to say by now
        client.delete(place)
    assert process.wait(60) == 128 + signal.SIGPIPE
    assert process.stderr.read() == ""
    process.stderr.close()
    assert client.get_children("/election") == []


def test_without_an_output_it_stands_in_silence(open_client: Connect, fresh_hosts: str) -> None:
    client = open_client(fresh_hosts)
    client.create("/election")
    said = [sys.executable, "-m", "app", "candidate", "--zookeeper", fresh_hosts, "--id", "1"]
    program = Program("sh", "-c", 'exec "$@" >&-', "sh", *said)
    await_until(lambda: client.get_children("/election"))
    program.signal(signal.SIGTERM)
    assert (program.wait(), program.errors) == (0, [])
    program.close()


def tell_and_refuse(*_: object, on_news: Callable[[News], object], **__: object) -> None:
    """Stand where the candidate would."""
    on_news(News("left", 0.0, {"clean": True}))
    raise ValueError


@pytest.mark.parametrize(
    ("environ", "is_terminal", "coloured"),
    [
        ({"NO_COLOR": ""}, True, True),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": "", "TERM": "dumb"}, True, False),
        ({"NO_COLOR": ""}, False, False),
    ],
)
def test_colours_only_where_they_are_wanted(
    environ: dict[str, str], is_terminal: bool, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = io.StringIO()
    monkeypatch.setattr(output, "isatty", lambda: is_terminal)
    monkeypatch.setattr(sys, "stdout", output)
    monkeypatch.setattr(candidate, "Candidate", tell_and_refuse)
    for name, value in {"TERM": "xterm", **environ}.items():
        monkeypatch.setenv(name, value)
    assert main(["--id", "1"]) == 2
    assert "left" in output.getvalue()
    assert ("\x1b[" in output.getvalue()) is coloured
