"""A session of its own, in which what a person asks for is done; it can be shown, and ended.

What the dashboard itself reads goes through other sessions: whoever gives credentials, or makes
an ephemeral znode, does so here, and all of it goes as this session ends.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException, UnimplementedError
from kazoo.handlers.threading import KazooTimeoutError
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.states import EventType, KazooState, KeeperState, ZnodeStat
from kazoo.security import ACL, make_digest_acl_credential

from app.errors import BadRequest, Conflict, Forbidden, HandoffError, ZooKeeperUnavailable
from app.security import OPEN, Security
from app.zookeeper import changes
from app.zookeeper.changes import Refused, Request, Step
from app.zookeeper.client import close, connect, on_state, session_hex
from app.zookeeper.handler import InOrderHandler
from app.zookeeper.refusals import in_words
from app.zookeeper.requests import read_stat, send
from app.zookeeper.under_way import Changes
from app.zookeeper.watching import Event
from app.zookeeper.wire.codes import LARGEST_FRAME, CreateMode, Op

PATIENCE = 2.0
"""Seconds that an answer is awaited, where the caller does not say."""

SESSION_TIMEOUT = 10.0
_STATES = {
    KazooState.CONNECTED: "connected",
    KazooState.SUSPENDED: "suspended",
    KazooState.LOST: "lost",
}
_OVER = (KeeperState.CLOSED, KeeperState.AUTH_FAILED)


class Errand:
    """A ZooKeeper session for what a person asks. Any thread may call any method; none takes
    longer than it says. Every refusal is a HandoffError.

    on_change: called without a lock, on the session's own thread or the caller's, when `state`,
    `session`, `ephemerals` or `credentials` have changed.
    """

    def __init__(
        self,
        hosts: str,
        *,
        security: Security = OPEN,
        session_timeout: float = SESSION_TIMEOUT,
        on_change: Callable[[], object] = lambda: None,
    ) -> None:
        self._hosts, self._on_change = hosts, on_change
        self._handler = InOrderHandler(asks_version=True, security=security)
        self.client: KazooClient = connect(hosts, session_timeout, handler=self._handler)
        self._lock = threading.Lock()
        self._changes = Changes()
        self._ephemerals: dict[str, ZnodeStat | None] = {}
        own = [(scheme, _identity(scheme, one)) for scheme, one in security.auth]
        own += [] if security.sasl is None else [("sasl", security.sasl[0])]
        self._credentials = dict.fromkeys(own)
        self.state = "connecting"
        self._session: int | None = None
        self._is_open = threading.Event()
        on_state(self.client, self._heard)

    @property
    def session(self) -> str | None:
        """Its id in hex, None while there is none."""
        return session_hex(self._session)

    @property
    def timeout_ms(self) -> int | None:
        """What the server has granted."""
        return self._handler.negotiated_ms

    @property
    def reason(self) -> str | None:
        """Why there is no connection, in plain words."""
        return self._handler.reason

    @property
    def ephemerals(self) -> list[str]:
        """The ephemeral znodes that were made here and that there still are, oldest first."""
        return list(self.seen)

    @property
    def seen(self) -> dict[str, ZnodeStat | None]:
        """The same, each as it was last seen; None before that."""
        with self._lock:
            return dict(self._ephemerals)

    @property
    def credentials(self) -> list[dict[str, str]]:
        """Who this session says it is, without secrets: `{"scheme", "id"}`, in order."""
        with self._lock:
            known = list(self._credentials)
        return [{"scheme": scheme, "id": name.partition(":")[0]} for scheme, name in known]

    @property
    def identities(self) -> list[tuple[str, str]]:
        """`(scheme, id)` as ACLs name this session: for digest the id holds the password's hash."""
        with self._lock:
            return list(self._credentials)

    def open(self, within: float = PATIENCE) -> None:
        """Begin the session; raises ZooKeeperUnavailable after `within` seconds, and has ended."""
        self.client.start_async()
        if not self._is_open.wait(within):
            self.close()
            raise ZooKeeperUnavailable(
                f"ZooKeeper at {self._hosts} does not answer: {self.reason or 'no session yet'}"
            )

    def close(self) -> None:
        """End the session, and with it its ephemerals; returns within about a second."""
        self._become("closed", None)
        close(self.client)

    def read(
        self, ask: Callable[[KazooClient], IAsyncResult], path: str | None = None,
        within: float = PATIENCE,
    ) -> Any:  # fmt: skip
        """The answer to what `ask` sends, such as `lambda client: client.get_async(path)`."""
        self._require_connection()
        return answer_to(self.client, ask, path, within)

    def change(self, step: Step, path: str | None = None, within: float = PATIENCE) -> Any:
        """Do one of the steps of `changes`, and return its answer. Raises OutcomeUnknown where
        it was sent and no answer came; what was not sent yet never will be.
        """
        with self._changes.one():
            answer = self._changed(step, path, within)
            for made in _ephemerals_of(step, answer):
                self._own(made)
            return answer

    @contextlib.contextmanager
    def alone(self, within: float) -> Iterator[None]:
        """Wait for the changes that are under way; meanwhile and in the block only the caller may
        change anything, and others get Conflict.
        """
        with self._changes.alone(within):
            yield

    def _changed(self, step: Step, path: str | None, within: float) -> Any:
        self._require_connection()
        path = path if path is not None else getattr(step.body, "path", None)
        self.require_capability(step.op)
        request = Request(self.client, step)
        require_room(request)
        result = send(self.client, request)
        try:
            answer = result.get(timeout=within)
        except (KazooException, KazooTimeoutError) as error:
            sent = not request.withdraw()
            raise _in_words(error, path, within, changes=True, sent=sent) from error
        if isinstance(answer, list) and answer and isinstance(answer[0], Refused):
            refused = step.body.operations[answer[0].index].body.path
            raise in_words(answer[0].error, refused, changes=True) from answer[0].error
        return answer

    def create(
        self,
        path: str,
        data: bytes | None = b"",
        kind: str = "persistent",
        acl: Sequence[ACL] = (),
        ttl_ms: int | None = None,
    ) -> str:
        """Make a znode (kinds: `changes.KINDS`) and return its path."""
        made: str = self.change(changes.create(path, data, kind, acl, ttl_ms))
        return made

    def authenticate(self, scheme: str, credential: str) -> None:
        """Add credentials ("user:password" for digest) to the session, for as long as it lasts.
        ZooKeeper ends a session whose credentials it refuses: then Forbidden.
        """
        try:
            self.read(lambda client: client.add_auth_async(scheme, credential))
        except Forbidden:
            self.close()
            raise
        with self._lock:
            self._credentials[scheme, _identity(scheme, credential)] = None
        self._on_change()

    def require_capability(self, op: Op) -> None:
        """Raises Conflict for a request that the server does not know: sent to it, it would end the
        connection.
        """
        needed = changes.CAPABILITIES.get(op)
        if needed is not None and not getattr(self._handler.capabilities, needed):
            words = f"ZooKeeper {self._handler.version or 'of this age'} cannot do that yet."
            raise Conflict(words, code="unsupported", field="kind") from UnimplementedError()

    def _require_connection(self) -> None:
        if not self.client.connected or self.state == "closed":
            raise ZooKeeperUnavailable(
                f"This session has no connection to ZooKeeper: {self.reason or self.state}"
            )

    # The session, on its own thread.

    def _heard(self, state: str) -> None:
        if self.state == "closed":
            return
        if state != KazooState.CONNECTED:
            is_over = self.client.client_state in _OVER
            self._become("closed" if is_over else _STATES[state], self._session)
            return
        self._become("connected", self._handler.session)
        self._is_open.set()
        for path in self.ephemerals:
            self._look_after(path)

    def _become(self, state: str, session: int | None) -> None:
        with self._lock:
            if state == "lost" or session != self._session:
                self._ephemerals.clear()
            self.state = state
            self._session = None if state in ("lost", "closed") else session
        self._on_change()

    def _own(self, path: str) -> None:
        """Show this ephemeral, which was made here, for as long as it is there."""
        with self._lock:
            self._ephemerals[path] = None
        self._on_change()
        self._look_after(path)

    def _look_after(self, path: str) -> None:
        """Know when somebody deletes it: watches end with a connection, so ask again after it."""
        read_stat(self.client, path, partial(self._seen, path), partial(self._fired, path))

    def _fired(self, path: str, event: Event) -> None:
        if event.type == EventType.DELETED:
            self._disown(path)
        elif event.type == EventType.CHANGED:
            self._look_after(path)

    def _seen(self, path: str, result: IAsyncResult) -> None:
        if result.exception is not None:
            return
        stat = result.value
        if stat is None or stat.ephemeralOwner != self._session:
            self._disown(path)
            return
        self.saw({path: stat})

    def saw(self, stats: Mapping[str, ZnodeStat]) -> None:
        """How ephemerals of this session are now, as somebody has read them."""
        with self._lock:
            known = {path: stat for path, stat in stats.items() if path in self._ephemerals}
            self._ephemerals.update(known)
        self._on_change()

    def _disown(self, path: str) -> None:
        with self._lock:
            known = path in self._ephemerals
            self._ephemerals.pop(path, None)
        if known:
            self._on_change()


