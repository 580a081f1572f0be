"""One server's own windows: `srvr`, `cons`, `wchp`, and the AdminServer where they are closed."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from app.security import OPEN, Security
from app.zookeeper.addresses import Address
from app.zookeeper.admin_server import (
    AdminError,
    AdminRefusal,
    Document,
    ask_admin,
    parse_connections,
    parse_server_stats,
    parse_watches_by_path,
)
from app.zookeeper.fourletter import FourLetterError, HungUp, NobodyListens, WordClosed, ask
from app.zookeeper.words import (
    NOT_SERVING,
    Client,
    Statistics,
    WatchList,
    lists_children,
    parse_cons,
    parse_srvr,
    parse_wchp,
)

Told = TypeVar("Told")
_TIMEOUT = 1.0
# An AdminServer that was off is asked again after so many seconds: behind a firewall that drops
# packets, each attempt takes the whole timeout.
_ADMIN_AGAIN = 30.0
_UNTOLD = ("watch_list", "lists_children", "clients", "asked_at", "answered_at")
_ROUND_TRIPS = 5
_HUNG_UP_AGAIN = 0.1
_NEVER_EMPTY = ("srvr", "cons")
_WITHOUT_QUORUM = "it answers, but does not serve clients: it is in no quorum"


@dataclass(frozen=True, slots=True)
class ServerReport:
    """What one server says of itself; `mode`, `zxid` and so on as in `words.Statistics`.

    up: whether it runs; False where nobody listens at its address, None where nothing shows it.
    sessions: those that sit on it, in hex; None where it does not tell. clients: the connections of
    all of these. watches: `wchp` or `admin`
    (where the list comes from), `closed`, or `unknown` (not asked, or no answer). closed: the
    words it refuses and for which no AdminServer stands in. watch_list: path (with chroot) ->
    sessions; None where it was not asked or does not tell. lists_children: whether it has the
    watches on lists of children too. asked_at, answered_at: on the monotonic clock, when the
    questions began and when the last answer was there. round_trip_ms: the longest of the last few
    that a word and its answer took.
    """

    address: str
    answers: bool = False
    up: bool | None = None
    mode: str | None = None
    version: str | None = None
    zxid: str | None = None
    connections: int | None = None
    latency_ms: dict[str, float] | None = None
    round_trip_ms: float | None = field(default=None, compare=False)
    znodes: int | None = None
    sessions: list[str] | None = None
    watches: str = "unknown"
    note: str | None = None
    closed: tuple[str, ...] = ()
    watch_list: WatchList | None = None
    lists_children: bool = False
    clients: dict[str, Client] | None = None
    asked_at: float = float("-inf")
    answered_at: float = float("-inf")

    def as_json(self) -> dict[str, Any]:
        """All that is told of the server itself."""
        told = {name: getattr(self, name) for name in self.__slots__ if name not in _UNTOLD}
        return {**told, "closed": list(self.closed)}


class ServerWindow:
    """Asks one server. Not thread-safe; blocks for as long as the server takes, some seconds at
    most.
    """

    def __init__(self, address: Address, admin_port: int = 8080, security: Security = OPEN) -> None:
        self.address, self._admin_port, self._security = address, admin_port, security
        self._admin_off_until = 0.0
        self._watches = "unknown"
        self._round_trips: deque[float] = deque(maxlen=_ROUND_TRIPS)

    def ask(self, with_watches: bool = True) -> ServerReport:
        """Everything that the server tells; never raises for one that does not answer."""
        try:
            return self._ask_twice(with_watches)
        except _NotServing:
            return ServerReport(str(self.address), answers=True, up=True, note=_WITHOUT_QUORUM)
        except FourLetterError as error:
            up = False if isinstance(error, NobodyListens) else None
            return ServerReport(str(self.address), up=up, note=f"no answer: {error}")

    def _ask_twice(self, with_watches: bool) -> ServerReport:
        """A server that leaves its quorum hangs up on everybody, for a few milliseconds."""
        try:
            return self._ask(with_watches, [])
        except HungUp:
            time.sleep(_HUNG_UP_AGAIN)
            return self._ask(with_watches, [])

    def _ask(self, with_watches: bool, closed: list[str]) -> ServerReport:
        said, _ = self._tell(closed, "srvr", parse_srvr, "server_stats", parse_server_stats)
        clients, _ = self._tell(closed, "cons", parse_cons, "connections", parse_connections)
        watch_list, children = self._list_watches(closed) if with_watches else (None, False)
        if self._watches == "closed" and "wchp" not in closed:
            closed.append("wchp")
        known = (said or Statistics())._asdict()
        if clients is not None:
            known |= {"connections": len(clients), "sessions": list(clients)}
        return ServerReport(
            str(self.address),
            answers=True,
            up=True,
            **known,
            round_trip_ms=max(self._round_trips, default=None),
            clients=clients,
            watches=self._watches,
            note=_how_to_open(closed) if closed else None,
            closed=tuple(closed),
            watch_list=watch_list,
            lists_children=children,
        )

    def _list_watches(self, closed: list[str]) -> tuple[WatchList | None, bool]:
        """The watches, and whether those on lists of children are among them."""
        told, self._watches = self._tell(
            closed,
            "wchp",
            lambda answer: (parse_wchp(answer), lists_children(answer)),
            "watches_by_path",
            lambda document: (parse_watches_by_path(document), False),
        )
        return told or (None, False)

    def _tell(
        self,
        closed: list[str],
        word: str,
        parse: Callable[[str], Told],
        command: str,
        parse_admin: Callable[[Document], Told],
    ) -> tuple[Told | None, str]:
        """What a word tells, or the AdminServer's command in its stead, and which of both it was.

        A word that nobody answers is added to `closed`. Raises FourLetterError, _NotServing.
        """
        try:
            answer = self._say(word)
        except WordClosed:
            told = self._tell_by_admin(command, parse_admin)
            if told is None:
                closed.append(word)
            return told, "closed" if told is None else "admin"
        if answer.startswith(NOT_SERVING):
            raise _NotServing
        if word in _NEVER_EMPTY and not answer:
            raise HungUp("it hung up without a word")
        return parse(answer), word

    def _say(self, word: str) -> str:
        """The server's answer to a word. Raises FourLetterError.

        `srvr` is short and always asked: so long takes a round trip, also where it is refused.
        """
        began = time.monotonic()
        try:
            return ask(*self.address, word, _TIMEOUT, self._security)
        finally:
            if word == "srvr":
                self._round_trips.append(round((time.monotonic() - began) * 1000, 1))

    def _tell_by_admin(self, command: str, parse: Callable[[Document], Told]) -> Told | None:
        if time.monotonic() < self._admin_off_until:
            return None
        try:
            return parse(ask_admin(self.address.host, self._admin_port, command, _TIMEOUT))
        except AdminRefusal as refusal:
            if NOT_SERVING in str(refusal):
                raise _NotServing from None
            return None
        except AdminError:
            self._admin_off_until = time.monotonic() + _ADMIN_AGAIN
            return None


class _NotServing(Exception):
    """The server runs, and has no quorum to serve in."""


def _how_to_open(closed: list[str]) -> str:
    words = ",".join(["srvr", *(word for word in closed if word != "srvr")])
    return (
        f"this server refuses {', '.join(closed)}: 4lw.commands.whitelist={words} in its zoo.cfg"
        f" opens {'it' if len(closed) == 1 else 'them'} (or admin.enableServer=true the"
        " AdminServer)"
    )
