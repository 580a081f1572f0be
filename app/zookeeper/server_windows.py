"""One server's own windows: `srvr`, `cons`, `wchp`, and the AdminServer where they are closed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
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
    Statistics,
    WatchList,
    parse_cons,
    parse_srvr,
    parse_wchp,
)

Told = TypeVar("Told")
_TIMEOUT = 1.0
# An AdminServer that was off is asked again after so many seconds: behind a firewall that drops
# packets, each attempt takes the whole timeout.
_ADMIN_AGAIN = 30.0
_HUNG_UP_AGAIN = 0.1
_NEVER_EMPTY = ("srvr", "cons")
_WITHOUT_QUORUM = "it answers, but does not serve clients: it is in no quorum"


@dataclass(frozen=True, slots=True)
class ServerReport:
    """What one server says of itself; `mode`, `zxid` and so on as in `words.Statistics`.

    up: whether it runs; False where nobody listens at its address, None where nothing shows it.
    sessions: those that sit on it, in hex; None where it does not tell. watches: `wchp` or `admin`
    (where the list comes from), `closed`, or `unknown` (not asked, or no answer). closed: the
    words it refuses and for which no AdminServer stands in. watch_list: path (with chroot) ->
    sessions; None where it was not asked or does not tell.
    """

    address: str
    answers: bool = False
    up: bool | None = None
    mode: str | None = None
    version: str | None = None
    zxid: str | None = None
    connections: int | None = None
    latency_ms: dict[str, float] | None = None
    znodes: int | None = None
    sessions: list[str] | None = None
    watches: str = "unknown"
    note: str | None = None
    closed: tuple[str, ...] = ()
    watch_list: WatchList | None = None

    def as_json(self) -> dict[str, Any]:
        """All of it without the watches."""
        told = {name: getattr(self, name) for name in self.__slots__ if name != "watch_list"}
        return {**told, "closed": list(self.closed)}


class ServerWindow:
    """Asks one server. Not thread-safe; blocks for as long as the server takes, some seconds at
    most.
    """

    def __init__(self, address: Address, admin_port: int = 8080, security: Security = OPEN) -> None:
        self.address, self._admin_port, self._security = address, admin_port, security
        self._admin_off_until = 0.0
        self._watches = "unknown"

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
        sessions, _ = self._tell(closed, "cons", parse_cons, "connections", parse_connections)
        watch_list = self._list_watches(closed) if with_watches else None
        if self._watches == "closed" and "wchp" not in closed:
            closed.append("wchp")
        known = (said or Statistics())._asdict()
        if sessions is not None:
            known["connections"] = len(sessions)
        return ServerReport(
            str(self.address),
            answers=True,
            up=True,
            **known,
            sessions=sessions,
            watches=self._watches,
            note=_how_to_open(closed) if closed else None,
            closed=tuple(closed),
            watch_list=watch_list,
        )

    def _list_watches(self, closed: list[str]) -> WatchList | None:
        watch_list, self._watches = self._tell(
            closed, "wchp", parse_wchp, "watches_by_path", parse_watches_by_path
        )
        return watch_list

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
        host, port = self.address
        try:
            answer = ask(host, port, word, _TIMEOUT, self._security)
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
