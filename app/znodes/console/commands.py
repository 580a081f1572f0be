"""All commands: how each is called, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from . import changing, connecting, reading
from .printing import OutputBuffer
from .reading import Steps
from .wording import Mistake, Parsed, parse


class ConsoleCommand(NamedTuple):
    """A command. usage: what comes after the name. flags, valued: its options without and with a
    value. least: how many words there must be, the name included. old: the name of its form with
    one word more, which is taken for an option -w, or as `says` for nothing. explained: its
    options, printed after its usage if words are missing.
    """

    usage: str
    run: Callable[[Parsed, OutputBuffer], Steps] | None
    flags: str = ""
    valued: str = ""
    least: int = 2
    old: tuple[str, str] | None = None
    explained: tuple[str, ...] = ()


COMMANDS: Mapping[str, ConsoleCommand] = {
    "addWatch": ConsoleCommand(connecting.USAGE_OF_ADD_WATCH, connecting.add_watch, valued="m"),
    "addauth": ConsoleCommand("scheme auth", connecting.add_auth),
    "close": ConsoleCommand("", connecting.close, least=0),
    "config": ConsoleCommand("[-c] [-w] [-s]", reading.config, flags="swc", least=1),
    "create": ConsoleCommand(
        "[-s] [-e] [-c] [-t ttl] path [data] [acl]", changing.create, flags="esc", valued="t"
    ),
    "delete": ConsoleCommand(
        "[-v version] path", changing.delete, valued="v",
        old=("delete path [version]", "delete [-v version] path"),
    ),
    "deleteall": ConsoleCommand("path [-b batch size]", changing.delete_all, valued="b"),
    "delquota": ConsoleCommand("[-n|-b|-N|-B] path", None),
    "get": ConsoleCommand(
        "[-s] [-w] [-b] [-x] path", reading.get, flags="swbx",
        old=("get path [watch]", "get [-s] [-w] path"), explained=reading.OPTIONS_OF_GET,
    ),
    "getAcl": ConsoleCommand("[-s] path", reading.get_acl, flags="s"),
    "getAllChildrenNumber": ConsoleCommand("path", reading.get_all_children_number),
    "getEphemerals": ConsoleCommand("path", reading.get_ephemerals, least=1),
    "listquota": ConsoleCommand("path", reading.list_quota),
    "ls": ConsoleCommand(
        "[-s] [-w] [-R] path", reading.ls, flags="?swR", old=("ls path [watch]", "ls [-w] path")
    ),
    "reconfig": ConsoleCommand(
        "[-s] [-v version] [[-file path] | [-members serverID=host:port1:port2;port3[,...]*]] | "
        "[-add serverId=host:port1:port2;port3[,...]]* [-remove serverId[,...]*]", None,
    ),
    "removewatches": ConsoleCommand(
        "path [-c|-d|-a] [-l]", connecting.remove_watches, flags="cdal"
    ),
    "set": ConsoleCommand(
        "path data [-s] [-v version] [-b]", changing.set_data, "sb", "v", least=3,
        explained=changing.OPTIONS_OF_SET,
    ),
    "setAcl": ConsoleCommand(
        "[-s] [-v version] [-R] path acl", changing.set_acl, "sR", "v", least=3
    ),
    "setquota": ConsoleCommand("-n|-b|-N|-B val path", None),
    "stat": ConsoleCommand(
        "[-w] path", reading.stat, flags="w", old=("stat path [watch]", "stat [-w] path")
    ),
    "sync": ConsoleCommand("path", reading.sync),
    "version": ConsoleCommand("", reading.version, least=1),
    "whoami": ConsoleCommand("", reading.who_am_i, least=0),
}  # fmt: skip
OWN = {
    "connect": "host:port", "history": "", "printwatches": "on|off", "quit": "", "redo": "cmdno",
}  # fmt: skip
"""The commands of the console itself."""

NAMES = sorted([*COMMANDS, *OWN])


def usage() -> list[str]:
    """Return what `help` says, and every other word that is no command."""
    told = {**{name: command.usage for name, command in COMMANDS.items()}, **OWN}
    head = "ZooKeeper -server host:port -client-configuration properties-file cmd args"
    return [head, *(f"\t{name} {told[name]}" for name in NAMES)]


def run(words: Sequence[str], output: OutputBuffer) -> Steps:
    """Run one command of COMMANDS. Raise Mistake, ConsoleRefused."""
    name = words[0]
    command = COMMANDS[name]
    if command.run is None:
        raise Mistake(f"{name} is not offered by this console.")
    if command.least == 0:
        return command.run(Parsed([name]), output)
    line = parse(words, command.flags, command.valued)
    if name == "ls" and line.has("?"):
        reading.help_of_ls(output)
    if len(line.words) < command.least:
        raise _misused(name)
    return command.run(_modern(words, line, command, output), output)


def _modern(
    words: Sequence[str], line: Parsed, command: ConsoleCommand, output: OutputBuffer
) -> Parsed:
    """Turn `get path watch`, the old way to ask for a watch, into -w."""
    if command.old is None or len(line.words) <= 2:
        return line
    output.say(f"'{command.old[0]}' has been deprecated. Please use '{command.old[1]}' instead.")
    if "w" in command.flags:
        words = [*words[:2], "-w", *words[3:]]
    line = parse(words, command.flags, command.valued)
    if len(line.words) < 2:
        raise _misused(words[0])
    return line


def _misused(name: str) -> Mistake:
    command = COMMANDS[name]
    return Mistake("\n".join([f"{name} {command.usage}", *command.explained]))
