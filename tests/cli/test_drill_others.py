"""`python -m app drill --election PATH`: failovers of programs of others, and what is undone."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.commands.drill.options import parse
from tests.support.app import ROOT
from tests.support.forked import ForkedProgram
from tests.support.program import Program
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, await_until

PATH = "/svc/election"
TIMEOUT = 2
OURS = "n_"
"""How the names of our candidates begin, which these programs count too."""
KILL = "kill -9 $(cat {folder}/$HANDOFF_DATA)"
"""Ends the leader, whose process wrote its number into the file of its name."""


class Others:
    """kazoo's elections on one ZooKeeper, and drills of them, with a state folder of their own."""

    def __init__(self, hosts: str, folder: Path) -> None:
        self.hosts, self.folder = hosts, folder
        self.report = folder / "report.json"
        self.programs: list[Program] = []

    def stand(self, *names: str) -> None:
        """Start contenders, and wait until one leads."""
        for name in names:
            contender = self._contender(name)
            contender.await_line("stands")
        await_until(lambda: any("leads" in one.lines for one in self.programs), 30.0)

    def drill(self, *words: str) -> Program:
        """Start a drill of them."""
        own = ("--zookeeper", self.hosts, "--election", PATH, "--leader-of", "data")
        return self.run("drill", *own, *words, "--json", str(self.report))

    def run(self, *words: str) -> Program:
        program = ForkedProgram(*words, env={"XDG_STATE_HOME": str(self.folder / "state")})
        self.programs.append(program)
        return program

    @property
    def kill(self) -> str:
        return KILL.format(folder=self.folder)

    @property
    def mend(self) -> str:
        """Stand in for the one that was killed."""
        command = f"{sys.executable} -m tests.support.contender {self.hosts} {PATH}"
        number = f"echo $! > {self.folder}/$HANDOFF_DATA"
        return f"cd {ROOT}; {command} $HANDOFF_DATA {TIMEOUT} {OURS} >/dev/null 2>&1 & {number}"

    @property
    def undone(self) -> list[Path]:
        return [*(self.folder / "state").rglob("*.jsonl")]

    def found(self) -> Any:
        """The report that was written."""
        return json.loads(self.report.read_text("utf-8"))

    def close(self) -> None:
        for program in self.programs:
            program.close()
        for file in self.folder.iterdir():
            if file.is_file() and file.read_text().strip().isdigit():
                with_number(file, signal.SIGKILL)

    def _contender(self, name: str) -> Program:
        words = (sys.executable, "-m", "tests.support.contender", self.hosts, PATH, name)
        contender = Program(*words, str(TIMEOUT), OURS)
        (self.folder / name).write_text(str(contender.process.pid))
        self.programs.append(contender)
        return contender


def with_number(file: Path, number: signal.Signals) -> None:
    """Send a signal to the process whose number a file has, if it is there."""
    try:
        os.kill(int(file.read_text()), number)
    except ProcessLookupError:
        return


@pytest.fixture
def others(fresh_hosts: str, tmp_path: Path) -> Iterator[Others]:
    others = Others(fresh_hosts, tmp_path)
    yield others
    others.close()


def test_a_program_of_others_is_broken_and_mended(others: Others) -> None:
    others.stand("a", "b")
    drill = others.drill("--rounds", "2", "--break", others.kill, "--mend", others.mend,
                         "--serves", f"test -e /proc/$(cat {others.folder}/$HANDOFF_DATA)/exe",
                         "--limit", "failed=0", "--limit", "max:serves=30s")  # fmt: skip
    drill.await_line(r"^2/2  handed over .*detect .*serves .*[ab] → [ab]$")
    assert drill.wait() == 0
    report = others.found()
    for one in report["rounds"]:
        assert {*one["victims"], one["heir"]} == {"a", "b"}
        assert [*one["ms"]] == ["detect", "serves"]
        assert one["away"] > 0
        assert one["span"] > 0
    assert report["where"]["timeout"] == TIMEOUT
    assert report["window"][0] == pytest.approx(TIMEOUT * 2000 / 3, abs=1)
    assert report["plan"]["programs"]["breaks"] == others.kill
    assert others.undone == []


def test_what_somebody_else_does_is_watched(others: Others) -> None:
    others.stand("a")
    others.stand("b")
    drill = others.drill("--rounds", "1")
    drill.await_line("^all are in their places")
    with_number(others.folder / "a", signal.SIGKILL)
    drill.await_line(r"^1/1  handed over .* a → b$")
    assert drill.wait() == 0


