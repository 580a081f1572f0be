"""One of the two servers of the differential test: its sessions, and what a step made them hear."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from app.zookeeper.wire.codes import Code, Op
from app.zookeeper.wire.records import (
    Acl,
    AddWatchRequest,
    AuthPacket,
    CreateRequest,
    Id,
    PathOnly,
    PathVersion,
    PathWatch,
    SetAclRequest,
    SetDataRequest,
    Stat,
)
from tests.conformance.raw_client import Ask, Heard, HungUp, RawClient
from tests.conformance.raw_view import STANDING, Mark, View, in_no_order, path_of

Line: TypeAlias = tuple[Any, ...]
Lines: TypeAlias = dict[str, list[Line]]
"""What each session heard in a step, by the session's number in the run."""

SUPER = b"super:man"
SUPER_DIGEST = f"super:{base64.b64encode(hashlib.sha1(SUPER).digest()).decode()}"
_OPEN = [Acl(31, Id("world", "anyone"))]
_PATIENCE = 20.0
"""Seconds after which a server that has not answered counts as silent: a busy one takes long."""
# After these Apache hangs up, soon: a ping might still be answered.
_LAST_WORDS = (Code.UNIMPLEMENTED, Code.AUTH_FAILED)
_LEAVING = "/a/leaving"
_WRITABLE = ("/", "/zookeeper", "/zookeeper/quota")


