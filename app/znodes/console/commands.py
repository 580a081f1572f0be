"""All commands: how each is called, what it asks ZooKeeper, and how the answer is printed."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...zookeeper import operations as o
from ...zookeeper.wire.codes import LONGEST_TTL, Code
from ...zookeeper.wire.records import Acl
from .printing import (
    OutputBuffer,
    base64_of,
    hex_of,
    in_order,
    lines_of_acl,
    lines_of_stat,
    list_of,
    message_of,
    text_of,
)
from .requests import (
    Ask,
    ConsoleClose,
    ConsoleRefused,
    ConsoleUnanswered,
    DeleteTogether,
    Several,
    Steps,
    Sure,
)
from .wording import Mistake, Parsed, check_path, parse, parse_acl

VERSION = "3.9.5, spoken by Handoff"
_AT_ONCE = 500
_BATCH = 1000
_INT = range(-(1 << 31), 1 << 31)
_LONG = range(-(1 << 63), 1 << 63)
_RECURSIVE = {"PERSISTENT": False, "PERSISTENT_RECURSIVE": True}

Run = Callable[[Parsed, OutputBuffer], Steps]


@dataclass
class ConsoleCommand:
    """A command, which decorates what runs it. usage: what comes after the name. flags, valued: its
    options without and with a value. least: how many words there must be, the name included. old:
    the name of its form with one word more, which is taken for an option -w, or as `says` for
    nothing. explained: its options, printed after its usage if words are missing.
    """

    name: str
    usage: str = ""
    flags: str = ""
    valued: str = ""
    least: int = 2
    old: tuple[str, str] | None = None
    explained: tuple[str, ...] = ()
    run: Run = field(init=False)

    def __call__(self, run: Run) -> Run:
        """Offer the command."""
        self.run = run
        COMMANDS[self.name] = self
        return run


COMMANDS: dict[str, ConsoleCommand] = {}
OWN = {
    "connect": "host:port", "history": "", "printwatches": "on|off", "quit": "", "redo": "cmdno",
}  # fmt: skip
"""The commands of the console itself."""

NOT_OFFERED = {
    "delquota": "[-n|-b|-N|-B] path",
    "reconfig": (
        "[-s] [-v version] [[-file path] | [-members serverID=host:port1:port2;port3[,...]*]] | "
        "[-add serverId=host:port1:port2;port3[,...]]* [-remove serverId[,...]*]"
    ),
    "setquota": "-n|-b|-N|-B val path",
}


def usage() -> list[str]:
    """Return what `help` says, and every other word that is no command."""
    told = {name: command.usage for name, command in COMMANDS.items()} | NOT_OFFERED | OWN
    head = "ZooKeeper -server host:port -client-configuration properties-file cmd args"
    return [head, *(f"\t{name} {told[name]}" for name in NAMES)]


def run(words: Sequence[str], output: OutputBuffer) -> Steps:
    """Run a command that is not the console's own. Raise Mistake, ConsoleRefused."""
    name = words[0]
    if name in NOT_OFFERED:
        raise Mistake(f"{name} is not offered by this console.")
    command = COMMANDS[name]
    if command.least == 0:
        return command.run(Parsed([name]), output)
    line = parse(words, command.flags, command.valued)
    if name == "ls" and line.has("?"):
        output.say_all(_HELP_OF_LS)
    if len(line.words) < command.least:
        raise _misused(command)
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
        raise _misused(command)
    return line


def _misused(command: ConsoleCommand) -> Mistake:
    return Mistake("\n".join([f"{command.name} {command.usage}", *command.explained]))


# The commands that read.

_HELP_OF_LS = (
    "usage: ls [options] path", " -?   help", " -R   recurse", " -s   stat", " -w   watch",
)  # fmt: skip


@ConsoleCommand("ls", "[-s] [-w] [-R] path", flags="?swR", old=("ls path [watch]", "ls [-w] path"))
def ls(line: Parsed, output: OutputBuffer) -> Steps:
    """List the names of a znode's children, or of all below it."""
    path, watch = check_path(line.words[1]), line.has("w")
    if line.has("R"):
        yield o.Get(path, watch)
        found = yield from below(path, watch)
        output.say_all(found.paths)
        if found.refused is not None:
            raise found.refused
        return
    names, stat = yield o.Listing(path, watch)
    output.say(list_of(in_order(names)))
    _print_stat(line, stat, output)


class FoundSubtree(NamedTuple):
    """A znode and all below it, in the order in which `ls -R` prints them.

    refused: why the walk has ended early, at a znode whose children may not be read.
    """

    paths: list[str]
    refused: ConsoleRefused | None