def test_a_command_that_fails_is_a_failed_round_with_its_output(others: Others) -> None:
    others.stand("a", "b")
    drill = others.drill("--rounds", "1", "--within", "1", "--break", "echo no such host; exit 7")
    assert drill.wait() == 0
    (one,) = others.found()["rounds"]
    assert one["outcome"] == "not within the limit"
    assert one["said"] == "exited with 7: no such host"


def test_two_that_believe_are_found(others: Others) -> None:
    """Both say yes, whoever leads."""
    others.stand("a", "b")
    drill = others.drill("--rounds", "1", "--believes", "true", "--break", others.kill,
                         "--mend", others.mend, "--limit", "broken=0")  # fmt: skip
    assert drill.wait() == 1
    (one,) = others.found()["rounds"]
    assert (one["outcome"], one["broken"]) == ("broke", ["two_leaders"])
    assert [*one["ms"]] == ["detect", "claims"]


def test_an_heir_that_never_says_that_it_leads_is_late(others: Others) -> None:
    others.stand("a")
    others.stand("b")
    drill = others.drill("--rounds", "1", "--within", "5", "--believes", "false", "--break",
                         others.kill, "--mend", others.mend)  # fmt: skip
    drill.await_line(r"^1/1  not within the limit .*claims ∞\)  a → b$")
    assert drill.wait() == 0


def test_two_that_believe_are_found_where_no_leadership_passes(others: Others) -> None:
    others.stand("a", "b")
    drill = others.drill("--rounds", "1", "--within", "1", "--believes", "true",
                         "--break", "true")  # fmt: skip
    drill.await_line("^1/1  not within the limit: two_leaders  ")
    assert drill.wait() == 0


def test_what_passed_while_zookeeper_was_out_of_reach_has_no_moment(
    others: Others, open_client: Connect
) -> None:
    """The drill outlasts that: a command may take ZooKeeper away for a while."""
    others.stand("a")
    others.stand("b")
    client, broken = open_client(others.hosts), others.folder / "broken"
    with contextlib.closing(FaultyProxy(others.hosts)) as proxy:
        others.hosts = f"{proxy.hosts}/{others.hosts.partition('/')[2]}"
        drill = others.drill("--rounds", "1", "--break", f"touch {broken}",
                             "--mend", others.mend)  # fmt: skip
        await_until(broken.exists, 30.0)
        proxy.down()
        with_number(others.folder / "a", signal.SIGKILL)
        await_until(lambda: len(client.get_children(PATH)) == 1, 30.0)
        proxy.up()
        drill.await_line(r"^1/1  handed over .* a → b$")
        assert drill.wait() == 0
    (one,) = others.found()["rounds"]
    assert one["ms"] == {}
    assert one["handoff"] > TIMEOUT * 1000 / 2


def test_what_cannot_be_mended_ends_the_drill_and_is_kept(others: Others) -> None:
    others.stand("a", "b")
    drill = others.drill("--rounds", "3", "--break", others.kill,
                         "--mend", f"test -e {others.folder}/ready")  # fmt: skip
    assert drill.wait() == 4
    report = others.found()
    assert report["cause"] == "unmended"
    assert [one["outcome"] for one in report["rounds"]] == ["undo failed"]
    assert len(others.undone) == 1
    refused = others.drill("--rounds", "1")
    assert refused.wait() == 4
    assert "has left 1 faults as they are" in refused.errors[0]

    undo = others.run("undo")
    assert undo.wait() == 4
    undo.await_line("exited with 1$")
    (others.folder / "ready").touch()
    undo = others.run("undo")
    assert undo.wait() == 0
    undo.await_line("done$")
    assert others.undone == []


def test_what_a_killed_drill_has_broken_is_mended_by_undo(others: Others) -> None:
    others.stand("a", "b")
    broken = others.folder / "broken"
    drill = others.drill("--rounds", "9", "--break", f"{others.kill}; touch {broken}; sleep 60",
                         "--mend", f"echo mended > {others.folder}/mended")  # fmt: skip
    await_until(broken.exists, 30.0)
    beside = others.drill("--rounds", "1")
    assert beside.wait() == 3
    assert "two would spoil each other's figures" in beside.errors[0]
    drill.process.kill()
    drill.wait()
    undo = others.run("undo")
    assert undo.wait() == 0
    assert (others.folder / "mended").read_text() == "mended\n"
    again = others.run("undo")
    assert again.wait() == 0
    again.await_line("nothing is left to mend")