class Side:
    """A server and, between `begin` and `end`, `sessions` sessions with it and one that may do
    everything, which tidies up.
    """

    def __init__(self, name: str, port: int, sessions: int = 3) -> None:
        self.name, self.port = name, port
        self._count = sessions
        self._janitor: RawClient
        self._clients: list[RawClient] = []
        self._opened: list[tuple[int, bytes]] = []
        self._view: View

    # -- a run ------------------------------------------------------------------------------

    def prepare(self) -> int:
        """Empty the tree; how many znodes were ever created at its top."""
        self._janitor = RawClient(self.port)
        self._janitor.connect()
        self._janitor.ask(Op.AUTH, AuthPacket(0, "digest", SUPER))
        self._tidy()
        return self._count_up()

    def count_up_to(self, created: int) -> None:
        """Create and delete at the top, until as many znodes were created there."""
        while self._count_up() < created:
            pass

    def begin(self) -> Lines:
        """From here on zxids count; open the sessions."""
        stats = {path: self._stat_of(path) for path in STANDING}
        mark = self._janitor.ask(Op.SET_DATA, SetDataRequest("/", b"", -1)).header.zxid
        stats["/"] = self._stat_of("/")
        self._view = View(Mark(mark, stats))
        self._clients, self._opened = [], []
        lines: Lines = {}
        for who in range(self._count):
            self._clients.append(RawClient(self.port, _PATIENCE))
            lines[f"s{who}"] = [self._connect(who)]
        return lines

    def end(self) -> None:
        """Close every session that was opened, and tidy up."""
        for client in self._clients:
            client.close()
        for session, password in self._opened:
            close_session(self.port, session, password)
        self._clients, self._opened = [], []
        self._tidy()
        self._janitor.ask(Op.CLOSE_SESSION)
        self._janitor.close()

    def dump(self) -> list[Line]:
        """The whole tree: data, ACL and stat of every znode."""
        asks = ((path, op, body) for path in self._walk("/") for op, body in _questions(path))
        return [
            (path, self._view.of(self._janitor.ask(op, body), path)[3:]) for path, op, body in asks
        ]

    # -- steps ------------------------------------------------------------------------------

    def ask(self, who: int, asks: Sequence[Ask]) -> Lines:
        """One session sends requests in one piece; afterwards every session is drained."""
        asks = [self._dated(one) for one in asks]
        lines = self._converse(self._clients[who], asks)
        if any(line[0] == "reply" and line[4] in _LAST_WORDS for line in lines):
            lines += self._to_the_end(self._clients[who])
        return self._settle(who, lines, asks[-1])

    def close(self, who: int) -> Lines:
        """One session ends."""
        client, close = self._clients[who], Ask(Op.CLOSE_SESSION)
        lines = self._converse(client, [close])
        lines += self._to_the_end(client)
        return self._settle(who, lines, close)

    def reconnect(self, who: int, how: str) -> Lines:
        """One session comes back over a new connection.

        how: "again" after its connection was closed; "over" while it still stands; "wrong" with a
        wrong password while it stands; "ahead" with a zxid that the server has not reached.
        """
        old = self._clients[who]
        if how == "again":
            old.close()
        password = bytes(15) + b"x" if how == "wrong" else old.password
        last_zxid = 1 << 60 if how == "ahead" else 0
        self._clients[who] = RawClient(self.port, _PATIENCE)
        lines = [self._connect(who, old.session, password, last_zxid)]
        if how != "again":
            lines += self._to_the_end(old) if how == "over" else self._last_words(old)
        if self._clients[who].session == 0:
            self._clients[who].close()
            self._clients[who].session, self._clients[who].password = old.session, old.password
        return self._settle(who, lines, None)

    def greet(self, frame: bytes) -> Lines:
        """A stranger's first bytes."""
        with RawClient(self.port, _PATIENCE) as stranger:
            stranger.send_bytes(frame)
            try:
                lines: list[Line] = [("frame of", len(stranger.next_frame()))]
            except HungUp:
                lines = [("hung up",)]
            except TimeoutError:
                lines = [("silence",)]
        return self._settle(None, lines, None)

    def expire(self, who: int) -> Lines:
        """A stranger's session with an ephemeral znode ends by itself; one session is told of both.

        However late the stranger's bytes come, its znode stands as long as its session lasts.
        """
        client = self._clients[who]
        lines = self._converse(client, [Ask(Op.ADD_WATCH, AddWatchRequest(_LEAVING, 0))])
        with RawClient(self.port) as stranger:
            stranger.connect(
                timeout=400, asks=[Ask(Op.CREATE, CreateRequest(_LEAVING, b"", _OPEN, 1))]
            )
            lines += self._lines([client.hear(), client.hear()], {})
        return self._settle(who, lines, None)

    # -- how --------------------------------------------------------------------------------

    def _settle(self, who: int | None, first: list[Line], asked: Ask | None) -> Lines:
        """What `who` heard first, then what each session hears up to the answer to a ping."""
        lines: Lines = {"stranger": first} if who is None else {}
        pings = [[] if client.hung_up else client.send(Ask(Op.PING)) for client in self._clients]
        for number, client in enumerate(self._clients):
            heard = first if number == who else []
            heard = heard + self._up_to(client, pings[number])
            lines[f"s{number}"] = _sorted_events(heard) if in_no_order(asked) else heard
        for number, client in enumerate(self._clients):
            if client.hung_up:
                lines[f"s{number}"].append(self._revive(number))
        return lines

    def _converse(self, client: RawClient, asks: Sequence[Ask]) -> list[Line]:
        xids = client.send(*asks)
        by_xid = dict(zip(xids, asks, strict=True))
        try:
            return self._lines(client.until(xids), by_xid)
        except HungUp as hung_up:
            return [*self._lines(hung_up.args[0], by_xid), ("hung up",)]
        except TimeoutError:
            client.close()
            return [("silence",)]

    def _up_to(self, client: RawClient, ping: Sequence[int]) -> list[Line]:
        """What was said before this ping was answered."""
        try:
            return self._lines(client.until(ping)[:-1], {})
        except HungUp as hung_up:
            return [*self._lines(hung_up.args[0], {}), ("hung up",)]

    def _to_the_end(self, client: RawClient) -> list[Line]:
        lines: list[Line] = []
        try:
            while not client.hung_up:
                lines += self._lines([client.hear()], {})
        except HungUp:
            return [*lines, ("hung up",)]
        except TimeoutError:
            client.close()
            return [*lines, ("still open",)]
        return lines

    def _last_words(self, client: RawClient) -> list[Line]:
        """Whether a connection that should perhaps be gone is gone."""
        lines = self._up_to(client, client.send(Ask(Op.PING)))
        client.close()
        return [("the old one", *lines)]

    def _connect(
        self, who: int, session: int = 0, password: bytes | None = bytes(16), last_zxid: int = 0
    ) -> Line:
        client = self._clients[who]
        try:
            response, rest = client.connect(session, password, last_zxid=last_zxid)
        except HungUp:
            return ("hung up instead of connecting",)
        if session == 0:
            label = f"session {len(self._view.sessions)} of s{who}"
            self._view.sessions[response.session] = label
            self._opened.append((response.session, response.password or b""))
        told = self._view.sessions.get(response.session, response.session)
        return ("connected", response.timeout, told, len(response.password or b""), rest)

    def _revive(self, who: int) -> Line:
        """A session whose connection is gone comes back, or another one takes its place."""
        old = self._clients[who]
        self._clients[who] = RawClient(self.port, _PATIENCE)
        line = self._connect(who, old.session, old.password)
        if self._clients[who].session != 0:
            return ("revived", *line)
        self._clients[who].close()
        self._clients[who] = RawClient(self.port, _PATIENCE)
        return ("renewed", *line, *self._connect(who))

    def _lines(self, heard: Iterable[Heard], by_xid: Mapping[int, Ask]) -> list[Line]:
        lines = []
        for one in heard:
            asked = by_xid.get(one.header.xid)
            path = path_of(asked) if asked else None
            lines.append(self._view.of(one, path, asked.body if asked else None))
        return lines

    def _dated(self, ask: Ask) -> Ask:
        """setWatches names a zxid: it is told as a distance from the mark."""
        if ask.op not in (Op.SET_WATCHES, Op.SET_WATCHES2) or isinstance(ask.body, bytes):
            return ask
        zxid = self._view.mark.zxid + ask.body.relative_zxid
        return ask._replace(body=ask.body._replace(relative_zxid=zxid))

    # -- tidying up -------------------------------------------------------------------------

    def _stat_of(self, path: str) -> Stat:
        stat: Stat = self._janitor.ask(Op.EXISTS, PathWatch(path, False)).body.stat
        return stat

    def _count_up(self) -> int:
        """Create and delete a znode at the top; its counter."""
        made = self._janitor.ask(Op.CREATE, CreateRequest("/count-", b"", _OPEN, 2))
        path: str = made.body.path
        self._janitor.ask(Op.DELETE, PathVersion(path, -1))
        return int(path.removeprefix("/count-"))

    def _walk(self, path: str) -> list[str]:
        heard = self._janitor.ask(Op.GET_CHILDREN, PathWatch(path, False))
        found = [path]
        for name in sorted(heard.body.children) if heard.body else []:
            found += self._walk(f"{path.rstrip('/')}/{name}")
        return found

    def _tidy(self) -> None:
        for path in _WRITABLE:
            self._janitor.ask(Op.SET_DATA, SetDataRequest(path, b"", -1))
            self._janitor.ask(Op.SET_ACL, SetAclRequest(path, _OPEN, -1))
        for path in reversed(self._walk("/")):
            if path not in STANDING:
                heard = self._janitor.ask(Op.DELETE, PathVersion(path, -1))
                assert heard.header.error in (Code.OK, Code.NO_NODE), (self.name, path, heard)


def close_session(port: int, session: int, password: bytes) -> None:
    """End a session that may be over already."""
    with RawClient(port) as client:
        try:
            if client.connect(session, password)[0].session:
                client.ask(Op.CLOSE_SESSION)
        except HungUp:
            return


def _questions(path: str) -> list[tuple[Op, Any]]:
    return [(Op.GET_DATA, PathWatch(path, False)), (Op.GET_ACL, PathOnly(path))]


def _sorted_events(lines: list[Line]) -> list[Line]:
    events = sorted(line for line in lines if line[0] == "event")
    return [*(line for line in lines if line[0] != "event"), *events]