def below(path: str, watch: bool = False) -> Generator[Ask, Any, FoundSubtree]:
    """Read all znodes below by level, many at once; those that go meanwhile are left out. Return
    them depth first, but all children of one before what is below them.
    """
    children: dict[str, list[str] | ConsoleRefused] = {}
    level = [path]
    while level:
        asked, level = level[:_AT_ONCE], level[_AT_ONCE:]
        answers = yield Several(asked, watch)
        for one, answer in zip(asked, answers, strict=True):
            children[one] = found = _children_of(one, answer)
            level.extend(() if isinstance(found, ConsoleRefused) else found)
    paths, waiting = [path], [path]
    while waiting:
        found = children[waiting.pop()]
        if isinstance(found, ConsoleRefused):
            return FoundSubtree(paths, found)
        paths.extend(found)
        waiting.extend(reversed(found))
    return FoundSubtree(paths, None)


def _children_of(path: str, answer: Any) -> list[str] | ConsoleRefused:
    if isinstance(answer, ConsoleRefused):
        return [] if answer.code == Code.NO_NODE else answer
    root = "" if path == "/" else path
    return [f"{root}/{name}" for name in in_order(answer)]


def _print_stat(line: Parsed, stat: Any, output: OutputBuffer) -> None:
    """Print the stat too, where -s asks for it."""
    if line.has("s"):
        output.say_all(lines_of_stat(stat))


@ConsoleCommand(
    "get", "[-s] [-w] [-b] [-x] path", flags="swbx", old=("get path [watch]", "get [-s] [-w] path"),
    explained=(
        " -b   Output data in base64 format", " -s   Print znode stats additionally",
        " -w   Watch for changes on the znode", " -x   Output data in hexdump format",
    ),
)  # fmt: skip
def get(line: Parsed, output: OutputBuffer) -> Steps:
    """Print a znode's data."""
    data, stat, is_null = yield o.Get(check_path(line.words[1]), line.has("w"))
    shown = hex_of if line.has("x") else base64_of if line.has("b") else text_of
    output.say(shown(b"null" if is_null else data))
    _print_stat(line, stat, output)


@ConsoleCommand("stat", "[-w] path", flags="w", old=("stat path [watch]", "stat [-w] path"))
def stat(line: Parsed, output: OutputBuffer) -> Steps:
    """Print a znode's stat."""
    output.say_all(lines_of_stat((yield o.Exists(check_path(line.words[1]), line.has("w")))))


@ConsoleCommand("getAcl", "[-s] path", flags="s")
def get_acl(line: Parsed, output: OutputBuffer) -> Steps:
    """Print who may do what."""
    acl, stat = yield o.GetAcl(check_path(line.words[1]))
    output.say_all(lines_of_acl(acl))
    _print_stat(line, stat, output)


@ConsoleCommand("sync", "path")
def sync(line: Parsed, output: OutputBuffer) -> Steps:
    """Wait until this session's server has all that the leader has."""
    check_path(line.words[1])
    yield o.Sync()
    output.say("Sync is OK")


@ConsoleCommand("whoami", least=0)
def who_am_i(line: Parsed, output: OutputBuffer) -> Steps:
    """Print the identities of this session."""
    found = yield o.WhoAmI()
    output.say("Auth scheme: User")
    output.say_all(f"{scheme}: {user}" for scheme, user in found)


@ConsoleCommand("getEphemerals", "path", least=1)
def get_ephemerals(line: Parsed, output: OutputBuffer) -> Steps:
    """Print this session's ephemeral znodes."""
    prefix = check_path(line.words[1]) if len(line.words) > 1 else "/"
    output.say(list_of((yield o.Ephemerals(prefix))))


@ConsoleCommand("getAllChildrenNumber", "path")
def get_all_children_number(line: Parsed, output: OutputBuffer) -> Steps:
    """Print how many znodes there are below one."""
    output.say(str((yield o.CountBelow(check_path(line.words[1])))))


@ConsoleCommand("version", least=1)
def version(line: Parsed, output: OutputBuffer) -> Steps:
    """Print which zkCli this is like."""
    if len(line.words) > 1:
        raise Mistake("version ")
    output.say(f"ZooKeeper CLI version: {VERSION}")
    yield from ()


@ConsoleCommand("config", "[-c] [-w] [-s]", flags="swc", least=1)
def config(line: Parsed, output: OutputBuffer) -> Steps:
    """Print the ensemble's configuration."""
    data, stat, is_null = yield o.Config(watch=line.has("w"))
    text = text_of(None if is_null else data)
    output.say(_for_clients(text) if line.has("c") else text)
    _print_stat(line, stat, output)


