"""Keep a session of its own in which the dashboard does what a person asks; the page shows it, and
it can end.

What the dashboard itself reads goes through other sessions. Credentials and ephemeral znodes belong
to the session in which somebody gave or created them, and go when it ends.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from kazoo.client import KazooClient
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.states import EventType, KazooState, KeeperState, ZnodeStat
from kazoo.security import make_digest_acl_credential

from ..errors import Conflict, Forbidden, OutcomeUnknown, ZooKeeperUnavailable
from ..readmodels.zookeeper import Credential, SessionTold
from . import operations as o
from .client import close, connect, on_state, session_hex
from .handler import InOrderHandler
from .lane import ANSWER_TIMEOUT, Lane
from .operations import WatchEvent
from .requests import read_one
from .security import OPEN, Security


class ChangesUnderWay:
    """A count of the changes under way, so that somebody can wait until there is none."""

    def __init__(self) -> None:
        self._count = 0
        self._only: int | None = None
        self._news = threading.Condition()

    @contextlib.contextmanager
    def one(self) -> Iterator[None]:
        """Count this change. Raise Conflict where somebody else is alone."""
        with self._news:
            if self._only not in (None, threading.get_ident()):
                raise Conflict("This session is about to end.", code="ending")
            self._count += 1
        try:
            yield
        finally:
            with self._news:
                self._count -= 1
                self._news.notify_all()

    @contextlib.contextmanager
    def alone(self, timeout: float) -> Iterator[None]:
        """Let nobody else change anything in the block. Raise Conflict if that takes `timeout`
        seconds.
        """
        with self._news:
            self._only = threading.get_ident()
        try:
            with self._news:
                if not self._news.wait_for(lambda: self._count == 0, timeout):
                    raise Conflict("A change of this session is under way.", code="busy")
            yield
        finally:
            with self._news:
                self._only = None


SESSION_TIMEOUT = 10.0
SHOWN_EPHEMERALS = 100
_OVER = (KeeperState.CLOSED, KeeperState.AUTH_FAILED)


class ClientSession:
    """A ZooKeeper session for what a person asks. Any thread may call any method; no method takes
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
        self.lane = Lane(self.client)
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
        """Return the session's id in hex, None while there is none."""
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
        """Return the ephemerals, each as somebody last saw it; None before that."""
        with self._lock:
            return dict(self._ephemerals)

    @property
    def credentials(self) -> list[Credential]:
        """Return who this session says it is, without secrets, in order."""
        with self._lock:
            known = list(self._credentials)
        return [{"scheme": scheme, "id": name.partition(":")[0]} for scheme, name in known]

    def described(self) -> SessionTold:
        """Return what the page shows of the session; that has only the first ephemerals, and how
        many there are.
        """
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
        """Return `(scheme, id)` as ACLs name this session; digest's has the password's hash."""
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

    def change(self, operation: o.Operation, within: float = ANSWER_TIMEOUT) -> Any:
        """Make a change, and return its result, as `Lane.ask` does. Raise OutcomeUnknown if the
        change was sent and no answer came; a change that was not sent yet never will be.
        """
        with self._changes.one():
            self._require_connection()
            result = self.lane.ask(operation, within)
            made: Any = ((operation, result),)
            if isinstance(operation, tuple):
                made = zip(operation, result, strict=True)
            for one, path in made:
                if isinstance(one, o.Create) and one.ephemeral:
                    self.own(path)
            return result

    def alone(self, timeout: float) -> AbstractContextManager[None]:
        """Wait for the changes under way; then all but the caller get Conflict in the block."""
        return self._changes.alone(timeout)

    def authenticate(self, scheme: str, credential: str) -> None:
        """Add credentials ("user:password" for digest) to the session, for as long as it lasts.
        ZooKeeper ends a session whose credentials it refuses: then Forbidden. After OutcomeUnknown
        the session shows them too, for it may have them.
        """
        self._require_connection()
        try:
            self.lane.ask(o.Authenticate(scheme, credential))
        except Forbidden:
            self.close()
            raise
        except OutcomeUnknown:
            self._note_credentials(scheme, credential)
            raise
        self._note_credentials(scheme, credential)

    def _note_credentials(self, scheme: str, credential: str) -> None:
        with self._lock:
            self._credentials[scheme, _identity(scheme, credential)] = None
        self._on_change()

    def _require_connection(self) -> None:
        if not self.client.connected or self.state == "closed":
            raise ZooKeeperUnavailable(
                f"This session has no connection to ZooKeeper: {self.reason or self.state}"
            )

    # -- the session, on its own thread ---------------------------------------------------------

    def _state_changed(self, state: str) -> None:
        if self.state == "closed":
            return
        if state != KazooState.CONNECTED:
            is_over = self.client.client_state in _OVER
            self._become("closed" if is_over else state.lower(), self._session)
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

    def own(self, path: str) -> None:
        """Show this ephemeral, which the session has created, for as long as it exists."""
        with self._lock:
            self._ephemerals[path] = None
        self._on_change()
        self._look_after(path)

    def _look_after(self, path: str) -> None:
        """Notice when somebody deletes an ephemeral: watches end with a connection, so ask again
        after that.
        """
        fired = partial(self._fired, path)
        read_one(self.client, o.Exists(path), partial(self._seen, path), fired)

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
        """Note how ephemerals of this session are now, since somebody has read them."""
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


def _identity(scheme: str, credential: str) -> str:
    if scheme != "digest":
        return credential
    user, _, password = credential.partition(":")
    return str(make_digest_acl_credential(user, password))
