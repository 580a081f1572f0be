"""A session of its own, in which the dashboard does what a person asks; it is shown, and can end.

What the dashboard itself reads goes through other sessions. Credentials and ephemeral znodes belong
to the session in which they were given or created, and go when it ends.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException, UnimplementedError
from kazoo.handlers.threading import KazooTimeoutError
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.states import EventType, KazooState, KeeperState, ZnodeStat
from kazoo.security import make_digest_acl_credential

from ..errors import BadRequest, Conflict, Forbidden, ZooKeeperUnavailable
from ..readmodels.zookeeper import Credential, SessionTold
from . import changes
from .changes import Step, TransactionRefused, request_of
from .client import close, connect, on_state, session_hex
from .extension import send
from .handler import InOrderHandler
from .refusals import in_words
from .requests import ProtocolRequest, StatOf, read_one
from .security import OPEN, Security
from .under_way import ChangesUnderWay
from .watching import WatchEvent
from .wire.codes import LARGEST_FRAME, CreateMode, Op

ANSWER_TIMEOUT = 2.0
"""Seconds that an answer is awaited, unless the caller says otherwise."""

SESSION_TIMEOUT = 10.0
SHOWN_EPHEMERALS = 100
_STATES = {
    KazooState.CONNECTED: "connected",
    KazooState.SUSPENDED: "suspended",
    KazooState.LOST: "lost",
}
_OVER = (KeeperState.CLOSED, KeeperState.AUTH_FAILED)


class ClientSession:
    """A ZooKeeper session for what a person asks. Any thread may call any method; none takes longer
    than it says. Every refusal is a HandoffError.

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
        self._changes = ChangesUnderWay()
        self._ephemerals: dict[str, ZnodeStat | None] = {}
        own = [(scheme, _identity(scheme, one)) for scheme, one in security.auth]
        own += [] if security.sasl is None else [("sasl", security.sasl[0])]
        self._credentials = dict.fromkeys(own)
        self.state = "connecting"
        self._session: int | None = None
        self._is_open = threading.Event()
        on_state(self.client, self._state_changed)

    @property
    def session(self) -> str | None:
        """Return its id in hex, None while there is none."""
        return session_hex(self._session)

    @property
    def reason(self) -> str | None:
        """Return why there is no connection, in plain words."""
        return self._handler.reason

    @property
    def ephemerals(self) -> list[str]:
        """Return the ephemeral znodes that were created here and still exist, oldest first."""
        return list(self.seen)

    @property
    def seen(self) -> dict[str, ZnodeStat | None]:
        """Return them, each as it was last seen; None before that."""
        with self._lock:
            return dict(self._ephemerals)

    @property
    def credentials(self) -> list[Credential]:
        """Return who this session says it is, without secrets, in order."""
        with self._lock:
            known = list(self._credentials)
        return [{"scheme": scheme, "id": name.partition(":")[0]} for scheme, name in known]

    def described(self) -> SessionTold:
        """Return what is shown of it; of its ephemerals only the first, and how many there are."""
        ephemerals = self.ephemerals
        return {
            "session": self.session,
            "connection": self.state,
            "timeout_ms": self._handler.negotiated_ms,
            "reason": None if self.state == "connected" else self.reason,
            "ephemerals": ephemerals[:SHOWN_EPHEMERALS],
            "ephemeral_count": len(ephemerals),
            "credentials": self.credentials,
        }

    @property
    def identities(self) -> list[tuple[str, str]]:
        """Return `(scheme, id)` as ACLs name this session: of digest, with the password's hash."""
        with self._lock:
            return list(self._credentials)

    def open(self, timeout: float = ANSWER_TIMEOUT) -> None:
        """Begin the session, or end it and raise ZooKeeperUnavailable after `timeout` seconds."""
        self.client.start_async()
        if not self._is_open.wait(timeout):
            self.close()
            raise ZooKeeperUnavailable(
                f"ZooKeeper at {self._hosts} does not answer: {self.reason or 'no session yet'}"
            )

    def close(self) -> None:
        """End the session, and with it its ephemerals; return within about a second."""
        self._become("closed", None)
        close(self.client)

    def read(
        self, ask: Callable[[KazooClient], IAsyncResult], path: str | None = None,
        timeout: float = ANSWER_TIMEOUT,
    ) -> Any:  # fmt: skip
        """Return the answer to what `ask` sends: `lambda client: client.get_async(path)`."""
        self._require_connection()
        return answer_to(self.client, ask, path, timeout)

    def change(self, step: Step, path: str | None = None, timeout: float = ANSWER_TIMEOUT) -> Any:
        """Do one of the steps of `changes`, and return its answer. Raise OutcomeUnknown if it was
        sent and no answer came; what was not sent yet never will be.
        """
        with self._changes.one():
            answer = self._changed(step, path, timeout)
            for made in _ephemerals_of(step, answer):
                self._own(made)
            return answer

    def alone(self, timeout: float) -> AbstractContextManager[None]:
        """Wait for the changes under way; then, in the block, all but the caller get Conflict."""
        return self._changes.alone(timeout)

    def _changed(self, step: Step, path: str | None, timeout: float) -> Any:
        self._require_connection()
        path = path if path is not None else getattr(step.body, "path", None)
        self.require_capability(Op(step.op))
        request = request_of(self.client, step)
        require_room(request)
        result = send(self.client, request)
        try:
            answer = result.get(timeout=timeout)
        except (KazooException, KazooTimeoutError) as error:
            sent = not request.withdraw()
            raise in_words(error, path, changes=True, sent=sent, within=timeout) from error
        if isinstance(answer, list) and answer and isinstance(answer[0], TransactionRefused):
            refused = step.body.operations[answer[0].index].body.path
            raise in_words(answer[0].error, refused, changes=True) from answer[0].error
        return answer

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
        """Raise Conflict for a request unknown to the server: it would end the connection."""
        needed = changes.CAPABILITIES.get(op)
        if needed is not None and not getattr(self._handler.capabilities, needed):
            words = f"ZooKeeper {self._handler.version or 'of this version'} cannot do that yet."
            raise Conflict(words, code="unsupported", field="kind") from UnimplementedError()

    def _require_connection(self) -> None:
        if not self.client.connected or self.state == "closed":
            raise ZooKeeperUnavailable(
                f"This session has no connection to ZooKeeper: {self.reason or self.state}"
            )

    # The session, on its own thread.

    def _state_changed(self, state: str) -> None:
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
        """Show this ephemeral, which was created here, for as long as it exists."""
        with self._lock:
            self._ephemerals[path] = None
        self._on_change()
        self._look_after(path)

    def _look_after(self, path: str) -> None:
        """Notice when somebody deletes it: watches end with a connection, so ask again after it."""
        read = StatOf(path, partial(self._fired, path))
        read_one(self.client, read, partial(self._seen, path))

    def _fired(self, path: str, event: WatchEvent) -> None:
        if event.type == EventType.DELETED:
            self._disown(path)
        elif event.type == EventType.CHANGED:
            self._look_after(path)

    def _seen(self, path: str, result: IAsyncResult) -> None:
        if result.exception is not None:
            return
        stat = result.value
        if stat is not None and stat.ephemeralOwner == self._session:
            self.saw({path: stat})
        else:
            self._disown(path)

    def saw(self, stats: Mapping[str, ZnodeStat]) -> None:
        """Note how ephemerals of this session are now, as somebody has read them."""
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
    """Return the ephemeral znodes that this step has created."""
    if step.op == Op.MULTI:
        pairs = zip(step.body.operations, answer, strict=True)
        return [path for one, own in pairs for path in _ephemerals_of(one, own)]
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
    timeout: float = ANSWER_TIMEOUT,
) -> Any:
    """Return the answer to what `ask` sends by a connected client; errors are HandoffErrors."""
    try:
        return ask(client).get(timeout=timeout)
    except (KazooException, KazooTimeoutError) as error:
        raise in_words(error, path, within=timeout) from error


def require_room(request: ProtocolRequest) -> None:
    """Raise BadRequest for more than ZooKeeper accepts: it would close the connection."""
    if request.size > LARGEST_FRAME:
        raise BadRequest(
            f"The request has {request.size:,} bytes, but ZooKeeper takes {LARGEST_FRAME:,} (the"
            " default of its jute.maxbuffer), including path and ACL.",
            code="too_large",
            field="data",
        )