def test_an_interrupted_drill_mends_what_it_has_broken(others: Others) -> None:
    others.stand("a", "b")
    drill = others.drill("--rounds", "9", "--break", f"{others.kill}; touch {others.folder}/broken;"
                         " sleep 60", "--mend", f"touch {others.folder}/mended")  # fmt: skip
    await_until((others.folder / "broken").exists, 30.0)
    drill.interrupt()
    assert drill.wait() == 130
    assert (others.folder / "mended").exists()
    assert others.undone == []


def test_a_drill_that_is_interrupted_while_it_mends_goes_on_mending(others: Others) -> None:
    others.stand("a", "b")
    folder = others.folder
    waits = f"touch {folder}/mending; until test -e {folder}/go; do sleep 0.05; done"
    drill = others.drill("--rounds", "9", "--break", others.kill,
                         "--mend", f"{waits}; touch {folder}/mended")  # fmt: skip
    await_until((folder / "mending").exists, 30.0)
    drill.interrupt()
    drill.await_line("^stopping …$")
    assert len(others.undone) == 1
    (folder / "go").touch()
    assert drill.wait() == 130
    assert (folder / "mended").exists()
    assert others.undone == []
    assert others.found()["cause"] == "stopped"


def test_a_key_that_programs_race_for(others: Others, open_client: Connect) -> None:
    """As of Patroni, HBase and Kafka: its claim is a phase of its own."""
    first, second = open_client(others.hosts), open_client(others.hosts)
    first.ensure_path("/service")
    first.create("/service/leader", b"one", ephemeral=True)
    drill = others.run("drill", "--zookeeper", others.hosts, "--election", "/service/leader",
                       "--leader-of", "data", "--rounds", "1", "--break",
                       f"touch {others.folder}/x", "--json", str(others.report))  # fmt: skip
    await_until((others.folder / "x").exists, 30.0)
    first.delete("/service/leader")
    second.create("/service/leader", b"two", ephemeral=True)
    assert drill.wait() == 0
    (one,) = others.found()["rounds"]
    assert (one["victims"], one["heir"], [*one["ms"]]) == (["one"], "two", ["detect", "claims"])


def test_candidates_of_ours_join_them_until_the_end(others: Others, open_client: Connect) -> None:
    """No command is run for one of ours, which is killed by the drill itself."""
    others.stand("a")
    others.stand("b")
    alive = f"test -e /proc/$(cat {others.folder}/$HANDOFF_DATA)/exe"
    told = others.folder / "told.txt"
    drill = others.drill("--join", "2", "--rounds", "4", "--limit", "failed=0", "--break",
                         f"echo $HANDOFF_MEMBER >> {told}; {others.kill}", "--mend", others.mend,
                         "--serves", alive, "--html", str(others.folder / "r.html"))  # fmt: skip
    drill.await_line("^candidates of ours that join until the end: 2; ")
    assert drill.wait() == 0, drill.account()
    report = others.found()
    rounds = report["rounds"]
    assert [(*one["victims"], one["heir"]) for one in rounds] == [
        ("a", "b"), ("b", "c1"), ("c1", "c2"), ("c2", "a"),
    ]  # fmt: skip
    serves = [[*one["ms"]] for one in rounds]
    assert serves == [["detect", "serves"], ["detect"], ["detect"], ["detect", "serves"]]
    assert [one["span"] > 0 for one in rounds] == [True, True, False, False]
    least, most = report["window"]
    assert all(least - 50 <= one["ms"]["detect"] <= most + 50 for one in rounds)
    assert told.read_text() == "a\nb\n"
    assert report["plan"]["programs"]["join"] == 2
    page = (others.folder / "r.html").read_text("utf-8")
    assert "<td>candidates that joined</td><td>2</td>" in page
    assert_none_of_ours(others, open_client)


def assert_none_of_ours(others: Others, open_client: Connect) -> None:
    """Nothing of ours has stayed at the path, nor beside it."""
    client = open_client(others.hosts)
    assert not [name for name in client.get_children(PATH) if "__lock__" not in name]
    assert client.get_children(PATH.rpartition("/")[0]) == [PATH.rpartition("/")[2]]
    assert others.undone == []


