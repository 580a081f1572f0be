"""`python -m app drill` with several values: a matrix of drills in one command."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from app.commands.drill.conclusion import code_of_matrix
from app.commands.drill.lines import time_of
from app.commands.drill.main import main
from app.commands.drill.options import parse
from app.ensemble.apache.server import ApacheServer
from tests.cli.test_drill import Start, start
from tests.recipes.drill.test_matrix import all_of, cells_of
from tests.support.zookeeper import Connect, classpath

__all__ = ["start"]
QUICK = ("--fault", "stop", "--rounds", "2", "--candidates", "2,3")
TIMEOUTS = ("--session-timeout", "1,2")
FIRST = "candidates 2, session-timeout 1 s"


@pytest.fixture
def silent_hosts() -> Iterator[str]:
    """A server that does not tell which timeouts it grants, the shortest of 0.4 s."""
    server = ApacheServer(classpath(), extra=["4lw.commands.whitelist=srvr"])
    server.start()
    yield server.hosts
    server.stop()


def test_a_matrix_gives_one_report(
    start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {form: tmp_path / f"report.{form}" for form in ("json", "html", "csv", "junit")}
    words = [word for form, path in files.items() for word in (f"--{form}", str(path))]
    drill = start(*QUICK, *TIMEOUTS, "--limit", "failed=0", *words)
    assert drill.wait() == 0, drill.account()
    assert drill.errors == []
    assert drill.lines[0].startswith("4 cells, about ")
    drill.await_line(rf"^cell 1 of 4, {FIRST}: about \d+ s left$")
    drill.await_line(r"^4/4  2/2  handed over  .*detect .* c\d+ → c\d+  \(0 s left\)$")
    drill.await_line(rf"^{FIRST} +Kept +2 of 2  handoff +\d.*ms \?")
    assert drill.lines[-1] == (
        "Kept: All 4 cells kept every limit. 8 of 8 rounds went as they should."
    )

    found = json.loads(files["json"].read_text("utf-8"))
    assert found["schema"] == "handoff-matrix/1"
    assert found["axes"] == {"candidates": [2, 3], "session_timeout": [1.0, 2.0]}
    assert [len(cell["rounds"]) for cell in found["cells"]] == [2, 2, 2, 2]
    assert [cell["where"]["timeout"] for cell in found["cells"]] == [1.0, 2.0, 1.0, 2.0]
    assert {cell["schema"] for cell in found["cells"]} == {"handoff-drill/1"}
    assert files["html"].read_text("utf-8").count("<details>") == 4
    rows = [*csv.DictReader(files["csv"].read_text("utf-8").splitlines())]
    assert [row["cell"] for row in rows] == ["1", "1", "2", "2", "3", "3", "4", "4"]
    suites = Xml.fromstring(files["junit"].read_text("utf-8"))
    assert [suite.attrib["tests"] for suite in suites] == ["3"] * 4

    again = {form: tmp_path / f"again.{form}" for form in ("html", "csv", "junit")}
    words = [word for form, path in again.items() for word in (f"--{form}", str(path))]
    assert main(["report", str(files["json"]), *words]) == 0
    written, made = (
        {form: paths[form].read_text("utf-8") for form in again} for paths in (files, again)
    )
    page, packed = written.pop("html").split('<script type="application/gzip"')
    same, why = made.pop("html").split("<p><small>This report carries no recording of its rounds: ")
    assert (page, written) == (same, made)
    assert packed.startswith(' id="recording">')
    assert why.startswith("it was made of the JSON alone")
    capsys.readouterr()
    assert main(["compare", str(files["json"]), str(files["json"])]) == 3, "two rounds are too few"
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"A  {files['json']}: 4 cells"
    assert next(line for line in said if line.startswith("candidates ")) == FIRST


def test_cells_that_only_one_matrix_has_are_named_above_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that ended without a round counts as missing."""
    a, b, kept = (tmp_path / f"{name}.json" for name in ("a", "b", "kept"))
    whole = all_of()
    *most, last = whole["cells"]
    early = {**whole, "cells": [*most, {**last, "rounds": []}], "error": "it was stopped"}
    more = all_of(cells_of(candidates=[3, 50, 7], session_timeout=[4.0, 10.5], fault=["kill"]))
    a.write_text(json.dumps(early), "utf-8")
    b.write_text(json.dumps(more), "utf-8")
    assert main(["compare", str(a), str(b)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[:5] == [
        f"A  {a}: 3 cells, ended early: it was stopped",
        f"B  {b}: 6 cells",
        "only B has rounds of the cell candidates 50, session-timeout 10.5 s",
        "only B has rounds of the cell candidates 7, session-timeout 4 s",
        "only B has rounds of the cell candidates 7, session-timeout 10.5 s",
    ]
    assert said[5] == "candidates 3, session-timeout 4 s"
    assert main(["compare", str(b), str(a), "--json", str(kept)]) == 0
    assert [*map(len, json.loads(kept.read_text("utf-8"))["unpaired"].values())] == [3, 0]
    assert "only A has rounds of the cell candidates 7, session-timeout 4 s" in (
        capsys.readouterr().out.splitlines()
    )


def test_a_cell_that_misses_a_limit_decides_the_code(start: Start) -> None:
    drill = start(*QUICK, "--limit", "max:handoff=0.001ms")
    assert drill.wait() == 1
    drill.await_line("^MISSED in candidates 3: max:handoff=0.001ms, the longest is ")
    drill.await_line("^Missed: 2 of 2 cells missed a limit: candidates 2; candidates 3. ")


def test_an_interrupted_matrix_tells_what_it_has(start: Start, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    drill = start(*QUICK, "--strategy", "predecessor,single", "--rounds", "40", "--json",
                  str(report))  # fmt: skip
    drill.await_line(r"^2/4 +\d/40  handed over")
    drill.interrupt()
    assert drill.wait() == 130
    found = json.loads(report.read_text("utf-8"))
    assert (found["cause"], found["planned"]) == ("stopped", 4)
    assert found["error"] == "strategy predecessor, candidates 3: it was stopped"
    first, second = found["cells"]
    assert (first["error"], len(first["rounds"])) == (None, 40)
    assert second["error"] == "it was stopped"
    assert 0 < len(second["rounds"]) < 40
    drill.await_line("^Incomplete: 2 of 4 cells ran: strategy predecessor, candidates 3: it was st")


def test_a_matrix_ends_where_zookeeper_goes(
    start: Start, own_zookeeper: ApacheServer, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    drill = start(*QUICK, "--rounds", "20", "--session-timeout", "2", "--zookeeper",
                  own_zookeeper.hosts, "--json", str(report))  # fmt: skip
    drill.await_line(r"^2/2 +\d/20  handed over")
    own_zookeeper.kill()
    assert drill.wait() == 3
    found = json.loads(report.read_text("utf-8"))
    assert (found["cause"], found["planned"]) == ("unreached", 2)
    assert found["error"] == "candidates 3: ZooKeeper was out of reach"
    assert [cell["cause"] for cell in found["cells"]] == ["done", "unreached"]


def test_cells_with_the_same_sessions_are_refused_before_they_run(start: Start) -> None:
    """The embedded server grants 0.4 s at the least."""
    drill = start(*QUICK, "--session-timeout", "2,0.1,0.3")
    assert drill.wait() == 2
    assert drill.errors == [
        "handoff drill: cell 2 (candidates 2, session-timeout 0.1 s) and cell 3 (candidates 2, "
        "session-timeout 0.3 s) are one and the same: ZooKeeper grants both of them sessions of "
        "0.4 s. Ask for session timeouts of at least 0.4 s."
    ]
    assert not any(line.startswith("cell 1 of") for line in drill.lines)


def test_cells_with_the_same_sessions_are_refused_as_the_second_one_stands(
    start: Start, silent_hosts: str, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    drill = start("--fault", "stop", "--rounds", "1", "--candidates", "2", "--session-timeout",
                  "0.2,0.3,2", "--zookeeper", silent_hosts, "--json", str(report))  # fmt: skip
    assert drill.wait() == 2
    drill.await_line("^Incomplete: 1 of 3 cells ran: cell 1 .session-timeout 0.2 s. and cell 2 ")
    found = json.loads(report.read_text("utf-8"))
    assert found["cause"] == "same"
    assert len(found["cells"]) == 1


def test_a_matrix_leaves_nothing_of_its_own_in_a_zookeeper_that_goes_on(
    start: Start, fresh_hosts: str, open_client: Connect
) -> None:
    drill = start("--strategy", "predecessor,single", "--fault", "stop", "--rounds", "1",
                  "--candidates", "2", "--zookeeper", fresh_hosts)  # fmt: skip
    assert drill.wait() == 0
    client = open_client(fresh_hosts)
    assert sorted(client.get_children("/drill")) == ["predecessor", "single"]
    assert client.get_children("/drill/predecessor") == client.get_children("/drill/single") == []


def test_a_dry_matrix_prints_all_cells_and_how_long_they_take(start: Start) -> None:
    drill = start("--candidates", "3,50", "--fault", "stop,kill", "--limit", "failed=0", "--dry")
    assert drill.wait() == 0
    first, *cells, stop, kill, limit = drill.lines
    assert first == "4 cells, about 10 min 35 s"
    assert [cell.partition(":")[0] for cell in cells] == [
        "cell 1, candidates 3, fault stop", "cell 2, candidates 3, fault kill",
        "cell 3, candidates 50, fault stop", "cell 4, candidates 50, fault kill",
    ]  # fmt: skip
    assert cells[0].endswith("60 rounds with 3 candidates in /drill/predecessor (predecessor), "
                             "about 23 s")  # fmt: skip
    assert stop.startswith("each round: the leader stops")
    assert kill.startswith("each round: first a wait")
    assert limit == "limit: failed=0"


def test_two_matrices_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b, kept = (tmp_path / f"{name}.json" for name in ("a", "b", "kept"))
    a.write_text(json.dumps(all_of()), "utf-8")
    b.write_text(json.dumps(all_of(slower=50.0)), "utf-8")
    assert main(["compare", str(a), str(b), "--json", str(kept)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[:3] == [f"A  {a}: 4 cells", f"B  {b}: 4 cells", "candidates 3, session-timeout 4 s"]
    assert said.count("B is slower in handoff, detect") == 4
    found = json.loads(kept.read_text("utf-8"))
    assert found["schema"] == "handoff-compare-matrix/1"
    rows = [cell["rows"][0]["word"] for cell in found["cells"].values()]
    assert rows == ["slower"] * 4
    assert main(["compare", str(b), str(a)]) == 0
    capsys.readouterr()
    assert main(["compare", str(a), str(kept)]) == 2
    assert capsys.readouterr().err.startswith(f"handoff drill: {kept} is no report of a drill")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--candidates", "3,x"], "must be a number from 2 to 1000"),
        (["--candidates", "3,3"], "has a value twice"),
        (["--candidates", "3,"], "must be a number from 2 to 1000"),
        (["--fault", "stop,flood"], "'flood' is not one of"),
        (["--session-timeout", "4,4.0"], "has a value twice"),
        (["--candidates", ",".join(map(str, range(2, 63)))], "at most 60 cells"),
        (["--strategy", "herd,single", "--target", "tail"], "strategy single: single has no tail"),
        (
            ["--dashboard", "http://h", "--candidates", "3,4"],
            "one value only for --candidates",
        ),
        (["--election", "/e", "--zookeeper", "h:1", "--candidates", "3,4"], "none of which joins"),
    ],
)
def test_a_wrong_matrix_ends_it_before_it_begins(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(words, {})
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("causes", "of_all", "code"),
    [
        (["done", "done"], "done", 0),
        (["done", "aborted"], "done", 1),
        (["aborted", "unsettled"], "done", 3),
        (["unsettled", "stopped"], "stopped", 130),
        (["unsettled", "unmended"], "unmended", 4),
        (["done"], "unsettled", 3),
        (["aborted"], "same", 2),
    ],
)
def test_the_worst_cell_decides_the_code(causes: list[str], of_all: str, code: int) -> None:
    cells = [{"cause": cause, "limits": []} for cause in causes]
    matrix: dict[str, Any] = {"cause": of_all, "cells": cells}
    assert code_of_matrix(matrix) == code


@pytest.mark.parametrize(
    ("seconds", "says"),
    [(59.4, "59 s"), (59.6, "1 min 0 s"), (3599, "59 min 59 s"), (3720, "1 h 2 min")],
)
def test_a_time_that_is_left_is_told_as_a_person_says_it(seconds: float, says: str) -> None:
    assert time_of(seconds) == says
