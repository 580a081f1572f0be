"""What a server says, in words that two servers have in common.

zxids become distances from a mark that was set before the first step, so that they tell which step
wrote what; sessions become their number in the run; a time becomes whether there is one. What is
in no order at Apache's is sorted. Everything else stays as it came.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.multi import Operation, Operations
from app.zookeeper.wire.records import (
    GetAclResponse,
    GetChildren2Response,
    GetChildrenResponse,
    Stat,
    WatcherEvent,
    WhoAmIResponse,
)
from tests.conformance.raw_client import Ask, Heard

STANDING = ("/", "/zookeeper", "/zookeeper/quota", "/zookeeper/config")
"""What is there before the first step and after the last: its versions count on for ever."""


class Mark(NamedTuple):
    """Where a run begins. versions: of the znodes that were there before it."""

    zxid: int
    versions: Mapping[str, Stat]


class View:
    """How one server's numbers read in one run. sessions: their ids, and their numbers here."""

    def __init__(self, mark: Mark) -> None:
        self.mark = mark
        self.sessions: dict[int, str] = {}

    def of(self, heard: Heard, path: str | None, body: Any = None) -> tuple[Any, ...]:
        """One frame. path: what the request was about; body: the request's."""
        if heard.op is None and isinstance(heard.body, WatcherEvent):
            event, zxid = heard.body, self.zxid(heard.header.zxid)
            return ("event", event.type, event.state, event.path, zxid, heard.rest)
        xid, zxid, error = heard.header
        # What Apache sends behind an error is left over from the answer that it began.
        rest = heard.rest if error == 0 else b""
        told = self.body(heard.body, path, body)
        return ("reply", op_name(heard.op), xid, self.zxid(zxid), error, told, rest)

    def zxid(self, zxid: int) -> int | str:
        """A distance from the mark; what lies before it is all the same but for 0."""
        if zxid >= self.mark.zxid:
            return zxid - self.mark.zxid
        return "before" if zxid > 0 else f"={zxid}"

    def session(self, session: int) -> str:
        """The number of a session, or the owner of a container or TTL znode as it is."""
        return self.sessions.get(session, hex(session))

    def body(self, body: Any, path: str | None, asked: Any = None) -> Any:
        """The body of a reply."""
        if isinstance(body, list):
            return self._results(body, asked)
        if isinstance(body, Stat):
            return self._stat(body, path)
        if isinstance(body, (GetChildrenResponse, GetChildren2Response)):
            body = body._replace(children=sorted(body.children))
        if isinstance(body, WhoAmIResponse):
            return sorted(body.clients)
        if isinstance(body, GetAclResponse):
            body = body._replace(acl=sorted(body.acl))
        if not isinstance(body, tuple):
            return body
        told = getattr(body, "path", path)
        return (type(body).__name__, *(self._field(one, told) for one in body))

    def _field(self, value: Any, path: str | None) -> Any:
        return self._stat(value, path) if isinstance(value, Stat) else value

    def _stat(self, stat: Stat, path: str | None) -> dict[str, Any]:
        known = self.mark.versions.get(path or "/")
        since = (known.version, known.cversion, known.aversion) if known else (0, 0, 0)
        return {
            "czxid": self.zxid(stat.czxid),
            "mzxid": self.zxid(stat.mzxid),
            "pzxid": self.zxid(stat.pzxid),
            "ctime": stat.ctime > 0,
            "mtime": stat.mtime > 0,
            "version": stat.version - since[0],
            "cversion": stat.cversion - since[1],
            "aversion": stat.aversion - since[2],
            "owner": self.session(stat.ephemeral_owner),
            "length": stat.data_length,
            "children": stat.children,
        }

    def _results(self, results: list[Operation], asked: Any) -> list[Any]:
        paths = paths_of(asked) + [None] * len(results)
        return [
            (op, self.body(body, path)) for (op, body), path in zip(results, paths, strict=False)
        ]


def op_name(op: int | None) -> str:
    """What a request is called."""
    return Op(op).name if op is not None and op in Op.__members__.values() else str(op)


def paths_of(body: Any) -> list[str | None]:
    """The paths of the operations of a multi."""
    if not isinstance(body, Operations):
        return []
    return [getattr(one.body, "path", None) for one in body.operations]


def path_of(ask: Ask) -> str | None:
    """What a request is about."""
    return getattr(ask.body, "path", None)


def in_no_order(ask: Ask | None) -> bool:
    """Whether the events that a request sets off come in an order that Apache leaves open."""
    return ask is not None and ask.op == Op.CLOSE_SESSION