def test_one_of_ours_is_not_asked_what_it_believes(others: Others) -> None:
    """It reports that it leads, while the command says that nobody does."""
    others.stand("a")
    drill = others.drill("--join", "1", "--rounds", "1", "--believes", "false", "--break",
                         others.kill, "--mend", others.mend, "--limit", "failed=0")  # fmt: skip
    drill.await_line(r"^1/1  handed over .*claims .* a → c1$")
    assert drill.wait() == 0


def test_one_of_theirs_may_be_named_as_one_of_ours_is(others: Others) -> None:
    """That it does not lead says nothing of ours, which does."""
    others.stand("c1")
    drill = others.drill("--join", "1", "--rounds", "1", "--believes", "false", "--break",
                         others.kill, "--mend", others.mend, "--limit", "failed=0")  # fmt: skip
    drill.await_line(r"^1/1  handed over .*claims .* c1 → c1$")
    assert drill.wait() == 0


def test_two_that_believe_are_found_where_one_is_ours(others: Others) -> None:
    """The other one says yes although its process is gone."""
    others.stand("a")
    drill = others.drill("--join", "1", "--rounds", "1", "--believes", "true", "--break",
                         others.kill, "--mend", others.mend)  # fmt: skip
    drill.await_line(r"^1/1  broke: two_leaders  .* a → c1$")
    assert drill.wait() == 0


def test_who_leads_of_ours_is_ended_where_others_are_watched(others: Others) -> None:
    others.stand("a")
    others.stand("b")
    drill = others.drill("--join", "1", "--rounds", "3")
    drill.await_line("^all are in their places")
    with_number(others.folder / "a", signal.SIGKILL)
    drill.await_line(r"^1/3  handed over .* a → b$")
    with_number(others.folder / "b", signal.SIGKILL)
    others.stand("d")
    drill.await_line(r"^2/3  handed over .* b → c1$")
    drill.await_line(r"^3/3  handed over .* c1 → d$")
    assert drill.wait() == 0


def test_those_of_ours_leave_an_interrupted_drill(others: Others, open_client: Connect) -> None:
    others.stand("a")
    drill = others.drill("--join", "2", "--rounds", "9", "--break", others.kill,
                         "--mend", others.mend)  # fmt: skip
    drill.await_line(r"^2/9  handed over .* c1 → c2$")
    drill.interrupt()
    assert drill.wait() == 130
    assert_none_of_ours(others, open_client)


def test_those_of_ours_end_with_a_drill_that_is_killed(
    others: Others, open_client: Connect
) -> None:
    others.stand("a")
    drill = others.drill("--join", "2", "--rounds", "1")
    drill.await_line("^all are in their places")
    client = open_client(others.hosts)
    assert len(client.get_children(PATH)) == 3
    drill.kill()
    await_until(lambda: len(client.get_children(PATH)) == 1, 30.0)


def test_none_of_ours_joins_where_a_key_is_raced_for(others: Others, open_client: Connect) -> None:
    client = open_client(others.hosts)
    client.create("/service/leader", b"one", ephemeral=True, makepath=True)
    drill = others.run("drill", "--zookeeper", others.hosts, "--election", "/service/leader",
                       "--leader-of", "data", "--join", "1")  # fmt: skip
    assert drill.wait() == 3
    assert "is itself the znode for which other programs race" in drill.errors[0]
    assert client.get_children("/service/leader") == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--break", "true"], "name their --election"),
        (["--join", "2"], "name their --election"),
        (["--election", "/e", "--zookeeper", "h:1", "--join", "0"], "1 to 1000"),
        (
            [
                "--election",
                "/e",
                "--dashboard",
                "http://h:1",
                "--fault",
                "frozen-for",
                "--mend",
                "x",
                "--join",
                "1",
            ],
            "give no --join",
        ),
        (["--election", "/e"], "name their --zookeeper"),
        (["--election", "/e", "--zookeeper", "h:1", "--fault", "kill"], "of our own candidates"),
        (["--election", "/e", "--zookeeper", "h:1", "--mend", "true"], "give both"),
        (["--election", "e", "--zookeeper", "h:1"], "must be a path"),
        (["--election", "/e", "--zookeeper", "h:1", "--break", " "], "must not be empty"),
        (["--election", "/e", "--zookeeper", "h:1", "--limit", "max:told=1s"], "has told"),
    ],
)
def test_options_that_do_not_go_together(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(words, {})
    assert ended.value.code == 2
    assert says in capsys.readouterr().err