def _for_clients(text: str) -> str:
    """Return the version, and where clients connect to: ConfigUtils.getClientConfigStr. A port
    alone means any address.
    """
    pairs = [entry.partition("=") for entry in text.splitlines()]
    version = next((value for key, _, value in pairs if key == "version"), "")
    clients = [value.partition(";")[2] for key, _, value in pairs if key.startswith("server.")]
    addresses = (f"0.0.0.0:{one}" if one.isdecimal() else one for one in clients)
    return f"{version} {','.join(addresses)}"


@ConsoleCommand("listquota", "path")
def list_quota(line: Parsed, output: OutputBuffer) -> Steps:
    """Print how many znodes and bytes a subtree may have, and has."""
    path = line.words[1]
    limits = f"/zookeeper/quota{path}/zookeeper_limits"
    output.say(f"absolute path is {limits}")
    try:
        limit = (yield o.Get(check_path(limits))).data
        used = (yield o.Get(f"/zookeeper/quota{path}/zookeeper_stats")).data
    except ConsoleRefused as refused:
        if refused.code != Code.NO_NODE:
            raise
        output.say(f"quota for {path} does not exist.")
        return
    output.say(f"Output quota for {path} {text_of(limit)}")
    output.say(f"Output stat for {path} {text_of(used)}")


# The commands that change the tree.


@ConsoleCommand("create", "[-s] [-e] [-c] [-t ttl] path [data] [acl]", flags="esc", valued="t")
def create(line: Parsed, output: OutputBuffer) -> Steps:
    """Create a znode of any kind."""
    kind, ttl = _kind_of(line), _ttl_of(line)
    path = line.words[1]
    data = line.words[2].encode("utf-8", "surrogatepass") if len(line.words) > 2 else None
    acl = parse_acl(line.words[3], output.say) if len(line.words) > 3 else None
    check_path(path, sequential=kind.endswith("sequential"))
    try:
        if acl is not None:
            _require_acl(acl)
        made = yield o.creation(path, data, kind, acl or (), ttl)
    except ConsoleRefused as refused:
        if refused.code == Code.INVALID_ACL:
            output.say(message_of(refused))
        raise
    output.say(f"Created {made}")


def _kind_of(line: Parsed) -> str:
    if line.has("c") and (line.has("e") or line.has("s")):
        raise Mistake(
            "-c cannot be combined with -s or -e. Containers cannot be ephemeral or sequential."
        )
    if line.has("c"):
        return "container"
    kind = "ephemeral" if line.has("e") else "ttl" if line.has("t") else "persistent"
    return f"{kind}_sequential" if line.has("s") else kind


def _ttl_of(line: Parsed) -> int | None:
    """Return the TTL in milliseconds, None for a znode without."""
    if not line.has("t"):
        return None
    ttl = _number(line.options["t"], _LONG)
    if ttl is None:
        raise Mistake("-t argument must be a long value")
    if line.has("e"):
        raise Mistake("TTLs cannot be used with Ephemeral znodes")
    if line.has("c"):
        raise Mistake("TTLs cannot be used with Container znodes")
    if not 0 < ttl <= LONGEST_TTL:
        raise Mistake(f"ttl must be positive and cannot be larger than: {LONGEST_TTL}")
    return ttl


def _number(text: str | None, allowed: range) -> int | None:
    """Parse a number as Java's parseInt and parseLong do; None where they do not."""
    if not re.fullmatch(r"[+-]?\d{1,20}", text or ""):
        return None
    number = int(text or "")
    return number if number in allowed else None


def version_of(line: Parsed) -> int:
    """Return the version of -v, else -1: any. A wrong number ends zkCli; here only the line."""
    if not line.has("v"):
        return -1
    number = _number(line.options["v"], _INT)
    if number is None:
        raise Mistake(f'java.lang.NumberFormatException: For input string: "{line.options["v"]}"')
    return number


@ConsoleCommand(
    "set", "path data [-s] [-v version] [-b]", flags="sb", valued="v", least=3,
    explained=(
        " -b         Supply data in base64 format",
        " -s         Print znode stats additionally",
        " -v <arg>   Set with an expected version",
    ),
)  # fmt: skip
def set_data(line: Parsed, output: OutputBuffer) -> Steps:
    """Set other data, if the version is as expected."""
    path, text = line.words[1:3]
    data = _decoded(text) if line.has("b") else text.encode("utf-8", "surrogatepass")
    version = version_of(line)
    stat = yield o.Set(check_path(path), data, version)
    _print_stat(line, stat, output)


def _decoded(text: str) -> bytes:
    """Decode what -b takes, with its padding or without. Invalid base64 ends only the line."""
    padding = "" if "=" in text else "=" * (-len(text) % 4)
    try:
        return base64.b64decode(text + padding, validate=True)
    except ValueError:
        raise Mistake(f"No base64: {text}") from None


