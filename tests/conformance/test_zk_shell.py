"""zk-shell, a command line in Python, is told the same by Apache ZooKeeper and by the sandbox."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from app.zookeeper import fourletter
from tests.conformance.conversation import Conversation
from tests.conformance.servers import Server
from tests.conformance.tally import count
from tests.conformance.transcript import Manner, Step, play, run_step
from tests.judges.programs import need, program
from tests.support.zookeeper import Connect

pytestmark = pytest.mark.proof  # it speaks by kazoo, whose own tests tell more
TRANSCRIPT = Path(__file__).parent / "zk_shell.txt"
_PROMPT = re.compile(r"\((?:[A-Z_]+ \[[^]]*\]|DISCONNECTED)\) /\S*> ")
_VARIABLE = (
    (re.compile(r"([cmp]zxid)=0x[0-9a-f]+"), r"\1=ZXID"),
    (re.compile(r"([cm]time)=\d+"), r"\1=TIME"),
    (re.compile(r"\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4} +"), "TIME "),
    (re.compile(r"took \d+\.\d+ secs"), "took TIME"),
    (re.compile(r"0x[0-9a-f]{5,} *"), "SESSION "),
    (re.compile(r"127\.0\.0\.1:\d+"), "ADDRESS"),
    (re.compile(r"\x1b\[\d+m"), ""),  # a colour
)
# What a watch prints, and what `child_watch` does: a path and how many children it has.
_EVENT = re.compile(r"WatchedEvent\(.*|/\S+:\d+")


def clean(line: str) -> str:
    """A line without prompts, with names for what differs from run to run."""
    line = _PROMPT.sub("", line)
    for pattern, name in _VARIABLE:
        line = pattern.sub(name, line)
    return "" if line.startswith("Welcome to zk-shell") else line.rstrip()


def event_of(line: str) -> str | None:
    return line if _EVENT.fullmatch(line) else None


MANNER = Manner("echo ===", "===", clean, event_of)


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    """What begins it: it keeps its settings in the home of whoever starts it. Its first line, which
    names its Python, is of no use where the path of that has a space.
    """
    need("zk-shell")
    shell = Path(program("zk-shell"))
    python = str(shell.with_name("python3"))
    settings = (f"HOME={tmp_path}", "PYTHONUNBUFFERED=1")
    return ["env", *settings, python, str(shell), "--sync-connect"]


def test_transcript(server: Server, command: list[str]) -> None:
    with Conversation([*command, server.hosts]) as shell:
        play(shell, TRANSCRIPT.read_text("utf-8").replace("HOSTS", server.hosts), MANNER)


def test_it_finds_where_the_owner_of_an_ephemeral_znode_is(
    server: Server, command: list[str]
) -> None:
    host, _, port = server.hosts.rpartition(":")
    if "Connections dump" not in fourletter.ask(host, int(port), "dump"):
        pytest.skip("the server's dump lists no connections: those of ZooKeeper 3.4 do not")
    with Conversation([*command, server.hosts]) as shell:
        run_step(shell, Step("create /owned x true", [], []), MANNER)
        step = Step(f"ephemeral_endpoint /owned {server.hosts}", ["SESSION ADDRESS ADDRESS"], [])
        assert run_step(shell, step, MANNER) == step


@pytest.mark.parametrize("how", ["--run-once", "--run-from-stdin"])
def test_it_ends_after_what_it_was_asked(
    server: Server, command: list[str], open_client: Connect, how: str
) -> None:
    open_client(server.hosts).create(f"/shell{how}", b"kept")
    asked = f"get /shell{how}"
    given = [how, asked] if how == "--run-once" else [how]
    said = subprocess.run(
        [*command, *given, server.hosts], input=asked, capture_output=True, text=True, timeout=60
    )
    assert (said.stdout, said.returncode) == ("kept\n", 0)
    count()
