"""`python -m app drill`: a report, and an exit code that a script can rely on."""

from __future__ import annotations

import base64
import csv
import gzip
import json
import re
import signal
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from app.commands.drill.conclusion import CODES, code_of
from app.commands.drill.main import main
from app.commands.drill.options import parse
from tests.browser.rest import Rest
from tests.recipes.drill.test_compare import document, spread
from tests.recipes.drill.test_figures import rounds_of
from tests.support.forked import ForkedProgram, forked_dashboard
from tests.support.freezing import freeze
from tests.support.program import Program
from tests.support.zookeeper import Connect, await_until

Start = Callable[..., Program]
QUICK = ("--fault", "stop", "--candidates", "3", "--session-timeout", "2")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a drill with a state folder of its own: two in one are refused."""
    programs: list[Program] = []

    def one(*words: str) -> Program:
        programs.append(ForkedProgram("drill", *words, env={"XDG_STATE_HOME": str(tmp_path)}))
        return programs[-1]

    yield one
    for program in programs:
        program.close()


def test_a_drill_whose_limits_are_kept(start: Start, tmp_path: Path) -> None:
    report, table, cases = (tmp_path / f"report.{form}" for form in ("json", "csv", "xml"))
    page = tmp_path / "report.html"
    limits = ("--limit", "failed=0", "--limit", "max:handoff=60s", "--limit", "p50:handoff=60s")
    drill = start(*QUICK, "--rounds", "5", *limits, "--json", str(report),
                  "--csv", str(table), "--junit", str(cases), "--html", str(page))  # fmt: skip
    drill.await_line(r"^5/5  handed over .*detect .*acknowledged .*c\d+ → c\d+$")
    assert drill.wait() == 0
    assert drill.errors == []
    said = "\n".join(drill.lines)
    assert "5 of 5 rounds handed over" in said
    assert "limit failed=0: kept, 0 of 5 rounds failed" in said
    found = json.loads(report.read_text("utf-8"))
    assert found["schema"] == "handoff-drill/1"
    assert found["cause"] == "done"
    assert len(found["rounds"]) == 5
    assert found["where"]["source"] == "embedded"
    assert {*found["where"]["machine"]} == {
        "cores", "processor", "memory", "system", "kernel", "python", "platform",
    }  # fmt: skip
    assert len(table.read_text("utf-8").splitlines()) == 1 + 5
    assert 'tests="8" failures="0"' in cases.read_text("utf-8")
    text = page.read_text("utf-8")
    assert "5 of 5 failovers handed over" in text
    (packed,) = re.findall(r'id="recording">(.*?)</script>', text)
    assert b'id="recording"' in gzip.decompress(base64.b64decode(packed))
    assert "recording" not in report.read_text("utf-8")

    again = tmp_path / "again.csv"
    assert main(["report", str(report), "--csv", str(again)]) == 0
    assert again.read_text("utf-8") == table.read_text("utf-8")
    assert main(["report", str(report), "--html", str(page)]) == 0
    assert "it was made of the JSON alone" in page.read_text("utf-8")
    assert main(["compare", str(report), str(report)]) == 3, "five rounds are too few"


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "another"}'])
def test_what_is_no_report_is_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.json"
    path.write_text(text, "utf-8")
    assert main(["report", str(path)]) == 2
    assert str(path) in capsys.readouterr().err
    assert main(["report", str(tmp_path / "none.json")]) == 2


def test_a_report_that_cannot_be_written(start: Start) -> None:
    drill = start(*QUICK, "--rounds", "1", "--json", "/dev/full")
    assert drill.wait() == 3
    (error,) = drill.errors
    assert "the report cannot be written to /dev/full: No space left on device" in error


def test_a_limit_that_is_missed(start: Start) -> None:
    drill = start(*QUICK, "--rounds", "1", "--limit", "max:handoff=0.001ms")
    assert drill.wait() == 1
    assert "limit max:handoff=0.001ms: MISSED, the longest is " in "\n".join(drill.lines)


def test_an_interrupted_drill_tells_what_it_has(start: Start) -> None:
    drill = start(*QUICK, "--rounds", "1000")
    drill.await_line(r"^ +2/1000  handed over")
    drill.interrupt()
    assert drill.wait() == 130
    drill.await_line(r"^INCOMPLETE, \d+ of 1000 rounds: it was stopped$")


def test_a_drill_leaves_nothing_of_its_own_in_a_zookeeper_that_goes_on(
    start: Start, fresh_hosts: str, open_client: Connect
) -> None:
    """The path alone stays: it may have been there before."""
    drill = start(*QUICK, "--rounds", "2", "--zookeeper", fresh_hosts)
    assert drill.wait() == 0
    drill.await_line("^/drill/predecessor stays: it may have been there before$")
    client = open_client(fresh_hosts)
    assert client.get_children("/drill") == ["predecessor"]
    assert client.get_children("/drill/predecessor") == []


def test_a_dashboard_runs_it_and_shows_it(start: Start, tmp_path: Path) -> None:
    """It prints its token with its address where others may reach it."""
    report = tmp_path / "report.json"
    with forked_dashboard("--token", "a+b") as dashboard:
        address = f"{dashboard.url}/?token=a%2Bb"
        drill = start(*QUICK, "--rounds", "2", "--dashboard", address, "--json", str(report))
        drill.await_line(r"^2/2  handed over .* c\d+ → c\d+$")
        assert drill.wait() == 0
        assert len(json.loads(report.read_text("utf-8"))["rounds"]) == 2
        long = start(*QUICK, "--rounds", "1000", "--dashboard", address)
        long.await_line(r"1/1000  handed over")
        beside = start(*QUICK, "--dashboard", address)
        assert beside.wait() == 3
        assert "a drill is running" in beside.errors[0]
        long.interrupt()
        assert long.wait() == 130
    gone = start(*QUICK, "--dashboard", dashboard.url)
    assert gone.wait() == 3
    assert "no dashboard answers at" in gone.errors[0]


@pytest.mark.parametrize("candidates", [2, 3], ids=["another plan", "the same plan"])
def test_another_drill_that_is_started_there_is_not_taken_for_this_one(
    start: Start, candidates: int
) -> None:
    """The command stands still meanwhile, so that it sees only the other one."""
    with forked_dashboard() as dashboard:
        rest = Rest(dashboard.url)
        drill = start(*QUICK, "--rounds", "1000", "--dashboard", dashboard.url)
        drill.await_line(r"1/1000  handed over")
        freeze(drill.process.pid)
        rest.call("DELETE", "drills")
        await_until(lambda: rest.state()["drill"]["cause"] == "stopped", 60.0)
        said = len(drill.lines)
        asked = {"fault": "stop", "rounds": 1000, "session_timeout": 2, "candidates": candidates}
        rest.call("POST", "drills", asked)
        await_until(lambda: rest.state()["drill"]["count"] >= said, 60.0)
        drill.signal(signal.SIGCONT)
        assert drill.wait() == 3
        assert drill.errors == [
            "handoff drill: this drill was stopped there, and another one was started"
        ]
        assert rest.state()["drill"]["running"], "the other one goes on"
        rest.close()


class Answering(BaseHTTPRequestHandler):
    """Answers all with the code and the text that the server has."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        code, text = self.server.answer  # type: ignore[attr-defined]
        self.send_response(code)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ((404, "<html>Not Found</html>"), "no dashboard answers at {}: it answers 404"),
        ((405, '{"error": "method"}'), "no dashboard answers at {}: it answers 405"),
        ((200, "<html>Welcome</html>"), "no dashboard answers at {}: Expecting value"),
        ((200, '{"hello": "world"}'), "what answers at {} is no dashboard"),
        ((200, "[]"), "what answers at {} is no dashboard"),
    ],
)
def test_an_address_that_is_no_dashboard(answer: tuple[int, str], says: str, start: Start) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as other:
        other.answer = answer  # type: ignore[attr-defined]
        threading.Thread(target=other.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{other.server_port}"
        drill = start(*QUICK, "--dashboard", address)
        assert drill.wait() == 3
        other.shutdown()
    (error,) = drill.errors
    assert error.startswith(f"handoff drill: {says.format(f'{address}/api/v1')}")


def test_a_server_that_speaks_no_http_is_no_dashboard(start: Start, fresh_hosts: str) -> None:
    drill = start(*QUICK, "--dashboard", f"http://{fresh_hosts.partition('/')[0]}")
    assert drill.wait() == 3
    assert "no dashboard answers at" in drill.errors[0]


@pytest.mark.proof
def test_a_zookeeper_out_of_reach(start: Start) -> None:
    drill = start(*QUICK, "--rounds", "1", "--zookeeper", "127.0.0.1:1")
    assert drill.wait() == 3
    assert drill.errors == ["handoff drill: ZooKeeper at 127.0.0.1:1 does not answer"]


def test_a_dry_drill_prints_its_plan_and_starts_nothing(start: Start) -> None:
    drill = start("--rounds", "auto", "--limit", "p95:handoff=6s", "--dry")
    assert drill.wait() == 0
    first, each, limit = drill.lines
    assert first.startswith("59 rounds with 5 candidates in /drill/predecessor (predecessor), abou")
    assert "a wait of up to the time between two heartbeats and a tick" in each
    assert limit == "limit: p95:handoff=6s"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--limit", "p95:handoff=6s", "--rounds", "58"], "needs at least 59 rounds"),
        (["--limit", "p95=6s"], "must be like p95:handoff=6s"),
        (["--strategy", "single", "--target", "tail"], "single has no tail"),
        (["--recipe", "lock", "--strategy", "predecessor"], "--strategy is of elections only"),
        (["--recipe", "lock", "--limit", "lost=0"], "only the recipe bookshelf has books"),
        (["--recipe", "lock,bookshelf", "--fault", "restart-after"], "keeps no znode"),
        (["--fault", "flood"], "'flood' is not one of"),
        (["--lasts", "3"], "only restart-after, frozen-for and quorum-lost-for last for a time"),
        (["--fault", "kill,stop", "--lasts", "3"], "or do not say how long it lasts"),
        (["--fault", "frozen-for", "--lasts", "3601"], "must be seconds from 0.1 to 3600"),
        (["--election", "/e", "--zookeeper", "h:1", "--lasts", "3"], "give one of these faults"),
        (["--rounds", "0"], "must be a number from 1 to 10000"),
        (["--session-timeout", "x"], "must be seconds from 0.1 to 3600"),
        (["--zookeeper", "h:1", "--ensemble", "3"], "give one"),
        (["--dashboard", "here"], "must be the address of a dashboard"),
        (["--dashboard", "http://[::1"], "must be the address of a dashboard"),
        (["--dashboard", "http://127.0.0.1:99999"], "must be the address of a dashboard"),
        (["--dashboard", "http://h", "--ensemble", "3"], "give no other"),
        (["--json", "/nowhere/report.json"], "must be a file in a folder that exists"),
        (["--csv", "/tmp"], "must be a file in a folder that exists"),
    ],
)
def test_a_wrong_option_ends_it_before_it_begins(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(words, {})
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


def test_how_long_a_fault_lasts_is_said_of_those_that_do() -> None:
    """A matrix may have others beside them."""
    matrix = parse(["--fault", "kill,frozen-for", "--lasts", "3600"], {}).matrix
    assert [plan.shown["lasts"] for plan in matrix.plans] == [None, 3600.0]


@pytest.mark.parametrize("cause", CODES)
def test_a_report_has_a_code(cause: str) -> None:
    report: dict[str, Any] = {"cause": cause, "limits": [{"kept": True}]}
    assert code_of(report) == CODES[cause]
    assert code_of({**report, "limits": [{"kept": False}]}) == (CODES[cause] or 1)


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., str]:
    """Writes a report of rounds that took so long; returns its path."""

    def one(name: str, *ms: float | None, **plan: Any) -> str:
        path = tmp_path / f"{name}.json"
        said = document(rounds_of(*ms))
        path.write_text(json.dumps({**said, "plan": {**said["plan"], **plan}}), "utf-8")
        return str(path)

    return one


