"""The commands that read: ls, get, stat, getAcl and their like."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, NamedTuple

from ...zookeeper import operations as o
from ...zookeeper.wire.codes import Code
from .acl import lines_of
from .paths import check_path
from .printing import OutputBuffer, base64_of, hex_of, in_order, lines_of_stat, list_of, text_of
from .requests import Ask, ConsoleRefused, Several
from .wording import Mistake, Parsed

Steps = Generator[Ask, Any, None]
_AT_ONCE = 500
_HELP_OF_LS = (
    "usage: ls [options] path", " -?   help", " -R   recurse", " -s   stat", " -w   watch",
)  # fmt: skip
OPTIONS_OF_GET = (
    " -b   Output data in base64 format", " -s   Print znode stats additionally",
    " -w   Watch for changes on the znode", " -x   Output data in hexdump format",
)  # fmt: skip
VERSION = "3.9.5, spoken by Handoff"


def ls(line: Parsed, output: OutputBuffer) -> Steps:
    """List the names of a znode's children, or of all below it."""
    path, watch = check_path(line.words[1]), line.has("w")
    if line.has("R"):
        yield from _list_all(path, watch, output)
        return
    names, stat = yield o.Listing(path, watch)
    output.say(list_of(in_order(names)))
    if line.has("s"):
        output.say_all(lines_of_stat(stat))


def _list_all(path: str, watch: bool, output: OutputBuffer) -> Steps:
    yield o.Get(path, watch)
    found = yield from below(path, watch)
    output.say_all(found.paths)
    if found.refused is not None:
        raise found.refused


def help_of_ls(output: OutputBuffer) -> None:
    """Print what `ls -?` says before it lists."""
    output.say_all(_HELP_OF_LS)


class FoundSubtree(NamedTuple):
    """A znode and all below it, in the order in which `ls -R` prints them.

    refused: why the walk has ended early, at a znode whose children may not be read.
    """

    paths: list[str]
    refused: ConsoleRefused | None


def below(path: str, watch: bool = False) -> Generator[Ask, Any, FoundSubtree]:
    """Read all znodes below by level, many at once; those that go meanwhile are left out."""
    children: dict[str, list[str] | ConsoleRefused] = {}
    level = [path]
    while level:
        asked, level = level[:_AT_ONCE], level[_AT_ONCE:]
        answers = yield Several(asked, watch)
        for one, answer in zip(asked, answers, strict=True):
            children[one] = found = _children_of(one, answer)
            level.extend(() if isinstance(found, ConsoleRefused) else found)
    return _depth_first(path, children)


def _children_of(path: str, answer: Any) -> list[str] | ConsoleRefused:
    if isinstance(answer, ConsoleRefused):
        return [] if answer.code == Code.NO_NODE else answer
    root = "" if path == "/" else path
    return [f"{root}/{name}" for name in in_order(answer)]


def _depth_first(path: str, children: Mapping[str, Sequence[str] | ConsoleRefused]) -> FoundSubtree:
    """Return the znodes depth first, but all children of one before what is below them."""
    paths, waiting = [path], [path]
    while waiting:
        found = children.get(waiting.pop(), ())
        if isinstance(found, ConsoleRefused):
            return FoundSubtree(paths, found)
        paths.extend(found)
        waiting.extend(reversed(found))
    return FoundSubtree(paths, None)


def get(line: Parsed, output: OutputBuffer) -> Steps:
    """Print a znode's data."""
    data, stat, is_null = yield o.Get(check_path(line.words[1]), line.has("w"))
    shown = hex_of if line.has("x") else base64_of if line.has("b") else text_of
    output.say(shown(b"null" if is_null else data))
    if line.has("s"):
        output.say_all(lines_of_stat(stat))


def stat(line: Parsed, output: OutputBuffer) -> Steps:
    """Print a znode's stat."""
    output.say_all(lines_of_stat((yield o.Exists(check_path(line.words[1]), line.has("w")))))


def get_acl(line: Parsed, output: OutputBuffer) -> Steps:
    """Print who may do what."""
    acl, stat = yield o.GetAcl(check_path(line.words[1]))
    output.say_all(lines_of(acl))
    if line.has("s"):
        output.say_all(lines_of_stat(stat))


def sync(line: Parsed, output: OutputBuffer) -> Steps:
    """Wait until this session's server has all that the leader has."""
    check_path(line.words[1])
    yield o.Sync()
    output.say("Sync is OK")


def who_am_i(line: Parsed, output: OutputBuffer) -> Steps:
    """Print the identities of this session."""
    found = yield o.WhoAmI()
    output.say("Auth scheme: User")
    output.say_all(f"{scheme}: {user}" for scheme, user in found)


def get_ephemerals(line: Parsed, output: OutputBuffer) -> Steps:
    """Print this session's ephemeral znodes."""
    prefix = check_path(line.words[1]) if len(line.words) > 1 else "/"
    output.say(list_of((yield o.Ephemerals(prefix))))


def get_all_children_number(line: Parsed, output: OutputBuffer) -> Steps:
    """Print how many znodes there are below one."""
    output.say(str((yield o.CountBelow(check_path(line.words[1])))))


def version(line: Parsed, output: OutputBuffer) -> Steps:
    """Print which zkCli this is like."""
    if len(line.words) > 1:
        raise Mistake("version ")
    output.say(f"ZooKeeper CLI version: {VERSION}")
    yield from ()


def config(line: Parsed, output: OutputBuffer) -> Steps:
    """Print the ensemble's configuration."""
    data, stat, is_null = yield o.Config(watch=line.has("w"))
    text = text_of(None if is_null else data)
    output.say(_for_clients(text) if line.has("c") else text)
    if line.has("s"):
        output.say_all(lines_of_stat(stat))


def _for_clients(text: str) -> str:
    """Return the version, and where clients connect to: ConfigUtils.getClientConfigStr."""
    pairs = [entry.partition("=") for entry in text.splitlines()]
    version = next((value for key, _, value in pairs if key == "version"), "")
    servers = [value.partition(";")[2] for key, _, value in pairs if key.startswith("server.")]
    return f"{version} {','.join(_address(server) for server in servers)}"


def _address(client: str) -> str:
    """Return a server's address for clients, if it has one; a port alone means any address."""
    return f"0.0.0.0:{client}" if client.isdecimal() else client


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
