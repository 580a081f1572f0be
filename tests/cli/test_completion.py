"""Completion, in a real bash: what stands on the line after the Tab key."""

from __future__ import annotations

import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.commands.catalogue import COMMANDS, COMPLETES
from tests.cli.test_loading import loaded_by, within
from tests.support.app import ROOT

PROMPT = "ready> "
BELL = "\x07"
WITHIN = 60

Ask = Callable[[str], list[str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where somebody works: with the command, as pip installs it, and a recording."""
    folder = tmp_path_factory.mktemp("work")
    command = folder / "bin" / "handoff"
    command.parent.mkdir()
    command.write_text(
        f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        "from app.commands.main import main\nsys.exit(main())\n"
    )
    command.chmod(0o755)
    (folder / "night.jsonl.gz").touch()
    return folder


@pytest.fixture(scope="module")
def environ(folder: Path) -> dict[str, str]:
    """With the command on the PATH."""
    return {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "TERM": "dumb"}


class Bash:
    """An interactive bash, in which the script of `handoff completion bash` was read."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:
        self._process, self._terminal = pty.fork()
        if self._process == 0:
            os.chdir(folder)
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"], environ)
        self._type(f"PS1='{PROMPT}'\n")
        self._read_to(f"{PROMPT}$")
        self._type('eval "$(handoff completion bash)"\n')
        self._read_to(f"{PROMPT}$")

    def after_tab(self, line: str) -> str:
        """Return what stands on the line where somebody types this and Tab."""
        self._type(f"{line}\t#end")
        shown = self._read_to("#end$")
        self._type("\x15\n")  # Ctrl-U: nothing of it runs
        self._read_to(f"{PROMPT}$")
        return shown.rpartition(PROMPT)[2].removesuffix("#end").replace(BELL, "")

    def close(self) -> None:
        """End it."""
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._terminal)

    def _type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def _read_to(self, end: str) -> str:
        found = ""
        while not re.search(end, found):
            found += os.read(self._terminal, 4096).decode()
        return found


@pytest.fixture(scope="module")
def bash(folder: Path, environ: dict[str, str]) -> Iterator[Bash]:
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    bash = Bash(folder, environ)
    yield bash
    bash.close()


@pytest.mark.timeout(WITHIN)
@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("handoff dri", "handoff drill "),
        ("handoff --read", "handoff --read-only "),
        ("handoff drill rep", "handoff drill report "),
        ("handoff drill --fault ki", "handoff drill --fault kill "),
        ("handoff drill --fault=kill,free", "handoff drill --fault=kill,freeze "),
        ("handoff candidate --strategy pre", "handoff candidate --strategy predecessor "),
        ("handoff --zookeeper a:2181,b:2181 --ver", "handoff --zookeeper a:2181,b:2181 --ver"),
        (
            "handoff --zookeeper a:2181,b:2181 --verb",
            "handoff --zookeeper a:2181,b:2181 --verbose ",
        ),
        ("handoff replay nig", "handoff replay night.jsonl.gz "),
        ("handoff --data bi", "handoff --data bin/"),
        ("handoff --data nig", "handoff --data nig"),
        ("handoff --port 80 dri", "handoff --port 80 dri"),
    ],
)
def test_a_tab_completes(bash: Bash, line: str, becomes: str) -> None:
    assert bash.after_tab(line) == becomes


@pytest.fixture
def ask(environ: dict[str, str]) -> Ask:
    """Asks as a script of bash does."""

    def answers(line: str) -> list[str]:
        asked = {**environ, "COMP_LINE": line, COMPLETES: "bash_complete"}
        ran = subprocess.run(["handoff"], env=asked, capture_output=True, text=True, timeout=WITHIN)
        assert (ran.returncode, ran.stderr) == (0, "")
        return ran.stdout.split()

    return answers


def test_the_commands_are_those_of_the_help(ask: Ask) -> None:
    assert ask("handoff ") == [f"plain,{name}" for name in COMMANDS]


def test_each_choice_is_offered(ask: Ask) -> None:
    assert ask("handoff --ensemble ") == ["plain,1", "plain,3", "plain,5"]
    assert ask("handoff drill --strategy herd,") == ["plain,herd,predecessor", "plain,herd,single"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_a_shell_that_takes_an_option_and_its_value_for_one_word_gets_both(
    shell: str, environ: dict[str, str]
) -> None:
    word = "--fault=kill,free"
    asked = {
        **environ,
        COMPLETES: f"{shell}_complete",
        "COMP_WORDS": f"handoff drill {word}",
        "COMP_CWORD": word if shell == "fish" else "2",
    }
    ran = subprocess.run(["handoff"], env=asked, capture_output=True, text=True, timeout=WITHIN)
    assert "--fault=kill,freeze" in re.split(r"[\n]|plain,", ran.stdout)


@pytest.mark.parametrize(
    ("shell", "arguments"), [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])]
)
def test_each_shell_can_read_its_script(
    shell: str, arguments: list[str], environ: dict[str, str], tmp_path: Path
) -> None:
    script = subprocess.run(
        ["handoff", "completion", shell], env=environ, capture_output=True, check=True
    ).stdout
    assert COMPLETES.encode() in script
    by_variable = {**environ, COMPLETES: f"{shell}_source"}
    again = subprocess.run(["handoff"], env=by_variable, capture_output=True, check=True).stdout
    assert again.strip() == script.strip()
    assert b'string split "," ' not in script, "a value may have commas"
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    file = tmp_path / "script"
    file.write_bytes(script)
    subprocess.run([shell, *arguments, file], check=True, timeout=WITHIN)


def test_an_answer_loads_only_what_is_on_the_line() -> None:
    begin = (
        f"import os\nos.environ['{COMPLETES}'] = 'bash_complete'\n"
        "from app.commands.main import main\n"
    )
    asked = "os.environ['COMP_LINE'] = {!r}\nmain()\nshow()\n"
    commands, options = loaded_by(
        begin + asked.format("handoff ") + asked.format("handoff drill --fa")
    )
    assert within(commands, "kazoo", "app.commands.options", "app.commands.drill.options") == []
    assert "app.commands.drill.options" in options
    assert within(options, "flask", "gunicorn", "socketio", "sqlite3", "app.web") == []