def test_two_drills_are_compared(
    written: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a, b = written("a", *spread(20, 100.0)), written("b", *spread(20, 150.0))
    kept = tmp_path / "kept.json"
    assert main(["compare", a, b, "--json", str(kept)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == [f"A  {a}: 20 rounds", f"B  {b}: 20 rounds"]
    (detect,) = (line.split() for line in said if line.startswith("detect "))
    assert detect[:6] == ["detect", "109", "ms", "159", "ms", "+50"]
    assert detect[-2:] == ["<0.001", "slower"]
    assert said[-1] == "B is slower in handoff, detect"
    found = json.loads(kept.read_text("utf-8"))
    assert found["schema"] == "handoff-compare/1"
    assert found["rows"][0]["shift"] == [50.0, 50.0]

    assert main(["compare", b, a]) == 0
    assert capsys.readouterr().out.endswith("B is faster in handoff, detect\n")
    assert main(["compare", a, a]) == 0
    assert capsys.readouterr().out.endswith("\nno difference shown\n")
    assert main(["compare", a, b, "--at-least", "50%"]) == 0
    assert "differs too little to matter in handoff" in capsys.readouterr().out
    assert main(["compare", a, a, "--json", "/dev/full"]) == 3


def test_more_failed_rounds_are_worse(
    written: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    a, b = written("a", *[5.0] * 20), written("b", *[5.0] * 10, *[None] * 10)
    assert main(["compare", a, b]) == 1
    said = capsys.readouterr().out
    assert "0 of 20    10 of 20" in said
    assert "has more rounds failed" in said


def test_what_is_not_the_same_thing_is_compared_on_request_only(
    written: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    a, b = written("a", *spread(20, 1.0)), written("b", *spread(20, 1.0), candidates=50)
    assert main(["compare", a, b]) == 2
    said = capsys.readouterr()
    assert said.out.splitlines()[2:] == ["NOT THE SAME  candidates: 5 | 50"]
    assert "--anyway compares them" in said.err
    assert main(["compare", a, b, "--anyway"]) == 0
    assert "NOT THE SAME  candidates: 5 | 50" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[]", "is no report of a drill (handoff-drill/1): Expected `object`, got `array`"),
        (json.dumps(document([])), "has no rounds"),
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_compared_is_refused_with_its_name(
    text: str | None,
    says: str,
    written: Callable[..., str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "other.json"
    if text is not None:
        path.write_text(text, "utf-8")
    assert main(["compare", written("a", 1.0), str(path)]) == 2
    assert capsys.readouterr().err == f"handoff drill: {path} {says}\n"


@pytest.mark.parametrize("share", ["5", "-1%", "x%", "nan%"])
def test_a_wrong_share_is_refused(share: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["compare", "a.json", "b.json", "--at-least", share])
    assert ended.value.code == 2
    assert "must be a share such as 5%" in capsys.readouterr().err


def test_books_that_were_lost_are_told(start: Start, tmp_path: Path) -> None:
    table = tmp_path / "report.csv"
    drill = start("--recipe", "bookshelf", *QUICK, "--rounds", "2", "--limit", "lost=0",
                  "--csv", str(table))  # fmt: skip
    drill.await_line(r"^2/2  handed over .*claims .*serves .*c\d+ → c\d+$")
    assert drill.wait() == 0
    assert "limit lost=0: kept" in "\n".join(drill.lines)
    assert [row["lost"] for row in csv.DictReader(table.read_text("utf-8").splitlines())] == [
        "0", "0",
    ]  # fmt: skip


def test_a_lock_is_drilled_on_the_page_of_a_dashboard(start: Start) -> None:
    with forked_dashboard() as dashboard:
        drill = start("--recipe", "lock", *QUICK, "--rounds", "2", "--dashboard", dashboard.url)
        drill.await_line(r"^2/2  handed over .*told .*claims .*c\d+ → c\d+$")
        assert drill.wait() == 0


def test_what_a_drill_has_left_of_a_bookshelf_is_deleted(
    start: Start, fresh_hosts: str, open_client: Connect
) -> None:
    words = ("--recipe", "bookshelf", *QUICK, "--rounds", "1", "--zookeeper", fresh_hosts)
    for _ in range(2):
        assert start(*words).wait() == 0
    client = open_client(fresh_hosts)
    assert client.exists("/drill/bookshelf/in_sync") is None
