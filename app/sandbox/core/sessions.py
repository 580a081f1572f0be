"""Track who is connected, or may come back. Source: SessionTrackerImpl.java, ExpiryQueue.java."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...zookeeper.wire.records import Id
from . import acl

MOST_SERVERS = 127


def first_session(life: int, now: int) -> int:
    """Return the id of the first session, as Apache makes it: a byte of the server's, five of the
    time (`now` in milliseconds), two for those that follow. Each life is another server, so that a
    clock that was set back gives no id twice.
    """
    return 1 + life % MOST_SERVERS << 56 | (now << 24 & (1 << 64) - 1) >> 8


def password_of(session: int, secret: bytes) -> bytes:
    """Return the password of a session, as a server with this secret makes it."""
    return hmac.digest(secret, session.to_bytes(8, "big", signed=True), "sha256")[:16]


class Link:
    """One client connection as the core sees it; address: the peer's IP, which `ip:` ACLs mean."""

    __slots__ = ("address", "closed", "identities", "session")

    def __init__(self, address: str) -> None:
        self.address = address
        self.identities: list[Id] = [Id("ip", address)]
        self.session: Session | None = None
        self.closed = False

    def identify(self, scheme: str, auth: bytes | None, superuser: str | None) -> None:
        """Add an identity that the client has proven. Raise Refused(AUTH_FAILED)."""
        for one in acl.identities_for(scheme, auth, self.address, superuser):
            if one not in self.identities:
                self.identities.append(one)


@dataclass(slots=True, eq=False)
class Session:
    """A session. timeout in milliseconds; expires_at is a tick, milliseconds since the epoch."""

    id: int
    password: bytes
    timeout: int
    expires_at: int = 0
    link: Link | None = field(default=None, repr=False)


class Sessions:
    """All sessions. Those that expire at the same tick lie together, as in Apache's ExpiryQueue:
    a time is rounded up to the next tick, so a session ends up to one tick late and never early.
    """

    def __init__(self, secret: bytes, first: int, tick_ms: int) -> None:
        self._secret, self._next, self._tick = secret, first, tick_ms
        self._by_id: dict[int, Session] = {}
        self._by_expiry: dict[int, dict[int, Session]] = {}

    def __len__(self) -> int:
        return len(self._by_id)

    def __iter__(self) -> Iterator[Session]:
        return iter(self._by_id.values())

    def get(self, session: int) -> Session | None:
        return self._by_id.get(session)

    def open(self, timeout: int, now: int) -> Session:
        session = Session(self._next, password_of(self._next, self._secret), timeout)
        self._next += 1
        self._by_id[session.id] = session
        self.touch(session, now)
        return session

    def find(self, session: int, password: bytes | None) -> Session | None:
        """Return the session, if it is live and the password is its own."""
        found = self._by_id.get(session)
        if found is None or not hmac.compare_digest(found.password, password or b""):
            return None
        return found

    def touch(self, session: Session, now: int) -> None:
        """Renew the timeout: the client has said something."""
        expires_at = ((now + session.timeout) // self._tick + 1) * self._tick
        if expires_at == session.expires_at:
            return
        self._forget_expiry(session)
        session.expires_at = expires_at
        self._by_expiry.setdefault(expires_at, {})[session.id] = session

    def close(self, session: Session) -> None:
        self._forget_expiry(session)
        self._by_id.pop(session.id, None)

    def expired(self, now: int) -> list[Session]:
        """Return the sessions whose time has come, earliest first."""
        due = sorted(at for at in self._by_expiry if at <= now)
        return [session for at in due for session in self._by_expiry[at].values()]

    def by_expiry(self) -> list[tuple[int, list[Session]]]:
        """Return the ticks at which sessions expire, with those sessions; for `dump`."""
        return [(at, list(one.values())) for at, one in sorted(self._by_expiry.items())]

    def _forget_expiry(self, session: Session) -> None:
        fellows = self._by_expiry.get(session.expires_at)
        if fellows is not None:
            fellows.pop(session.id, None)
            if not fellows:
                del self._by_expiry[session.expires_at]