def _ephemerals_of(step: Step, answer: Any) -> list[str]:
    """The ephemeral znodes that this step has made."""
    if step.op == Op.MULTI:
        pairs = zip(step.body.operations, answer, strict=True)
        return [path for one, own in pairs for path in _ephemerals_of(Step(*one), own)]
    is_made = step.op == Op.CREATE and CreateMode(step.body.flags).is_ephemeral
    return [answer] if is_made else []


def _identity(scheme: str, credential: str) -> str:
    if scheme != "digest":
        return credential
    user, _, password = credential.partition(":")
    return str(make_digest_acl_credential(user, password))


def answer_to(
    client: KazooClient,
    ask: Callable[[KazooClient], IAsyncResult],
    path: str | None = None,
    within: float = PATIENCE,
) -> Any:
    """The answer to what `ask` sends by a connected client; errors are HandoffErrors."""
    try:
        return ask(client).get(timeout=within)
    except (KazooException, KazooTimeoutError) as error:
        raise _in_words(error, path, within) from error


def _in_words(error: BaseException, path: str | None, within: float, **said: bool) -> HandoffError:
    if isinstance(error, KazooTimeoutError):
        error = KazooTimeoutError(f"no answer within {within:g} s")
    return in_words(error, path, **said)


def require_room(request: Request) -> None:
    """Raises BadRequest for more than a ZooKeeper takes: it would close the connection."""
    size = request.size
    if size > LARGEST_FRAME:
        raise BadRequest(
            f"The request has {size:,} bytes, and ZooKeeper takes {LARGEST_FRAME:,} (the default"
            " of its jute.maxbuffer), path and ACL among them.",
            code="too_large",
            field="data",
        )
