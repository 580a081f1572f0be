"""The server as a state machine: connections and requests go in, messages come out, in order.

It knows no socket and no clock: `now` is milliseconds since the epoch and never runs backwards.
The same inputs give the same outputs. One request is finished before the next one begins, which
is what ZooKeeper promises its clients: "Updates from a client will be applied in the order that
they were sent", "a client will see the watch event for a znode it is watching before seeing the
new data that corresponds to that znode".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...zookeeper.wire.capabilities import Capabilities, capabilities_of
from ...zookeeper.wire.codes import CONTAINER, LONGEST_TTL, NO_ZXID, PING_XID, Code, Op
from ...zookeeper.wire.records import REQUESTS, ConnectRequest, ConnectResponse
from .messages import Close, Limits, Notification, Outputs, ServerReply, ServerRequest
from .reads import ReadHandlers
from .refusals import Refused, Unintelligible
from .sessions import Link, Session, Sessions
from .tree import Tree, Znode
from .watches import Watches
from .writes import Writes

_WITHOUT_BODY = frozenset(op for op, kind in REQUESTS.items() if kind is None)
_MULTI = frozenset({Op.MULTI, Op.MULTI_READ})
_FORBIDDEN: dict[int, Code] = {
    Op.RECONFIG: Code.RECONFIG_DISABLED,
    Op.DELETE_CONTAINER: Code.BAD_ARGUMENTS,
}
_LAST_ZXID = {Code.AUTH_FAILED: 0, Code.UNIMPLEMENTED: -1}


class Core:
    """One standalone server.

    secret: from which session passwords are made. first_session: the id of the first session; the
    next ones count up. superuser: `user:digest` of the user whom no ACL stops. tree, zxid: what was
    kept of an earlier life. keep: remember what changes, for `take_changes()`. can: the
    capabilities of the ZooKeeper that this one imitates; None means the newest.
    """

    def __init__(
        self,
        *,
        secret: bytes,
        first_session: int,
        limits: Limits | None = None,
        superuser: str | None = None,
        tree: Tree | None = None,
        zxid: int = 0,
        keep: bool = False,
        can: Capabilities | None = None,
    ) -> None:
        can = can or capabilities_of(None)
        self.limits = limits or Limits()
        self.tree = tree or Tree()
        self.zxid = zxid
        self.sessions = Sessions(secret, first_session, self.limits.tick)
        self.watches = Watches(can)
        self._superuser = superuser
        self._reads = ReadHandlers(self.tree, self.watches, can)
        self._writes = Writes(self.tree, can)
        self._tells_zxid = can.events_tell_zxid
        self._spares_zxid = can.spares_zxid_of_unreadable
        self._unknown: set[int] = {Op.CHECK} if can.refuses_lone_checks else set()
        self._changed: dict[str, None] = {}
        self._cleaned_at = 0
        if keep:
            self.tree.note = lambda path: self._changed.update({path: None})

    # -- connections --------------------------------------------------------------------------

    def connect(self, link: Link, request: ConnectRequest, now: int) -> Outputs:
        """Open a session, or resume the client's. A client that has seen a later zxid is refused
        without an answer, and before its session is looked at, as `ZooKeeperServer` does.
        """
        if request.last_zxid_seen > self.zxid:
            return [(link, Close("the client has seen a later zxid"))]
        if request.session:
            return self._resume(link, request, now)
        self.zxid += 1
        session = self.sessions.open(self.limits.timeout(request.timeout), now)
        return self._accept(link, session)

    def disconnect(self, link: Link) -> None:
        """Drop the connection and its watches; the session may be taken up again."""
        link.closed = True
        self.watches.forget(link)
        if link.session is not None:
            link.session.link = None
            link.session = None

    def _resume(self, link: Link, request: ConnectRequest, now: int) -> Outputs:
        session = self.sessions.find(request.session, request.password)
        if session is None:
            over = ConnectResponse(0, 0, 0, bytes(16))
            return [(link, over), (link, Close("the session is over"))]
        session.timeout = self.limits.timeout(request.timeout)
        self.sessions.touch(session, now)
        return self._hang_up(session, "the session was taken up elsewhere") + self._accept(
            link, session
        )

    def _accept(self, link: Link, session: Session) -> Outputs:
        session.link, link.session = link, session
        return [(link, ConnectResponse(0, session.timeout, session.id, session.password))]

    def _hang_up(self, session: Session, reason: str) -> Outputs:
        link = session.link
        if link is None:
            return []
        self.disconnect(link)
        return [(link, Close(reason))]

    # -- requests -----------------------------------------------------------------------------

    def receive(self, link: Link, request: ServerRequest, now: int) -> Outputs:
        """Answer one request of a connection that has a session."""
        session = link.session
        if session is None:
            return [(link, Close("there is no session"))]
        self.sessions.touch(session, now)
        outputs: Outputs = []
        code, body = Code.OK, None
        try:
            body = self._answer(link, request, now, outputs)
        except Refused as refused:
            code = refused.code
        except Unintelligible:
            code = Code.MARSHALLING_ERROR
        if code is Code.UNIMPLEMENTED or code is Code.AUTH_FAILED or not link.session:
            return outputs + self._last_words(link, request, code)
        xid = PING_XID if request.op == Op.PING else request.xid
        zxid = 0 if request.op == Op.AUTH else self.zxid
        outputs.append((link, ServerReply(xid, zxid, code, body)))
        return outputs

    def _answer(self, link: Link, request: ServerRequest, now: int, outputs: Outputs) -> Any:
        op = request.op
        if op in self._unknown:
            raise Refused(Code.UNIMPLEMENTED)
        if request.body is None and op not in _WITHOUT_BODY:
            return self._unreadable(op)
        look = self._reads.handlers.get(op)
        if look is not None:
            return self._look(look, link, request, outputs)
        if self._writes.knows(op):
            self.zxid += 1
            body = self._writes.apply(op, request.body, link, self.zxid, now)
            outputs += self._told()
            return body
        if op == Op.AUTH:
            link.identify(request.body.scheme, request.body.auth, self._superuser)
        elif op == Op.CLOSE_SESSION:
            outputs += self._close(link)
        elif op in _FORBIDDEN:
            self.zxid += 1
            raise Refused(_FORBIDDEN[op])
        return None

    def _unreadable(self, op: int) -> None:
        """Refuse a body that could not be decoded; a multi that writes uses a zxid all the same."""
        if op not in REQUESTS and op not in _MULTI:
            raise Refused(Code.UNIMPLEMENTED)
        self.zxid += op == Op.MULTI if self._spares_zxid else self._writes.knows(op)
        raise Unintelligible

    def _look(self, look: Any, link: Link, request: ServerRequest, outputs: Outputs) -> Any:
        body = look(request.body, link)
        if self._reads.missed:
            missed, self._reads.missed = self._reads.missed, []
            outputs += [(link, Notification(kind, path)) for kind, path in missed]
        return body

    def _close(self, link: Link) -> Outputs:
        session = link.session
        assert session is not None
        outputs = self._end(session)
        link.session = None
        return outputs

    def _last_words(self, link: Link, request: ServerRequest, code: Code) -> Outputs:
        """Send a reply after which the server hangs up."""
        zxid = _LAST_ZXID.get(code, self.zxid)
        self.disconnect(link)
        reply = ServerReply(request.xid, zxid, code, None)
        return [(link, reply), (link, Close(f"after {code.name} of op {request.op}"))]

    # -- what happens by itself ---------------------------------------------------------------

    def tick(self, now: int) -> Outputs:
        """End the sessions whose time has come; remove what may go."""
        outputs: Outputs = []
        for session in self.sessions.expired(now):
            outputs += self._end(session) + self._hang_up(session, "the session has expired")
        if now - self._cleaned_at >= self.limits.container_check:
            self._cleaned_at = now
            outputs += self._clear_away(now)
        return outputs

    def _end(self, session: Session) -> Outputs:
        """End the session, and its ephemeral znodes with it, all at one zxid."""
        self.zxid += 1
        self.sessions.close(session)
        self._writes.happened = []
        for path in list(self.tree.ephemerals.get(session.id, ())):
            self._writes.remove(path, self.zxid)
        return list(self._told())

    def _clear_away(self, now: int) -> Outputs:
        outputs: Outputs = []
        for path in [one for one in self.tree.removable if self._may_go(one, now)]:
            self.zxid += 1
            self._writes.happened = []
            self._writes.remove(path, self.zxid)
            outputs += self._told()
        return outputs

    def _may_go(self, path: str, now: int) -> bool:
        """Tell whether it may go: a container that had children, or a znode past its time."""
        znode = self.tree.nodes[path]
        if znode.children:
            return False
        if znode.owner == CONTAINER:
            return znode.creates > 0
        return now - znode.mtime > znode.owner & LONGEST_TTL

    def _told(self) -> Iterator[tuple[Link, Notification]]:
        """Yield the watch events of what has just happened, at the latest zxid."""
        zxid = self.zxid if self._tells_zxid else NO_ZXID
        for change in self._writes.happened:
            for link, event, path in self.watches.told(change):
                yield link, Notification(event, path, zxid)

    # -- what must be kept --------------------------------------------------------------------

    def take_changes(self) -> dict[str, Znode | None]:
        """Return what has changed since the last call, as a store has to know it."""
        changed, self._changed = self._changed, {}
        return self.tree.kept(changed)