@ConsoleCommand(
    "delete", "[-v version] path", valued="v",
    old=("delete path [version]", "delete [-v version] path"),
)  # fmt: skip
def delete(line: Parsed, output: OutputBuffer) -> Steps:
    """Delete one znode without children, if the version is as expected."""
    path, version = line.words[1], version_of(line)
    yield o.Delete(check_path(path), version)


@ConsoleCommand("deleteall", "path [-b batch size]", valued="b")
def delete_all(line: Parsed, output: OutputBuffer) -> Steps:
    """Delete a znode and all below it, the deepest first; the person is asked before."""
    batch = _number(line.options["b"], _INT) if line.has("b") else _BATCH
    if batch is None:
        raise Mistake("-b argument must be an int value")
    path = check_path(line.words[1])
    if path == "/" or path == "/zookeeper" or path.startswith("/zookeeper/"):
        raise Mistake(f"deleteall {path} is not done here: it holds ZooKeeper's own znodes.")
    tree = yield from _by_level(path)
    yield Sure("deleteall", path, tree)
    tree.reverse()
    size = batch if batch > 0 else len(tree)
    try:
        for at in range(0, len(tree), size):
            yield DeleteTogether(tree[at : at + size])
    except (ConsoleRefused, ConsoleUnanswered) as error:
        output.say("Failed to delete some node(s) in the subtree!")
        if isinstance(error, ConsoleUnanswered):
            raise


def _by_level(path: str) -> Generator[Ask, Any, list[str]]:
    """Return a znode and all below it; a znode comes before its children."""
    tree, at = [path], 0
    while at < len(tree):
        asked = tree[at : at + _AT_ONCE]
        answers = yield Several(asked)
        for one, answer in zip(asked, answers, strict=True):
            if isinstance(answer, ConsoleRefused):
                raise answer
            tree.extend(f"{one}/{name}" for name in answer)
        at += len(asked)
    return tree


@ConsoleCommand("setAcl", "[-s] [-v version] [-R] path acl", flags="sR", valued="v", least=3)
def set_acl(line: Parsed, output: OutputBuffer) -> Steps:
    """Set another ACL, for one znode or for all below it too."""
    path = line.words[1]
    acl, version = parse_acl(line.words[2], output.say), version_of(line)
    check_path(path)
    if line.has("R"):
        yield from _set_acls(path, acl, version, output)
        return
    _require_acl(acl)
    stat = yield o.SetAcl(path, tuple(acl), version)
    _print_stat(line, stat, output)


def _set_acls(path: str, acl: Sequence[Acl], version: int, output: OutputBuffer) -> Steps:
    yield o.Get(path)
    tree = yield from below(path)
    yield Sure("setAcl -R", path, tree.paths)
    for one in tree.paths:
        try:
            _require_acl(acl)
            yield o.SetAcl(one, tuple(acl), version)
        except ConsoleRefused as refused:
            if refused.code == Code.CONNECTION_LOSS:
                raise
            output.add(message_of(refused))
    if tree.refused is not None:
        raise tree.refused


def _require_acl(acl: Sequence[Acl]) -> None:
    """Require an ACL: the client refuses an empty one, without a path."""
    if not acl:
        raise ConsoleRefused(Code.INVALID_ACL)


# The commands about the session itself.


@ConsoleCommand("addauth", "scheme auth")
def add_auth(line: Parsed, output: OutputBuffer) -> Steps:
    """Add credentials to this session."""
    credential = line.words[2] if len(line.words) > 2 else ""
    yield o.Authenticate(line.words[1], credential)


@ConsoleCommand(
    "addWatch",
    "[-m mode] path # optional mode is one of [PERSISTENT, PERSISTENT_RECURSIVE]"
    " - default is PERSISTENT_RECURSIVE",
    valued="m",
)
def add_watch(line: Parsed, output: OutputBuffer) -> Steps:
    """Set a watch that stays."""
    mode = (line.options.get("m") or "PERSISTENT_RECURSIVE").upper()
    if len(line.words) != 2 or mode not in _RECURSIVE:
        raise _misused(COMMANDS["addWatch"])
    yield o.AddWatch(check_path(line.words[1]), _RECURSIVE[mode])


@ConsoleCommand("removewatches", "path [-c|-d|-a] [-l]", flags="cdal")
def remove_watches(line: Parsed, output: OutputBuffer) -> Steps:
    """Remove the watches of a znode."""
    kind = "children" if line.has("c") else "data" if line.has("d") else "any"
    yield o.RemoveWatches(check_path(line.words[1]), kind)


@ConsoleCommand("close", least=0)
def close(line: Parsed, output: OutputBuffer) -> Steps:
    """End the session, and with it its ephemerals."""
    yield ConsoleClose()


NAMES = sorted([*COMMANDS, *NOT_OFFERED, *OWN])
