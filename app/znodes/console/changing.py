"""The commands that change the tree: create, set, delete, deleteall, setAcl."""

from __future__ import annotations

import base64
import re
from collections.abc import Generator, Sequence
from typing import Any

from ...zookeeper import operations as o
from ...zookeeper.wire.codes import Code
from ...zookeeper.wire.owners import LONGEST_TTL
from ...zookeeper.wire.records import Acl
from .acl import parse_acl
from .errors import message_of
from .paths import check_path
from .printing import OutputBuffer, lines_of_stat
from .reading import Steps, below
from .requests import (
    Ask,
    ConsoleRefused,
    ConsoleUnanswered,
    DeleteTogether,
    Several,
    Sure,
)
from .wording import Mistake, Parsed

OPTIONS_OF_SET = (
    " -b         Supply data in base64 format", " -s         Print znode stats additionally",
    " -v <arg>   Set with an expected version",
)  # fmt: skip
_AT_ONCE = 500
_BATCH = 1000
_INT = range(-(1 << 31), 1 << 31)
_LONG = range(-(1 << 63), 1 << 63)


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


def set_data(line: Parsed, output: OutputBuffer) -> Steps:
    """Set other data, if the version is as expected."""
    path, text = line.words[1:3]
    data = _decoded(text) if line.has("b") else text.encode("utf-8", "surrogatepass")
    version = version_of(line)
    stat = yield o.Set(check_path(path), data, version)
    if line.has("s"):
        output.say_all(lines_of_stat(stat))


def _decoded(text: str) -> bytes:
    """Decode what -b takes, with its padding or without. Invalid base64 ends only the line."""
    padding = "" if "=" in text else "=" * (-len(text) % 4)
    try:
        return base64.b64decode(text + padding, validate=True)
    except ValueError:
        raise Mistake(f"No base64: {text}") from None


def delete(line: Parsed, output: OutputBuffer) -> Steps:
    """Delete one znode without children, if the version is as expected."""
    path, version = line.words[1], version_of(line)
    yield o.Delete(check_path(path), version)


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
    if line.has("s"):
        output.say_all(lines_of_stat(stat))


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
