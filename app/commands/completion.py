"""Run `python -m app completion`: how the words of a command line go on, as a shell asks for it.

click knows the shells. A shell's script asks by the variable `COMPLETES`; each answer loads click,
and the options of the command on the line alone.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    split_arg_string,
)

from .arguments import LOOK, read
from .catalogue import COMMANDS, COMPLETES, DEFAULT, CommandEntry

PROGRAM = "handoff"
"""The command for which a shell completes words: a module of Python's has none of its own."""


def main(words: Sequence[str]) -> int:
    """Print the script for a shell; return the exit code."""
    shell: str = read(command, words, os.environ)
    print(_completer(shell).source(), end="", flush=True)
    return 0


@click.command(
    "completion",
    params=[click.Argument(["shell"], type=click.Choice(["bash", "zsh", "fish"]))],
    epilog=f"""\b
bash   in ~/.bashrc:  eval "$({PROGRAM} completion bash)"
zsh    in ~/.zshrc, after compinit:  eval "$({PROGRAM} completion zsh)"
fish   {PROGRAM} completion fish >~/.config/fish/completions/{PROGRAM}.fish""",
)
def command(shell: str) -> str:
    """Print the script by which a shell completes commands, options and values of `handoff`."""
    return shell


def complete(instruction: str) -> int:
    """Print what a shell has asked for by the environment: how the words on its line go on, or its
    script, as of every program of click's; return the exit code.
    """
    shell, _, wish = instruction.partition("_")
    if shell not in _SHELLS:
        return 1
    completer = _completer(shell)
    try:
        said = completer.source() if wish == "source" else completer.complete()
    except KeyError:
        return 1  # The shell did not say which words are on its line.
    click.echo(said.encode())
    return 0


def _completer(shell: str) -> ShellComplete:
    command_line = _AnyCommand(COMMANDS[DEFAULT], COMMANDS)
    return _SHELLS[shell](command_line, {**LOOK, "obj": {}}, PROGRAM, COMPLETES)


class _AnyCommand(click.Group):
    """A command with those below it. Only what is on the line is loaded."""

    def __init__(self, entry: CommandEntry, below: Mapping[str, CommandEntry]) -> None:
        super().__init__()
        self._entry, self._below = entry, below
        self._is_first = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse what stands before the word: a command below this one stands first, or is none."""
        self._is_first = not args
        if args and args[0] not in self._below:
            self.params = self._entry.command.params
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of those below it."""
        return [*self._below]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return one of them; None where there is none of this name."""
        entry = self._below.get(name)
        if entry is None:
            return None
        return _AnyCommand(entry, entry.below) if entry.below else entry.command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """Return the options, or the commands, that begin so."""
        if incomplete[:1] == "-":
            self.params = self._entry.command.params
            return click.Command.shell_complete(self, ctx, incomplete)
        named = self._below.items() if self._is_first else ()
        return [
            CompletionItem(name, help=one.about)
            for name, one in named
            if name.startswith(incomplete)
        ]


class _Parted(ShellComplete):
    """Answers for the value alone of `--name=value`. is_whole: the shell takes it for one word."""

    is_whole = True

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """Return how the word goes on."""
        name, equals, value = incomplete.partition("=")
        if not (equals and name.startswith("--")):
            return super().get_completions(args, incomplete)
        found = super().get_completions([*args, name], value)
        for item in found if self.is_whole else ():
            item.value = f"{name}={item.value}"
        return found


class _Bash(_Parted, BashComplete):
    """Reads the line itself: bash parts words at a colon and at an equals sign."""

    is_whole = False
    source_template = """\
%(complete_func)s() {
    local type value
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            dir) compopt -o dirnames 2>/dev/null ;;
            file) compopt -o default 2>/dev/null ;;
            plain) COMPREPLY+=("$value") ;;
        esac
    done < <(COMP_LINE="${COMP_LINE:0:COMP_POINT}" %(complete_var)s=bash_complete "$1")
}
complete -o nosort -F %(complete_func)s %(prog_name)s 2>/dev/null ||
    complete -F %(complete_func)s %(prog_name)s
"""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words behind the command's, and the one that is not complete."""
        line = os.environ["COMP_LINE"]
        words = split_arg_string(line)[1:]
        return (words, "") if line[-1:].isspace() or not words else (words[:-1], words[-1])


class _Zsh(_Parted, ZshComplete):
    """zsh."""


class _Fish(_Parted, FishComplete):
    """Takes a value whole that has commas in it."""

    source_template = FishComplete.source_template.replace(
        'string split ","', 'string split --max 1 ","'
    )


_SHELLS: dict[str, type[ShellComplete]] = {"bash": _Bash, "zsh": _Zsh, "fish": _Fish}
